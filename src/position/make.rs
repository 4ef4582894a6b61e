//! Making a move: the board, the state and the key together.

use super::Position;
use crate::board::{CastlingRights, CastlingSide, State};
use crate::rules::Rules;
use crate::types::{Color, Move, MoveFlag, Piece, PieceKind, Square, attacks, zobrist};

impl<R: Rules> Position<R> {
    /// The position after a legal move, or after [`Move::NONE`], which passes the turn. After a move
    /// that is only pseudo-legal the result is good for judging it, not for generating on; a move from
    /// an empty square changes nothing but the turn.
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next.survey();
        next
    }

    /// The key of the position after a legal move; ordinary moves need not be made for it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let ordinary = mv.flag() == MoveFlag::Normal || mv.promotes_to().is_some();
        let (from, to) = (mv.from(), mv.to());
        let Some(unit) =
            self.board.piece_at(from).filter(|_| ordinary && self.state.castling == CastlingRights::NONE)
        else {
            return self.after(mv).key;
        };
        let landed = Piece::new(unit.color, mv.promotes_to().unwrap_or(unit.kind));
        let taken = self.board.piece_at(to).map_or(0, |piece| zobrist::piece(piece, to));
        let state = State { side: !self.state.side, en_passant: None, ..self.state };
        let moved = zobrist::piece(unit, from) ^ zobrist::piece(landed, to);
        self.key ^ self.state.key() ^ state.key() ^ moved ^ taken
    }

    /// Makes the move on board, state and key.
    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let mover = self.state.side;
        self.key ^= self.state.key();
        self.state.en_passant = None;
        self.state.halfmove = self.state.halfmove.saturating_add(1);
        if !mv.is_none() {
            self.carry_out(mv, mover);
            self.clean = true;
        }
        if mover == Color::Black {
            self.state.fullmove = self.state.fullmove.saturating_add(1);
        }
        self.state.side = !mover;
        self.key ^= self.state.key();
    }

    #[inline(always)]
    fn carry_out(&mut self, mv: Move, mover: Color) {
        let (from, to) = (mv.from(), mv.to());
        if R::PLACEMENT && mv.flag() == MoveFlag::Placement {
            self.put(Piece::new(mover, PieceKind::Maharajah), to);
            self.state.pocket = false;
            self.state.halfmove = 0;
            return;
        }
        let Some(unit) = self.take(from) else { return };
        if self.take(to).is_some() || unit.kind == PieceKind::Pawn {
            self.state.halfmove = 0;
        }
        self.put(Piece::new(mover, mv.promotes_to().unwrap_or(unit.kind)), to);
        if self.state.castling != CastlingRights::NONE {
            self.state.castling = self.state.castling.after(from, to);
        }
        match mv.flag() {
            MoveFlag::DoubleStep => {
                let stepped_over = from.forward(mover);
                let takers = self.board.of(!mover, PieceKind::Pawn);
                if attacks::pawn(mover, stepped_over).meets(takers) {
                    self.state.en_passant = Some(stepped_over);
                }
            }
            MoveFlag::EnPassant => {
                self.take(to.forward(!mover));
            }
            MoveFlag::Castle => {
                let wing = CastlingSide::of_king_target(to);
                if let Some(rook) = self.take(wing.rook_from(mover)) {
                    self.put(rook, wing.rook_to(mover));
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.board.put(piece, square);
        self.key ^= zobrist::piece(piece, square);
    }

    #[inline(always)]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.take(square)?;
        self.key ^= zobrist::piece(piece, square);
        Some(piece)
    }
}
