//! From scores to chances: a curve for each rule set.
//!
//! `sepoy tune` prints the curve that fits its training games best; see the method there.

use crate::rules::Variant;

/// A logistic curve: the chance to win at a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score that wins half of the games, in centipawns.
    pub even: f64,
    /// How much more, in centipawns, makes the odds e times better.
    pub spread: f64,
}

impl Curve {
    /// The chance to win, 0 to 1, at a score in centipawns. To lose is to win from the other side.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }
}

const CHESS: Curve = Curve { even: 150.0, spread: 60.0 };
const MADRASI: Curve = Curve { even: 150.0, spread: 75.0 };
const MADRASI_RI: Curve = Curve { even: 150.0, spread: 75.0 };
const ISARDAM: Curve = Curve { even: 130.0, spread: 75.0 };
const ISARDAM_B: Curve = Curve { even: 130.0, spread: 75.0 };
const MAHARAJAH: Curve = Curve { even: 60.0, spread: 80.0 };

/// The curve of this rule set.
pub const fn curve(variant: Variant) -> Curve {
    match variant {
        Variant::Chess => CHESS,
        Variant::Madrasi => MADRASI,
        Variant::MadrasiRi => MADRASI_RI,
        Variant::Isardam => ISARDAM,
        Variant::IsardamB => ISARDAM_B,
        Variant::Maharajah => MAHARAJAH,
    }
}
