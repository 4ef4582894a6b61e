//! Moves: generation, legality, perft.
//!
//! Legal moves come in two forms that a property test holds together: [`definition`], slow and
//! obvious, and the fast [`Generator`].

pub mod definition;
mod generate;
mod perft;
#[cfg(test)]
pub(crate) mod random;
pub mod see;
mod sink;

use arrayvec::ArrayVec;

pub use generate::Generator;
pub use perft::{DEEPEST_PERFT, divide, perft};
pub use sink::Sink;

use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

/// More moves than any position can have. `n` units have at most 27 n targets, and each of the
/// other 64 - n squares is reached on at most 16 ways: never more than 643, and promotions on eight
/// squares add at most 72.
pub const MAX_MOVES: usize = 1_024;

/// Moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which of the legal moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All of them.
    All,
    /// Captures, en passant and promotions.
    Tactical,
    /// The rest.
    Quiet,
}

/// All legal moves.
#[inline]
pub fn legal_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = MoveList::new();
    add_legal_moves(position, &mut moves);
    moves
}

/// Adds all legal moves to a list. Where time counts: a returned list is copied, and it is long.
#[inline]
pub fn add_legal_moves<R: Rules>(position: &Position<R>, moves: &mut MoveList) {
    Generator::new(position).collect(Wanted::All, moves);
}

/// True if the side to move has a legal move.
pub fn has_legal_move<R: Rules>(position: &Position<R>) -> bool {
    Generator::new(position).any()
}

/// True if the move, which may come from anywhere, is legal here.
pub fn is_legal<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    Generator::new(position).is_legal(mv)
}
