//! When a search ends, and which root moves it looks at.

use std::time::{Duration, Instant};

use crate::types::Move;

/// The bounds of one search. Those that are absent do not bind; the first that is reached does.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the clock started.
    pub start: Instant,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together; one thread alone stops exactly there.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves (or fewer) is found. To rule one out is the solver's work.
    pub mate: Option<u32>,
    /// No new iteration after this time from `start`; stretched or shrunk by how settled the best move is.
    pub soft_time: Option<Duration>,
    /// The search is broken off after this time from `start`.
    pub hard_time: Option<Duration>,
    /// Only these root moves; illegal ones are ignored, and if none is left the root is not restricted.
    pub search_moves: Vec<Move>,
    /// How many best lines to report; at least one.
    pub multi_pv: usize,
    /// The answer is not wanted before [`Shared::stop`](super::Shared::stop) is called; the caller waits for
    /// that, the search itself may have nothing left to do.
    pub infinite: bool,
    /// How many threads search; at least one.
    pub threads: usize,
}

impl Default for Limits {
    /// No limit at all, one line, one thread, the clock starting now.
    fn default() -> Self {
        Limits {
            start: Instant::now(),
            depth: None,
            nodes: None,
            mate: None,
            soft_time: None,
            hard_time: None,
            search_moves: Vec::new(),
            multi_pv: 1,
            infinite: false,
            threads: 1,
        }
    }
}

impl Limits {
    /// A search of this many plies.
    pub fn to_depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of this many nodes.
    pub fn to_nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}
