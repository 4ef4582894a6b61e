//! What a finished node hands to the histories and to the table.

use super::Bound;
use arrayvec::ArrayVec;

use super::history;
use super::node::Node;
use super::picker::victim;
use super::table::Record;
use super::worker::Worker;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

/// The moves of a node that did not refute it.
#[derive(Default)]
pub(super) struct Failed {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Failed {
    /// Adds a move; those beyond the room there is are not learnt from.
    #[inline(always)]
    pub(super) fn add(&mut self, mv: Move, quiet: bool) {
        let _ = if quiet { self.quiet.try_push(mv) } else { self.noisy.try_push(mv) };
    }
}

/// About what it is worth to have the move, in centipawns.
const TEMPO: i32 = 10;

impl<R: Rules> Worker<'_, R> {
    /// A move has refuted the position; those tried before it have not.
    pub(super) fn learn(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        mv: Move,
        quiet: bool,
        failed: &Failed,
    ) {
        let bonus = history::bonus(depth);
        if quiet {
            self.memory.killers.add(ply, mv);
            let [last, ..] = self.steps_before(ply);
            self.memory.continuation.set_answer(last, mv);
            self.learn_quiet(position, ply, mv, bonus);
            for &other in &failed.quiet {
                self.learn_quiet(position, ply, other, -bonus);
            }
        } else {
            self.learn_noisy(position, mv, bonus);
        }
        for &other in &failed.noisy {
            self.learn_noisy(position, other, -bonus);
        }
    }

    fn learn_quiet(&mut self, position: &Position<R>, ply: usize, mv: Move, bonus: i32) {
        let before = self.steps_before(ply);
        self.memory.butterfly.update(position.side(), mv, bonus);
        self.memory.continuation.update(before, Self::step(position, mv), bonus);
    }

    /// How the evaluation has changed from one turn to the next tells what the quiet move between them
    /// was worth.
    pub(super) fn judge_last_move(&mut self, position: &Position<R>, ply: usize) {
        let Some([before, now]) = ply.checked_sub(1).and_then(|at| self.frames.get(at..at + 2)) else {
            return;
        };
        let (Some(earlier), Some(eval), true) = (before.eval, now.eval, before.quiet) else { return };
        // What the mover gained, less what having the move is worth.
        let gain = -(earlier.0 + eval.0) + 2 * TEMPO;
        let mv = before.mv;
        self.memory.butterfly.update(!position.side(), mv, (6 * gain).clamp(-600, 600));
    }

    /// Nothing helps against the quiet move that led here: it was a good one.
    pub(super) fn praise_last_move(&mut self, position: &Position<R>, ply: usize, depth: i32) {
        let Some(before) = ply.checked_sub(1).and_then(|at| self.frames.get(at)).copied() else { return };
        if before.quiet {
            let bonus = history::bonus(depth) / 2;
            self.memory.butterfly.update(!position.side(), before.mv, bonus);
            self.memory.continuation.update(self.steps_before(ply - 1), before.step, bonus);
        }
    }

    fn learn_noisy(&mut self, position: &Position<R>, mv: Move, bonus: i32) {
        if let Some(kind) = position.board().kind_at(mv.from()) {
            self.memory.captures.update(kind, mv.to(), victim(position, mv), bonus);
        }
    }

    /// How well a quiet move has done elsewhere.
    #[inline(always)]
    pub(super) fn quiet_history(&self, position: &Position<R>, ply: usize, mv: Move) -> i32 {
        let before = self.steps_before(ply);
        self.memory.butterfly.get(position.side(), mv)
            + self.memory.continuation.get(before, Self::step(position, mv))
    }

    /// Stores what was found out, and by how much the evaluation was wrong.
    pub(super) fn remember<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: Node,
        score: Score,
        mv: Move,
        noisy: bool,
    ) {
        let bound = node.window.bound(score);
        let eval = self.raw_eval(node.ply);
        let record = Record { mv, score, eval, depth: node.depth, bound, pv: PV };
        self.shared.table().store(position.key(), node.ply, record);
        let Some(eval) = self.frames.get(node.ply).and_then(|frame| frame.eval) else { return };
        let informative = match bound {
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
            Bound::Exact => true,
        };
        if informative && !score.is_mate() && !noisy {
            let error = score.0 - eval.0;
            let (side, board, paralysed) = (position.side(), position.board(), position.paralysed());
            let [last, ..] = self.steps_before(node.ply);
            self.memory.correction.update(side, board, paralysed, last, node.depth, error);
        }
    }
}
