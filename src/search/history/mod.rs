//! What earlier nodes teach about moves and evaluations.
//!
//! One file for each memory. All counters have gravity: they move towards their limit the slower
//! the nearer it is, so that they forget.

mod butterfly;
mod capture;
mod continuation;
mod correction;
mod killers;

pub(super) use butterfly::Butterfly;
pub(super) use capture::Captures;
pub(super) use continuation::{Continuation, Step};
pub(super) use correction::{Correction, corrected};
pub(super) use killers::Killers;

/// The largest value of a counter.
pub(super) const LIMIT: i32 = 16_384;

/// A counter between `-LIMIT` and `LIMIT`.
#[derive(Clone, Copy, Default)]
pub(super) struct Counter(i16);

impl Counter {
    #[inline(always)]
    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Adds a bonus, or a malus below zero.
    #[inline(always)]
    pub(super) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get() + bonus - self.get() * bonus.abs() / LIMIT;
        self.0 = value.clamp(-LIMIT, LIMIT) as i16;
    }
}

/// How much a cut-off at this depth teaches.
pub(super) fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).clamp(60, 1_700)
}

/// Everything a thread learns in a game.
pub(super) struct Memory {
    pub(super) killers: Killers,
    pub(super) butterfly: Butterfly,
    pub(super) captures: Captures,
    pub(super) continuation: Continuation,
    pub(super) correction: Correction,
}

impl Memory {
    /// Nothing learnt yet.
    pub(super) fn new() -> Self {
        Memory {
            killers: Killers::new(),
            butterfly: Butterfly::new(),
            captures: Captures::new(),
            continuation: Continuation::new(),
            correction: Correction::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limits() {
        let mut counter = Counter::default();
        for _ in 0..1_000 {
            counter.update(1_500);
        }
        assert!(counter.get() > LIMIT * 9 / 10 && counter.get() <= LIMIT);
        counter.update(-LIMIT);
        assert!(counter.get() <= -LIMIT + 1_700, "{}", counter.get());
        counter.update(i32::MIN + 1);
        assert!(counter.get() >= -LIMIT);
    }
}
