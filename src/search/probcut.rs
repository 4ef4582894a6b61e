//! Probcut: if a capture beats beta by a margin in a shallow search, the deep one will beat beta.

use super::Bound;
use super::node::{Node, Window};
use super::picker::{Picker, Wanted};
use super::table::Record;
use super::worker::Worker;
use crate::movegen::see;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

/// Centipawns above beta.
const MARGIN: i32 = 170;

impl<R: Rules> Worker<'_, R> {
    /// The score of the node, if a good capture proves it to be above beta.
    pub(super) fn probcut(
        &mut self,
        position: &Position<R>,
        node: Node,
        eval: Score,
        known: Option<&Record>,
    ) -> Option<Score> {
        let target = node.window.beta + MARGIN;
        let denied = |record: &Record| record.depth >= node.depth - 3 && record.score < target;
        if node.depth < 5 || target.is_mate() || known.is_some_and(denied) {
            return None;
        }
        let table_move = known.map_or(Move::NONE, |record| record.mv);
        let needed = target.0 - eval.0;
        let mut picker = Picker::open(self, position, node.ply, table_move, Wanted::WinningNoisy);
        let mut found = None;
        while let Some(mv) = picker.next(self) {
            if !see::wins_at_least(position, mv, needed) {
                continue;
            }
            let next = position.after(mv);
            self.note_move(position, node.ply, mv);
            let window = Window::above(target - 1);
            self.keys.push(position.key());
            let mut score = -self.quiesce::<false>(&next, node.ply + 1, window.flipped());
            self.keys.pop();
            if score >= target && !self.stopped {
                score = self.descend::<false>(position, &next, node.below(node.depth - 4, window, !node.cut));
            }
            if self.stopped {
                break;
            }
            if score >= target {
                found = Some((score, mv));
                break;
            }
        }
        picker.close(self);
        let (score, mv) = found?;
        let record = Record {
            mv,
            score,
            eval: self.raw_eval(node.ply),
            depth: node.depth - 3,
            bound: Bound::Lower,
            pv: false,
        };
        self.shared.table().store(position.key(), node.ply, record);
        Some(if score.is_mate() { score } else { score - MARGIN })
    }
}
