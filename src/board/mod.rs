//! Who stands where, whose turn it is, and the FEN text of both: facts, no rules.

mod castling;
pub mod fen;
mod state;

pub use castling::{CastlingRights, CastlingSide};
pub use state::State;

use crate::types::{Bitboard, Color, Piece, PieceKind, Square, attacks};

/// The units on the board, by kind, by side and by square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    kinds: [Bitboard; PieceKind::COUNT],
    sides: [Bitboard; 2],
    cells: [Cell; 64],
}

/// What stands on one square, in one byte: the kind and, at bit 3, the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell(u8);

impl Cell {
    const EMPTY: Cell = Cell(PieceKind::COUNT as u8);

    #[inline(always)]
    const fn of(piece: Piece) -> Self {
        Cell(piece.kind as u8 | (piece.color as u8) << 3)
    }

    #[inline(always)]
    fn kind(self) -> Option<PieceKind> {
        PieceKind::ALL.get(usize::from(self.0 & 7)).copied()
    }
}

impl Board {
    /// A board without units.
    pub const EMPTY: Board = Board {
        kinds: [Bitboard::EMPTY; PieceKind::COUNT],
        sides: [Bitboard::EMPTY; 2],
        cells: [Cell::EMPTY; 64],
    };

    /// The units of one side and kind.
    #[inline(always)]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()] & self.sides[color.index()]
    }

    /// The units of one kind, both sides.
    #[inline(always)]
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The units of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> Bitboard {
        self.sides[color.index()]
    }

    /// All squares with a unit.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The unit on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let cell = self.cells[square.index()];
        let color = if cell.0 & 8 == 0 { Color::White } else { Color::Black };
        cell.kind().map(|kind| Piece { color, kind })
    }

    /// The kind of the unit on a square.
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.cells[square.index()].kind()
    }

    /// Where the king of this side stands, if it has one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, PieceKind::King).first()
    }

    /// Puts a unit on an empty square.
    #[inline(always)]
    pub fn put(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[piece.kind.index()] |= bit;
        self.sides[piece.color.index()] |= bit;
        self.cells[square.index()] = Cell::of(piece);
    }

    /// Takes the unit from a square and returns it, if there is one.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        let bit = Bitboard::of(square);
        self.kinds[piece.kind.index()] ^= bit;
        self.sides[piece.color.index()] ^= bit;
        self.cells[square.index()] = Cell::EMPTY;
        Some(piece)
    }

    /// The units of `by` that attack `square` by geometry alone, among these blockers.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let (knights, kings) = (self.pieces(PieceKind::Knight), self.pieces(PieceKind::King));
        let (bishops, rooks) = (self.pieces(PieceKind::Bishop), self.pieces(PieceKind::Rook));
        let (queens, maharajahs) = (self.pieces(PieceKind::Queen), self.pieces(PieceKind::Maharajah));
        let found = attacks::pawn(!by, square) & self.pieces(PieceKind::Pawn)
            | attacks::knight(square) & (knights | maharajahs)
            | attacks::king(square) & kings
            | attacks::bishop(square, occupied) & (bishops | queens | maharajahs)
            | attacks::rook(square, occupied) & (rooks | queens | maharajahs);
        found & self.side(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn put_take_and_look() {
        let mut board = Board::EMPTY;
        let rook = Piece::new(Color::Black, PieceKind::Rook);
        board.put(rook, Square::E8);
        assert_eq!(board.piece_at(Square::E8), Some(rook));
        assert_eq!(board.attackers(Square::E1, Color::Black, board.occupied()), Bitboard::of(Square::E8));
        assert_eq!(board.take(Square::E8), Some(rook));
        assert_eq!(board, Board::EMPTY);
        assert_eq!(board.take(Square::E8), None);
    }
}
