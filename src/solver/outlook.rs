//! No mate in one, seen from the board alone: the king has a flight that no single move takes.
//!
//! Everything here is geometry, so it holds under every rule set with two kings: neither paralysis nor
//! the legality of the mating side's moves is asked for. A king's step to a square that no enemy unit
//! attacks is legal, unless
//! - it opens a line between like riders that the rules keep apart;
//! - kings take part in paralysis, and it stands beside the other king.
//!
//! Where that might be, or en passant and castling might matter, nothing is claimed.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// True only if the side to move has no mate in one.
pub fn rules_out_mate<R: Rules>(position: &Position<R>) -> bool {
    let (state, side) = (position.state(), position.side());
    state.en_passant.is_none()
        && !state.castling.any(side)
        && Outlook::<R>::new(position.board(), side).is_some_and(|outlook| outlook.rules_out_mate())
}

/// True only if no move of the side to move leaves the other side without a move.
pub fn rules_out_immobility<R: Rules>(position: &Position<R>) -> bool {
    let (state, side) = (position.state(), position.side());
    state.en_passant.is_none()
        && !state.castling.any(side)
        && Outlook::<R>::new(position.board(), side)
            .is_some_and(|outlook| outlook.leaves_flight_after(position.board().side(side)))
}

/// A unit of the mating side.
pub(super) struct Unit {
    pub kind: PieceKind,
    pub from: Square,
    /// What it attacks, also through the enemy king.
    pub sees: Bitboard,
}

/// What the mating side attacks, and where the enemy king can go.
pub(super) struct Outlook<'a, R> {
    pub board: &'a Board,
    pub mater: Color,
    pub king: Square,
    /// All units but the king.
    pub lifted: Bitboard,
    pub units: ArrayVec<Unit, 16>,
    /// What at least one, two, three units attack.
    pub attacked: [Bitboard; 3],
    /// Where the king's step is surely legal unless the square is attacked.
    pub steps: Bitboard,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Outlook<'a, R> {
    /// None where nothing can be said.
    #[inline(always)]
    pub fn new(board: &'a Board, mater: Color) -> Option<Self> {
        let king = board.king(!mater)?;
        let mut steps = attacks::king(king);
        let beside = R::PARALYSES.has(PieceKind::King) && steps.meets(board.of(mater, PieceKind::King));
        if beside || R::royal(mater) != PieceKind::King {
            return None;
        }
        let lifted = board.occupied().without(Bitboard::of(king));
        let (mut units, mut attacked) = (ArrayVec::new(), [Bitboard::EMPTY; 3]);
        for from in board.side(mater) {
            let kind = board.kind_at(from)?;
            let sees = attacks::of_unit(mater, kind, from, lifted);
            if R::SEPARATES.has(kind) && sees.meets(board.of(!mater, kind)) {
                return None;
            }
            let [one, two, three] = attacked;
            attacked = [one | sees, two | one & sees, three | two & sees];
            units.try_push(Unit { kind, from, sees }).ok()?;
        }
        // Where likes are kept apart, a capture might open a line as well.
        steps = steps.without(if R::SEPARATES.is_empty() { board.side(!mater) } else { lifted });
        Some(Outlook { board, mater, king, lifted, units, attacked, steps, rules: PhantomData })
    }

    /// Does a unit attack the king, asleep or not?
    #[inline(always)]
    pub fn sees_king(&self) -> bool {
        self.attacked[0].has(self.king)
    }

    /// Where the king can surely go as things stand.
    #[inline(always)]
    pub fn flights(&self) -> Bitboard {
        self.steps.without(self.attacked[0])
    }

    /// What is attacked by others than these units, which attack `a` and `b`.
    #[inline(always)]
    pub fn attacked_without(&self, a: Bitboard, b: Bitboard) -> Bitboard {
        let [one, two, three] = self.attacked;
        one.without(a | b) | two & (a ^ b) | three & a & b
    }

    /// True if after every move that may check a flight is left.
    #[inline]
    fn rules_out_mate(&self) -> bool {
        if self.flights().is_empty() {
            return false;
        }
        let every = if self.sees_king() { self.board.side(self.mater) } else { self.openers() };
        self.leaves_flight_after(every)
    }

    /// True if a flight is left after every move of these units, and after every move of the others that
    /// may check.
    #[inline]
    fn leaves_flight_after(&self, every: Bitboard) -> bool {
        let (board, mater, king) = (self.board, self.mater, self.king);
        let (occupied, own) = (board.occupied(), board.side(mater));
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        self.units.iter().all(|unit| {
            let free = every.has(unit.from);
            let checks = match unit.kind {
                PieceKind::Pawn => return self.pawn_leaves_flight(unit, free),
                PieceKind::Knight => attacks::knight(king),
                PieceKind::Bishop => diagonal,
                PieceKind::Rook => straight,
                PieceKind::Queen => diagonal | straight,
                // Beside a king it checks only where likes are kept apart.
                _ if R::SEPARATES.is_empty() => Bitboard::EMPTY,
                _ => attacks::king(king),
            };
            let mut targets = unit.sees.without(own.with(king));
            if !free {
                targets &= checks;
            }
            if unit.kind == PieceKind::King && R::SEPARATES.is_empty() {
                let beside = targets & attacks::king(king);
                if R::PARALYSES.has(PieceKind::King) && beside.any() {
                    return false;
                }
                targets = targets.without(beside);
            }
            targets.all(|to| self.leaves_flight(unit, unit.kind, to))
        })
    }

    /// Units that stand alone between a rider of their side and the king.
    #[inline(always)]
    fn openers(&self) -> Bitboard {
        let (board, king, own) = (self.board, self.king, self.board.side(self.mater));
        let occupied = board.occupied();
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let queens = board.pieces(PieceKind::Queen);
        let beyond = occupied.without(own & (diagonal | straight));
        let riders = attacks::bishop(king, beyond) & (board.pieces(PieceKind::Bishop) | queens)
            | attacks::rook(king, beyond) & (board.pieces(PieceKind::Rook) | queens);
        (riders & own).fold(Bitboard::EMPTY, |openers, rider| openers | attacks::between(king, rider) & own)
    }

    fn pawn_leaves_flight(&self, pawn: &Unit, free: bool) -> bool {
        let (empty, enemies) = (!self.board.occupied(), self.board.side(!self.mater));
        let one = Bitboard::of(pawn.from).forward(self.mater) & empty;
        let two = (one & Bitboard::relative_rank(self.mater, 2)).forward(self.mater) & empty;
        let mut targets = one | two | pawn.sees & enemies.without(Bitboard::of(self.king));
        let last = Bitboard::relative_rank(self.mater, 7);
        targets.all(|to| {
            if !last.has(to) {
                let may_check = free || attacks::pawn(!self.mater, self.king).has(to);
                return !may_check || self.leaves_flight(pawn, PieceKind::Pawn, to);
            }
            let occupied = self.lifted.without(Bitboard::of(pawn.from));
            PieceKind::PROMOTIONS.iter().all(|&kind| {
                let may_check = free || attacks::of_kind(kind, to, occupied).has(self.king);
                !may_check || self.leaves_flight(pawn, kind, to)
            })
        })
    }

    /// Is a flight left once the unit stands on `to`, as this kind?
    #[inline]
    fn leaves_flight(&self, unit: &Unit, kind: PieceKind, to: Square) -> bool {
        let occupied = self.lifted.without(Bitboard::of(unit.from)).with(to);
        let likes = |kind| self.board.of(!self.mater, kind).without(Bitboard::of(to));
        let crosses = |kind, sees: Bitboard| R::SEPARATES.has(kind) && sees.meets(likes(kind));
        let sees = attacks::of_unit(self.mater, kind, to, occupied);
        if crosses(kind, sees) {
            return false;
        }
        let mut left = self.steps.without(self.attacked_without(unit.sees, Bitboard::EMPTY) | sees);
        // Where likes are kept apart, the king's capture of the unit might open a line.
        if !R::SEPARATES.is_empty() {
            left = left.without(Bitboard::of(to));
        }
        // Riders that see further once it has left.
        for other in self.units.iter().filter(|other| other.sees.has(unit.from)) {
            let sees = attacks::of_unit(self.mater, other.kind, other.from, occupied);
            if crosses(other.kind, sees) {
                return false;
            }
            left = left.without(sees);
        }
        left.any()
    }
}
