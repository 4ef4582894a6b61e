//! Mates in two: which first moves does a given reply refute, seen from the board alone?
//!
//! The mating side has two moves, with one reply between them. If no two moves together can take all
//! flights that the king has after the reply, the reply refutes. What a second move takes is computed
//! once, for all first moves: its own attacks and those of riders that see further once its unit has
//! left. In all this the mating side's own units do not block, so that no interplay of the two moves is
//! missed. Where a first move meddles with the reply or opens a line on the king, nothing is claimed.

use arrayvec::ArrayVec;

use super::outlook::{Outlook, Unit};
use crate::board::Board;
use crate::movegen::MoveList;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Square, attacks};

/// Takes those off the list of legal moves that cannot mate in two because of this reply; `dropped` is
/// told each.
pub fn sift<R: Rules>(
    position: &Position<R>,
    reply: Move,
    list: &mut MoveList,
    mut dropped: impl FnMut(Move),
) {
    let mater = position.side();
    let simple = reply.flag() == MoveFlag::Normal && !position.state().castling.any(mater);
    if !simple || !is_pseudo_legal::<R>(position.board(), !mater, reply) {
        return;
    }
    let mut board = *position.board();
    step(&mut board, reply);
    let Some(outlook) = Outlook::<R>::new(&board, mater) else { return };
    if outlook.sees_king() || outlook.flights().is_empty() {
        return;
    }
    let Some(mut sieve) = Sieve::new(position, reply, &outlook) else { return };
    if sieve.survey().is_none() {
        return;
    }
    list.retain(|mv| {
        let refuted = sieve.refutes(*mv);
        if refuted {
            dropped(*mv);
        }
        !refuted
    });
}

/// A move of one unit, captures and promotions included.
#[inline(always)]
fn step(board: &mut Board, mv: Move) {
    if let Some(unit) = board.take(mv.from()) {
        board.take(mv.to());
        board.put(Piece::new(unit.color, mv.promotes_to().unwrap_or(unit.kind)), mv.to());
    }
}

/// Is the ordinary move one that the unit's powers and paralysis allow?
fn is_pseudo_legal<R: Rules>(board: &Board, side: Color, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(unit) = board.piece_at(from).filter(|unit| unit.color == side) else { return false };
    if board.side(side).has(to) || board.of(!side, PieceKind::King).has(to) {
        return false;
    }
    let sees = attacks::of_unit(side, unit.kind, from, board.occupied());
    if R::PARALYSES.has(unit.kind) && sees.meets(board.of(!side, unit.kind)) {
        return false;
    }
    match unit.kind {
        PieceKind::Pawn if to.relative_rank(side) == 7 => false,
        PieceKind::Pawn if board.side(!side).has(to) => sees.has(to),
        PieceKind::Pawn => to == from.forward(side),
        _ => sees.has(to),
    }
}

/// A second move that may check: whose, and what it takes from the king.
struct Check {
    unit: usize,
    takes: Bitboard,
}

struct Sieve<'a, R: Rules> {
    position: &'a Position<R>,
    reply: Move,
    outlook: &'a Outlook<'a, R>,
    /// The defender's units but the king.
    blockers: Bitboard,
    /// Squares that a first move must keep clear of for the sake of the reply.
    path: Bitboard,
    /// The kind that puts the replying unit to sleep, and from where.
    sleep: Option<(PieceKind, Bitboard)>,
    /// Squares that must not be left lest the replying unit be put to sleep by a rider.
    guards: Bitboard,
    /// Between riders and the king, with none but the mating side's units.
    lines: Bitboard,
    checks: ArrayVec<Check, 64>,
    /// By unit: what riders see once it has left.
    opened: ArrayVec<Bitboard, 16>,
    /// By unit: squares on which a second move of this unit may mate.
    dangers: ArrayVec<Bitboard, 16>,
    /// By kind: where a unit attacks the king.
    aims: [Bitboard; PieceKind::COUNT],
}

impl<'a, R: Rules> Sieve<'a, R> {
    /// Still to be filled by [`Sieve::survey`].
    #[inline(always)]
    fn new(position: &'a Position<R>, reply: Move, outlook: &'a Outlook<'a, R>) -> Option<Self> {
        let (before, mater) = (position.board(), outlook.mater);
        let kind = before.kind_at(reply.from())?;
        let (mut sleep, mut guards) = (None, Bitboard::EMPTY);
        if R::PARALYSES.has(kind) {
            let own = before.side(mater);
            sleep =
                Some((kind, attacks::of_unit(!mater, kind, reply.from(), before.occupied().without(own))));
            guards = attacks::of_unit(!mater, kind, reply.from(), before.occupied());
        }
        Some(Sieve {
            position,
            reply,
            outlook,
            blockers: outlook.lifted.without(outlook.board.side(mater)),
            path: attacks::between(reply.from(), reply.to()).with(reply.from()).with(reply.to()),
            sleep,
            guards,
            lines: Bitboard::EMPTY,
            checks: ArrayVec::new(),
            opened: ArrayVec::new(),
            dangers: ArrayVec::new(),
            aims: [Bitboard::EMPTY; PieceKind::COUNT],
        })
    }

    /// Looks at every second move that may check. None if there are too many.
    fn survey(&mut self) -> Option<()> {
        let Outlook { board, mater, king, ref units, .. } = *self.outlook;
        let (own, blockers) = (board.side(mater), self.blockers);
        let (diagonal, straight) = (attacks::bishop(king, blockers), attacks::rook(king, blockers));
        let queens = board.pieces(PieceKind::Queen);
        let riders = diagonal & (board.pieces(PieceKind::Bishop) | queens)
            | straight & (board.pieces(PieceKind::Rook) | queens);
        self.lines =
            (riders & own).fold(Bitboard::EMPTY, |lines, rider| lines | attacks::between(king, rider));
        for unit in units {
            self.opened.push(self.opened_by(unit.from));
        }
        self.aims = PieceKind::ALL.map(|kind| match kind {
            PieceKind::Pawn => attacks::pawn(!mater, king),
            PieceKind::Knight => attacks::knight(king),
            PieceKind::Bishop => diagonal,
            PieceKind::Rook => straight,
            PieceKind::Queen => diagonal | straight,
            PieceKind::King if !R::SEPARATES.is_empty() => attacks::king(king),
            _ => Bitboard::EMPTY,
        });
        for (index, unit) in units.iter().enumerate() {
            let aim = self.aims[unit.kind.index()];
            if unit.kind == PieceKind::Pawn {
                self.add_pawn(index, unit, aim)?;
            } else {
                let mut targets =
                    attacks::of_unit(mater, unit.kind, unit.from, blockers).without(Bitboard::of(king));
                if !self.lines.has(unit.from) {
                    targets &= aim;
                }
                targets.try_for_each(|to| self.add(index, unit.kind, to))?;
            }
            let rest = self.outlook.steps.without(self.outlook.attacked_without(unit.sees, Bitboard::EMPTY));
            let dangers = aim.filter(|&to| self.takes(index, unit.kind, to).covers(rest));
            self.dangers.push(dangers.collect());
        }
        Some(())
    }

    fn add_pawn(&mut self, index: usize, pawn: &Unit, aim: Bitboard) -> Option<()> {
        let Outlook { board, mater, king, .. } = *self.outlook;
        let empty = !board.side(!mater);
        let one = Bitboard::of(pawn.from).forward(mater) & empty;
        let two = (one & Bitboard::relative_rank(mater, 2)).forward(mater) & empty;
        let mut targets = one | two | pawn.sees & self.blockers;
        let last = Bitboard::relative_rank(mater, 7);
        let free = self.lines.has(pawn.from);
        targets.try_for_each(|to| {
            if !last.has(to) {
                return if free || aim.has(to) { self.add(index, PieceKind::Pawn, to) } else { Some(()) };
            }
            PieceKind::PROMOTIONS.iter().try_for_each(|&kind| {
                let may_check = free || attacks::of_unit(mater, kind, to, self.blockers).has(king);
                if may_check { self.add(index, kind, to) } else { Some(()) }
            })
        })
    }

    fn add(&mut self, unit: usize, kind: PieceKind, to: Square) -> Option<()> {
        let takes = self.takes(unit, kind, to);
        self.checks.try_push(Check { unit, takes }).ok()
    }

    /// What a unit on `to` takes from the king, come there from where it stands: everything if the king
    /// might not be allowed to move at all.
    #[inline(always)]
    fn takes(&self, unit: usize, kind: PieceKind, to: Square) -> Bitboard {
        let sees = attacks::of_unit(self.outlook.mater, kind, to, self.blockers);
        let opened = self.opened.get(unit).copied().unwrap_or(Bitboard::ALL);
        // Where likes are kept apart, the king's capture of the unit might open a line.
        let stands = if R::SEPARATES.is_empty() { Bitboard::EMPTY } else { Bitboard::of(to) };
        if self.crosses(kind, sees, to) || kind == PieceKind::King && self.meets_king(to) {
            return Bitboard::ALL;
        }
        sees | opened | stands
    }

    /// Might a king on this square paralyse the other one before long?
    fn meets_king(&self, to: Square) -> bool {
        R::PARALYSES.has(PieceKind::King)
            && attacks::king(to).with(to).meets(attacks::king(self.outlook.king).with(self.outlook.king))
    }

    /// Does the unit see a like one across the king, so that the king may not step aside?
    #[inline(always)]
    fn crosses(&self, kind: PieceKind, sees: Bitboard, taken: Square) -> bool {
        let Outlook { board, mater, .. } = *self.outlook;
        R::SEPARATES.has(kind) && sees.meets(board.of(!mater, kind).without(Bitboard::of(taken)))
    }

    /// What riders that see this square see once it is empty.
    fn opened_by(&self, square: Square) -> Bitboard {
        let Outlook { mater, ref units, .. } = *self.outlook;
        let blockers = self.blockers.without(Bitboard::of(square));
        let riders = units.iter().filter(|unit| {
            let rides = !matches!(unit.kind, PieceKind::Pawn | PieceKind::Knight | PieceKind::King);
            rides && unit.sees.has(square)
        });
        riders.fold(Bitboard::EMPTY, |opened, rider| {
            let sees = attacks::of_unit(mater, rider.kind, rider.from, blockers);
            opened | if self.crosses(rider.kind, sees, square) { Bitboard::ALL } else { sees }
        })
    }

    /// True only if the reply is legal after this legal move and no mate in one follows.
    #[inline]
    fn refutes(&self, mv: Move) -> bool {
        let Outlook { mater, king, steps, ref units, .. } = *self.outlook;
        let (from, to) = (mv.from(), mv.to());
        let simple = !matches!(mv.flag(), MoveFlag::Castle | MoveFlag::EnPassant);
        let meddles = (self.lines | self.guards).has(from) || (self.path | self.lines).has(to);
        if !simple || meddles {
            return false;
        }
        let Some(index) = units.iter().position(|unit| unit.from == from) else { return false };
        let (Some(unit), Some(&opened)) = (units.get(index), self.opened.get(index)) else { return false };
        let kind = mv.promotes_to().unwrap_or(unit.kind);
        let sees = attacks::of_unit(mater, kind, to, self.blockers);
        let sleeps = self.sleep.is_some_and(|(like, from)| like == kind && from.has(to));
        let bars = self.crosses(kind, sees, to) || kind == PieceKind::King && self.meets_king(to);
        if sees.has(king) || sleeps || bars || self.comes_back(index, unit, kind, to, sees) {
            return false;
        }
        let mut taken = sees | opened;
        if !R::SEPARATES.is_empty() {
            taken = taken.with(to);
        }
        let mates = |check: &Check| {
            let other = units.get(check.unit).map_or(Bitboard::ALL, |other| other.sees);
            let attacked = self.outlook.attacked_without(unit.sees, other) | taken | check.takes;
            check.unit != index && attacked.covers(steps)
        };
        !self.checks.iter().any(mates) && self.is_tolerated(mv)
    }

    /// Might the same unit, gone to `to` as this kind, mate with the second move?
    #[inline(always)]
    fn comes_back(&self, index: usize, unit: &Unit, kind: PieceKind, to: Square, sees: Bitboard) -> bool {
        let mater = self.outlook.mater;
        let mut reach = sees;
        if kind == PieceKind::Pawn {
            reach |= Bitboard::of(to).forward(mater);
            if to.relative_rank(mater) >= 6 {
                return true; // it may promote
            }
        }
        let captures = self.blockers.has(to);
        if kind == unit.kind && !captures {
            return self.dangers.get(index).is_none_or(|dangers| reach.meets(*dangers));
        }
        let opened = if captures { self.opened_by(to) } else { Bitboard::EMPTY };
        let attacked = self.outlook.attacked_without(unit.sees, Bitboard::EMPTY) | opened;
        let rest = self.outlook.steps.without(attacked);
        let mut aim = reach & self.aims.get(kind.index()).copied().unwrap_or(Bitboard::ALL);
        !aim.all(|to| !self.takes(index, kind, to).covers(rest))
    }

    /// Do the rules allow the reply after this move, where they keep likes apart?
    fn is_tolerated(&self, mv: Move) -> bool {
        if R::SEPARATES.is_empty() {
            return true;
        }
        let mut board = *self.position.board();
        step(&mut board, mv);
        step(&mut board, self.reply);
        let mut state = *self.position.state();
        state.en_passant = None;
        R::tolerates(&board, &state)
    }
}
