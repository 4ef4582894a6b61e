//! Attacks on a royal unit: why one is a check, and why another is none.

use super::facts::{self, Silence};
use super::words::{number, sentence, unit, units};
use crate::board::{Board, CastlingSide, State};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Square, attacks};

/// By whom the unit on `square` is paralysed: `paralysed by the rook on a8`.
pub(super) fn paralysis(board: &Board, state: &State, square: Square) -> String {
    let by = facts::observers(board, state, square);
    let passing = by.any() && passing_observers(board, state, square) == by;
    let stand = number(by, "which stands", "which stand");
    let lasting = if passing { format!(", {stand} ready to take it en passant") } else { String::new() };
    format!("paralysed by {}{lasting}", units(board, by))
}

/// The observers of a pawn that see it only en passant.
fn passing_observers(board: &Board, state: &State, square: Square) -> Bitboard {
    let victim = state.en_passant_victim().has(square);
    match board.piece_at(square) {
        Some(pawn) if victim => {
            facts::observers(board, state, square).without(attacks::pawn(pawn.color, square))
        }
        _ => Bitboard::EMPTY,
    }
}

/// For each of `attackers` that attacks the royal unit of `color` without giving check, a sentence
/// that says why.
pub(super) fn silent_attacks<R: Rules>(
    board: &Board,
    state: &State,
    color: Color,
    attackers: Bitboard,
) -> Vec<String> {
    (attackers & facts::attackers::<R>(board, color))
        .filter_map(|from| Some(sentence(&silent_attack::<R>(board, state, from, color)?)))
        .collect()
}

/// Why the unit on `from`, which attacks the royal unit of `color`, gives no check; `None` if it does.
pub(super) fn silent_attack<R: Rules>(
    board: &Board,
    state: &State,
    from: Square,
    color: Color,
) -> Option<String> {
    let royal = facts::royal::<R>(board, color)?;
    let reason = match facts::silence::<R>(board, state, from, color)? {
        Silence::Paralysed => format!("it is {}", paralysis(board, state, from)),
        Silence::Barred(one, other) => {
            let [one, other] = [one, other].map(|square| after_capture(board, from, royal, square));
            let promotes = one.starts_with(PROMOTED) || other.starts_with(PROMOTED);
            let more = if promotes { ", and any other promotion is barred, too" } else { "" };
            format!("capturing the king would leave {one} and {other} observing each other{more}")
        }
        Silence::Unheeded => "this unit heeds no check, and may be captured".to_owned(),
    };
    Some(format!("{} attacks {} but gives no check: {reason}", unit(board, from), unit(board, royal)))
}

/// How a pawn is named that would promote by capturing the king.
const PROMOTED: &str = "the new queen";

/// Names a unit as it would stand after the capture of the king from `from`.
fn after_capture(board: &Board, from: Square, king: Square, square: Square) -> String {
    match board.piece_at(from).filter(|_| square == king) {
        Some(Piece { color, kind: PieceKind::Pawn }) if king.relative_rank(color) == 7 => {
            format!("{PROMOTED} on {square}")
        }
        Some(piece) => format!("the capturing {} on {square}", piece.kind.name()),
        None => unit(board, square),
    }
}

/// Clauses that say why the royal unit of `color` is in check after a move, one for each checker.
pub(super) fn reasons<R: Rules>(
    before: &Position<R>,
    mv: Move,
    after: &Position<R>,
    color: Color,
) -> Vec<String> {
    facts::checkers::<R>(after.board(), after.state(), color)
        .map(|checker| reason(before, mv, after, checker, color))
        .collect()
}

fn reason<R: Rules>(
    before: &Position<R>,
    mv: Move,
    after: &Position<R>,
    checker: Square,
    color: Color,
) -> String {
    let attacker = unit(after.board(), checker);
    let royal = facts::royal::<R>(after.board(), color);
    let king = royal.map_or_else(String::new, |square| unit(after.board(), square));
    let plain = format!("{attacker} attacks {king}");
    if has_arrived(before, mv, checker) {
        return plain;
    }
    if before.paralysed().has(checker) {
        return format!("it {}, so {attacker} wakes and attacks {king}", waking(before, mv, checker));
    }
    if royal != facts::royal::<R>(before.board(), color) {
        return plain;
    }
    if !facts::attackers::<R>(before.board(), color).has(checker) {
        return format!("it opens the line from {attacker} to {king}");
    }
    if facts::checkers::<R>(before.board(), before.state(), color).has(checker) {
        return format!("{attacker} still gives check to {king}");
    }
    format!("{attacker} attacks {king} and is no longer barred from capturing it")
}

/// True if the move has brought the unit to its square.
fn has_arrived<R: Rules>(before: &Position<R>, mv: Move, square: Square) -> bool {
    let castled = mv.flag() == MoveFlag::Castle
        && CastlingSide::of_king_target(mv.to()).rook_to(before.side()) == square;
    mv.to() == square || castled
}

/// True if the move takes the unit of its own side away from the square.
fn has_left<R: Rules>(before: &Position<R>, mv: Move, square: Square) -> bool {
    let castled = mv.flag() == MoveFlag::Castle
        && CastlingSide::of_king_target(mv.to()).rook_from(before.side()) == square;
    mv.from() == square || castled
}

/// How a move wakes the unit on `sleeper`: `captures the paralyser on a8`.
pub(super) fn waking<R: Rules>(before: &Position<R>, mv: Move, sleeper: Square) -> String {
    let board = before.board();
    let passing = passing_observers(board, before.state(), sleeper);
    let mut causes: Vec<String> = facts::observers(board, before.state(), sleeper)
        .map(|paralyser| {
            if facts::captured(before, mv) == Some(paralyser) {
                format!("captures the paralyser on {paralyser}")
            } else if passing.has(paralyser) {
                "lets the en-passant right lapse".to_owned()
            } else if has_left(before, mv, paralyser) {
                format!("moves the paralyser away from {paralyser}")
            } else {
                let pair = Bitboard::of(paralyser).with(sleeper);
                format!("closes the line between {}", units(board, pair))
            }
        })
        .collect();
    causes.dedup();
    causes.join(" and ")
}

/// How a move that leaves its king unchecked deals with the checks there were; empty if there were
/// none, or if it was the king that moved.
pub(super) fn parries<R: Rules>(before: &Position<R>, mv: Move, after: &Position<R>) -> Vec<String> {
    let side = before.side();
    let royal = facts::royal::<R>(before.board(), side);
    if royal != facts::royal::<R>(after.board(), side) || after.lost().is_some() {
        return Vec::new();
    }
    let attackers = facts::attackers::<R>(after.board(), side);
    let parry = |checker: Square| {
        let name = unit(before.board(), checker);
        if facts::captured(before, mv) == Some(checker) {
            return format!("captures {name}, which gave check");
        }
        if after.paralysed().has(checker) {
            return format!(
                "parries the check of {name} (now {})",
                paralysis(after.board(), after.state(), checker)
            );
        }
        match attackers.has(checker) {
            true => format!("bars {name} from capturing the king"),
            false => format!("closes the line of {name}, which gave check"),
        }
    };
    before.checkers().map(parry).collect()
}
