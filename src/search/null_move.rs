//! The null move: if even a passed turn leaves the score above beta, a real move will.

use super::node::{Node, Window};
use super::worker::Worker;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, PieceKind, Score};

/// From this depth on, a cut-off must be confirmed by a search in which the side moves.
const VERIFY_FROM: i32 = 12;

/// True if a side that may pass is hardly ever worse off than one that must move.
///
/// Not while an e.p. right lives: it holds a pawn paralysed, so that a turn passed, which lets it
/// lapse, may expose the king. Not with few units that can move: zugzwang is near then.
fn is_sound<R: Rules>(position: &Position<R>) -> bool {
    let side = position.side();
    if position.in_check() || position.state().en_passant.is_some() || R::royal(side) != PieceKind::King {
        return false;
    }
    let able = able_officers(position);
    able > 1 || (able == 1 && R::PARALYSES.is_empty())
}

/// How many units of the side to move, pawns and king aside, can move.
fn able_officers<R: Rules>(position: &Position<R>) -> u32 {
    let board = position.board();
    let officers = board.side(position.side());
    let officers = officers.without(board.pieces(PieceKind::Pawn) | board.pieces(PieceKind::King));
    officers.without(position.paralysed()).count()
}

impl<R: Rules> Worker<'_, R> {
    /// The score of the node, if a passed turn shows that it is beta or more.
    pub(super) fn pass(&mut self, position: &Position<R>, node: Node, eval: Score) -> Option<Score> {
        let Node { ply, depth, window, .. } = node;
        let beta = window.beta;
        let promising = depth >= 3 && eval >= beta && !beta.is_mate() && ply >= self.no_null_before;
        if !promising || self.comes_from_null(ply) || !is_sound(position) {
            return None;
        }
        let reduction = 3 + depth / 3 + ((eval.0 - beta.0) / 200).clamp(0, 3);
        let next = position.after_null();
        self.note_null(ply);
        let narrow = Window::above(beta - 1);
        let score = self.descend::<false>(position, &next, node.below(depth - reduction, narrow, !node.cut));
        if score < beta || self.stopped {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        let zugzwang_lurks = able_officers(position) <= 2 || position.paralysed().any();
        if depth < VERIFY_FROM && !(zugzwang_lurks && depth >= 7) {
            return Some(score);
        }
        // No null moves near the root of the verification.
        let before =
            std::mem::replace(&mut self.no_null_before, ply + (3 * (depth - reduction) / 4).max(1) as usize);
        let node = Node { depth: depth - reduction, window: narrow, cut: false, ..node };
        let verified = self.search::<false>(position, node);
        self.no_null_before = before;
        (verified >= beta && !self.stopped).then_some(score)
    }

    fn note_null(&mut self, ply: usize) {
        if let Some(frame) = self.frames.get_mut(ply) {
            frame.mv = Move::NONE;
            frame.quiet = false;
            frame.step = Default::default();
        }
    }
}
