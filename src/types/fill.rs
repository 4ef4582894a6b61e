//! The moves of many like units at once: whole sets of squares are pushed along the eight
//! directions, so a set of fifty possible maharajahs costs as much as one.

use super::{Bitboard, Color, PieceKind, attacks};

/// Distances of the four upward directions: east, north, north-west, north-east. The downward
/// directions are their opposites.
const STEPS: [u32; 4] = [1, 8, 7, 9];
const NOT_A: u64 = !Bitboard::FILE_A.0;
const NOT_H: u64 = !Bitboard::FILE_H.0;
/// Where an upward step can end without having wrapped around the edge.
const UP: [u64; 4] = [NOT_A, !0, NOT_H, NOT_A];
/// Where a downward step can end without having wrapped around the edge.
const DOWN: [u64; 4] = [NOT_H, !0, NOT_A, NOT_H];

/// What rook movers on `straight` and bishop movers on `diagonal` attack together, when `empty` are
/// the squares they can pass. Parallel-prefix (Kogge-Stone) fill, four directions side by side.
#[inline(always)]
pub fn slides(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> Bitboard {
    let from = [straight.0, straight.0, diagonal.0, diagonal.0];
    let mut attacked = [0; 4];
    for lane in 0..4 {
        let step = STEPS[lane];
        let (mut fill, mut path) = (from[lane], empty.0 & UP[lane]);
        fill |= path & (fill << step);
        path &= path << step;
        fill |= path & (fill << (2 * step));
        path &= path << (2 * step);
        fill |= path & (fill << (4 * step));
        attacked[lane] = UP[lane] & (fill << step);
    }
    for lane in 0..4 {
        let step = STEPS[lane];
        let (mut fill, mut path) = (from[lane], empty.0 & DOWN[lane]);
        fill |= path & (fill >> step);
        path &= path >> step;
        fill |= path & (fill >> (2 * step));
        path &= path >> (2 * step);
        fill |= path & (fill >> (4 * step));
        attacked[lane] |= DOWN[lane] & (fill >> step);
    }
    Bitboard(attacked[0] | attacked[1] | attacked[2] | attacked[3])
}

/// What knights on these squares attack together.
#[inline(always)]
pub fn knights(from: Bitboard) -> Bitboard {
    let near = from.east().0 | from.west().0;
    let far = from.east().east().0 | from.west().west().0;
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

/// Where a maharajah that may stand on any of these squares can go: through `empty` squares, up to
/// and including the first unit in its way.
///
/// Moves can be read backwards: these are also the squares from which some square of the set is
/// attacked.
#[inline(always)]
pub fn maharajahs(from: Bitboard, empty: Bitboard) -> Bitboard {
    slides(from, from, empty) | knights(from)
}

/// What all units of a side attack together. `of` gives its units of a kind, other than a maharajah;
/// `occupied` are the squares that block lines.
#[inline(always)]
pub fn army(side: Color, of: impl Fn(PieceKind) -> Bitboard, occupied: Bitboard) -> Bitboard {
    let (king, queens) = (of(PieceKind::King), of(PieceKind::Queen));
    let row = king | king.east() | king.west();
    slides(of(PieceKind::Rook) | queens, of(PieceKind::Bishop) | queens, !occupied)
        | knights(of(PieceKind::Knight))
        | attacks::pawns(side, of(PieceKind::Pawn))
        | king.east()
        | king.west()
        | Bitboard(row.0 << 8 | row.0 >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one_by_one(set: Bitboard, attack: impl Fn(crate::types::Square) -> Bitboard) -> Bitboard {
        set.map(attack).fold(Bitboard::EMPTY, |all, one| all | one)
    }

    proptest! {
        #[test]
        fn sets_equal_units_one_by_one(from in any::<u64>(), other in any::<u64>(), thin in any::<u64>(),
                                       units in any::<u64>()) {
            let (from, diagonal, units) = (Bitboard(from & thin), Bitboard(other & thin), Bitboard(units & thin));
            prop_assert_eq!(
                maharajahs(from, !units),
                one_by_one(from, |square| attacks::maharajah(square, units))
            );
            prop_assert_eq!(
                slides(from, diagonal, !units),
                one_by_one(from, |square| attacks::rook(square, units))
                    | one_by_one(diagonal, |square| attacks::bishop(square, units))
            );
        }
    }
}
