//! What the rules say about a board: who observes whom, who attacks a royal unit, and why such an
//! attack is no check.

use crate::board::{Board, CastlingSide, State};
use crate::position::Position;
use crate::rules::{Rules, observation};
use crate::types::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Square, attacks};

/// Why a unit that attacks a royal unit gives no check.
pub(super) enum Silence {
    /// It is paralysed.
    Paralysed,
    /// Capturing the king would leave these two like units observing each other.
    Barred(Square, Square),
    /// The royal unit heeds no check.
    Unheeded,
}

/// Where the royal unit of a side stands.
pub(super) fn royal<R: Rules>(board: &Board, color: Color) -> Option<Square> {
    board.of(color, R::royal(color)).first()
}

/// The enemy units that attack the royal unit of `color` by geometry alone.
pub(super) fn attackers<R: Rules>(board: &Board, color: Color) -> Bitboard {
    match royal::<R>(board, color) {
        Some(square) => board.attackers(square, !color, board.occupied()),
        None => Bitboard::EMPTY,
    }
}

/// The units that give check to `color`, whoever is to move.
pub(super) fn checkers<R: Rules>(board: &Board, state: &State, color: Color) -> Bitboard {
    R::checkers(board, state, color, R::paralysed(board, state))
}

/// The like enemy units that observe the unit on `square`, en passant included.
pub(super) fn observers(board: &Board, state: &State, square: Square) -> Bitboard {
    let Some(Piece { color, kind }) = board.piece_at(square) else { return Bitboard::EMPTY };
    let likes = board.of(!color, kind);
    let seen = attacks::of_unit(color, kind, square, board.occupied());
    match state.en_passant {
        Some(passed) if state.en_passant_victim().has(square) => {
            (seen | attacks::pawn(color, passed)) & likes
        }
        _ => seen & likes,
    }
}

/// The first two like units, White's first, whose observation of each other the rules forbid.
pub(super) fn forbidden_pair<R: Rules>(board: &Board, state: &State) -> Option<(Square, Square)> {
    let observed = observation::of_likes(board, R::SEPARATES) | state.en_passant_victim();
    let army = observed.filter(|&square| board.kind_at(square).is_some_and(|kind| R::SEPARATES.has(kind)));
    army.filter_map(|square| {
        let other = observers(board, state, square).first()?;
        Some(if board.side(Color::White).has(square) { (square, other) } else { (other, square) })
    })
    .next()
}

/// Why the unit on `from`, which attacks the royal unit of `color`, gives no check; `None` if it does.
pub(super) fn silence<R: Rules>(board: &Board, state: &State, from: Square, color: Color) -> Option<Silence> {
    if checkers::<R>(board, state, color).has(from) {
        return None;
    }
    if R::paralysed(board, state).has(from) {
        return Some(Silence::Paralysed);
    }
    match royal::<R>(board, color).filter(|_| R::royal(color) == PieceKind::King) {
        Some(king) => {
            let (one, other) = pair_after_capture::<R>(board, state, from, king)?;
            Some(Silence::Barred(one, other))
        }
        None => Some(Silence::Unheeded),
    }
}

/// The forbidden observation that capturing the king on `king` from `from` would leave.
fn pair_after_capture<R: Rules>(
    board: &Board,
    state: &State,
    from: Square,
    king: Square,
) -> Option<(Square, Square)> {
    let mut after = *board;
    after.take(king);
    let piece = after.take(from)?;
    after.put(piece, king);
    let state = State { en_passant: None, ..*state };
    forbidden_pair::<R>(&after, &state).or_else(|| {
        // A pawn that reaches the last rank is barred only as what it becomes.
        after.take(king);
        after.put(Piece::new(piece.color, PieceKind::Queen), king);
        forbidden_pair::<R>(&after, &state)
    })
}

/// The board on which the king, castling to this wing, stands on the square that it crosses.
pub(super) fn crossing(board: &Board, color: Color, wing: CastlingSide) -> Board {
    let mut crossing = *board;
    crossing.take(CastlingSide::king_from(color));
    crossing.put(Piece::new(color, PieceKind::King), wing.rook_to(color));
    crossing
}

/// The square of the unit that a move captures.
pub(super) fn captured(position: &Position<impl Rules>, mv: Move) -> Option<Square> {
    match mv.flag() {
        MoveFlag::EnPassant => Some(mv.to().forward(!position.side())),
        MoveFlag::Placement | MoveFlag::Castle => None,
        _ => position.board().kind_at(mv.to()).map(|_| mv.to()),
    }
}
