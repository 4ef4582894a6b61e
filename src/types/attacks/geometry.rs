//! How sliders see: rays walked step by step, the relevant occupancy, and the index of a line-up of
//! blockers into the attack table. Shared by the library and by the build script that fills the
//! table, so it knows nothing but machine words.

/// Rook directions as (file, rank) steps.
pub(super) const ROOK_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Bishop directions as (file, rank) steps.
pub(super) const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Entries of the table of both sliders.
pub(super) const TABLE_SIZE: usize = 107_648;

/// The squares a slider on `square` attacks, walked ray by ray: the definition.
pub(super) const fn walk(square: usize, steps: &[(i32, i32); 4], occupied: u64) -> u64 {
    let mut attacked = 0;
    let mut i = 0;
    while i < 4 {
        let (df, dr) = steps[i];
        let mut file = (square & 7) as i32 + df;
        let mut rank = (square >> 3) as i32 + dr;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1u64 << (rank * 8 + file);
            attacked |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
        i += 1;
    }
    attacked
}

/// The squares whose occupancy matters to a slider on `square`: its rays less their last squares.
pub(super) const fn relevant(square: usize, steps: &[(i32, i32); 4]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let (df, dr) = steps[i];
        let mut file = (square & 7) as i32 + df;
        let mut rank = (square >> 3) as i32 + dr;
        while file + df >= 0 && file + df < 8 && rank + dr >= 0 && rank + dr < 8 {
            mask |= 1u64 << (rank * 8 + file);
            file += df;
            rank += dr;
        }
        i += 1;
    }
    mask
}

/// Everything needed to look one slider up on one square.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    /// The relevant occupancy.
    pub mask: u64,
    /// Where this square's entries begin in the table.
    pub offset: u32,
    /// The multiplier that spreads the relevant occupancy over the index bits.
    pub magic: u64,
    /// How far the product is shifted down.
    pub shift: u32,
}

/// The lookups of one slider on all squares; the first entry of a1 stands at `offset`.
pub(super) const fn lookups(steps: &[(i32, i32); 4], magics: &[u64; 64], mut offset: u32) -> [Lookup; 64] {
    let mut all = [Lookup { mask: 0, offset: 0, magic: 0, shift: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, steps);
        let bits = mask.count_ones();
        all[square] = Lookup { mask, offset, magic: magics[square], shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    all
}

/// Bishops come first in the table.
pub(super) const BISHOP: [Lookup; 64] = lookups(&BISHOP_STEPS, &super::magics::BISHOP, 0);
/// Rooks follow them.
pub(super) const ROOK: [Lookup; 64] = lookups(&ROOK_STEPS, &super::magics::ROOK, 5_248);

/// The table index by multiplication, for processors without PEXT.
#[inline(always)]
pub(super) const fn magic_index(lookup: &Lookup, occupied: u64) -> usize {
    let spread = (occupied & lookup.mask).wrapping_mul(lookup.magic) >> lookup.shift;
    lookup.offset as usize + spread as usize
}
