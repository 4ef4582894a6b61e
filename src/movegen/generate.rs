//! Fast generation of legal moves. The rules' [`Guard`] says which targets are legal; whole sets are
//! handed to the sink wherever it need not be asked unit by unit.

use super::definition::{is_admitted, untouchable};
use super::sink::{Counter, Sink};
use super::{MoveList, Wanted};
use crate::board::{Board, CastlingSide, State};
use crate::position::Position;
use crate::rules::{Guard, Rules};
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square, attacks};

/// The legal moves of one position, generated piecemeal: what they have in common is computed once.
pub struct Generator<'a, R: Rules> {
    position: &'a Position<R>,
    guard: R::Guard,
    /// Own units that are not paralysed.
    movable: Bitboard,
}

impl<'a, R: Rules> Generator<'a, R> {
    /// Looks at the position.
    #[inline(always)]
    pub fn new(position: &'a Position<R>) -> Self {
        let own = position.board().side(position.side());
        Generator { position, guard: position.guard(), movable: own.without(position.paralysed()) }
    }

    /// Adds the wanted moves to the list.
    #[inline]
    pub fn collect(&self, wanted: Wanted, moves: &mut MoveList) {
        self.generate(wanted, Bitboard::ALL, moves);
    }

    /// Hands all legal moves to a sink, which may be choosy.
    #[inline]
    pub fn feed<S: Sink>(&self, sink: &mut S) {
        self.generate(Wanted::All, Bitboard::ALL, sink);
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(Wanted::All, Bitboard::ALL, &mut counter);
        counter.0
    }

    /// True if there is a legal move.
    pub fn any(&self) -> bool {
        // Most positions answer with the first group.
        let (board, side) = (self.board(), self.state().side);
        let king = board.of(side, PieceKind::King);
        let light = board.of(side, PieceKind::Pawn) | board.of(side, PieceKind::Knight);
        let groups = [light, king, !(light | king)];
        groups.into_iter().any(|units| {
            let mut counter = Counter(0);
            self.generate(Wanted::All, units, &mut counter);
            counter.0 > 0
        })
    }

    /// True if the move, which may come from anywhere, is legal here.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::new();
        self.generate(Wanted::All, Bitboard::of(mv.from()), &mut moves);
        moves.contains(&mv)
    }

    #[inline(always)]
    fn board(&self) -> &Board {
        self.position.board()
    }

    #[inline(always)]
    fn state(&self) -> &State {
        self.position.state()
    }

    /// The wanted moves of these units.
    #[inline(always)]
    fn generate<S: Sink>(&self, wanted: Wanted, units: Bitboard, sink: &mut S) {
        if self.position.lost().is_some() {
            return;
        }
        if R::PLACEMENT && self.state().pocket {
            return self.placements(wanted, units, sink);
        }
        let (board, side) = (self.board(), self.state().side);
        let goals = match wanted {
            Wanted::All => !board.side(side),
            Wanted::Tactical => board.side(!side),
            Wanted::Quiet => !board.occupied(),
        };
        let goals = goals.without(untouchable(self.position));
        let movers = self.movable & units;
        let mask = goals & self.guard.mask();
        if mask.any() {
            self.officers(movers, mask, sink);
            self.pawns(movers, wanted, sink);
        }
        self.king(movers, wanted, goals, sink);
    }

    #[inline(always)]
    fn placements<S: Sink>(&self, wanted: Wanted, units: Bitboard, sink: &mut S) {
        if wanted != Wanted::Tactical {
            for square in (Bitboard::RANK_1 & units).without(self.board().occupied()) {
                sink.push(Move::placement(square));
            }
        }
    }

    #[inline(always)]
    fn officers<S: Sink>(&self, movers: Bitboard, mask: Bitboard, sink: &mut S) {
        let (board, side) = (self.board(), self.state().side);
        let occupied = board.occupied();
        let special = self.guard.special();
        let mut kind_moves = |kind: PieceKind| {
            let goals = mask.without(self.guard.shunned(kind));
            let units = board.of(side, kind) & movers;
            for from in units.without(special) {
                sink.unit(from, attacks::of_kind(kind, from, occupied) & goals);
            }
            for from in units & special {
                let targets = attacks::of_kind(kind, from, occupied) & goals;
                sink.unit(from, self.guard.confine(board, from, kind, targets));
            }
        };
        if R::royal(side) == PieceKind::Maharajah {
            return kind_moves(PieceKind::Maharajah);
        }
        kind_moves(PieceKind::Knight);
        kind_moves(PieceKind::Bishop);
        kind_moves(PieceKind::Rook);
        kind_moves(PieceKind::Queen);
    }

    #[inline(always)]
    fn pawns<S: Sink>(&self, movers: Bitboard, wanted: Wanted, sink: &mut S) {
        let (board, state) = (self.board(), self.state());
        let pawns = board.of(state.side, PieceKind::Pawn) & movers;
        if pawns.is_empty() {
            return;
        }
        let special = self.guard.special();
        self.pawn_set(pawns.without(special), wanted, |targets| targets, sink);
        for from in pawns & special {
            let confine = |targets| self.guard.confine(board, from, PieceKind::Pawn, targets);
            self.pawn_set(Bitboard::of(from), wanted, confine, sink);
        }
        if let (true, Some(to)) = (wanted != Wanted::Quiet, state.en_passant) {
            for from in attacks::pawn(!state.side, to) & pawns {
                let mv = Move::new(from, to, MoveFlag::EnPassant);
                if is_admitted(self.position, mv) {
                    sink.push(mv);
                }
            }
        }
    }

    /// Steps and captures of several pawns at once; `confine` leaves the legal targets.
    #[inline(always)]
    fn pawn_set<S: Sink>(
        &self,
        pawns: Bitboard,
        wanted: Wanted,
        confine: impl Fn(Bitboard) -> Bitboard,
        sink: &mut S,
    ) {
        let (board, side) = (self.board(), self.state().side);
        let (empty, enemies) = (!board.occupied(), board.side(!side));
        let shunned = self.guard.shunned(PieceKind::Pawn);
        let mask = self.guard.mask();
        let last = if R::PAWNS_PROMOTE { Bitboard::relative_rank(side, 7) } else { Bitboard::EMPTY };
        let (ahead, step) = (pawns.forward(side), if side == Color::White { 8 } else { -8 });
        let single = ahead & empty;
        let ordinary = mask.without(last | shunned);
        if wanted != Wanted::Tactical {
            // Where enemy pawns attack the square stepped over, they observe the pawn that passes it.
            let double = (single & Bitboard::relative_rank(side, 2)).without(shunned).forward(side) & empty;
            sink.pawns(confine(single & ordinary), step, MoveFlag::Normal);
            sink.pawns(confine(double & ordinary), 2 * step, MoveFlag::DoubleStep);
        }
        if wanted != Wanted::Quiet {
            let (east, west) = (ahead.east() & enemies, ahead.west() & enemies);
            sink.pawns(confine(east & ordinary), step + 1, MoveFlag::Normal);
            sink.pawns(confine(west & ordinary), step - 1, MoveFlag::Normal);
            if ahead.meets(last) {
                for (targets, step) in [(single, step), (east, step + 1), (west, step - 1)] {
                    self.promotions(targets & last & mask, step, sink);
                }
            }
        }
    }

    fn promotions<S: Sink>(&self, targets: Bitboard, step: i8, sink: &mut S) {
        for to in targets {
            let from = Square::new((to.index() as u8).wrapping_add_signed(-step));
            for kind in PieceKind::PROMOTIONS {
                if self.guard.may_promote(self.board(), from, to, kind) {
                    sink.push(Move::promotion(from, to, kind));
                }
            }
        }
    }

    #[inline(always)]
    fn king<S: Sink>(&self, movers: Bitboard, wanted: Wanted, goals: Bitboard, sink: &mut S) {
        let (board, state) = (self.board(), self.state());
        let Some(from) = (board.of(state.side, PieceKind::King) & movers).first() else { return };
        let steps = attacks::king(from) & goals;
        if steps.any() {
            sink.unit(from, self.guard.confine_king(board, steps));
        }
        if wanted != Wanted::Tactical && state.castling.any(state.side) && !self.position.in_check() {
            self.castlings(from, sink);
        }
    }

    /// The king must be safe on the square it crosses, with the rook still at home.
    fn castlings<S: Sink>(&self, from: Square, sink: &mut S) {
        let (board, state) = (self.board(), self.state());
        for wing in CastlingSide::ALL {
            let (right, path) = (state.castling.has(state.side, wing), wing.path(state.side));
            if !right
                || board.occupied().meets(path)
                || !self.guard.king_is_safe(board, wing.rook_to(state.side))
            {
                continue;
            }
            let to = wing.king_to(state.side);
            let mv = Move::new(from, to, MoveFlag::Castle);
            let ends_safe = match R::Guard::CASTLING_ENDS_SAFE {
                true => self.guard.king_is_safe(board, to),
                false => is_admitted(self.position, mv),
            };
            if ends_safe {
                sink.push(mv);
            }
        }
    }
}
