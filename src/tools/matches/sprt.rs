//! The generalised sequential probability ratio test: stop as soon as the results decide between
//! two hypotheses about the Elo difference.
//!
//! The log-likelihood ratio compares the two most likely distributions of results that have the
//! expected score of one hypothesis each (M. Van den Bergh, "The Generalized Sequential Probability
//! Ratio Test for game testing"; the normalised variant after his "Normalized Elo").

use serde::Serialize;

use super::statistics::{NORMALIZED_SCALE, Sample, score_of_elo};

/// The scale of `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The usual Elo scale.
    Logistic,
    /// Elo divided by the deviation of a game's score: independent of the draw ratio.
    Normalized,
}

/// The test's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Elo difference under the null hypothesis.
    pub elo0: f64,
    /// Elo difference under the alternative.
    pub elo1: f64,
    /// Probability of accepting the alternative although the null hypothesis holds.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis although the alternative holds.
    pub beta: f64,
    /// The Elo scale.
    pub model: Model,
}

/// Where the test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
    /// More games are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl Sprt {
    /// The ratio at or below which the null hypothesis is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at or above which the alternative is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the sample; 0 for an empty one.
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.count() == 0.0 {
            return 0.0;
        }
        let sample = sample.regularised();
        let [fit0, fit1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => fit_to_mean(&sample, score_of_elo(elo)),
            Model::Normalized => {
                let deviations = elo / NORMALIZED_SCALE * sample.games_each().sqrt();
                fit_to_deviations(&sample, deviations)
            }
        });
        let gain: f64 =
            sample.outcomes().zip(fit0.iter().zip(&fit1)).map(|((_, p), (p0, p1))| p * (p1 / p0).ln()).sum();
        sample.count() * gain
    }

    /// The decision at this ratio.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        if ratio >= self.upper_bound() {
            Verdict::H1
        } else if ratio <= self.lower_bound() {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

/// The most likely distribution of results whose mean is `mean`.
fn fit_to_mean(sample: &Sample, mean: f64) -> Vec<f64> {
    let weighted: Vec<(f64, f64)> = sample.outcomes().map(|(score, p)| (score - mean, p)).collect();
    tilt(&weighted)
}

/// The most likely distribution whose mean lies `deviations` standard deviations above one half.
///
/// A fixed point: with the mean and deviation of the last guess the condition becomes linear in the
/// probabilities, and is then solved like a condition on the mean.
fn fit_to_deviations(sample: &Sample, deviations: f64) -> Vec<f64> {
    const ROUNDS: usize = 50;
    let scores: Vec<f64> = sample.outcomes().map(|(score, _)| score).collect();
    let observed: Vec<f64> = sample.outcomes().map(|(_, p)| p).collect();
    let mut fit = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = scores.iter().zip(&fit).map(|(s, p)| s * p).sum();
        let variance: f64 = scores.iter().zip(&fit).map(|(s, p)| p * (s - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let weighted: Vec<(f64, f64)> = scores
            .iter()
            .zip(&observed)
            .map(|(score, &p)| {
                let z = (mean - score) / deviation;
                (score - 0.5 - 0.5 * deviations * deviation * (1.0 + z * z), p)
            })
            .collect();
        let next = tilt(&weighted);
        let change = next.iter().zip(&fit).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        if change < 1e-9 {
            break;
        }
    }
    fit
}

/// Given values `a` with probabilities `p`, the distribution q closest to p in likelihood with
/// mean of `a` zero: q = p / (1 + x a), where x solves sum p a / (1 + x a) = 0.
fn tilt(weighted: &[(f64, f64)]) -> Vec<f64> {
    let least = weighted.iter().map(|w| w.0).fold(f64::INFINITY, f64::min);
    let greatest = weighted.iter().map(|w| w.0).fold(f64::NEG_INFINITY, f64::max);
    // The sum falls from plus to minus infinity between the two poles nearest to zero.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let sum: f64 = weighted.iter().map(|(a, p)| p * a / (1.0 + middle * a)).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    weighted.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::statistics::Tally;
    use super::*;

    fn ratio(elo0: f64, elo1: f64, model: Model, sample: &Sample) -> f64 {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }.log_likelihood_ratio(sample)
    }

    /// Runs recorded by fishtest, as the unit tests of fastchess quote them.
    #[test]
    fn pairs_match_recorded_runs() {
        let normalized: [(f64, f64, [u64; 5], f64); 2] = [
            (0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
            (-1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
        ];
        for (elo0, elo1, pairs, expected) in normalized {
            let value = ratio(elo0, elo1, Model::Normalized, &Sample::of_pairs(&pairs));
            assert!((value - expected).abs() < 0.01, "{pairs:?}: {value}");
        }
        let logistic: [(f64, f64, [u64; 5], f64); 2] = [
            (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
        ];
        for (elo0, elo1, pairs, expected) in logistic {
            let value = ratio(elo0, elo1, Model::Logistic, &Sample::of_pairs(&pairs));
            assert!((value - expected).abs() < 0.01, "{pairs:?}: {value}");
        }
    }

    #[test]
    fn single_games_match_recorded_runs() {
        let of = |wins, losses, draws| Sample::of_games(&Tally { wins, losses, draws });
        for (value, expected) in [
            (ratio(0.0, 2.0, Model::Normalized, &of(36433, 36027, 68692)), 0.92),
            (ratio(-1.75, 0.25, Model::Normalized, &of(10871, 10650, 20431)), 2.30),
            (ratio(0.5, 2.5, Model::Logistic, &of(21404, 21184, 40708)), -1.57),
            (ratio(0.0, 2.0, Model::Logistic, &of(57433, 57030, 106_593)), -2.59),
        ] {
            assert!((value - expected).abs() < 0.01, "{value} is not {expected}");
        }
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        assert!((sprt.upper_bound() - 2.944).abs() < 0.001);
        assert!((sprt.lower_bound() + 2.944).abs() < 0.001);
        assert_eq!(sprt.verdict(2.95), Verdict::H1);
        assert_eq!(sprt.verdict(-2.95), Verdict::H0);
        assert_eq!(sprt.verdict(0.0), Verdict::Continue);
        assert_eq!(sprt.log_likelihood_ratio(&Sample::of_pairs(&[0; 5])), 0.0);
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio() {
        let swept = Sample::of_pairs(&[0, 0, 0, 0, 40]);
        let value = ratio(0.0, 5.0, Model::Logistic, &swept);
        assert!(value.is_finite() && value > 0.0, "{value}");
        let drawn = Sample::of_pairs(&[0, 0, 500, 0, 0]);
        let value = ratio(0.0, 5.0, Model::Normalized, &drawn);
        assert!(value.is_finite(), "{value}");
    }
}
