//! One game of self-play, and the positions of it that are worth keeping.

use super::record::{GameRecord, Result, Sample};
use crate::game::{self, Game};
use crate::rules::{Outcome, Variant};
use crate::search::{Limits, Shared};
use crate::tools::think::think;
use crate::types::zobrist::split_mix;
use crate::types::{Color, Move, Score};

/// A game that both sides have seen as won for so many plies is over.
const AGREED_PLIES: u32 = 6;
/// From this score on it counts as won, in centipawns.
const WON: i32 = 1_500;
/// A longer game is a draw, in plies.
const LONGEST: usize = 400;
/// Positions with greater scores teach nothing.
const MOST: i32 = 2_000;

/// How games are played.
#[derive(Clone, Copy)]
pub struct Style {
    pub variant: Variant,
    /// Nodes for each move.
    pub nodes: u64,
    /// Random plies at the beginning; every second game has one more.
    pub plies: u32,
    /// Seed of everything random.
    pub seed: u64,
}

impl Style {
    /// Plays the game with this number; the same game every time. `None` if its random beginning
    /// leaves no game to play.
    pub fn play(&self, number: u64, shared: &Shared) -> Option<GameRecord> {
        shared.new_game();
        let mut random = self.seed.wrapping_mul(0x9E37_79B9) ^ number;
        split_mix(&mut random);
        let (mut game, _) = game::open(self.variant, None).ok()?;
        for _ in 0..u64::from(self.plies) + number % 2 {
            let moves = game.legal_moves();
            let choice = split_mix(&mut random).checked_rem(moves.len() as u64)?;
            game.play(moves[choice as usize]);
        }
        game.outcome().is_none().then(|| self.play_on(number, game, shared))
    }

    fn play_on(&self, number: u64, mut game: Box<dyn Game>, shared: &Shared) -> GameRecord {
        let mut samples = Vec::new();
        let (mut agreed, mut favourite) = (0, Color::White);
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break result_of(outcome);
            }
            let thought = think(game.as_ref(), &Limits::to_nodes(self.nodes), shared, &mut |_| {});
            let Some(mv) = thought.best_move.filter(|_| game.moves().len() < LONGEST) else {
                break Result::Draw;
            };
            let white = game.state().side == Color::White;
            let score = if white { thought.score } else { -thought.score };
            let better = if score.0 > 0 { Color::White } else { Color::Black };
            agreed = if score.0.abs() >= WON && better == favourite { agreed + 1 } else { 0 };
            favourite = better;
            if agreed >= AGREED_PLIES {
                break if favourite == Color::White { Result::White } else { Result::Black };
            }
            if is_quiet(game.as_ref(), mv) && score.0.abs() <= MOST {
                samples.push(Sample { board: *game.board(), state: *game.state(), score: Score(score.0) });
            }
            game.play(mv);
        };
        GameRecord { variant: self.variant, number, result, samples }
    }
}

fn result_of(outcome: Outcome) -> Result {
    match outcome {
        Outcome::Win { winner: Color::White, .. } => Result::White,
        Outcome::Win { winner: Color::Black, .. } => Result::Black,
        Outcome::Draw(_) => Result::Draw,
    }
}

/// The static evaluation can be right about the position: no check, nothing is about to be taken.
fn is_quiet(game: &dyn Game, best: Move) -> bool {
    let captures = game.board().occupied().has(best.to()) || best.promotes_to().is_some();
    game.checkers().is_empty() && !captures && game.state().en_passant.is_none()
}
