//! The position as a whole: check, mate, stalemate, and who is paralysed.

use super::words::{joined, move_name, number, sentence, side, unit, units};
use super::{check, illegal};
use crate::movegen::{definition, legal_moves};
use crate::position::Position;
use crate::rules::{DrawReason, Outcome, Rules, Triumph};
use crate::types::{Bitboard, Color, PieceKind};

/// Sentences about the position; `outcome` is how the game has ended, repetition and all.
pub(super) fn explain<R: Rules>(position: &Position<R>, outcome: Option<Outcome>) -> String {
    let mut sentences = status(position, outcome);
    if position.lost().is_none() {
        sentences.extend(Color::ALL.into_iter().filter_map(|color| paralysed(position, color)));
    }
    sentences.join(" ")
}

/// Check, mate or stalemate and why, or any other end of the game.
fn status<R: Rules>(position: &Position<R>, outcome: Option<Outcome>) -> Vec<String> {
    let name = side(position.side());
    let checkers = position.checkers();
    let checking = units(position.board(), checkers);
    let silent =
        check::silent_attacks::<R>(position.board(), position.state(), position.side(), Bitboard::ALL);
    match outcome {
        Some(Outcome::Win { winner, by: Triumph::MaharajahCaptured }) => {
            vec![format!("The maharajah has been captured: {} wins.", side(winner))]
        }
        Some(Outcome::Win { by: Triumph::Checkmate, .. }) => {
            let gives = number(checkers, "gives", "give");
            let mate = format!("{name} is checkmated: {checking} {gives} check, and no move helps.");
            [vec![mate], standstill(position)].concat()
        }
        Some(Outcome::Draw(DrawReason::Stalemate)) => {
            let stalemate = format!("{name} is stalemated: it is not in check and has no legal move.");
            [vec![stalemate], silent, standstill(position)].concat()
        }
        other => {
            let check = match checkers.any() {
                true => format!("{name} is in check from {checking}."),
                false => format!("{name} is to move and not in check."),
            };
            let hand = position.state().pocket.then(|| "The maharajah is still to be placed.".to_owned());
            let count = match legal_moves(position).len() {
                1 => "There is one legal move.".to_owned(),
                n => format!("There are {n} legal moves."),
            };
            let drawn = other.map(|outcome| format!("The game has ended: {outcome}."));
            [vec![check], silent, hand.into_iter().collect(), vec![count], drawn.into_iter().collect()]
                .concat()
        }
    }
}

/// Why the side to move has no legal move.
pub(super) fn standstill<R: Rules>(position: &Position<R>) -> Vec<String> {
    let (board, mover) = (position.board(), position.side());
    let held = (position.paralysed() & board.side(mover)).map(|square| {
        format!("{} is {}", unit(board, square), check::paralysis(board, position.state(), square))
    });
    let mut sentences: Vec<String> =
        Some(joined(&held.collect::<Vec<_>>(), "and")).filter(|text| !text.is_empty()).into_iter().collect();
    let pseudo = definition::pseudo_legal_moves(position);
    let of_king = |of_king: bool| {
        pseudo.iter().find(|mv| (board.kind_at(mv.from()) == Some(PieceKind::King)) == of_king).copied()
    };
    for mv in [of_king(true), of_king(false)].into_iter().flatten() {
        sentences.push(format!(
            "{} is illegal: {}",
            move_name(board, mv),
            illegal::leaves(position, mv).join("; ")
        ));
    }
    sentences.iter().map(|text| sentence(text)).collect()
}

/// The paralysed units of one side, in one sentence.
fn paralysed<R: Rules>(position: &Position<R>, color: Color) -> Option<String> {
    let sleepers = position.paralysed() & position.board().side(color);
    if sleepers.is_empty() {
        return None;
    }
    let noun = number(sleepers, "unit", "units");
    Some(format!("{}'s paralysed {noun}: {}.", side(color), units(position.board(), sleepers)))
}
