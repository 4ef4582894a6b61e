//! Extensions: how much deeper a move is searched than its siblings.

use super::Bound;
use super::node::{Node, Window};
use super::table::Record;
use super::worker::Worker;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Score;

/// What the test of the table's move has found.
pub(super) enum Verdict {
    /// Search it so many plies deeper.
    Extend(i32),
    /// Other moves beat beta as well: the score of the node.
    Cut(Score),
}

impl<R: Rules> Worker<'_, R> {
    /// Is the table's move much better than all others? Asked of a shallow search without it.
    pub(super) fn singular<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: Node,
        known: &Record,
    ) -> Verdict {
        let reliable = known.depth >= node.depth - 3 && known.bound != Bound::Upper && !known.score.is_mate();
        if node.depth < 7 || node.ply == 0 || !reliable || node.ply > 2 * self.iteration {
            return Verdict::Extend(0);
        }
        let target = known.score - 2 * node.depth;
        let window = Window::above(target - 1);
        let test = Node { depth: (node.depth - 1) / 2, window, ..node };
        let score = self.try_moves::<false>(position, test, Some(*known), known.mv);
        if self.stopped {
            return Verdict::Extend(0);
        }
        if score < target {
            let clear = !PV && score < target - 20;
            return Verdict::Extend(1 + i32::from(clear));
        }
        if target >= node.window.beta && !PV {
            return Verdict::Cut(target);
        }
        let good_anyway = known.score >= node.window.beta || node.cut;
        Verdict::Extend(if good_anyway { -1 } else { 0 })
    }
}
