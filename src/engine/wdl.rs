//! Chances of winning, drawing and losing from a score.
//!
//! Two logistic curves per rule set: a score of `even` centipawns wins half of the games, and
//! `spread` says how fast the chance rises around it. Losing is the mirror image, drawing what is
//! left. The numbers are rough: a lead decides sooner where draws are rare.

use crate::rules::Variant;
use crate::types::Score;

struct Curve {
    variant: Variant,
    even: f64,
    spread: f64,
}

const CURVES: [Curve; 6] = [
    Curve { variant: Variant::Chess, even: 150.0, spread: 60.0 },
    Curve { variant: Variant::Madrasi, even: 150.0, spread: 75.0 },
    Curve { variant: Variant::MadrasiRi, even: 150.0, spread: 75.0 },
    Curve { variant: Variant::Isardam, even: 130.0, spread: 75.0 },
    Curve { variant: Variant::IsardamB, even: 130.0, spread: 75.0 },
    Curve { variant: Variant::Maharajah, even: 60.0, spread: 80.0 },
];

/// Winning, drawing and losing in permille, from the side to move; they add up to 1000.
pub(super) fn chances(variant: Variant, score: Score) -> [u32; 3] {
    if score.is_mate() {
        return if score > Score::DRAW { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let (even, spread) = CURVES
        .iter()
        .find(|curve| curve.variant == variant)
        .map_or((150.0, 60.0), |curve| (curve.even, curve.spread));
    let chance = |score: f64| (1000.0 / (1.0 + ((even - score) / spread).exp())).round() as u32;
    let win = chance(f64::from(score.0));
    let loss = chance(-f64::from(score.0)).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for variant in Variant::ALL {
            assert!(CURVES.iter().any(|curve| curve.variant == variant));
            let mut last = 0;
            for score in -3000..=3000 {
                let [win, draw, loss] = chances(variant, Score(score));
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last);
                let [mirrored, _, _] = chances(variant, Score(-score));
                assert!(loss.abs_diff(mirrored) <= 1);
                last = win;
            }
        }
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(chances(Variant::Chess, Score::mate_in(3)), [1000, 0, 0]);
        assert_eq!(chances(Variant::Chess, Score::mated_in(4)), [0, 0, 1000]);
    }
}
