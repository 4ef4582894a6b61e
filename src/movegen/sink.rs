//! Where generated moves go: into a list, or into a mere count.

use super::MoveList;
use crate::types::{Bitboard, Move, MoveFlag, Square};

/// Receives moves, whole target sets at a time.
pub trait Sink {
    /// Ordinary moves of one unit.
    fn unit(&mut self, from: Square, targets: Bitboard);

    /// Pawn moves, all by the same step: the origin is `step` below the target.
    fn pawns(&mut self, targets: Bitboard, step: i8, flag: MoveFlag);

    /// One move.
    fn push(&mut self, mv: Move);
}

impl Sink for MoveList {
    #[inline(always)]
    fn unit(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            Sink::push(self, Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, flag: MoveFlag) {
        for to in targets {
            let from = Square::new((to.index() as u8).wrapping_add_signed(-step));
            Sink::push(self, Move::new(from, to, flag));
        }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        // The list is longer than any position has moves.
        let _ = self.try_push(mv);
    }
}

/// Counts moves without writing them down.
pub(super) struct Counter(pub u64);

impl Sink for Counter {
    #[inline(always)]
    fn unit(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveFlag) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}
