//! How units move, and what keeps one from a square, its safety aside.

use super::illegal::standing;
use super::words::unit;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Piece, PieceKind, Square, attacks};

/// Why the unit on `from`, free to move, does not get to `to`.
pub(super) fn obstacle<R: Rules>(
    position: &Position<R>,
    piece: Piece,
    from: Square,
    to: Square,
    becomes: Option<PieceKind>,
) -> String {
    let board = position.board();
    if from == to {
        return "a move must leave its square".to_owned();
    }
    if board.side(piece.color).has(to) {
        return format!("{} of its own side stands there", unit(board, to).replacen("the", "a", 1));
    }
    if piece.kind == PieceKind::Pawn {
        return pawn_obstacle(position, piece, from, to, becomes);
    }
    if becomes.is_some() {
        return format!("a {} does not promote", piece.kind.name());
    }
    let between = attacks::between(from, to) & board.occupied();
    if between.any() && attacks::of_kind(piece.kind, from, Bitboard::EMPTY).has(to) {
        return format!("{} in the way", standing(position, between));
    }
    format!("a {} does not move like that", piece.kind.name())
}

fn pawn_obstacle<R: Rules>(
    position: &Position<R>,
    pawn: Piece,
    from: Square,
    to: Square,
    becomes: Option<PieceKind>,
) -> String {
    let (board, color) = (position.board(), pawn.color);
    let last = to.relative_rank(color) == 7;
    if !R::PAWNS_PROMOTE && from.relative_rank(color) == 7 {
        return "a pawn that has reached the last rank stays there, inert".to_owned();
    }
    if becomes.is_some() && !R::PAWNS_PROMOTE {
        return "pawns do not promote here".to_owned();
    }
    if becomes.is_some() && !last {
        return "only a pawn that reaches the last rank promotes".to_owned();
    }
    let one = from.forward(color);
    let captures = attacks::pawn(color, from).has(to);
    if captures && !board.occupied().has(to) {
        return match to.relative_rank(color) == 5 && R::EN_PASSANT {
            true => format!(
                "a pawn moves diagonally only to capture; {to} is empty, and no pawn has just passed it"
            ),
            false => format!("a pawn moves diagonally only to capture, and {to} is empty"),
        };
    }
    let two = to == one.forward(color) && from.relative_rank(color) == 1;
    if to == one || two {
        let path = Bitboard::of(one).with(to) & board.occupied();
        if path.any() {
            return format!(
                "{} in the way, and pawns do not capture straight ahead",
                standing(position, path)
            );
        }
    }
    if last && (captures || to == one) {
        return format!("a pawn that reaches the last rank must promote: {from}{to}q, say");
    }
    "a pawn does not move like that".to_owned()
}
