//! Quiet moves by what was played one and two plies before, and the answer that refuted a move.

use super::Counter;
use crate::types::{Move, PieceKind, Square};

/// A kind that went to a square; the last row stands for "no move".
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct Step(u16);

const STEPS: usize = (PieceKind::COUNT + 1) * 64;

impl Step {
    /// The null move, and what came before the root.
    pub(in crate::search) const NONE: Step = Step((PieceKind::COUNT * 64) as u16);

    #[inline(always)]
    pub(in crate::search) fn new(kind: PieceKind, to: Square) -> Self {
        Step((kind.index() * 64 + to.index()) as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Step {
    fn default() -> Self {
        Step::NONE
    }
}

pub(in crate::search) struct Continuation {
    /// By plies back (one, two), the earlier step and the step itself.
    counters: [Box<[[Counter; STEPS]]>; 2],
    answers: Box<[Move]>,
}

impl Continuation {
    pub(super) fn new() -> Self {
        let table = || vec![[Counter::default(); STEPS]; STEPS].into_boxed_slice();
        Continuation { counters: [table(), table()], answers: vec![Move::NONE; STEPS].into_boxed_slice() }
    }

    /// `before` holds the steps one and two plies back.
    #[inline(always)]
    pub(in crate::search) fn get(&self, before: [Step; 2], step: Step) -> i32 {
        let [one, two] = &self.counters;
        one[before[0].index()][step.index()].get() + two[before[1].index()][step.index()].get()
    }

    #[inline(always)]
    pub(in crate::search) fn update(&mut self, before: [Step; 2], step: Step, bonus: i32) {
        for (table, earlier) in self.counters.iter_mut().zip(before) {
            if earlier != Step::NONE {
                table[earlier.index()][step.index()].update(bonus);
            }
        }
    }

    /// The quiet move that last refuted this step.
    #[inline(always)]
    pub(in crate::search) fn answer(&self, step: Step) -> Move {
        self.answers[step.index()]
    }

    pub(in crate::search) fn set_answer(&mut self, step: Step, mv: Move) {
        self.answers[step.index()] = mv;
    }
}
