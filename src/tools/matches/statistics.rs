//! What a set of results says about the difference in strength.
//!
//! Games come in pairs that share an opening with colours reversed; the two games of a pair are
//! not independent, so wherever complete pairs exist, the error is computed from the pairs
//! (the pentanomial model) and not from single games (the trinomial model).
//! Formulas: M. Van den Bergh, "Comments on Normalized Elo" and "The Generalized Sequential
//! Probability Ratio Test for game testing", as used by fishtest.

use serde::Serialize;

/// Standard deviations of a two-sided 95 % confidence interval.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of the logistic scale.
const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalised Elo points per standard deviation of one game.
pub const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// Results of single games from one engine's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Tally {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points scored, a draw being half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same results from the opponent's side.
    pub fn reversed(self) -> Tally {
        Tally { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// Adds one game by its half points for the engine: 0, 1 or 2.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds other games of the same engine.
    pub fn merge(&mut self, other: Tally) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// Pairs of games by the half points scored in them, 0 to 4.
pub type Pentanomial = [u64; 5];

/// A distribution over equally spaced scores from 0 to 1, with the number of observations.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Probability of each outcome.
    probabilities: Vec<f64>,
    /// How many games or pairs were seen.
    count: f64,
    /// Games in one observation: 1 or 2.
    games: f64,
}

impl Sample {
    /// Single games.
    pub fn of_games(tally: &Tally) -> Sample {
        Sample::from_counts(&[tally.losses, tally.draws, tally.wins], 1.0)
    }

    /// Pairs of games.
    pub fn of_pairs(pairs: &Pentanomial) -> Sample {
        Sample::from_counts(pairs, 2.0)
    }

    fn from_counts(counts: &[u64], games: f64) -> Sample {
        let count = counts.iter().sum::<u64>() as f64;
        let probabilities =
            counts.iter().map(|&n| if count > 0.0 { n as f64 / count } else { 0.0 }).collect();
        Sample { probabilities, count, games }
    }

    /// The sample with a trace of every outcome, so that a likelihood exists even when some outcome
    /// has not been seen yet.
    pub fn regularised(&self) -> Sample {
        const TRACE: f64 = 1e-3;
        let counts: Vec<f64> = self.probabilities.iter().map(|p| (p * self.count).max(TRACE)).collect();
        let count = counts.iter().sum();
        let probabilities = counts.iter().map(|n| n / count).collect();
        Sample { probabilities, count, games: self.games }
    }

    /// Each outcome's score, 0 to 1, with its probability.
    pub fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let last = (self.probabilities.len() - 1) as f64;
        self.probabilities.iter().enumerate().map(move |(i, &p)| (i as f64 / last, p))
    }

    /// Observations: games or pairs.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Games in one observation.
    pub fn games_each(&self) -> f64 {
        self.games
    }

    /// Mean score of an observation.
    pub fn mean(&self) -> f64 {
        self.outcomes().map(|(score, p)| score * p).sum()
    }

    /// Variance of the score of one observation.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.outcomes().map(|(score, p)| p * (score - mean).powi(2)).sum()
    }

    /// Standard error of the mean.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.count).sqrt()
    }
}

/// An estimate with half the width of its 95 % confidence interval. Either may be infinite or
/// undefined where all results are the same; JSON has `null` for that.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The interval reaches this far to each side.
    pub error: f64,
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.value.is_finite() && self.error.is_finite() {
            write!(f, "{:.1} +/- {:.1}", self.value, self.error)
        } else {
            write!(f, "{:.1} +/- n/a", self.value)
        }
    }
}

/// What a sample says; `None` for an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Difference on the logistic Elo scale.
    pub elo: Estimate,
    /// Difference in normalised Elo.
    pub normalized_elo: Estimate,
    /// Likelihood that the engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl Strength {
    /// The strength shown by a sample, or `None` if it holds nothing.
    pub fn of(sample: &Sample) -> Option<Strength> {
        if sample.count == 0.0 {
            return None;
        }
        let mean = sample.mean();
        let error = sample.standard_error();
        let reach = Z95 * error;
        // Where all results are the same, nothing is known of their spread.
        let spread =
            if error > 0.0 { elo_of_score(mean + reach) - elo_of_score(mean - reach) } else { f64::NAN };
        let elo = Estimate { value: elo_of_score(mean), error: spread / 2.0 };
        let deviation_per_game = (sample.variance() * sample.games).sqrt();
        let deviations = if mean == 0.5 { 0.0 } else { (mean - 0.5) / deviation_per_game };
        let normalized_elo = Estimate {
            value: deviations * NORMALIZED_SCALE,
            error: Z95 / (sample.count * sample.games).sqrt() * NORMALIZED_SCALE,
        };
        let los = if error > 0.0 { normal_cdf((mean - 0.5) / error) } else { step(mean - 0.5) };
        Some(Strength { elo, normalized_elo, los })
    }
}

/// 0, one half or 1 by the sign of the difference.
fn step(difference: f64) -> f64 {
    if difference == 0.0 { 0.5 } else { f64::from(difference > 0.0) }
}

/// The Elo difference that gives this expected score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_SCALE * (score / (1.0 - score)).ln()
}

/// The expected score at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_SCALE).exp())
}

/// Distribution function of the standard normal law.
///
/// The tail is Hart's continued fraction, the middle a power series: both exact to about 1e-12.
pub fn normal_cdf(x: f64) -> f64 {
    let z = x.abs();
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let upper_tail = if z > 38.0 {
        0.0
    } else if z > 4.0 {
        let fraction = (1..=60).rev().fold(z, |tail, k| z + f64::from(k) / tail);
        density / fraction
    } else {
        let mut term = z;
        let mut sum = z;
        for k in 1..200 {
            term *= z * z / f64::from(2 * k + 1);
            sum += term;
        }
        0.5 - density * sum
    };
    if x > 0.0 { 1.0 - upper_tail } else { upper_tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} +/- {tolerance}");
    }

    #[test]
    fn normal_law_matches_tables() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-2.0, 0.022_750_131_948_179),
            (4.5, 0.999_996_602_326_875),
            (-4.5, 3.397_673_124_730e-6),
            (6.0, 0.999_999_999_013_412),
        ] {
            near(normal_cdf(x), expected, 1e-11);
        }
        assert_eq!(normal_cdf(100.0), 1.0);
        assert_eq!(normal_cdf(-100.0), 0.0);
    }

    /// Values published with the unit tests of fastchess.
    #[test]
    fn single_games_match_published_values() {
        let of = |wins, losses, draws| {
            Strength::of(&Sample::of_games(&Tally { wins, losses, draws })).expect("games")
        };
        let first = of(76, 89, 123);
        near(first.normalized_elo.value, -20.76, 0.01);
        near(first.normalized_elo.error, 40.13, 0.01);
        near(first.los, 0.1553, 0.0001);
        let second = of(136, 96, 111);
        near(second.normalized_elo.value, 49.77, 0.01);
        near(second.elo.value, 40.70, 0.01);
        near(second.elo.error, 30.43, 0.01);
        near(second.los, 0.9960, 0.0001);
        near(of(34, 356, 0).normalized_elo.value, -508.44, 0.01);
    }

    #[test]
    fn pairs_match_published_values() {
        let first = Strength::of(&Sample::of_pairs(&[34, 54, 63, 64, 75])).expect("pairs");
        near(first.normalized_elo.value, 57.94, 0.01);
        near(first.normalized_elo.error, 28.28, 0.01);
        near(first.elo.value, 55.58, 0.01);
        near(first.elo.error, 27.65, 0.01);
        let second = Strength::of(&Sample::of_pairs(&[332, 433, 498, 333, 334])).expect("pairs");
        near(second.normalized_elo.value, -9.17, 0.01);
        near(second.elo.value, -8.64, 0.01);
        near(second.elo.error, 10.33, 0.01);
        near(second.los, 0.0505, 0.0001);
    }

    #[test]
    fn extremes_are_told_plainly() {
        assert_eq!(Strength::of(&Sample::of_games(&Tally::default())), None);
        let swept = Strength::of(&Sample::of_pairs(&[0, 0, 0, 0, 9])).expect("pairs");
        assert_eq!(swept.elo.value, f64::INFINITY);
        assert_eq!(swept.los, 1.0);
        assert_eq!(swept.elo.to_string(), "inf +/- n/a");
        let drawn = Strength::of(&Sample::of_pairs(&[0, 0, 5, 0, 0])).expect("pairs");
        assert_eq!((drawn.elo.value, drawn.normalized_elo.value, drawn.los), (0.0, 0.0, 0.5));
        assert_eq!(drawn.elo.to_string(), "0.0 +/- n/a");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -3.5, 0.0, 12.0, 250.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }
}
