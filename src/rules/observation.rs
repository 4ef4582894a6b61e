//! Who observes whom: attacks between like units of opposite colour, by geometry alone.
//!
//! Such an observation is always mutual: if a white rook attacks a black one, the black one attacks
//! it, too; the same holds for every kind, for pawns on neighbouring diagonals as well. The one
//! exception is en passant: see [`crate::board::State::en_passant_victim`].

use crate::board::Board;
use crate::types::{Bitboard, Color, KindSet, PieceKind, attacks};

/// The units of both sides that a like enemy unit observes, of these kinds, en passant aside.
#[inline(always)]
pub fn of_likes(board: &Board, kinds: KindSet) -> Bitboard {
    let occupied = board.occupied();
    let mut observed = Bitboard::EMPTY;
    if kinds.has(PieceKind::Pawn) {
        let (white, black) =
            (board.of(Color::White, PieceKind::Pawn), board.of(Color::Black, PieceKind::Pawn));
        observed |= attacks::pawns(Color::White, white) & black | attacks::pawns(Color::Black, black) & white;
    }
    for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King] {
        if !kinds.has(kind) {
            continue;
        }
        let black = board.of(Color::Black, kind);
        if black.is_empty() {
            continue;
        }
        for square in board.of(Color::White, kind) {
            let seen = attacks::of_kind(kind, square, occupied) & black;
            if seen.any() {
                observed |= seen.with(square);
            }
        }
    }
    observed
}

/// True if any units of these kinds observe their like among these blockers, those on the `ignored` squares
/// aside.
pub fn is_any(board: &Board, kinds: KindSet, occupied: Bitboard, ignored: Bitboard) -> bool {
    let of = |color, kind| board.of(color, kind).without(ignored);
    PieceKind::ORTHODOX.into_iter().filter(|&kind| kinds.has(kind)).any(|kind| {
        let (mut white, black) = (of(Color::White, kind), of(Color::Black, kind));
        if white.is_empty() || black.is_empty() {
            return false;
        }
        match kind {
            PieceKind::Pawn => attacks::pawns(Color::White, white).meets(black),
            _ => !white.all(|square| !attacks::of_kind(kind, square, occupied).meets(black)),
        }
    })
}
