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
mod hunt;
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
mod threats;
mod worker;

use std::thread;

pub use limits::Limits;
pub use report::{Bound, Line, Report, Thought};
pub use shared::Shared;
pub use table::{Record, Table, TableError};

use crate::position::Position;
use crate::rules::Rules;
use deepening::Deepening;
use worker::Worker;

/// The stack of a helping thread: enough for the longest line.
const STACK: usize = 8 << 20;

/// Searches a position.
///
/// `history` holds the keys of the game's positions since the last capture or pawn move, oldest
/// first, as [`crate::game::Game::keys`] gives them. [`Shared::prepare`] must have been called.
/// Lines and root moves are reported while the search runs; the last line reported is exact
/// and begins with the best move.
///
/// With more than one thread, all search the same position and share the table only ("lazy SMP"):
/// what one has found, the others need not search. The calling thread is the one that reports.
pub fn think<R: Rules>(
    root: &Position<R>,
    history: &[u64],
    limits: &Limits,
    shared: &Shared,
    report: &mut dyn FnMut(Report),
) -> Thought {
    shared.table().new_search();
    thread::scope(|scope| {
        // Dropped also if the search panics: helpers never outlive it.
        let end = Finish(shared);
        for index in 1..limits.threads {
            let help = move || search(root, history, limits, shared, index, &mut |_| {});
            let thread = thread::Builder::new().stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, help) {
                log::warn!("search thread {index} of {}: {error}", limits.threads);
                break;
            }
        }
        let thought = search(root, history, limits, shared, 0, report);
        drop(end);
        thought
    })
}

/// What one thread does.
fn search<R: Rules>(
    root: &Position<R>,
    history: &[u64],
    limits: &Limits,
    shared: &Shared,
    index: usize,
    report: &mut dyn FnMut(Report),
) -> Thought {
    let mut worker = Worker::new(root, history, limits, shared, index);
    let thought = Deepening::new(&mut worker).run(report);
    shared.give_back(worker.memory);
    thought
}

/// Ends the helping threads when it is dropped.
struct Finish<'a>(&'a Shared);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}
