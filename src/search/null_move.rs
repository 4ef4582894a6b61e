//! When passing the turn tells something: it must be worse than the best move.

use crate::position::Position;
use crate::rules::Rules;
use crate::types::PieceKind;

/// True if a side that may pass is hardly ever worse off than one that must move.
///
/// Not while an e.p. right lives: it holds a pawn paralysed, so that a turn passed, which lets it
/// lapse, may expose the king. Not with few units that can move: zugzwang is near then.
pub(super) fn is_sound<R: Rules>(position: &Position<R>) -> bool {
    let side = position.side();
    if position.in_check() || position.state().en_passant.is_some() || R::royal(side) != PieceKind::King {
        return false;
    }
    let board = position.board();
    let officers = board.side(side).without(board.pieces(PieceKind::Pawn) | board.pieces(PieceKind::King));
    let able = officers.without(position.paralysed());
    able.several() || (able.any() && !R::PARALYSES.has(PieceKind::Pawn))
}

/// The plies by which a null move shortens the search.
pub(super) fn reduction(depth: i32) -> i32 {
    3 + depth / 4
}
