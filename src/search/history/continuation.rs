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
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Step {
    fn default() -> Self {
        Step::NONE
    }
}

pub(in crate::search) struct Continuation {
    /// By plies back (one; two or four), the earlier step and the step itself.
    counters: [Box<[[Counter; STEPS]]>; 2],
    answers: Box<[Move]>,
}

impl Continuation {
    pub(super) fn new() -> Self {
        let table = || vec![[Counter::default(); STEPS]; STEPS].into_boxed_slice();
        Continuation { counters: [table(), table()], answers: vec![Move::NONE; STEPS].into_boxed_slice() }
    }

    /// `before` holds the steps one, two and four plies back.
    #[inline(always)]
    pub(in crate::search) fn get(&self, before: [Step; 3], step: Step) -> i32 {
        let [one, two] = &self.counters;
        let [last, own, own_before] = before.map(Step::index);
        one[last][step.index()].get() + two[own][step.index()].get() + two[own_before][step.index()].get() / 2
    }

    #[inline(always)]
    pub(in crate::search) fn update(&mut self, before: [Step; 3], step: Step, bonus: i32) {
        for (table, earlier) in [0, 1, 1].into_iter().zip(before) {
            if earlier != Step::NONE {
                self.counters[table][earlier.index()][step.index()].update(bonus);
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
