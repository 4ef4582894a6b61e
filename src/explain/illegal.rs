//! A move that cannot be played, and why.

use super::words::{move_name, side, unit, units};
use super::{check, facts, geometry};
use crate::board::CastlingSide;
use crate::movegen::definition;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, MoveFlag, Piece, PieceKind, Square};

/// A move as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// From one square to another, perhaps naming what a pawn is to become.
    Step { from: Square, to: Square, becomes: Option<PieceKind> },
    /// A unit placed from the hand.
    Placement(Square),
}

impl Attempt {
    /// Reads UCI notation in either case; `None` if it is no move.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        if let Some(square) = lower.strip_prefix("m@") {
            return square.parse().ok().map(Attempt::Placement);
        }
        let from = lower.get(0..2)?.parse().ok()?;
        let to = lower.get(2..4)?.parse().ok()?;
        let becomes =
            match lower.get(4..)? {
                "" => None,
                letter => Some(PieceKind::PROMOTIONS.into_iter().find(|kind| {
                    letter.len() == 1 && letter.starts_with(kind.letter().to_ascii_lowercase())
                })?),
            };
        Some(Attempt::Step { from, to, becomes })
    }
}

/// One sentence about a move that is not legal.
pub(super) fn explain<R: Rules>(position: &Position<R>, attempt: Attempt) -> String {
    match attempt {
        Attempt::Placement(square) => {
            format!("M@{square} is illegal: {}.", placement_obstacle(position, square))
        }
        Attempt::Step { from, to, becomes } => {
            let (name, reason) = step_obstacle(position, from, to, becomes);
            format!("{name} is illegal: {reason}.")
        }
    }
}

fn placement_obstacle<R: Rules>(position: &Position<R>, square: Square) -> String {
    if !position.state().pocket {
        return "there is no unit in hand to be placed".to_owned();
    }
    match position.board().kind_at(square) {
        Some(_) => format!("{} stands there", unit(position.board(), square)),
        None => "the unit in hand is placed on the first rank".to_owned(),
    }
}

/// The move's name and the reason.
fn step_obstacle<R: Rules>(
    position: &Position<R>,
    from: Square,
    to: Square,
    becomes: Option<PieceKind>,
) -> (String, String) {
    let board = position.board();
    let written = move_name(board, Move::normal(from, to));
    if position.lost().is_some() {
        return (written, "the game is over, the maharajah has been captured".to_owned());
    }
    if position.state().pocket {
        return (written, "the maharajah must be placed first, on the first rank".to_owned());
    }
    let Some(piece) = board.piece_at(from) else {
        return (format!("{from}-{to}"), format!("there is no unit on {from}"));
    };
    if piece.color != position.side() {
        let (owner, mover) = (side(piece.color), side(position.side()));
        return (
            written,
            format!("the {} on {from} is {owner}'s, and {mover} is to move", piece.kind.name()),
        );
    }
    if position.paralysed().has(from) {
        return (
            written,
            format!("{} is {}", unit(board, from), check::paralysis(board, position.state(), from)),
        );
    }
    let same = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotes_to() == becomes;
    if let Some(mv) = definition::pseudo_legal_moves(position).iter().find(same) {
        return (move_name(board, *mv), leaves(position, *mv).join("; "));
    }
    if let Some(wing) = castling_wing(position, piece, from, to) {
        let castling = Move::new(from, wing.king_to(piece.color), MoveFlag::Castle);
        return (move_name(board, castling), castling_obstacle(position, wing));
    }
    (written, geometry::obstacle(position, piece, from, to, becomes))
}

/// Why the position after a pseudo-legal move must not be: the observations or the checks that it
/// leaves.
pub(super) fn leaves<R: Rules>(position: &Position<R>, mv: Move) -> Vec<String> {
    let after = position.after(mv);
    let (board, state) = (after.board(), after.state());
    let mut reasons = Vec::new();
    if !R::tolerates(board, state)
        && let Some((one, other)) = facts::forbidden_pair::<R>(board, state)
    {
        reasons.push(format!(
            "it leaves {} and {} observing each other",
            unit(board, one),
            unit(board, other)
        ));
    }
    reasons.extend(check::reasons(position, mv, &after, position.side()));
    reasons
}

/// The wing to which the king's move, written to its target or onto its rook, would castle.
fn castling_wing<R: Rules>(
    position: &Position<R>,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<CastlingSide> {
    let home = CastlingSide::king_from(piece.color);
    let own = position.board().side(piece.color);
    CastlingSide::ALL.into_iter().find(|wing| {
        let onto_rook = to == wing.rook_from(piece.color) && own.has(to);
        piece.kind == PieceKind::King && from == home && (to == wing.king_to(piece.color) || onto_rook)
    })
}

/// Why the king may not castle, in the order in which a player would look.
fn castling_obstacle<R: Rules>(position: &Position<R>, wing: CastlingSide) -> String {
    let (board, state) = (position.board(), position.state());
    let color = position.side();
    if !state.castling.has(color, wing) {
        return format!("{} has no right to castle on this wing", side(color));
    }
    let between = board.occupied() & wing.path(color);
    if between.any() {
        return format!("{} in the way", standing(position, between));
    }
    if position.in_check() {
        return format!("the king is in check from {}", units(board, position.checkers()));
    }
    let crossed = wing.rook_to(color);
    let guards = facts::checkers::<R>(&facts::crossing(board, color, wing), state, color);
    if guards.any() {
        return format!("the king would cross {crossed}, which {} attacks", units(board, guards));
    }
    let castling = Move::new(CastlingSide::king_from(color), wing.king_to(color), MoveFlag::Castle);
    leaves(position, castling).join("; ")
}

/// `the bishop on f1 stands`, `the bishop on f1 and the knight on g1 stand`.
pub(super) fn standing<R: Rules>(position: &Position<R>, obstacles: Bitboard) -> String {
    let verb = if obstacles.several() { "stand" } else { "stands" };
    format!("{} {verb}", units(position.board(), obstacles))
}
