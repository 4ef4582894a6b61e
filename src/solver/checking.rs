//! Which moves can check or mate? Cheap tests that never miss one.
//!
//! After a move, a check comes from a unit that attacks the king by geometry: the moved unit, a
//! rider whose line the move has opened, or a unit that attacked the king before and was asleep
//! (Madrasi) or held back by an observation (Isardam). In the last case any move may be the one that
//! wakes it.

use std::marker::PhantomData;

use crate::board::Board;
use crate::movegen::{Generator, MoveList, Sink};
use crate::position::Position;
use crate::rules::{Rules, observation};
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square, attacks};

/// Adds the legal moves that may give check (or capture the royal unit): all that do, and some more.
pub fn add_checking_candidates<R: Rules>(position: &Position<R>, moves: &mut MoveList) {
    add_candidates(position, Bitboard::EMPTY, moves);
}

/// Adds the legal moves that may mate (or capture the royal unit): all that do, and some more.
pub fn add_mating_candidates<R: Rules>(position: &Position<R>, moves: &mut MoveList) {
    add_candidates(position, flights::<R>(position.board(), position.side()), moves);
}

fn add_candidates<R: Rules>(position: &Position<R>, flights: Bitboard, moves: &mut MoveList) {
    let board = position.board();
    let aim = Aim::new::<R>(board, position.side());
    if !aim.hopeless {
        Generator::new(position).feed(&mut Candidates::<R> {
            board,
            aim,
            flights,
            moves,
            rules: PhantomData,
        });
    }
}

/// Squares beside the king of the other side to which it could surely step as things stand. A mate by
/// `side` has to take them all. A king's step to a square that no enemy unit attacks is legal, unless
/// - it opens a line between like riders that the rules keep apart: then none of its steps count here;
/// - kings take part in paralysis and it stands beside the other king: likewise.
pub fn flights<R: Rules>(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king(!side) else { return Bitboard::EMPTY };
    let mut steps = attacks::king(king);
    if R::PARALYSES.has(PieceKind::King) && steps.meets(board.of(side, PieceKind::King)) {
        return Bitboard::EMPTY;
    }
    if R::SEPARATES.is_empty() {
        steps = steps.without(board.side(!side));
    } else {
        let mut lifted = *board;
        lifted.take(king);
        let attacked = board.attackers(king, side, board.occupied()).any();
        if attacked || observation::of_likes(&lifted, R::SEPARATES).any() {
            return Bitboard::EMPTY;
        }
        // A capture might open a line as well.
        steps = steps.without(board.occupied());
    }
    let lifted = board.occupied().without(Bitboard::of(king));
    steps.filter(|&to| board.attackers(to, side, lifted).is_empty()).collect()
}

/// Where checks come from.
pub struct Aim {
    target: Square,
    /// By kind: where a unit of the side to move attacks the royal unit.
    from: [Bitboard; PieceKind::COUNT],
    /// Units of the side to move that stand alone between a rider of their side and the royal unit.
    openers: Bitboard,
    /// A unit already attacks the royal unit without checking it: every move may give check.
    any: bool,
    /// There is no royal unit to check.
    hopeless: bool,
}

impl Aim {
    /// The checks that `side` may give.
    pub fn new<R: Rules>(board: &Board, side: Color) -> Self {
        let Some(target) = board.of(!side, R::royal(!side)).first() else {
            let from = [Bitboard::EMPTY; PieceKind::COUNT];
            return Aim { target: Square::A1, from, openers: Bitboard::EMPTY, any: false, hopeless: true };
        };
        let (occupied, own) = (board.occupied(), board.side(side));
        let (diagonal, straight) = (attacks::bishop(target, occupied), attacks::rook(target, occupied));
        let knight = attacks::knight(target);
        let from = PieceKind::ALL.map(|kind| match kind {
            PieceKind::Pawn => attacks::pawn(!side, target),
            PieceKind::Knight => knight,
            PieceKind::Bishop => diagonal,
            PieceKind::Rook => straight,
            PieceKind::Queen => diagonal | straight,
            PieceKind::King => attacks::king(target),
            PieceKind::Maharajah => diagonal | straight | knight,
        });
        let any = board.attackers(target, side, occupied).any();
        let beyond = occupied.without(own & (diagonal | straight));
        let queens = board.pieces(PieceKind::Queen) | board.pieces(PieceKind::Maharajah);
        let behind = attacks::bishop(target, beyond) & (board.pieces(PieceKind::Bishop) | queens)
            | attacks::rook(target, beyond) & (board.pieces(PieceKind::Rook) | queens);
        let openers = (behind & own)
            .fold(Bitboard::EMPTY, |openers, rider| openers | attacks::between(target, rider) & own);
        Aim { target, from, openers, any, hopeless: false }
    }

    /// True if checks may come otherwise than by a unit's going to a square from which it attacks.
    pub fn is_loose(&self) -> bool {
        self.any || self.openers.any()
    }

    /// Where a unit of this kind attacks the royal unit.
    pub fn squares(&self, kind: PieceKind) -> Bitboard {
        self.from[kind.index()]
    }
}

/// A sink that keeps what may check and may take the open flights.
struct Candidates<'a, R> {
    board: &'a Board,
    aim: Aim,
    flights: Bitboard,
    moves: &'a mut MoveList,
    rules: PhantomData<R>,
}

impl<R: Rules> Candidates<'_, R> {
    #[inline(always)]
    fn keep(&mut self, mv: Move) {
        // The list is longer than any position has moves.
        let _ = self.moves.try_push(mv);
    }

    /// Might the ordinary move of this unit take all open flights?
    #[inline(always)]
    fn may_take_flights(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        if self.flights.is_empty() {
            return true;
        }
        let occupied =
            self.board.occupied().without(Bitboard::of(from)).without(Bitboard::of(self.aim.target));
        let attacked = match kind {
            PieceKind::Pawn => self.pawn_attacks(from, to),
            _ => attacks::of_kind(kind, to, occupied.with(to)),
        };
        // The flights may not count any more: see [`flights`].
        let enemies = !R::SEPARATES.is_empty() && attacked.meets(self.likes(kind, from));
        let beside = R::PARALYSES.has(PieceKind::King) && kind == PieceKind::King;
        enemies || beside || attacked.covers(self.flights.without(Bitboard::of(to))) || self.opens_line(from)
    }

    /// The enemy units of this kind.
    fn likes(&self, kind: PieceKind, from: Square) -> Bitboard {
        let own = self.board.piece_at(from).map_or(Bitboard::EMPTY, |unit| self.board.side(unit.color));
        self.board.pieces(kind).without(own)
    }

    fn pawn_attacks(&self, from: Square, to: Square) -> Bitboard {
        self.board.piece_at(from).map_or(Bitboard::EMPTY, |pawn| attacks::pawn(pawn.color, to))
    }

    /// Does another rider of the same side look at the square?
    fn opens_line(&self, from: Square) -> bool {
        let (board, occupied) = (self.board, self.board.occupied());
        let Some(unit) = board.piece_at(from) else { return true };
        let queens = board.pieces(PieceKind::Queen) | board.pieces(PieceKind::Maharajah);
        let riders = attacks::bishop(from, occupied) & (board.pieces(PieceKind::Bishop) | queens)
            | attacks::rook(from, occupied) & (board.pieces(PieceKind::Rook) | queens);
        riders.meets(board.side(unit.color))
    }
}

impl<R: Rules> Sink for Candidates<'_, R> {
    #[inline(always)]
    fn unit(&mut self, from: Square, targets: Bitboard) {
        let Some(kind) = self.board.kind_at(from) else { return };
        let every = self.aim.any || self.aim.openers.has(from);
        let targets = if every { targets } else { targets & self.aim.from[kind.index()] };
        for to in targets {
            if to == self.aim.target || self.may_take_flights(kind, from, to) {
                self.keep(Move::normal(from, to));
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, flag: MoveFlag) {
        for to in targets {
            let from = Square::new((to.index() as u8).wrapping_add_signed(-step));
            let direct = self.aim.from[PieceKind::Pawn.index()].has(to) || to == self.aim.target;
            let may_check = direct || self.aim.any || self.aim.openers.has(from);
            if may_check && (to == self.aim.target || self.may_take_flights(PieceKind::Pawn, from, to)) {
                self.keep(Move::new(from, to, flag));
            }
        }
    }

    /// Promotions, castling, en passant: all kept.
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.keep(mv);
    }
}
