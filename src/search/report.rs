//! What a search tells while it runs and when it ends.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is this or less.
    Upper = 1,
    /// The true score is this or more.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

/// A message from a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A line with its score.
    Line(Line),
    /// The search turns to this root move; sent only after three seconds.
    CurrentMove {
        /// Plies of the iteration.
        depth: u32,
        /// The root move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
}

/// A principal variation, and the state of the search when it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Plies of the iteration; 0 if the root has no move.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// The number of the line, from 1, in order of score.
    pub multipv: usize,
    /// The score from the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// The moves; each is legal, and a mate score's moves end in mate.
    pub pv: Vec<Move>,
}

impl Line {
    /// An exact line that took no search: nothing is counted.
    pub fn known(depth: u32, score: Score, time: Duration, pv: Vec<Move>) -> Self {
        Line {
            depth,
            seldepth: depth,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time,
            hashfull: 0,
            pv,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// The move to play; `None` only if the root has no legal move.
    pub best_move: Option<Move>,
    /// The answer expected to it, a legal one.
    pub ponder: Option<Move>,
    /// The score from the side to move.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The principal variation.
    pub pv: Vec<Move>,
}
