//! Forward pruning: nodes and moves that are not worth a search, by what is known of them.

use super::node::{Node, Window};
use super::worker::Worker;
use crate::movegen::see;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

/// Reverse futility: the evaluation is so far above beta that a shallow search will not
/// fall below it. Returns the score of the node.
pub(super) fn reverse_futility(node: Node, eval: Score, improving: bool) -> Option<Score> {
    let beta = node.window.beta;
    let margin = 85 * (node.depth - i32::from(improving)).max(0) + 20;
    let clear = node.depth <= 8 && eval - margin >= beta && !beta.is_mate() && !eval.is_mate();
    clear.then_some(Score((eval.0 + beta.0) / 2))
}

impl<R: Rules> Worker<'_, R> {
    /// Razoring: the evaluation is so far below alpha that only captures could help. Returns the
    /// score of the node.
    pub(super) fn razor(&mut self, position: &Position<R>, node: Node, eval: Score) -> Option<Score> {
        let alpha = node.window.alpha;
        if node.depth > 3 || alpha.is_mate() || eval + 200 + 220 * node.depth > alpha {
            return None;
        }
        let score = self.quiesce::<false>(position, node.ply, Window::above(alpha));
        (score <= alpha && !self.stopped).then_some(score)
    }
}

/// How many quiet moves a node of this depth tries before the rest is taken for bad.
pub(super) fn quiet_limit(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 + 1 }) as usize
}

/// Futility: a quiet move will not lift an evaluation that is so far below alpha.
pub(super) fn is_futile(depth: i32, eval: Option<Score>, alpha: Score, history: i32) -> bool {
    let margin = 90 + 95 * depth + history / 96;
    depth <= 7 && !alpha.is_mate() && eval.is_some_and(|eval| eval + margin <= alpha)
}

/// The moves of a quiet move's kind have failed again and again.
pub(super) fn is_hopeless(depth: i32, history: i32) -> bool {
    depth <= 4 && history < -4_500 * depth
}

/// The move loses too much by exchange on its target for a search of this depth.
pub(super) fn loses_too_much<R: Rules>(position: &Position<R>, mv: Move, depth: i32, quiet: bool) -> bool {
    let allowed = if quiet { 50 * depth } else { 25 * depth * depth + 60 };
    depth <= 8 && !see::wins_at_least(position, mv, -allowed)
}
