//! What `go` asks for.

use crate::types::Color;

/// The wishes of a client, as it wrote them: nothing is checked against a position yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Prove or disprove a mate in this many moves.
    pub mate: Option<u32>,
    /// Count the legal move sequences of this many plies instead of searching.
    pub perft: Option<u32>,
    /// Search the bench positions instead of the present one.
    pub bench: bool,
    /// Time for this move, in milliseconds.
    pub move_time: Option<i64>,
    /// What the clocks of White and Black show, in milliseconds.
    pub clocks: [Option<i64>; 2],
    /// What White and Black gain with each move, in milliseconds.
    pub increments: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<i64>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Think in the opponent's time.
    pub ponder: bool,
    /// Only these moves, in UCI notation.
    pub search_moves: Vec<String>,
}

impl Request {
    /// True if the search ends by itself: then the end of the input does not stop it.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some()
                || self.perft.is_some()
                || self.bench
                || self.is_timed())
    }

    /// True if a clock limits the search.
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clocks != [None; 2] || self.increments != [None; 2]
    }

    /// What the mover's clock shows, in milliseconds. If only the other clock is told, ours is
    /// taken to show the same; if only increments are, it is empty.
    pub(super) fn clock(&self, mover: Color) -> Option<i64> {
        let own = self.clocks[mover as usize];
        let other = self.clocks[1 - mover as usize];
        let told = own.or(other);
        told.or_else(|| (self.increments != [None; 2]).then_some(0))
    }

    /// The mover's increment in milliseconds.
    pub(super) fn increment(&self, mover: Color) -> i64 {
        self.increments[mover as usize].unwrap_or(0)
    }
}
