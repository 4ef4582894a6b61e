//! Pawns, knights and kings: constant tables.

use crate::types::{Bitboard, Color, Square};

/// What a knight on `square` attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// What a king on `square` attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// What a pawn of this side on `square` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// What all these pawns of one side attack together.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}

static KNIGHT: [Bitboard; 64] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

const fn leaps(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::new(from as u8).offset(steps[i].0, steps[i].1) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_at_the_edge() {
        assert_eq!(knight(Square::A1).count(), 2);
        assert_eq!(king(Square::A1).count(), 3);
        assert_eq!(pawn(Color::White, Square::A1).count(), 1);
        assert!(pawn(Color::Black, Square::A1).is_empty());
    }

    #[test]
    fn pawns_together_equal_pawns_one_by_one() {
        for color in Color::ALL {
            for square in Square::all() {
                assert_eq!(pawns(color, Bitboard::of(square)), pawn(color, square));
            }
        }
    }
}
