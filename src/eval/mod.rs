//! What a position is worth, without looking ahead.
//!
//! A weighted sum of [`terms`], tapered between middlegame and endgame, with [`weights`] of its
//! own for each rule set. The terms are written once, for play and for tuning alike.

mod king;
mod maharajah;
mod pawns;
mod pieces;
mod survey;
pub mod terms;
mod threats;
pub mod weights;

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, PieceKind, Score};
use survey::Survey;
use terms::Collector;
use weights::Weights;

/// The phase of a full army, where only middlegame values count.
pub const FULL_PHASE: i32 = 24;

/// The static evaluation, in centipawns from the side to move.
pub fn evaluate<R: Rules>(position: &Position<R>) -> Score {
    let mut sum = Sum { weights: weights::of(R::VARIANT), total: 0 };
    collect(position, &mut sum);
    let (middle, end) = weights::unpack(sum.total);
    let phase = phase(position);
    let white = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let own = if position.side() == Color::White { white } else { -white };
    Score(own.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
}

/// How much of the armies is left: [`FULL_PHASE`] at the start of a game, 0 for bare pawns.
pub fn phase<R: Rules>(position: &Position<R>) -> i32 {
    let count = |kind| position.board().pieces(kind).count() as i32;
    let light = count(PieceKind::Knight) + count(PieceKind::Bishop);
    let phase = light + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen);
    phase.min(FULL_PHASE)
}

/// Hands all terms of a position to a collector.
pub fn collect<R: Rules>(position: &Position<R>, sum: &mut impl Collector) {
    let survey = Survey::of(position);
    let shuns_like = !R::PARALYSES.is_empty() || !R::SEPARATES.is_empty();
    sum.add(position.side(), terms::TEMPO, 1);
    for side in Color::ALL {
        if R::royal(side) == PieceKind::Maharajah {
            return maharajah::collect(&survey, side, sum);
        }
    }
    for side in Color::ALL {
        squares(&survey, side, sum);
        pawns::collect(&survey, side, sum);
        pieces::collect(&survey, side, shuns_like, sum);
        king::collect(&survey, side, sum);
        threats::collect(&survey, side, sum);
        threats::paralysis(&survey, side, sum);
    }
}

/// Adds the units themselves and where they stand.
fn squares(survey: &Survey, side: Color, sum: &mut impl Collector) {
    for kind in PieceKind::ALL {
        let units = survey.board.of(side, kind);
        sum.add(side, terms::MATERIAL + kind.index(), units.count() as i32);
        for square in units {
            sum.add(side, terms::SQUARE + kind.index() * 64 + square.relative(side).index(), 1);
        }
    }
}

/// The weighted sum, from White's side.
struct Sum {
    weights: &'static Weights,
    total: i64,
}

impl Collector for Sum {
    #[inline(always)]
    fn add(&mut self, side: Color, term: usize, count: i32) {
        let worth = self.weights.0[term] * i64::from(count);
        self.total += if side == Color::White { worth } else { -worth };
    }
}
