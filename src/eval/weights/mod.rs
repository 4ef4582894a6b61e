//! The weights: one file for each rule set, read when the program is compiled.
//!
//! A file holds a pair of integers for each term, in the order of [`terms::GROUPS`]: centipawns
//! in the middlegame and in the endgame. `#` starts a comment. `sepoy tune` writes such files.

mod chances;

use std::fmt::Write;

use super::terms::{self, COUNT};
use crate::rules::Variant;

pub use chances::{Curve, curve};

/// The weights of a rule set: middlegame and endgame, packed into one word by [`pack`].
pub struct Weights(pub [i64; COUNT]);

/// Two values in one word, so that one addition adds both: endgame in the upper half.
pub const fn pack(middle: i32, end: i32) -> i64 {
    ((end as i64) << 32) + middle as i64
}

/// The middlegame and the endgame value of a word or a sum of words.
pub const fn unpack(word: i64) -> (i32, i32) {
    (word as i32, ((word + 0x8000_0000) >> 32) as i32)
}

static CHESS: Weights = parse(include_bytes!("chess.txt"));
static MADRASI: Weights = parse(include_bytes!("madrasi.txt"));
static MADRASI_RI: Weights = parse(include_bytes!("madrasi-ri.txt"));
static ISARDAM: Weights = parse(include_bytes!("isardam.txt"));
static ISARDAM_B: Weights = parse(include_bytes!("isardam-b.txt"));
static MAHARAJAH: Weights = parse(include_bytes!("maharajah.txt"));

/// The weights of this rule set.
pub const fn of(variant: Variant) -> &'static Weights {
    match variant {
        Variant::Chess => &CHESS,
        Variant::Madrasi => &MADRASI,
        Variant::MadrasiRi => &MADRASI_RI,
        Variant::Isardam => &ISARDAM,
        Variant::IsardamB => &ISARDAM_B,
        Variant::Maharajah => &MAHARAJAH,
    }
}

/// Reads a file at compile time; a malformed one does not compile.
const fn parse(text: &[u8]) -> Weights {
    let mut weights = [0; COUNT];
    let mut at = 0;
    let mut term = 0;
    while term < COUNT {
        let (middle, next) = integer(text, at);
        let (end, next) = integer(text, next);
        weights[term] = pack(middle, end);
        at = next;
        term += 1;
    }
    assert!(skip(text, at) == text.len(), "more numbers than terms");
    Weights(weights)
}

/// The first position from `at` that is neither blank nor comment.
const fn skip(text: &[u8], mut at: usize) -> usize {
    let mut comment = false;
    while at < text.len() && (comment || text[at].is_ascii_whitespace() || text[at] == b'#') {
        comment = text[at] != b'\n' && (comment || text[at] == b'#');
        at += 1;
    }
    at
}

const fn integer(text: &[u8], at: usize) -> (i32, usize) {
    let mut at = skip(text, at);
    let negative = at < text.len() && text[at] == b'-';
    if negative {
        at += 1;
    }
    let first = at;
    let mut value = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        value = value * 10 + (text[at] - b'0') as i32;
        at += 1;
    }
    assert!(at > first, "a number is missing");
    (if negative { -value } else { value }, at)
}

/// The text of a weights file with these weights, the same that [`of`] reads.
pub fn write(comment: &str, weights: &[(i32, i32)]) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        let _ = writeln!(text, "# {line}");
    }
    for group in terms::GROUPS {
        let _ = writeln!(text, "# {}", group.name.to_ascii_lowercase());
        for row in weights[group.start..][..group.len].chunks(8) {
            let pairs: Vec<String> = row.iter().map(|(middle, end)| format!("{middle} {end}")).collect();
            let _ = writeln!(text, "{}", pairs.join("  "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_like_two_numbers() {
        for (a, b) in [((5, -7), (-9, 3)), ((-120, -80), (119, 80)), ((0, -1), (-1, 0))] {
            let sum = pack(a.0, a.1) + pack(b.0, b.1);
            assert_eq!(unpack(sum), (a.0 + b.0, a.1 + b.1));
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for variant in Variant::ALL {
            let weights = &of(variant).0;
            let pairs: Vec<_> = weights.iter().map(|word| unpack(*word)).collect();
            let text = write("two\nlines", &pairs);
            assert_eq!(parse(text.as_bytes()).0, *weights);
        }
    }
}
