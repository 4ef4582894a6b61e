//! What is known of a position in play against a defence, in one word.

use crate::types::Move;

/// The moves for the aim, proven and disproven, and the best move. No word is zero but
/// [`Known(0)`].
#[derive(Clone, Copy)]
pub struct Known(pub u64);

impl Known {
    /// Disproven in any number of moves.
    pub const NEVER: u32 = 255;

    /// The least number of moves in which the aim is proven; 0 if it is not.
    fn proven(self) -> u32 {
        (self.0 >> 16 & 255) as u32
    }

    /// The largest number of moves in which the aim is disproven.
    fn disproven(self) -> u32 {
        (self.0 >> 24 & 255) as u32
    }

    /// The move that proved or refuted.
    #[inline]
    pub fn best(self) -> Move {
        Move::from_bits(self.0 as u16)
    }

    /// Whether the aim is reached in `moves`, if that is known.
    #[inline]
    pub fn verdict(self, moves: u32) -> Option<bool> {
        if self.proven() != 0 && self.proven() <= moves {
            Some(true)
        } else if self.disproven() >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// This and a new verdict together.
    #[inline]
    pub fn with(self, moves: u32, holds: bool, best: Move) -> Self {
        let (mut proven, mut disproven) = (self.proven(), self.disproven());
        if holds {
            proven = if proven == 0 { moves } else { proven.min(moves) };
        } else {
            disproven = disproven.max(moves);
        }
        Known(u64::from(best.bits()) | u64::from(proven) << 16 | u64::from(disproven) << 24 | 1 << 63)
    }

    /// What a table should keep: the deeper search.
    pub fn worth(word: u64) -> u32 {
        let known = Known(word);
        known.proven().max(known.disproven())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_narrow() {
        let mv = Move::from_bits(0x123);
        let known = Known(0).with(2, false, Move::NONE).with(5, true, mv).with(1, false, mv);
        let verdicts: Vec<_> = (1..=6).map(|moves| known.verdict(moves)).collect();
        assert_eq!(verdicts, [Some(false), Some(false), None, None, Some(true), Some(true)]);
        assert_eq!(known.with(4, true, mv).verdict(4), Some(true));
        assert_eq!((known.best(), Known::worth(known.0)), (mv, 5));
        assert_eq!(Known(0).with(Known::NEVER, false, mv).verdict(200), Some(false));
    }
}
