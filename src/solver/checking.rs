//! Which moves can give check? A cheap test that never misses one.
//!
//! After a move, a check comes from a unit that attacks the king by geometry: the moved unit, a
//! rider whose line the move has opened, or a unit that attacked the king before and was asleep
//! (Madrasi) or held back by an observation (Isardam). In the last case any move may be the one that
//! wakes it. Nothing here depends on the rule set, so the test is right for all of them.

use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, MoveFlag, PieceKind, attacks};

/// The squares from which, and the units whose leave, a check on the enemy's royal unit can come.
pub struct CheckFilter {
    /// By kind: where a unit of the side to move attacks the royal unit.
    from: [Bitboard; PieceKind::COUNT],
    /// Units of the side to move that stand alone between a rider of their side and the royal unit.
    openers: Bitboard,
    /// A unit already attacks the royal unit without checking it: every move may give check.
    any: bool,
    /// There is no royal unit to check.
    hopeless: bool,
}

impl CheckFilter {
    /// The filter for the moves of the side to move.
    pub fn new<R: Rules>(position: &Position<R>) -> Self {
        let (board, side) = (position.board(), position.side());
        let royal = R::royal(!side);
        let Some(target) = board.of(!side, royal).first() else {
            return CheckFilter {
                from: [Bitboard::EMPTY; PieceKind::COUNT],
                openers: Bitboard::EMPTY,
                any: false,
                hopeless: true,
            };
        };
        let occupied = board.occupied();
        let (diagonal, straight) = (attacks::bishop(target, occupied), attacks::rook(target, occupied));
        let mut from = [Bitboard::EMPTY; PieceKind::COUNT];
        for kind in PieceKind::ALL {
            from[kind.index()] = match kind {
                PieceKind::Pawn => attacks::pawn(!side, target),
                PieceKind::Knight => attacks::knight(target),
                PieceKind::Bishop => diagonal,
                PieceKind::Rook => straight,
                PieceKind::Queen => diagonal | straight,
                PieceKind::King => attacks::king(target),
                PieceKind::Maharajah => diagonal | straight | attacks::knight(target),
            };
        }
        let own = board.side(side);
        let any = PieceKind::ALL.iter().any(|&kind| (board.pieces(kind) & own).meets(from[kind.index()]));
        let beyond = occupied.without(own & (diagonal | straight));
        let queens = board.pieces(PieceKind::Queen) | board.pieces(PieceKind::Maharajah);
        let riders_behind = attacks::bishop(target, beyond) & (board.pieces(PieceKind::Bishop) | queens)
            | attacks::rook(target, beyond) & (board.pieces(PieceKind::Rook) | queens);
        let mut openers = Bitboard::EMPTY;
        for rider in riders_behind & own {
            openers |= attacks::between(target, rider) & own;
        }
        CheckFilter { from, openers, any, hopeless: false }
    }

    /// True if no move can give check, for want of a royal unit.
    #[inline]
    pub fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    /// False only if the move surely does not check (or capture) the royal unit.
    #[inline]
    pub fn may_check(&self, board: &Board, mv: Move) -> bool {
        if self.any {
            return true;
        }
        if mv.flag() == MoveFlag::Normal || mv.flag() == MoveFlag::DoubleStep {
            let attacks = board.kind_at(mv.from()).is_some_and(|kind| self.from[kind.index()].has(mv.to()));
            attacks || self.openers.has(mv.from())
        } else {
            true
        }
    }
}
