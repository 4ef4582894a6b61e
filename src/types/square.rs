//! The sixty-four squares.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A square of the board: `a1` is 0, `b1` is 1, `h8` is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The corner squares and home squares that castling names.
    pub const A1: Square = Square(0);
    /// b1.
    pub const B1: Square = Square(1);
    /// c1.
    pub const C1: Square = Square(2);
    /// d1.
    pub const D1: Square = Square(3);
    /// e1.
    pub const E1: Square = Square(4);
    /// f1.
    pub const F1: Square = Square(5);
    /// g1.
    pub const G1: Square = Square(6);
    /// h1.
    pub const H1: Square = Square(7);
    /// e8.
    pub const E8: Square = Square(60);
    /// h8.
    pub const H8: Square = Square(63);

    /// The square with this index; the index is taken modulo 64.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        Square(index & 63)
    }

    /// The square on `file` (0 is a) and `rank` (0 is the first), both modulo 8.
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Self {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// The index, 0 to 63, for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The rank as `color` counts it: 0 is its own first rank.
    #[inline(always)]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The same square seen from the other side of the board: a1 becomes a8.
    #[inline(always)]
    pub const fn flipped(self) -> Self {
        Square(self.0 ^ 56)
    }

    /// The square as `color` sees it, its own first rank at the bottom.
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flipped(),
        }
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Square::at(file as u8, rank as u8))
        }
    }

    /// The square one step ahead as `color` moves; wraps at the board's edge.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Square::new(self.0.wrapping_add(8)),
            Color::Black => Square::new(self.0.wrapping_sub(8)),
        }
    }

    /// King steps between the two squares.
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        let rank = char::from(b'1' + self.rank());
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square (a1 to h8)")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}
