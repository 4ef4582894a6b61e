//! The search: what to play, and what it is worth.
//!
//! [`Shared::prepare`], then [`think`] on a thread of its own; it reports through a callback,
//! never prints, and ends at its [`Limits`] or soon after [`Shared::stop`].
//!
//! From the root to the leaves: `deepening` repeats `root` with growing depth, `principal` searches
//! a node, `quiescence` its captures; `picker` orders the moves, by what `table` and `history` know.

mod clock;
mod deepening;
mod history;
mod learning;
mod limits;
mod node;
mod null_move;
mod picker;
mod principal;
mod probcut;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod root;
mod shared;
mod singular;
mod table;
mod worker;

use std::thread;
use std::time::Duration;

pub use limits::Limits;
pub use report::{Bound, Line, Report, Thought};
pub use shared::Shared;
pub use table::{Record, Table, TableError};

use crate::position::Position;
use crate::rules::Rules;
use deepening::Deepening;
use worker::Worker;

/// Searches a position.
///
/// `history` holds the keys of the game's positions since the last capture or pawn move, oldest
/// first, as [`crate::game::Game::keys`] gives them. [`Shared::prepare`] must have been called.
/// Lines and root moves are reported while the search runs; the last line reported is exact
/// and begins with the best move. With [`Limits::infinite`], or in pondering, it does not return by itself.
pub fn think<R: Rules>(
    root: &Position<R>,
    history: &[u64],
    limits: &Limits,
    shared: &Shared,
    report: &mut dyn FnMut(Report),
) -> Thought {
    shared.table().new_search();
    let mut worker = Worker::new(root, history, limits, shared, shared.lend());
    let thought = Deepening::new(&mut worker).run(report);
    shared.give_back(worker.memory);
    while (limits.infinite || shared.pondering()) && !shared.stopped() {
        thread::sleep(Duration::from_millis(1));
    }
    thought
}
