//! Perft: the number of leaves of the tree of legal moves, the generator's standard test.

use super::{Generator, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

/// The deepest perft there is, in plies: far more than can be counted, and little enough for any stack.
pub const DEEPEST_PERFT: u32 = 64;

/// The leaves `depth` plies below the position; 1 at depth 0.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => Generator::new(position).count(),
        _ => legal_moves(position).iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The leaves below each legal move, `depth` plies from the position (at least one).
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    legal_moves(position).iter().map(|&mv| (mv, perft(&position.after(mv), below))).collect()
}
