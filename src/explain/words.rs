//! Units, moves and lists in words.

use crate::board::{Board, CastlingSide};
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square};

/// A unit by kind and square: `the rook on a8`.
pub(super) fn unit(board: &Board, square: Square) -> String {
    match board.kind_at(square) {
        Some(kind) => format!("the {} on {square}", kind.name()),
        None => square.to_string(),
    }
}

/// Several units: `the rooks on a8 and e1`, `the bishop on a6 and the rook on f8`.
pub(super) fn units(board: &Board, squares: Bitboard) -> String {
    let by_kind = PieceKind::ALL.map(|kind| (kind, squares & board.pieces(kind)));
    let groups = by_kind.into_iter().filter(|(_, group)| group.any()).map(|(kind, group)| {
        let plural = if group.several() { "s" } else { "" };
        format!("the {}{plural} on {}", kind.name(), list(group))
    });
    joined(&groups.collect::<Vec<_>>(), "and")
}

/// Squares: `a1, b2 and c3`.
pub(super) fn list(squares: Bitboard) -> String {
    joined(&squares.map(|square| square.to_string()).collect::<Vec<_>>(), "and")
}

/// `a, b and c`.
pub(super) fn joined(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The sentence with a full stop and, unless it begins with a square, a capital first letter.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default();
    match letters.as_str().starts_with(|second: char| second.is_ascii_digit()) {
        true => format!("{text}."),
        false => format!("{}{}.", first.to_ascii_uppercase(), letters.as_str()),
    }
}

/// The sides with a capital, as names.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The word for one or for several.
pub(super) fn number<'a>(squares: Bitboard, one: &'a str, several: &'a str) -> &'a str {
    if squares.several() { several } else { one }
}

/// A pseudo-legal move in long notation: `Bc7-b8`, `e5xd6`, `b7-b8=Q`, `O-O`.
pub(super) fn move_name(board: &Board, mv: Move) -> String {
    match mv.flag() {
        MoveFlag::Placement => return mv.to_string(),
        MoveFlag::Castle => {
            return match CastlingSide::of_king_target(mv.to()) {
                CastlingSide::King => "O-O".to_owned(),
                CastlingSide::Queen => "O-O-O".to_owned(),
            };
        }
        _ => {}
    }
    let kind = board.kind_at(mv.from()).filter(|kind| *kind != PieceKind::Pawn);
    let letter = kind.map(|kind| kind.letter().to_string()).unwrap_or_default();
    let owner = |square: Square| board.piece_at(square).map(|piece| piece.color);
    let takes = owner(mv.to()).is_some_and(|owner_there| owner(mv.from()) != Some(owner_there))
        || mv.flag() == MoveFlag::EnPassant;
    let promoted = mv.promotes_to().map(|kind| format!("={}", kind.letter())).unwrap_or_default();
    format!("{letter}{}{}{}{promoted}", mv.from(), if takes { 'x' } else { '-' }, mv.to())
}
