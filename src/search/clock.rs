//! When to stop: time, and how settled the best move is.

use std::time::Duration;

use super::{Limits, Shared};

/// The time of a search.
#[derive(Clone, Copy)]
pub(super) struct Clock<'a> {
    limits: &'a Limits,
    shared: &'a Shared,
}

impl<'a> Clock<'a> {
    pub(super) fn new(limits: &'a Limits, shared: &'a Shared) -> Self {
        Clock { limits, shared }
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.limits.start.elapsed()
    }

    /// Time that counts: what passed in pondering does not.
    fn own_time(&self) -> Option<Duration> {
        let counts = !self.shared.pondering();
        counts.then(|| self.elapsed().saturating_sub(self.shared.pondered()))
    }

    /// The search must be broken off.
    pub(super) fn is_over(&self) -> bool {
        let Some(hard) = self.limits.hard_time else { return false };
        self.own_time().is_some_and(|time| time >= hard)
    }

    /// Another iteration is not worth while. `stretch` is the part of the soft limit to use.
    pub(super) fn is_enough(&self, stretch: f64) -> bool {
        let Some(soft) = self.limits.soft_time else { return false };
        self.own_time().is_some_and(|time| time >= soft.mul_f64(stretch))
    }
}
