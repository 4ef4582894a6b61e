//! Fast legality: what a node knows about its king's safety before any move is tried.
//!
//! [`Guard`] is the fast twin of [`Rules::admits`](super::Rules::admits). It sorts the units of the
//! side to move into those whose targets are legal as they stand, within [`Guard::mask`] and outside
//! [`Guard::shunned`], and *special* ones, for which [`Guard::confine`] says which targets are.
//! En passant and castling change more than two squares and are not its business.

use crate::board::{Board, State};
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// The legality of one node's moves.
pub trait Guard: Copy {
    /// Looks at the position once. `checkers` are those of the side to move; `clean` says that the
    /// position arose by a legal move, so that the rules tolerate its arrangement.
    fn new(board: &Board, state: &State, checkers: Bitboard, clean: bool) -> Self;

    /// Where a unit other than the king may go at all.
    #[inline(always)]
    fn mask(&self) -> Bitboard {
        Bitboard::ALL
    }

    /// Where units of this kind may not go.
    #[inline(always)]
    fn shunned(&self, _kind: PieceKind) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Units whose targets must be confined one by one.
    fn special(&self) -> Bitboard;

    /// The legal ones among the targets of a special unit.
    fn confine(&self, board: &Board, from: Square, kind: PieceKind, targets: Bitboard) -> Bitboard;

    /// May the pawn on `from`, special or not, become this kind on `to`, which lies in the mask?
    fn may_promote(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> bool;

    /// Would the king be free from check on `to`? Nothing else is asked.
    fn king_is_safe(&self, board: &Board, to: Square) -> bool;

    /// The legal ones among the king's single steps.
    #[inline(always)]
    fn confine_king(&self, board: &Board, targets: Bitboard) -> Bitboard {
        targets.filter(|&to| self.king_is_safe(board, to)).collect()
    }

    /// Is the king safe where castling takes it if it is safe there with the rook still at home?
    /// Otherwise the position after the move has to be judged.
    const CASTLING_ENDS_SAFE: bool;
}

/// The ordinary guard: pins and check evasions, for rule sets in which every attack on the king is
/// a check.
#[derive(Clone, Copy, Debug)]
pub struct Ordinary {
    side: Color,
    king: Option<Square>,
    mask: Bitboard,
    pinned: Bitboard,
}

impl Ordinary {
    /// The line a pinned unit may move on; everything for any other.
    #[inline(always)]
    fn pin_line(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.has(from) => attacks::line(king, from),
            _ => Bitboard::ALL,
        }
    }
}

impl Guard for Ordinary {
    const CASTLING_ENDS_SAFE: bool = true;

    #[inline(always)]
    fn new(board: &Board, state: &State, checkers: Bitboard, _: bool) -> Self {
        let side = state.side;
        let Some(king) = board.king(side) else {
            return Ordinary { side, king: None, mask: Bitboard::ALL, pinned: Bitboard::EMPTY };
        };
        let mask = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker).with(checker),
        };
        Ordinary { side, king: Some(king), mask, pinned: shields(board, side, king) }
    }

    #[inline(always)]
    fn mask(&self) -> Bitboard {
        self.mask
    }

    #[inline(always)]
    fn special(&self) -> Bitboard {
        self.pinned
    }

    #[inline(always)]
    fn confine(&self, _: &Board, from: Square, _: PieceKind, targets: Bitboard) -> Bitboard {
        targets & self.pin_line(from)
    }

    #[inline(always)]
    fn may_promote(&self, _: &Board, from: Square, to: Square, _: PieceKind) -> bool {
        self.pin_line(from).has(to)
    }

    #[inline(always)]
    fn king_is_safe(&self, board: &Board, to: Square) -> bool {
        king_attackers_on(board, self.side, self.king, to).is_empty()
    }
}

/// The enemy units that would attack the king after its step from `king` to `to`.
#[inline(always)]
pub(super) fn king_attackers_on(board: &Board, side: Color, king: Option<Square>, to: Square) -> Bitboard {
    let left = king.map_or(Bitboard::EMPTY, Bitboard::of);
    let occupied = board.occupied().without(left).with(to);
    board.attackers(to, !side, occupied).without(Bitboard::of(to))
}

/// The units of `side` that stand alone between its king and an enemy rider: a step off the line
/// opens an attack on the king.
#[inline(always)]
pub(super) fn shields(board: &Board, side: Color, king: Square) -> Bitboard {
    let both = board.pieces(PieceKind::Queen) | board.pieces(PieceKind::Maharajah);
    let straight = attacks::rook(king, Bitboard::EMPTY) & (board.pieces(PieceKind::Rook) | both);
    let diagonal = attacks::bishop(king, Bitboard::EMPTY) & (board.pieces(PieceKind::Bishop) | both);
    let (occupied, own) = (board.occupied(), board.side(side));
    let mut shields = Bitboard::EMPTY;
    for rider in (straight | diagonal) & board.side(!side) {
        let blockers = attacks::between(rider, king) & occupied;
        if !blockers.several() {
            shields |= blockers & own;
        }
    }
    shields
}
