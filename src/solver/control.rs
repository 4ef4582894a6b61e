//! Stopping a search: by hand, by the clock, or because another thread has found the answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What every thread of a search looks at.
pub struct Control<'a> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    node_limit: Option<u64>,
    nodes: AtomicU64,
    expired: AtomicBool,
}

impl<'a> Control<'a> {
    /// A search that ends when `stop` is set, at the deadline, or after so many nodes.
    pub fn new(stop: &'a AtomicBool, deadline: Option<Instant>, node_limit: Option<u64>) -> Self {
        let (nodes, expired) = (AtomicU64::new(0), AtomicBool::new(false));
        Control { stop, deadline, node_limit, nodes, expired }
    }

    /// The positions searched so far, by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// True once the search has to end.
    pub fn is_over(&self) -> bool {
        self.expired.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    fn count(&self, nodes: u64) -> Result<(), Stopped> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.node_limit.is_some_and(|limit| total >= limit) {
            self.expire();
        }
        if self.is_over() { Err(Stopped) } else { Ok(()) }
    }
}

/// One thread's node counter; it looks at the control now and then.
pub struct Ticker<'a> {
    control: &'a Control<'a>,
    /// Set when the result of this piece of work is no longer wanted.
    cancelled: Option<&'a AtomicBool>,
    pending: u64,
}

impl<'a> Ticker<'a> {
    /// Nodes between two looks at the clock.
    const BATCH: u64 = 256;

    /// A counter for one thread.
    pub fn new(control: &'a Control<'a>) -> Self {
        Ticker { control, cancelled: None, pending: 0 }
    }

    /// From now on the work also ends when this is set.
    pub fn cancel_with(&mut self, cancelled: Option<&'a AtomicBool>) {
        self.cancelled = cancelled;
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.pending += 1;
        if self.pending >= Self::BATCH {
            self.control.count(std::mem::take(&mut self.pending))?;
            if self.cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}

impl Drop for Ticker<'_> {
    fn drop(&mut self) {
        self.control.nodes.fetch_add(self.pending, Ordering::Relaxed);
    }
}
