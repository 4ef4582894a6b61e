//! A move in sixteen bits.

use std::fmt;

use super::{PieceKind, Square};

/// What is special about a move. The four promotions follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveFlag {
    /// An ordinary move or capture.
    Normal = 0,
    /// A pawn's step of two squares.
    DoubleStep = 1,
    /// The king's two-square move; the rook follows.
    Castle = 2,
    /// A pawn takes a pawn that has just made its double step.
    EnPassant = 3,
    /// The maharajah is placed from the pocket: origin and target are the same square.
    Placement = 4,
    /// The pawn becomes a knight.
    PromoteKnight = 8,
    /// The pawn becomes a bishop.
    PromoteBishop = 9,
    /// The pawn becomes a rook.
    PromoteRook = 10,
    /// The pawn becomes a queen.
    PromoteQueen = 11,
}

/// A move: six bits each for origin and target, four for the flag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Move(u16);

impl Move {
    /// No move: the null move of the search and the empty slot of a table. Never legal.
    pub const NONE: Move = Move(0);

    /// A move with a flag.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Self {
        Move(from.index() as u16 | (to.index() as u16) << 6 | (flag as u16) << 12)
    }

    /// An ordinary move.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Self {
        Move::new(from, to, MoveFlag::Normal)
    }

    /// A promotion; `kind` is a knight, bishop, rook or (for any other kind) a queen.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, kind: PieceKind) -> Self {
        let flag = match kind {
            PieceKind::Knight => MoveFlag::PromoteKnight,
            PieceKind::Bishop => MoveFlag::PromoteBishop,
            PieceKind::Rook => MoveFlag::PromoteRook,
            _ => MoveFlag::PromoteQueen,
        };
        Move::new(from, to, flag)
    }

    /// The maharajah's placement.
    #[inline(always)]
    pub const fn placement(to: Square) -> Self {
        Move::new(to, to, MoveFlag::Placement)
    }

    /// The move with these sixteen bits, as [`Move::bits`] gave them.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Move(bits)
    }

    /// The sixteen bits, for tables and files.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the unit comes from (for a placement: where it goes).
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Where the unit goes; the king's target in castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// What is special about the move.
    #[inline(always)]
    pub const fn flag(self) -> MoveFlag {
        match self.0 >> 12 {
            1 => MoveFlag::DoubleStep,
            2 => MoveFlag::Castle,
            3 => MoveFlag::EnPassant,
            4 => MoveFlag::Placement,
            8 => MoveFlag::PromoteKnight,
            9 => MoveFlag::PromoteBishop,
            10 => MoveFlag::PromoteRook,
            11 => MoveFlag::PromoteQueen,
            _ => MoveFlag::Normal,
        }
    }

    /// What the pawn becomes, if the move is a promotion.
    #[inline(always)]
    pub const fn promotes_to(self) -> Option<PieceKind> {
        match self.0 >> 12 {
            8 => Some(PieceKind::Knight),
            9 => Some(PieceKind::Bishop),
            10 => Some(PieceKind::Rook),
            11 => Some(PieceKind::Queen),
            _ => None,
        }
    }

    /// True for [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// UCI notation: `e2e4`, `e7e8q`, `M@e1`; [`Move::NONE`] is `0000`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        if self.flag() == MoveFlag::Placement {
            return write!(f, "M@{}", self.to());
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotes_to() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
