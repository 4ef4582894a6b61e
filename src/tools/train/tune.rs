//! `sepoy tune`: weights of the evaluation from training positions.
//!
//! The evaluation is linear in its weights, so that the gradient of the loss is the sum of the
//! terms of each position times its error. The loss is the cross entropy between the logistic
//! function of the evaluation and a target that mixes the game's result with the search's score; a
//! penalty keeps the weights near those the evaluation has now. Minimised by Adam (Kingma, Ba 2014).

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use rayon::prelude::*;

use super::chances;
use super::record::{GameRecord, Result, Sample};
use crate::eval::terms::{COUNT, Collector};
use crate::eval::weights::{self, Curve};
use crate::eval::{self, FULL_PHASE};
use crate::position::Position;
use crate::rules::{Rules, Visitor};
use crate::types::Color;

/// The evaluation at which the expected result is e/(1+e), in centipawns.
const SCALE: f64 = 200.0;

const EXAMPLES: &str = "\
Examples:
  sepoy tune --output src/eval/weights/madrasi.txt madrasi.data
      New weights for Madrasi; they count from the next build on.
  sepoy tune --result 1 --epochs 1000 --output new.txt part1.data part2.data part3.data
      From the results of the games alone, with more passes.";

/// Fit the weights of the evaluation to training positions
///
/// Prints the loss and the curve of chances, and writes a weights file for src/eval/weights.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Tune {
    /// Files that `sepoy datagen` has written, all of one rule set
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Passes over all positions
    #[arg(short, long, value_name = "N", default_value_t = 400)]
    epochs: u32,
    /// The size of a step, in centipawns
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 1.0)]
    rate: f64,
    /// How much the result of the game counts, beside the search's score, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result: f64,
    /// How strongly weights are held to their present values
    #[arg(long, value_name = "FACTOR", default_value_t = 1e-7)]
    hold: f64,
}

/// A position as the loss sees it.
struct Point {
    /// Terms with White's count less Black's.
    terms: Vec<(u16, i16)>,
    /// The share of the middlegame.
    middle: f64,
    /// What White should score, 0 to 1.
    target: f64,
}

impl Tune {
    /// Fits and writes the weights.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let games = self.games()?;
        let variant = games.first().context("no games")?.variant;
        ensure!(games.iter().all(|game| game.variant == variant), "games of different rule sets");
        let points: Vec<Point> = games.par_iter().flat_map_iter(|game| self.points(game)).collect();
        let start: Vec<f64> = weights::of(variant).0.iter().flat_map(|word| pair(*word)).collect();
        let mut out = stdout().lock();
        writeln!(out, "{} games, {} positions of {variant}", games.len(), points.len())?;
        let mut adam = Adam::new(start.len());
        let mut now = start.clone();
        for epoch in 0..=self.epochs {
            let (loss, mut gradient) = gradient(&points, &now);
            for ((slope, weight), first) in gradient.iter_mut().zip(&now).zip(&start) {
                *slope += self.hold * (weight - first);
            }
            if epoch % 50 == 0 {
                writeln!(out, "epoch {epoch}: loss {loss:.6}")?;
            }
            adam.step(&mut now, &gradient, self.rate);
        }
        let Curve { even, spread } = chances::fit(&games);
        writeln!(out, "chances: even {even}, spread {spread}")?;
        let pairs: Vec<(i32, i32)> = now
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[middle, end]| (middle.round() as i32, end.round() as i32))
            .collect();
        let comment = format!("{variant}: tuned on {} positions of {} games", points.len(), games.len());
        std::fs::write(&self.output, weights::write(&comment, &pairs))?;
        Ok(ExitCode::SUCCESS)
    }

    fn games(&self) -> anyhow::Result<Vec<GameRecord>> {
        let mut games = Vec::new();
        for path in &self.files {
            let name = || path.display().to_string();
            let bytes = std::fs::read(path).with_context(name)?;
            let mut rest = bytes.as_slice();
            while let Some((game, after)) = GameRecord::read(rest).with_context(name)? {
                games.push(game);
                rest = after;
            }
        }
        Ok(games)
    }

    fn points(&self, game: &GameRecord) -> Vec<Point> {
        let result = match game.result {
            Result::Black => 0.0,
            Result::Draw => 0.5,
            Result::White => 1.0,
        };
        let point = |sample: &Sample| {
            let (terms, middle) = game.variant.dispatch(Terms(&sample.fen()))?;
            let thought = logistic(f64::from(sample.score.0));
            Some(Point { terms, middle, target: self.result * result + (1.0 - self.result) * thought })
        };
        game.samples.iter().filter_map(point).collect()
    }
}

fn pair(word: i64) -> [f64; 2] {
    let (middle, end) = weights::unpack(word);
    [f64::from(middle), f64::from(end)]
}

fn logistic(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// The terms of a position, and its share of the middlegame.
struct Terms<'a>(&'a str);

impl Visitor for Terms<'_> {
    type Output = Option<(Vec<(u16, i16)>, f64)>;

    fn visit<R: Rules>(self) -> Self::Output {
        let (position, _) = Position::<R>::from_fen(self.0).ok()?;
        let mut counts = Counts([0; COUNT]);
        eval::collect(&position, &mut counts);
        let terms = counts.0.iter().enumerate().filter(|(_, count)| **count != 0);
        let terms = terms.map(|(term, count)| (term as u16, *count as i16)).collect();
        Some((terms, f64::from(eval::phase(&position)) / f64::from(FULL_PHASE)))
    }
}

/// Counts terms instead of weighing them.
struct Counts([i32; COUNT]);

impl Collector for Counts {
    fn add(&mut self, side: Color, term: usize, count: i32) {
        self.0[term] += if side == Color::White { count } else { -count };
    }
}

/// The mean loss, and its slope for each weight.
fn gradient(points: &[Point], weights: &[f64]) -> (f64, Vec<f64>) {
    let zero = || (0.0, vec![0.0; weights.len()]);
    let add = |(loss, mut slopes): (f64, Vec<f64>), point: &Point| {
        let shares = [point.middle, 1.0 - point.middle];
        let score: f64 = point
            .terms
            .iter()
            .map(|&(term, count)| {
                let at = 2 * usize::from(term);
                f64::from(count) * (weights[at] * shares[0] + weights[at + 1] * shares[1])
            })
            .sum();
        let guess = logistic(score).clamp(1e-9, 1.0 - 1e-9);
        let error = (guess - point.target) / SCALE;
        for &(term, count) in &point.terms {
            let at = 2 * usize::from(term);
            slopes[at] += error * f64::from(count) * shares[0];
            slopes[at + 1] += error * f64::from(count) * shares[1];
        }
        let entropy = point.target * guess.ln() + (1.0 - point.target) * (1.0 - guess).ln();
        (loss - entropy, slopes)
    };
    let sum = |(a, mut left): (f64, Vec<f64>), (b, right): (f64, Vec<f64>)| {
        left.iter_mut().zip(right).for_each(|(x, y)| *x += y);
        (a + b, left)
    };
    let (loss, mut slopes) =
        points.par_chunks(4_096).map(|part| part.iter().fold(zero(), add)).reduce(zero, sum);
    let count = points.len().max(1) as f64;
    slopes.iter_mut().for_each(|slope| *slope /= count);
    (loss / count, slopes)
}

/// Adam: steps in the direction of the mean slope, as long as its noise allows.
struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(size: usize) -> Self {
        Adam { mean: vec![0.0; size], square: vec![0.0; size], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        const KEEP: f64 = 0.9;
        const KEEP_SQUARE: f64 = 0.999;
        self.steps += 1;
        let (fresh, fresh_square) = (1.0 - KEEP.powi(self.steps), 1.0 - KEEP_SQUARE.powi(self.steps));
        for (i, weight) in weights.iter_mut().enumerate() {
            self.mean[i] = KEEP * self.mean[i] + (1.0 - KEEP) * gradient[i];
            self.square[i] = KEEP_SQUARE * self.square[i] + (1.0 - KEEP_SQUARE) * gradient[i] * gradient[i];
            let noise = (self.square[i] / fresh_square).sqrt() + 1e-9;
            *weight -= rate * (self.mean[i] / fresh) / noise;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    /// The slope of the loss against the difference of two losses.
    #[test]
    fn the_gradient_is_the_slope() {
        let point = |terms: &[(u16, i16)], middle, target| Point { terms: terms.to_vec(), middle, target };
        let points = [point(&[(0, 2), (1, -1)], 0.3, 0.8), point(&[(1, 3)], 1.0, 0.1)];
        let weights = [30.0, -40.0, 15.0, 60.0];
        let (loss, slopes) = gradient(&points, &weights);
        for i in 0..weights.len() {
            let mut moved = weights;
            moved[i] += 1e-3;
            let difference = (gradient(&points, &moved).0 - loss) / 1e-3;
            assert!((difference - slopes[i]).abs() < 1e-6, "{i}: {difference} {}", slopes[i]);
        }
    }

    #[test]
    fn the_sum_of_terms_is_the_evaluation() {
        let fen = "2n1kb1r/7p/2q1Qpp1/1p1R2P1/p7/PbPN1K1P/3P4/1RB2B2 w - - 1 33";
        let position = Position::<crate::rules::Madrasi>::from_fen(fen).unwrap().0;
        let (terms, middle) = Variant::Madrasi.dispatch(Terms(fen)).unwrap();
        let words = &weights::of(Variant::Madrasi).0;
        let sum: f64 = terms
            .iter()
            .map(|&(term, count)| {
                let [m, e] = pair(words[usize::from(term)]);
                f64::from(count) * (m * middle + e * (1.0 - middle))
            })
            .sum();
        assert!((sum - f64::from(eval::evaluate(&position).0)).abs() < 1.0);
    }
}
