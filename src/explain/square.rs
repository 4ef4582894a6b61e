//! One square: who stands there, whether it is paralysed and by whom, what it can do.

use super::words::{move_name, number, sentence, side, unit, units};
use super::{check, facts, illegal};
use crate::movegen::{definition, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Sentences about the square.
pub(super) fn explain<R: Rules>(position: &Position<R>, square: Square) -> String {
    match position.board().piece_at(square) {
        Some(piece) => about_unit(position, square, piece),
        None => about_empty(position, square),
    }
}

fn about_empty<R: Rules>(position: &Position<R>, square: Square) -> String {
    let board = position.board();
    let mut sentences = vec![format!("{square} is empty.")];
    for color in Color::ALL {
        let attackers = board.attackers(square, color, board.occupied());
        let (awake, asleep) = (attackers.without(position.paralysed()), attackers & position.paralysed());
        if awake.any() {
            sentences.push(format!("{} attacks it with {}.", side(color), units(board, awake)));
        }
        if asleep.any() {
            let (verb, state) =
                (number(asleep, "attacks", "attack"), number(asleep, "is paralysed", "are paralysed"));
            sentences.push(sentence(&format!("{} {verb} it but {state}", units(board, asleep))));
        }
    }
    sentences.join(" ")
}

fn about_unit<R: Rules>(position: &Position<R>, square: Square, piece: Piece) -> String {
    let (board, state) = (position.board(), position.state());
    let name = format!("the {} {} on {square}", piece.color.name(), piece.kind.name());
    let mut sentences = vec![sentence(&observation(position, square, piece, &name))];
    let enemy = !piece.color;
    sentences.extend(attack_on_royal(position, square, enemy));
    if facts::royal::<R>(board, piece.color) == Some(square) {
        let checkers = facts::checkers::<R>(board, state, piece.color);
        if checkers.any() {
            sentences.push(format!("It is in check from {}.", units(board, checkers)));
        }
        sentences.extend(check::silent_attacks::<R>(board, state, piece.color, Bitboard::ALL));
    }
    if piece.color == position.side() && !is_inert::<R>(square, piece) {
        sentences.extend(mobility(position, square));
    }
    sentences.join(" ")
}

/// Whether the unit's attack on the enemy's royal unit, if there is one, is a check.
fn attack_on_royal<R: Rules>(position: &Position<R>, square: Square, enemy: Color) -> Option<String> {
    let board = position.board();
    let king = facts::royal::<R>(board, enemy).filter(|_| facts::attackers::<R>(board, enemy).has(square))?;
    let king = unit(board, king);
    Some(if position.paralysed().has(square) {
        format!("So its attack on {king} is no check.")
    } else {
        let silent = check::silent_attack::<R>(board, position.state(), square, enemy);
        sentence(&silent.unwrap_or_else(|| format!("it gives check to {king}")))
    })
}

/// Whether like units observe this one, and what comes of it.
fn observation<R: Rules>(position: &Position<R>, square: Square, piece: Piece, name: &str) -> String {
    let (board, kind) = (position.board(), piece.kind.name());
    let observers = facts::observers(board, position.state(), square);
    if position.paralysed().has(square) {
        let castles = if piece.kind == PieceKind::King { ", castle" } else { "" };
        return format!(
            "{name} is {}: it can neither move{castles}, capture nor give check",
            check::paralysis(board, position.state(), square)
        );
    }
    if observers.any() && R::SEPARATES.has(piece.kind) {
        let verb = number(observers, "observes", "observe");
        return format!("{} {verb} {name}, which no move may leave so", units(board, observers));
    }
    if R::PARALYSES.has(piece.kind) {
        return format!("{name} is not paralysed: no enemy {kind} observes it");
    }
    if is_inert::<R>(square, piece) {
        return format!("{name} has reached the last rank, where pawns stay, inert");
    }
    format!("the {} {kind} stands on {square}", piece.color.name())
}

/// A pawn that has reached the last rank without becoming something else.
fn is_inert<R: Rules>(square: Square, piece: Piece) -> bool {
    !R::PAWNS_PROMOTE && piece.kind == PieceKind::Pawn && square.relative_rank(piece.color) == 7
}

/// How many legal moves the unit has and, if none, why.
fn mobility<R: Rules>(position: &Position<R>, square: Square) -> Option<String> {
    let count = legal_moves(position).iter().filter(|mv| mv.from() == square).count();
    match count {
        // The paralysis has been told already, unless castling is all that is left.
        0 if position.paralysed().has(square) => return None,
        0 => {}
        1 => return Some("It has one legal move.".to_owned()),
        n => return Some(format!("It has {n} legal moves.")),
    }
    let pseudo = definition::pseudo_legal_moves(position);
    Some(match pseudo.iter().find(|mv| mv.from() == square) {
        Some(mv) => format!(
            "It has no legal move; {}, for example, is illegal: {}.",
            move_name(position.board(), *mv),
            illegal::leaves(position, *mv).join("; ")
        ),
        None => "It has no legal move: its way is blocked on all sides.".to_owned(),
    })
}
