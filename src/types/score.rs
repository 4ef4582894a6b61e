//! Scores: centipawns from the side to move, or the distance to mate in plies.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The search never goes deeper than this many plies from the root.
pub const MAX_PLY: usize = 240;

/// A score from the side to move: centipawns, or `MATE` less the plies to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Beyond every score.
    pub const INFINITE: Score = Score(32_001);
    /// The side to move has won.
    pub const MATE: Score = Score(32_000);
    /// The least score that is a proven win.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32 - 1);
    /// The largest evaluation: no evaluation is taken for a mate.
    pub const MAX_EVAL: Score = Score(Self::MATE_BOUND.0 - 1);

    /// The side to move wins in `plies`.
    #[inline(always)]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Self::MATE.0 - plies as i32)
    }

    /// The side to move loses in `plies`.
    #[inline(always)]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE.0)
    }

    /// True for a proven win or loss.
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.0 >= Self::MATE_BOUND.0 || self.0 <= -Self::MATE_BOUND.0
    }

    /// Plies to the end of the game if the score is a proven win or loss.
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((Self::MATE.0 - self.0.abs()) as usize) } else { None }
    }

    /// Moves to mate as UCI counts them: positive if the side to move mates, negative if it is
    /// mated; zero if it is mated on the board.
    pub const fn moves_to_mate(self) -> Option<i32> {
        match self.plies_to_mate() {
            Some(plies) if self.0 > 0 => Some((plies as i32 + 1) / 2),
            Some(plies) => Some(-(plies as i32) / 2),
            None => None,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A score so many centipawns higher.
impl Add<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

/// A score so many centipawns lower.
impl Sub<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

/// `mate 3`, `mate -2` or `cp 35`, as UCI writes it.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
