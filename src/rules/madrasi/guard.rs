//! Fast legality in Madrasi. A move may wake a sleeping attacker of the king or put one to sleep, far
//! from any pin; but only attackers that see the king geometrically, now or after one unit has left
//! the line, can matter. Without one, every move is legal.

use crate::board::{Board, State};
use crate::rules::guard::{Guard, shields};
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// The guard of both Madrasi forms; `REX` says whether kings take part.
#[derive(Clone, Copy, Debug)]
pub struct MadrasiGuard<const REX: bool> {
    side: Color,
    king: Option<Square>,
    special: Bitboard,
    threat: Option<Threat>,
}

/// An attacker of the king that is awake, and what could end its check.
#[derive(Clone, Copy, Debug)]
struct Threat {
    kind: PieceKind,
    /// What it attacks. A unit of its kind that comes there puts it to sleep; one that leaves may open
    /// its sight on such a unit.
    sight: Bitboard,
    /// Where any unit takes it or stands in its way.
    relief: Bitboard,
}

impl Threat {
    #[inline(always)]
    fn new(board: &Board, side: Color, king: Square, attacker: Square) -> Option<Self> {
        let kind = board.kind_at(attacker)?;
        let relief = attacks::between(king, attacker).with(attacker);
        Some(Threat { kind, sight: attacks::of_unit(side, kind, attacker, board.occupied()), relief })
    }

    /// The targets of this unit of ours that may end the check.
    #[inline(always)]
    fn parries(&self, from: Square, kind: PieceKind) -> Bitboard {
        if self.sight.has(from) {
            Bitboard::ALL
        } else if kind == self.kind {
            self.relief | self.sight
        } else {
            self.relief
        }
    }
}

/// One unit's change of square, as far as attacks on the king are concerned.
#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    /// What the unit is, or becomes.
    kind: PieceKind,
}

impl<const REX: bool> Guard for MadrasiGuard<REX> {
    const CASTLING_ENDS_SAFE: bool = false;

    #[inline(always)]
    fn new(board: &Board, state: &State, checkers: Bitboard, _: bool) -> Self {
        let side = state.side;
        let king = board.king(side);
        let threat = king.zip(checkers.first()).and_then(|(king, at)| Threat::new(board, !side, king, at));
        let special = match king {
            None => Bitboard::EMPTY,
            Some(king) if board.attackers(king, !side, board.occupied()).any() => board.side(side),
            Some(king) => shields(board, side, king),
        };
        MadrasiGuard { side, king, special, threat }
    }

    #[inline(always)]
    fn special(&self) -> Bitboard {
        self.special
    }

    fn confine(&self, board: &Board, from: Square, kind: PieceKind, targets: Bitboard) -> Bitboard {
        let Some(king) = self.king else { return targets };
        let may_help = self.threat.map_or(Bitboard::ALL, |threat| threat.parries(from, kind));
        let targets = targets & may_help;
        targets.filter(|&to| self.sleep_all(board, king, Step { from, to, kind })).collect()
    }

    /// A promoted unit counts by its new kind.
    #[inline(always)]
    fn may_promote(&self, board: &Board, from: Square, to: Square, kind: PieceKind) -> bool {
        match self.king {
            Some(king) if self.special.has(from) => self.sleep_all(board, king, Step { from, to, kind }),
            _ => true,
        }
    }

    #[inline(always)]
    fn king_is_safe(&self, board: &Board, to: Square) -> bool {
        match self.king {
            Some(from) => self.sleep_all(board, to, Step { from, to, kind: PieceKind::King }),
            None => true,
        }
    }
}

impl<const REX: bool> MadrasiGuard<REX> {
    /// After the step, does every enemy unit that sees the king sleep?
    #[inline]
    fn sleep_all(&self, board: &Board, king: Square, step: Step) -> bool {
        let occupied = board.occupied().without(Bitboard::of(step.from)).with(step.to);
        let attackers = board.attackers(king, !self.side, occupied).without(Bitboard::of(step.to));
        let mut each = attackers;
        each.all(|attacker| self.sleeps(board, attacker, occupied, step))
    }

    /// Is the enemy unit observed by a like unit of ours after the step?
    fn sleeps(&self, board: &Board, attacker: Square, occupied: Bitboard, step: Step) -> bool {
        let Some(kind) = board.kind_at(attacker) else { return true };
        if kind == PieceKind::King {
            return REX; // a king beside a king
        }
        let mut likes = board.of(self.side, kind).without(Bitboard::of(step.from));
        if step.kind == kind {
            likes = likes.with(step.to);
        }
        attacks::of_unit(!self.side, kind, attacker, occupied).meets(likes)
    }
}
