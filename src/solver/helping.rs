//! Help play, the last move but one: which moves let the other side mate at once?
//!
//! Most moves leave the king a flight that no single move can take. A move of another unit than the king
//! takes at most one flight, by standing on it; it helps further only if its leaving opens a line or a
//! path for the mating side. Everything that cannot be judged so is kept: no line is ever lost.

use super::checking::{Aim, flights};
use crate::board::Board;
use crate::movegen::{MoveList, add_legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square, attacks};

/// Adds the legal moves after which the other side may have a mate in one to an empty list: all such, and
/// some more.
pub fn add_helping_moves<R: Rules>(position: &Position<R>, moves: &mut MoveList) {
    add_legal_moves(position, moves);
    if let Some(help) = Help::new(position) {
        moves.retain(|mv| help.may_come_from(*mv));
    }
}

/// What a move must do to help, where that is known.
struct Help<'a, R: Rules> {
    position: &'a Position<R>,
    king: Square,
    /// Squares whose occupation alone completes a mate.
    blocks: Bitboard,
    /// Squares whose leaving opens something for the mating side.
    lines: Bitboard,
}

impl<'a, R: Rules> Help<'a, R> {
    /// None if every move may help.
    fn new(position: &'a Position<R>) -> Option<Self> {
        let (board, mater) = (position.board(), !position.side());
        let king = board.king(!mater)?;
        let aim = Aim::new::<R>(board, mater);
        let flights = flights::<R>(board, mater);
        let pawns = board.of(mater, PieceKind::Pawn);
        let promotes = R::PAWNS_PROMOTE && pawns.meets(Bitboard::relative_rank(mater, 6));
        if aim.is_loose() || promotes || position.state().castling.any(mater) || !flights.several() {
            return None;
        }
        let occupied = board.occupied();
        let ahead = pawns.forward(mater);
        // Also lines to the king, on which checks may come once they are longer.
        let lines = seen_by_riders(board, mater, occupied) | ahead | ahead.forward(mater);
        let mut help =
            Help { position, king, blocks: Bitboard::EMPTY, lines: lines | attacks::queen(king, occupied) };
        for kind in PieceKind::ALL {
            // A king cannot check, but for opening a line: then the aim is loose.
            if kind != PieceKind::King {
                let squares = aim.squares(kind);
                board.of(mater, kind).try_for_each(|from| help.add(kind, from, squares, flights))?;
            }
        }
        Some(help)
    }

    /// Looks at all checks that this unit may give on `squares`. None if one of them takes all flights.
    fn add(&mut self, kind: PieceKind, from: Square, squares: Bitboard, flights: Bitboard) -> Option<()> {
        let (board, mater) = (self.position.board(), !self.position.side());
        let checks = reach(board, mater, kind, from) & squares;
        if checks.is_empty() {
            return Some(());
        }
        // What the other units see and guard once this one has left its square.
        let lifted = board.occupied().without(Bitboard::of(from)).without(Bitboard::of(self.king));
        let guarded = |to: Square| board.attackers(to, mater, lifted).without(Bitboard::of(from)).any();
        let open: Bitboard = flights.filter(|&to| !guarded(to)).collect();
        self.lines |= seen_by_riders(board, mater, lifted);
        for to in checks {
            let taken = attacks::of_unit(mater, kind, to, lifted);
            self.lines |= taken;
            let left = open.without(taken.with(to));
            let flight = left.first()?;
            if !left.several() {
                self.blocks |= Bitboard::of(flight);
            }
        }
        Some(())
    }

    fn may_come_from(&self, mv: Move) -> bool {
        let ordinary = mv.flag() == MoveFlag::Normal || mv.promotes_to().is_some();
        !ordinary
            || mv.from() == self.king
            || self.lines.has(mv.from())
            || self.blocks.has(mv.to())
            || !R::SEPARATES.is_empty() && self.faces_like(mv)
    }

    /// Does the moved unit face a like one beyond its king, so that the king may not step aside?
    fn faces_like(&self, mv: Move) -> bool {
        let (board, side) = (self.position.board(), self.position.side());
        let Some(kind) = mv.promotes_to().or(board.kind_at(mv.from())) else { return true };
        let without_king = board.occupied().without(Bitboard::of(self.king)).without(Bitboard::of(mv.from()));
        attacks::of_kind(kind, mv.to(), without_king).meets(board.of(!side, kind))
    }
}

/// Where the unit may go after any move of the other side that opens nothing for it: captures of its
/// own units count, since they may be taken before.
fn reach(board: &Board, mater: Color, kind: PieceKind, from: Square) -> Bitboard {
    if kind != PieceKind::Pawn {
        return attacks::of_kind(kind, from, board.occupied());
    }
    let one = Bitboard::of(from).forward(mater);
    attacks::pawn(mater, from) | one | one.forward(mater)
}

/// The squares that riders of this side attack among these blockers.
fn seen_by_riders(board: &Board, side: Color, occupied: Bitboard) -> Bitboard {
    let kinds = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::Maharajah];
    let riders = kinds.into_iter().flat_map(|kind| board.of(side, kind).map(move |from| (kind, from)));
    riders.fold(Bitboard::EMPTY, |seen, (kind, from)| seen | attacks::of_kind(kind, from, occupied))
}
