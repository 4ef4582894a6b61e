//! What a thinking engine tells.

use crate::search::Line;
use crate::types::Move;

/// A message from the engine's threads to whoever owns the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line with its score. A line of depth 0 stands for a root without moves.
    Line {
        /// The line.
        line: Line,
        /// The chances of winning, drawing and losing in permille, if they are wanted.
        wdl: Option<[u32; 3]>,
    },
    /// The search turns to a root move.
    CurrentMove {
        /// Plies of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// Something a person should know.
    Notice(String),
    /// The result of a command beyond the protocol, as text.
    Text(String),
    /// The search has ended.
    BestMove {
        /// The move to play; `None` if there is none.
        best: Option<Move>,
        /// The answer expected to it.
        ponder: Option<Move>,
    },
    /// The leaves below one root move of a perft.
    Divided {
        /// The root move.
        mv: Move,
        /// The leaves.
        nodes: u64,
    },
    /// All leaves of a perft; without a number if it was broken off.
    Counted(Option<u64>),
}
