//! What a position is beside its board.

use super::CastlingRights;
use crate::types::{Bitboard, Color, Square, zobrist};

/// Side to move, rights and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Whose turn it is.
    pub side: Color,
    /// Castlings not yet forfeited.
    pub castling: CastlingRights,
    /// The square a pawn has just stepped over, if a pawn of the side to move attacks it - also
    /// when that pawn may not capture: the attack alone paralyses in Madrasi.
    pub en_passant: Option<Square>,
    /// The maharajah is still to be placed.
    pub pocket: bool,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u16,
    /// The number of the move, 1 at the start.
    pub fullmove: u16,
}

impl State {
    /// White to move, no rights.
    pub const EMPTY: State = State {
        side: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        pocket: false,
        halfmove: 0,
        fullmove: 1,
    };

    /// The pawn that has just made the double step to which the e.p. right belongs.
    #[inline(always)]
    pub fn en_passant_victim(&self) -> Bitboard {
        match self.en_passant {
            Some(square) => Bitboard::of(square.forward(!self.side)),
            None => Bitboard::EMPTY,
        }
    }

    /// The part of the position's hash key that does not come from the board.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let mut key = zobrist::side(self.side) ^ zobrist::castling(self.castling.bits());
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.pocket {
            key ^= zobrist::pocket();
        }
        key
    }
}
