//! Random games, for the tests of modules that know better than the rules.

use super::definition;
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::PieceKind;

/// Plays pseudo-random legal moves from the start, sparing the maharajah, and calls `check` on each
/// position.
pub fn hunts(seed: u64, mut check: impl FnMut(&Position<Maharajah>)) {
    let mut position = Position::<Maharajah>::start();
    let mut random = seed;
    for _ in 0..160 {
        check(&position);
        let mut moves = definition::legal_moves(&position);
        moves.retain(|mv| !position.board().pieces(PieceKind::Maharajah).has(mv.to()));
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
        position = position.after(mv);
    }
}
