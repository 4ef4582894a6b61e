//! Which squares a unit attacks, by geometry alone: lookups, no rules.
//!
//! Leapers come from constant tables. Sliders come from one table that the build script fills,
//! indexed by PEXT where the target has BMI2 and by magic multiplication elsewhere.

// Part of it serves the build script and the other kind of processor only.
#[allow(dead_code)]
mod geometry;
mod leapers;
mod magics;

use super::{Bitboard, Color, PieceKind, Square};
use geometry::{BISHOP, Lookup, ROOK, TABLE_SIZE};

pub use leapers::{king, knight, pawn, pawns};

/// Bytes at an address that suits a word, so that a lookup is one aligned load.
#[repr(align(64))]
struct Aligned<T>(T);

static TABLE: &Aligned<[u8; TABLE_SIZE * 8]> =
    &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/sliders.bin")));

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[allow(unsafe_code)]
#[inline(always)]
fn index(lookup: &Lookup, occupied: u64) -> usize {
    // SAFETY: this function is compiled only for targets that have BMI2.
    lookup.offset as usize + unsafe { core::arch::x86_64::_pext_u64(occupied, lookup.mask) } as usize
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
fn index(lookup: &Lookup, occupied: u64) -> usize {
    geometry::magic_index(lookup, occupied)
}

#[inline(always)]
fn slide(lookup: &Lookup, occupied: Bitboard) -> Bitboard {
    let (entries, _) = TABLE.0.as_chunks::<8>();
    Bitboard(u64::from_le_bytes(entries[index(lookup, occupied.0)]))
}

/// What a bishop on `square` attacks among these blockers.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&BISHOP_LOOKUPS[square.index()], occupied)
}

/// What a rook on `square` attacks among these blockers.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&ROOK_LOOKUPS[square.index()], occupied)
}

static BISHOP_LOOKUPS: [Lookup; 64] = BISHOP;
static ROOK_LOOKUPS: [Lookup; 64] = ROOK;

/// What a queen on `square` attacks among these blockers.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// What a maharajah on `square` attacks among these blockers: queen and knight in one.
#[inline(always)]
pub fn maharajah(square: Square, occupied: Bitboard) -> Bitboard {
    queen(square, occupied) | knight(square)
}

/// What a unit of this kind attacks; a pawn's attacks depend on its side, see [`pawn`], and are
/// empty here.
#[inline(always)]
pub fn of_kind(kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => Bitboard::EMPTY,
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
        PieceKind::Maharajah => maharajah(square, occupied),
    }
}

/// Squares that a unit of this side attacks, a pawn included.
#[inline(always)]
pub fn of_unit(side: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn(side, from),
        _ => of_kind(kind, from, occupied),
    }
}

/// The squares strictly between two squares of one rank, file or diagonal; else none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()].between
}

/// The whole rank, file or diagonal through both squares, edge to edge; empty if there is none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()].whole
}

#[derive(Clone, Copy)]
struct Segment {
    between: Bitboard,
    whole: Bitboard,
}

static LINES: [[Segment; 64]; 64] = segments();

const fn segments() -> [[Segment; 64]; 64] {
    let none = Segment { between: Bitboard::EMPTY, whole: Bitboard::EMPTY };
    let mut all = [[none; 64]; 64];
    let steps: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
    let mut a = 0;
    while a < 64 {
        let from = Square::new(a as u8);
        let mut i = 0;
        while i < 8 {
            let (df, dr) = steps[i];
            let whole = ray(from, df, dr).union(ray(from, -df, -dr)).with(from);
            let mut passed = Bitboard::EMPTY;
            let mut next = from.offset(df, dr);
            while let Some(to) = next {
                all[a][to.index()] = Segment { between: passed, whole };
                passed = passed.with(to);
                next = to.offset(df, dr);
            }
            i += 1;
        }
        a += 1;
    }
    all
}

const fn ray(from: Square, df: i8, dr: i8) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut next = from.offset(df, dr);
    while let Some(to) = next {
        squares = squares.with(to);
        next = to.offset(df, dr);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::geometry::{BISHOP_STEPS, ROOK_STEPS, magic_index, walk};
    use super::*;

    /// Every square with every line-up of relevant blockers, plus noise where blockers do not count.
    fn each_line_up(lookups: &[Lookup; 64], mut check: impl FnMut(usize, u64)) {
        for (square, lookup) in lookups.iter().enumerate() {
            let mut subset = 0u64;
            loop {
                check(square, subset);
                check(square, subset | (0xA5A5_5A5A_1234_8001 & !lookup.mask));
                subset = subset.wrapping_sub(lookup.mask) & lookup.mask;
                if subset == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn lookups_equal_walked_rays() {
        each_line_up(&BISHOP, |square, occupied| {
            let fast = bishop(Square::new(square as u8), Bitboard(occupied));
            assert_eq!(fast.0, walk(square, &BISHOP_STEPS, occupied));
        });
        each_line_up(&ROOK, |square, occupied| {
            let fast = rook(Square::new(square as u8), Bitboard(occupied));
            assert_eq!(fast.0, walk(square, &ROOK_STEPS, occupied));
        });
    }

    /// The multipliers are proven here also on processors that look up by PEXT.
    #[test]
    fn magic_indices_never_clash() {
        for (lookups, steps) in [(&BISHOP, &BISHOP_STEPS), (&ROOK, &ROOK_STEPS)] {
            let mut table = vec![None; TABLE_SIZE];
            each_line_up(lookups, |square, occupied| {
                let attacked = walk(square, steps, occupied);
                let entry = &mut table[magic_index(&lookups[square], occupied)];
                assert_eq!(*entry.get_or_insert(attacked), attacked, "square {square}");
            });
        }
    }

    #[test]
    fn lines_and_segments() {
        let (a1, d4, h8, b3) = (Square::A1, Square::at(3, 3), Square::H8, Square::at(1, 2));
        assert_eq!(between(a1, d4).count(), 2);
        assert_eq!(between(a1, h8).count(), 6);
        assert_eq!(line(a1, d4), line(h8, d4));
        assert_eq!(line(a1, d4).count(), 8);
        assert!(line(a1, b3).is_empty() && between(a1, b3).is_empty());
    }
}
