//! Moves: generation, legality, perft.

//! Legal moves come in two forms that a property test holds together: [`definition`], slow and
//! obvious, and the fast generator.

pub mod definition;
mod perft;

use arrayvec::ArrayVec;

pub use perft::{divide, perft};

use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

/// More moves than any position can have. `n` units have at most 27 n targets, and each of the
/// other 64 - n squares is reached on at most 16 ways: never more than 643, and promotions on eight
/// squares add at most 72.
pub const MAX_MOVES: usize = 1_024;

/// Moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// All legal moves.
pub fn legal_moves<R: Rules>(position: &Position<R>) -> MoveList {
    definition::legal_moves(position)
}

/// True if the side to move has a legal move.
pub fn has_legal_move<R: Rules>(position: &Position<R>) -> bool {
    !legal_moves(position).is_empty()
}

/// True if the move, which may come from anywhere, is legal here.
pub fn is_legal<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}
