//! What a node is asked.

use super::Bound;
use super::table::Record;
use crate::types::Score;

/// The window within which a score is of interest.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The narrowest window: is the score above this?
    #[inline(always)]
    pub(super) fn above(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window from the other side.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What a score found within this window is.
    #[inline(always)]
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The place of a node in the tree, and the question it has to answer.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Plies to search below it.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// A null window that is expected to end above beta.
    pub(super) cut: bool,
}

impl Node {
    /// The node one ply further, `depth` plies deep, with this window of the parent's.
    #[inline(always)]
    pub(super) fn below(self, depth: i32, window: Window, cut: bool) -> Self {
        Node { ply: self.ply + 1, depth, window: window.flipped(), cut }
    }
}

/// The static evaluation, or the table's score where its bound shows the evaluation to be wrong.
#[inline(always)]
pub(super) fn refined(eval: Score, known: Option<&Record>) -> Score {
    let wrong = |record: &&Record| {
        !record.score.is_mate()
            && match record.bound {
                Bound::Exact => true,
                Bound::Lower => record.score > eval,
                Bound::Upper => record.score < eval,
            }
    };
    known.filter(wrong).map_or(eval, |record| record.score)
}

/// The table's score answers the question of a null window.
#[inline(always)]
pub(super) fn cuts(record: &Record, beta: Score) -> bool {
    match record.bound {
        Bound::Exact => true,
        Bound::Lower => record.score >= beta,
        Bound::Upper => record.score < beta,
    }
}
