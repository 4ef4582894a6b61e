//! A set of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// A set of squares; bit `i` is the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The first rank.
    pub const RANK_1: Bitboard = Bitboard(0xff);
    /// The eighth rank.
    pub const RANK_8: Bitboard = Bitboard(0xff << 56);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

    /// The set of this one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Bitboard(1 << square.index())
    }

    /// All squares of a file, 0 (a) to 7 (h).
    #[inline(always)]
    pub const fn file(file: u8) -> Self {
        Bitboard(Self::FILE_A.0 << (file & 7))
    }

    /// All squares of a rank, 0 to 7.
    #[inline(always)]
    pub const fn rank(rank: u8) -> Self {
        Bitboard(Self::RANK_1.0 << ((rank & 7) * 8))
    }

    /// All squares of the rank that `color` counts as `rank`, 0 to 7.
    #[inline(always)]
    pub const fn relative_rank(color: Color, rank: u8) -> Self {
        match color {
            Color::White => Self::rank(rank),
            Color::Black => Self::rank(7 - (rank & 7)),
        }
    }

    /// True if the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// True if the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// True if every square of `other` is in this set.
    #[inline(always)]
    pub const fn covers(self, other: Bitboard) -> bool {
        other.0 & !self.0 == 0
    }

    /// True if the set has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the set has a square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True if the set has two squares or more.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set has.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The set without the squares of `other`.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Self {
        Bitboard(self.0 & !other.0)
    }

    /// The set with this square added.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Self {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The union, for constant expressions.
    #[inline(always)]
    pub const fn union(self, other: Bitboard) -> Self {
        Bitboard(self.0 | other.0)
    }

    /// Every square moved one rank ahead as `color` moves; what leaves the board is lost.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one file towards the h-file.
    #[inline(always)]
    pub const fn east(self) -> Self {
        Bitboard((self.0 & !Self::FILE_H.0) << 1)
    }

    /// Every square moved one file towards the a-file.
    #[inline(always)]
    pub const fn west(self) -> Self {
        Bitboard((self.0 & !Self::FILE_A.0) >> 1)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.count() as usize;
        (n, Some(n))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! binary {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}
binary!(BitAnd bitand BitAndAssign bitand_assign &);
binary!(BitOr bitor BitOrAssign bitor_assign |);
binary!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
