//! UCI moves as text.

use crate::board::CastlingSide;
use crate::movegen::{definition, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, MoveFlag, Square};

/// Why a text is no legal move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not written as a move at all.
    #[error("'{0}' is not a move (e2e4, e7e8q, M@e1)")]
    Malformed(String),
    /// The null move.
    #[error("'{0}' is the null move, which cannot be played")]
    Null(String),
    /// Well written, but not legal: the second part says why.
    #[error("'{0}' is illegal: {1}")]
    Illegal(String, &'static str),
}

/// Reads a legal move; capital letters are forgiven.
pub(super) fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, MoveError> {
    let lower = text.to_ascii_lowercase();
    if lower == "0000" || lower == "null" {
        return Err(MoveError::Null(text.to_owned()));
    }
    if !is_well_formed(&lower) {
        return Err(MoveError::Malformed(text.to_owned()));
    }
    let side = position.side();
    let moves = legal_moves(position);
    let found = moves.iter().find(|mv| {
        mv.to_string().eq_ignore_ascii_case(&lower)
            || (mv.flag() == MoveFlag::Castle
                && format!("{}{}", mv.from(), CastlingSide::of_king_target(mv.to()).rook_from(side)) == lower)
    });
    found.copied().ok_or_else(|| MoveError::Illegal(text.to_owned(), why_illegal(position, &lower)))
}

fn is_well_formed(text: &str) -> bool {
    let squares = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    match text.len() {
        4 if text.starts_with("m@") => squares(text.get(2..4)),
        4 => squares(text.get(0..2)) && squares(text.get(2..4)),
        5 => squares(text.get(0..2)) && squares(text.get(2..4)) && text.ends_with(['q', 'r', 'b', 'n']),
        _ => false,
    }
}

fn why_illegal<R: Rules>(position: &Position<R>, lower: &str) -> &'static str {
    if position.lost().is_some() {
        return "the game is over";
    }
    if lower.starts_with("m@") {
        return "the maharajah cannot be placed there";
    }
    let pseudo = definition::pseudo_legal_moves(position);
    if let Some(mv) = pseudo.iter().find(|mv| mv.to_string() == lower) {
        let after = position.after(*mv);
        return if R::tolerates(after.board(), after.state()) {
            "it leaves the king in check"
        } else {
            "it leaves like units observing each other"
        };
    }
    let Some(from) = lower.get(0..2).and_then(|text| text.parse::<Square>().ok()) else {
        return "no such square";
    };
    match position.board().piece_at(from) {
        None => "there is no unit on the square of origin",
        Some(piece) if piece.color != position.side() => "the unit belongs to the other side",
        Some(_) if position.paralysed().has(from) => "the unit is paralysed",
        Some(_) => "the unit does not move like that",
    }
}
