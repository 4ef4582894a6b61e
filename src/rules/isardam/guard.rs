//! Fast legality in Isardam. A position that arose by a legal move holds no observation, so a move
//! creates one only by where the moved unit arrives, or by a line that opens between two like riders
//! behind it. A position set up with observations is judged by the definition.

use super::{ARMY, IsardamRules, may_capture_king};
use crate::board::{Board, State};
use crate::rules::Rules;
use crate::rules::guard::{Guard, king_attackers_on, shields};
use crate::rules::observation;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square, attacks};

/// The guard of both types; `EXEMPT` says whether the capture of the king is exempt.
#[derive(Clone, Copy, Debug)]
pub struct IsardamGuard<const EXEMPT: bool> {
    state: State,
    side: Color,
    king: Option<Square>,
    clean: bool,
    /// By kind: what enemy units of that kind attack.
    shunned: [Bitboard; 5],
    /// Units that alone keep two like riders apart, or alone shield the king.
    special: Bitboard,
    /// The part of them that shields the king; all units while an enemy unit sees it.
    exposed: Bitboard,
}

const RIDERS: [PieceKind; 3] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

impl<const EXEMPT: bool> Guard for IsardamGuard<EXEMPT> {
    const CASTLING_ENDS_SAFE: bool = false;

    #[inline(always)]
    fn new(board: &Board, state: &State, _: Bitboard, clean: bool) -> Self {
        let side = state.side;
        let king = board.king(side);
        let exposed = match king {
            None => Bitboard::EMPTY,
            Some(king) if board.attackers(king, !side, board.occupied()).any() => board.side(side),
            Some(king) => shields(board, side, king),
        };
        let mut guard = IsardamGuard {
            state: *state,
            side,
            king,
            clean,
            shunned: [Bitboard::EMPTY; 5],
            special: exposed,
            exposed,
        };
        // No pawn's move removes an enemy pawn that attacks its target: this holds in any position.
        let pawns = board.of(!side, PieceKind::Pawn);
        guard.shunned[PieceKind::Pawn.index()] = attacks::pawns(!side, pawns);
        if clean {
            guard.look_for_likes(board);
        } else {
            guard.special = board.side(side);
        }
        guard
    }

    #[inline(always)]
    fn shunned(&self, kind: PieceKind) -> Bitboard {
        self.shunned.get(kind.index()).copied().unwrap_or(Bitboard::EMPTY)
    }

    #[inline(always)]
    fn special(&self) -> Bitboard {
        self.special
    }

    fn confine(&self, board: &Board, from: Square, kind: PieceKind, targets: Bitboard) -> Bitboard {
        if !self.clean {
            return targets.filter(|&to| self.is_admitted(board, from, to, kind)).collect();
        }
        let targets = targets & self.apart(board, from);
        if !self.exposed.has(from) {
            return targets;
        }
        targets.filter(|&to| self.leaves_no_check(board, from, to, kind)).collect()
    }

    fn may_promote(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> bool {
        if !self.clean {
            return self.is_admitted(board, from, to, kind);
        }
        let occupied = board.occupied().without(Bitboard::of(from));
        let sight = attacks::of_kind(kind, to, occupied);
        let apart = !self.special.has(from) || self.apart(board, from).has(to);
        apart
            && !sight.meets(board.of(!self.side, kind))
            && (!self.exposed.has(from) || self.leaves_no_check(board, from, to, kind))
    }

    fn king_is_safe(&self, board: &Board, to: Square) -> bool {
        if king_attackers_on(board, self.side, self.king, to).is_empty() {
            return true;
        }
        match self.king {
            Some(from) if !EXEMPT => self.leaves_no_check(board, from, to, PieceKind::King),
            _ => false,
        }
    }

    #[inline(always)]
    fn confine_king(&self, board: &Board, targets: Bitboard) -> Bitboard {
        let Some(from) = self.king else { return targets };
        if !self.clean {
            return targets.filter(|&to| self.is_admitted(board, from, to, PieceKind::King)).collect();
        }
        let targets = if self.special.has(from) { targets & self.apart(board, from) } else { targets };
        targets.filter(|&to| self.king_is_safe(board, to)).collect()
    }
}

impl<const EXEMPT: bool> IsardamGuard<EXEMPT> {
    /// Fills the squares that each officer shuns and finds the units that keep like riders apart.
    #[inline(always)]
    fn look_for_likes(&mut self, board: &Board) {
        let (own, occupied) = (board.side(self.side), board.occupied());
        let enemies = |kind| board.of(!self.side, kind);
        for knight in enemies(PieceKind::Knight) {
            self.shunned[PieceKind::Knight.index()] |= attacks::knight(knight);
        }
        for kind in RIDERS {
            let likes = board.of(self.side, kind);
            if likes.is_empty() {
                continue; // a pawn that becomes this kind is asked about apart
            }
            for rider in enemies(kind) {
                let sight = attacks::of_kind(kind, rider, occupied);
                self.shunned[kind.index()] |= sight;
                let blockers = sight & own;
                let behind = attacks::of_kind(kind, rider, occupied ^ blockers) & likes;
                for like in behind {
                    self.special |= attacks::between(rider, like) & blockers;
                }
            }
        }
    }

    /// Where a special unit may go without letting two like riders see each other: along their line,
    /// the enemy's square included.
    fn apart(&self, board: &Board, from: Square) -> Bitboard {
        let occupied = board.occupied().without(Bitboard::of(from));
        let mut allowed = Bitboard::ALL;
        for kind in RIDERS {
            let likes = board.of(self.side, kind).without(Bitboard::of(from));
            for rider in board.of(!self.side, kind) & attacks::of_kind(kind, from, occupied) {
                for like in attacks::of_kind(kind, rider, occupied) & likes {
                    allowed &= attacks::between(rider, like).with(rider);
                }
            }
        }
        allowed
    }

    /// The board after a step of one unit, captures included.
    fn stepped(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> Board {
        let mut after = *board;
        after.take(from);
        after.take(to);
        after.put(Piece::new(self.side, kind), to);
        after
    }

    /// Is the king free from check after the step? Type A asks whether it could be captured.
    fn leaves_no_check(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> bool {
        let king = if kind == PieceKind::King { Some(to) } else { self.king };
        let Some(king) = king else { return true };
        let occupied = board.occupied().without(Bitboard::of(from)).with(to);
        let attackers = board.attackers(king, !self.side, occupied).without(Bitboard::of(to));
        if EXEMPT || attackers.is_empty() {
            return attackers.is_empty();
        }
        let after = self.stepped(board, from, to, kind);
        let mut each = attackers;
        each.all(|attacker| !may_capture_king(&after, attacker, king))
    }

    /// The definition, for positions set up with observations.
    fn is_admitted(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> bool {
        let after = self.stepped(board, from, to, kind);
        observation::of_likes(&after, ARMY).is_empty()
            && IsardamRules::<EXEMPT>::checkers(&after, &self.state, self.side, Bitboard::EMPTY).is_empty()
    }
}
