//! Random words from which position keys are built.
//!
//! The words come from the SplitMix64 sequence (Steele, Lea, Flood 2014), computed at build time,
//! so keys are the same on every machine.

use super::{Color, Piece, PieceKind, Square};

const PIECES: usize = 2 * PieceKind::COUNT * 64;

struct Words {
    pieces: [u64; PIECES],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black_to_move: u64,
    pocket: u64,
    variants: [u64; 16],
}

static WORDS: Words = words();

/// The next word of the sequence that `state` is in.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = split_mix(state);
        i += 1;
    }
    words
}

const fn words() -> Words {
    let mut state = 0x5E90_1935;
    Words {
        pieces: fill(&mut state),
        castling: fill(&mut state),
        en_passant: fill(&mut state),
        black_to_move: split_mix(&mut state),
        pocket: split_mix(&mut state),
        variants: fill(&mut state),
    }
}

/// A unit on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    WORDS.pieces[(piece.color.index() * PieceKind::COUNT + piece.kind.index()) * 64 + square.index()]
}

/// The castling rights, as their four bits.
#[inline(always)]
pub fn castling(bits: u8) -> u64 {
    WORDS.castling[(bits & 15) as usize]
}

/// An e.p. square that belongs to the position.
#[inline(always)]
pub fn en_passant(square: Square) -> u64 {
    WORDS.en_passant[square.file() as usize]
}

/// The side to move.
#[inline(always)]
pub fn side(color: Color) -> u64 {
    if color == Color::Black { WORDS.black_to_move } else { 0 }
}

/// The maharajah in the pocket.
#[inline(always)]
pub fn pocket() -> u64 {
    WORDS.pocket
}

/// The salt of a rule set, so that equal boards under different rules have different keys.
#[inline(always)]
pub fn variant(index: usize) -> u64 {
    WORDS.variants[index & 15]
}
