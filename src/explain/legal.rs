//! A legal move: what it does to checks and paralyses.

use super::words::{joined, move_name, number, sentence, side, unit, units};
use super::{check, facts, position as whole};
use crate::board::CastlingSide;
use crate::movegen::has_legal_move;
use crate::position::Position;
use crate::rules::{Outcome, Rules, Triumph};
use crate::types::{Bitboard, Move, MoveFlag};

/// Sentences about a legal move.
pub(super) fn explain<R: Rules>(before: &Position<R>, mv: Move) -> String {
    let after = before.after(mv);
    let mut sentences = vec![format!("{} is legal.", move_name(before.board(), mv))];
    let parries = check::parries(before, mv, &after);
    if !parries.is_empty() {
        sentences.push(sentence(&format!("it {}", joined(&parries, "and"))));
    }
    sentences.extend(safety(before, mv, &after));
    sentences.extend(effect(before, mv, &after));
    if after.lost().is_none() && has_legal_move(&after) {
        let told = sentences.join(" ");
        sentences.extend(fallen_asleep(before, mv, &after));
        sentences.extend(woken(before, mv, &after, &told));
    }
    sentences.join(" ")
}

/// Why the mover's king is safe where it may not seem so, and what castling does not mind.
fn safety<R: Rules>(before: &Position<R>, mv: Move, after: &Position<R>) -> Vec<String> {
    let (board, state, side) = (before.board(), before.state(), before.side());
    let mut sentences = Vec::new();
    if mv.flag() == MoveFlag::Castle {
        let wing = CastlingSide::of_king_target(mv.to());
        let rook = wing.rook_from(side);
        if before.paralysed().has(rook) {
            sentences.push(format!("Castling is a move of the king: the rook on {rook} may be paralysed."));
        }
        let crossing = facts::crossing(board, side, wing);
        let passing = facts::attackers::<R>(&crossing, side)
            .filter_map(|from| check::silent_attack::<R>(&crossing, state, from, side));
        sentences.extend(passing.map(|clause| format!("On the way, {clause}.")));
        sentences.extend(check::silent_attacks::<R>(board, state, side, Bitboard::ALL));
    }
    let stood = facts::attackers::<R>(board, side);
    let arisen = if after.lost().is_none() { !stood } else { Bitboard::EMPTY };
    sentences.extend(check::silent_attacks::<R>(after.board(), after.state(), side, arisen));
    sentences
}

/// Check, mate, stalemate or the end of the game by a capture, and attacks that might have been
/// checks.
fn effect<R: Rules>(before: &Position<R>, mv: Move, after: &Position<R>) -> Vec<String> {
    let reasons = check::reasons(before, mv, after, after.side()).join("; ");
    let stood = facts::attackers::<R>(before.board(), after.side()).without(Bitboard::of(mv.to()));
    let silent = check::silent_attacks::<R>(after.board(), after.state(), after.side(), !stood);
    if has_legal_move(after) {
        let check = Some(format!("It gives check: {reasons}.")).filter(|_| after.in_check());
        return check.into_iter().chain(silent).collect();
    }
    match after.outcome_without_moves() {
        Outcome::Win { by: Triumph::Checkmate, .. } => {
            let mate = format!("It is checkmate: {reasons}, and no move helps.");
            [vec![mate], whole::standstill(after)].concat()
        }
        Outcome::Win { winner, by: Triumph::MaharajahCaptured } => {
            vec![format!("It captures the maharajah: {} wins.", side(winner))]
        }
        Outcome::Draw(_) => {
            let name = side(after.side());
            let stalemate = format!("It is stalemate: {name} is not in check and has no legal move.");
            [vec![stalemate], silent, whole::standstill(after)].concat()
        }
    }
}

/// Who wakes, checkers aside, grouped by the cause; `told` is what has been said so far.
fn woken<R: Rules>(before: &Position<R>, mv: Move, after: &Position<R>, told: &str) -> Vec<String> {
    let board = after.board();
    let stayed =
        (before.board().occupied() & board.occupied()).without(Bitboard::of(mv.from()).with(mv.to()));
    let mut awake = before.paralysed().without(after.paralysed() | after.checkers()) & stayed;
    let mut sentences = Vec::new();
    while let Some(first) = awake.first() {
        let cause = check::waking(before, mv, first);
        let alike: Bitboard = awake.filter(|&square| check::waking(before, mv, square) == cause).collect();
        let (names, verb) = (units(board, alike), number(alike, "wakes", "wake"));
        sentences.push(match told.contains(&cause) {
            true => sentence(&format!("{names} {verb}, too")),
            false => format!("It {cause}, so {names} {verb}."),
        });
        awake = awake.without(alike);
    }
    sentences
}

/// Who falls asleep: one sentence for each newly paralysed unit, or for two that paralyse each
/// other. Attackers of a king and parried checkers have been told already.
fn fallen_asleep<R: Rules>(before: &Position<R>, mv: Move, after: &Position<R>) -> Vec<String> {
    let (board, state) = (after.board(), after.state());
    let slept = before.paralysed().without(Bitboard::of(mv.to()));
    let told = facts::attackers::<R>(board, after.side()) | before.checkers();
    let mut left = after.paralysed().without(slept | told);
    let mut sentences = Vec::new();
    while let Some(square) = left.first() {
        let pair = facts::observers(board, state, square).with(square);
        let mutual = left.covers(pair) && pair.count() == 2;
        sentences.push(sentence(&match mutual {
            true => format!("{} now paralyse each other", units(board, pair)),
            false => format!("{} is now {}", unit(board, square), check::paralysis(board, state, square)),
        }));
        left = left.without(if mutual { pair } else { Bitboard::of(square) });
    }
    sentences
}
