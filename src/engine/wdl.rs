//! Chances of winning, drawing and losing from a score.
//!
//! Two logistic curves per rule set: a score of `even` centipawns wins half of the games, and
//! `spread` says how fast the chance rises around it. Losing is the mirror image, drawing what is
//! left. The numbers are rough: a lead decides sooner where draws are rare.

use crate::eval::weights::curve;
use crate::rules::Variant;
use crate::types::Score;

/// Winning, drawing and losing in permille, from the side to move; they add up to 1000.
pub(super) fn chances(variant: Variant, score: Score) -> [u32; 3] {
    if score.is_mate() {
        return if score > Score::DRAW { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let curve = curve(variant);
    let chance = |score: i32| (1000.0 * curve.win(f64::from(score))).round() as u32;
    let win = chance(score.0);
    let loss = chance(-score.0).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for variant in Variant::ALL {
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
