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
            let [last, _] = self.steps_before(ply);
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
            self.memory.correction.update(side, board, paralysed, node.depth, error);
        }
    }
}
