//! Castling rights and the squares they speak of.

use crate::types::{Bitboard, Color, Square, attacks};

/// The wing a king castles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingSide {
    /// 0-0
    King,
    /// 0-0-0
    Queen,
}

impl CastlingSide {
    /// Both wings.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Where the king stands before castling.
    pub const fn king_from(color: Color) -> Square {
        Square::E1.relative(color)
    }

    /// Where the king goes.
    pub const fn king_to(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::G1.relative(color),
            CastlingSide::Queen => Square::C1.relative(color),
        }
    }

    /// Where the rook stands before castling.
    pub const fn rook_from(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::H1.relative(color),
            CastlingSide::Queen => Square::A1.relative(color),
        }
    }

    /// Where the rook goes: the square that the king crosses.
    pub const fn rook_to(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::F1.relative(color),
            CastlingSide::Queen => Square::D1.relative(color),
        }
    }

    /// The wing whose king's move ends on this square.
    pub const fn of_king_target(to: Square) -> Self {
        if to.file() > 4 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// The squares between king and rook, which must be empty.
    #[inline(always)]
    pub fn path(self, color: Color) -> Bitboard {
        attacks::between(Self::king_from(color), self.rook_from(color))
    }
}

/// Which castlings king and rook have not yet forfeited by moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// None.
    pub const NONE: CastlingRights = CastlingRights(0);

    const fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << (color as u8 * 2 + side as u8)
    }

    /// True if this right is there.
    #[inline(always)]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// True if this side may still castle at all.
    #[inline(always)]
    pub const fn any(self, color: Color) -> bool {
        self.0 & (3 << (color as u8 * 2)) != 0
    }

    /// The rights with this one added.
    pub const fn with(self, color: Color, side: CastlingSide) -> Self {
        CastlingRights(self.0 | Self::bit(color, side))
    }

    /// What is left after a move between these squares: a king or rook that leaves its home
    /// square, or a rook that is captured there, forfeits.
    #[inline(always)]
    pub fn after(self, from: Square, to: Square) -> Self {
        CastlingRights(self.0 & KEPT[from.index()] & KEPT[to.index()])
    }

    /// The four bits, for hash keys.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

static KEPT: [u8; 64] = kept();

const fn kept() -> [u8; 64] {
    let mut table = [15; 64];
    let mut i = 0;
    while i < 2 {
        let color = Color::ALL[i];
        let mut j = 0;
        while j < 2 {
            let side = CastlingSide::ALL[j];
            table[CastlingSide::king_from(color).index()] &= !CastlingRights::bit(color, side);
            table[side.rook_from(color).index()] &= !CastlingRights::bit(color, side);
            j += 1;
        }
        i += 1;
    }
    table
}
