//! The curve from scores to chances that makes the results of the training games most likely.

use rayon::prelude::*;

use super::record::{GameRecord, Result};
use crate::eval::weights::Curve;

/// The smallest step of the search for the best curve, in centipawns.
const FINEST: f64 = 0.5;

/// The most likely curve. Of several rounds of trying a step up and down with each number, each round
/// halves the step; the likelihood has a single peak.
pub(super) fn fit(games: &[GameRecord]) -> Curve {
    let mut best = Curve { even: 100.0, spread: 100.0 };
    let mut cost = surprise(games, best);
    let mut step = 64.0;
    while step >= FINEST {
        let mut moved = false;
        for (even, spread) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
            let next = Curve { even: best.even + even, spread: (best.spread + spread).max(1.0) };
            let now = surprise(games, next);
            if now < cost {
                (best, cost, moved) = (next, now, true);
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    best
}

/// Minus the logarithm of the likelihood of all results.
fn surprise(games: &[GameRecord], curve: Curve) -> f64 {
    let of_game = |game: &GameRecord| -> f64 {
        let of_score = |score: f64| {
            let (white, black) = (curve.win(score), curve.win(-score));
            let chance = match game.result {
                Result::White => white,
                Result::Black => black,
                Result::Draw => 1.0 - white - black,
            };
            -chance.max(1e-6).ln()
        };
        game.samples.iter().map(|sample| of_score(f64::from(sample.score.0))).sum()
    };
    games.par_iter().map(of_game).sum()
}

#[cfg(test)]
mod tests {
    use super::super::record::Sample;
    use super::*;
    use crate::board::Board;
    use crate::position::Position;
    use crate::rules::{Chess, Variant};
    use crate::types::Score;

    /// Results drawn from a curve give that curve back.
    #[test]
    fn the_curve_behind_the_results_is_found() {
        let truth = Curve { even: 140.0, spread: 70.0 };
        let state = Position::<Chess>::start().state().to_owned();
        let mut games = Vec::new();
        for score in (-400..=400).step_by(20) {
            let (white, black) = (truth.win(f64::from(score)), truth.win(f64::from(-score)));
            for i in 0..200 {
                let share = (f64::from(i) + 0.5) / 200.0;
                let result = match share {
                    _ if share < white => Result::White,
                    _ if share < white + black => Result::Black,
                    _ => Result::Draw,
                };
                let sample = Sample { board: Board::EMPTY, state, score: Score(score) };
                games.push(GameRecord { variant: Variant::Chess, number: 0, result, samples: vec![sample] });
            }
        }
        let found = fit(&games);
        assert!(
            (found.even - truth.even).abs() < 3.0 && (found.spread - truth.spread).abs() < 3.0,
            "{found:?}"
        );
    }
}
