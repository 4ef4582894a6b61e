//! Who attacks what: found out once for a position, read by all terms.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// How many units of a side are looked at one by one; problems may have more.
const MOST: usize = 32;

/// A unit that is neither pawn nor king, and what it attacks by geometry.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) square: Square,
    pub(super) kind: PieceKind,
    pub(super) attacks: Bitboard,
}

/// The attacks of a position. Units that cannot move attack nothing here: they neither take nor
/// guard. They do hold their like, which is what `observed` is about.
pub(super) struct Survey<'a> {
    pub(super) board: &'a Board,
    /// Units that their like holds, of both sides.
    pub(super) paralysed: Bitboard,
    /// Units other than pawns and kings, by side.
    pub(super) units: [ArrayVec<Unit, MOST>; 2],
    /// What able units of a kind attack, by side and kind.
    pub(super) by_kind: [[Bitboard; PieceKind::COUNT]; 2],
    /// What all units of a kind attack by geometry, able or not.
    pub(super) observed: [[Bitboard; PieceKind::COUNT]; 2],
    /// What able units attack, by side.
    pub(super) all: [Bitboard; 2],
    /// What two able units or more attack, by side.
    pub(super) twice: [Bitboard; 2],
    /// What pawns attack, able ones only.
    pub(super) pawns: [Bitboard; 2],
}

impl<'a> Survey<'a> {
    /// Looks at a position.
    pub(super) fn of<R: Rules>(position: &'a Position<R>) -> Self {
        let mut survey = Survey {
            board: position.board(),
            paralysed: position.paralysed(),
            units: [ArrayVec::new(), ArrayVec::new()],
            by_kind: [[Bitboard::EMPTY; PieceKind::COUNT]; 2],
            observed: [[Bitboard::EMPTY; PieceKind::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            pawns: [Bitboard::EMPTY; 2],
        };
        for side in Color::ALL {
            survey.add_pawns(side);
            survey.add_units(side);
        }
        survey
    }

    fn add_pawns(&mut self, side: Color) {
        let pawns = self.board.of(side, PieceKind::Pawn);
        let able = pawns.without(self.paralysed).forward(side);
        let (east, west) = (able.east(), able.west());
        let us = side.index();
        self.pawns[us] = east | west;
        self.all[us] = east | west;
        self.twice[us] = east & west;
        self.by_kind[us][PieceKind::Pawn.index()] = east | west;
        let ahead = pawns.forward(side);
        self.observed[us][PieceKind::Pawn.index()] = ahead.east() | ahead.west();
    }

    fn add_units(&mut self, side: Color) {
        let occupied = self.board.occupied();
        let us = side.index();
        for square in self.board.side(side).without(self.board.pieces(PieceKind::Pawn)) {
            let Some(piece) = self.board.piece_at(square) else { continue };
            let reach = attacks::of_kind(piece.kind, square, occupied);
            let kind = piece.kind.index();
            self.observed[us][kind] |= reach;
            if !self.paralysed.has(square) {
                self.by_kind[us][kind] |= reach;
                self.twice[us] |= self.all[us] & reach;
                self.all[us] |= reach;
            }
            if piece.kind != PieceKind::King {
                let _ = self.units[us].try_push(Unit { square, kind: piece.kind, attacks: reach });
            }
        }
    }

    /// What able units of other kinds than this attack.
    pub(super) fn by_others(&self, side: Color, kind: PieceKind) -> Bitboard {
        let maps = &self.by_kind[side.index()];
        let others = PieceKind::ALL.into_iter().filter(|other| *other != kind);
        others.fold(Bitboard::EMPTY, |sum, other| sum | maps[other.index()])
    }
}
