//! A plan is believed only when it has been played against every white reply under the rules of
//! the game, draws included.

use std::collections::HashMap;

use super::plan::{Plan, Standing};
use super::standing;
use crate::movegen::{is_legal, legal_moves};
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::Move;

/// Half-moves without capture or pawn move that draw.
const FIFTY_MOVES: u16 = 100;

/// What a complete walk through a plan has covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Different positions with Black to move, those included where the maharajah is taken.
    pub positions: usize,
    /// White moves that were answered.
    pub replies: usize,
}

/// Where a plan fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The plan has no answer.
    #[error("no answer in {0}")]
    NoAnswer(String),
    /// The answer is no legal move.
    #[error("{0} is not legal in {1}")]
    Illegal(Move, String),
    /// The count of moves to the end does not shrink.
    #[error("no progress in {0}")]
    NoProgress(String),
    /// Repetition or fifty moves.
    #[error("a draw in {0}")]
    Draw(String),
}

/// Plays the plan from `root`, Black to move, against everything. `history` are the keys of the
/// positions since the last capture or pawn move.
///
/// # Errors
/// The first [`Flaw`] met.
pub(super) fn verify(root: &Position<Maharajah>, history: &[u64], plan: &Plan) -> Result<Coverage, Flaw> {
    let mut walk = Walk { plan, history, clocks: HashMap::new(), replies: 0 };
    walk.black_to_move(root, u32::MAX)?;
    Ok(Coverage { positions: walk.clocks.len(), replies: walk.replies })
}

/// A move that takes the maharajah.
pub(super) fn capture(position: &Position<Maharajah>) -> Option<Move> {
    let standing = standing(position)?;
    legal_moves(position).into_iter().find(|mv| mv.to() == standing.maharajah)
}

struct Walk<'a> {
    plan: &'a Plan,
    history: &'a [u64],
    /// The highest half-move clock with which each standing was met.
    clocks: HashMap<Standing, u16>,
    replies: usize,
}

impl Walk<'_> {
    /// `limit`: the position must be won in fewer moves.
    fn black_to_move(&mut self, position: &Position<Maharajah>, limit: u32) -> Result<(), Flaw> {
        let flaw = |kind: fn(String) -> Flaw| Err(kind(position.fen()));
        let Some(standing) = standing(position) else { return flaw(Flaw::NoAnswer) };
        let answer = self.plan.answer(&standing);
        if standing.is_capture() {
            self.clocks.insert(standing, 0);
            return if capture(position).is_some() { Ok(()) } else { flaw(Flaw::NoAnswer) };
        }
        let Some(answer) = answer else { return flaw(Flaw::NoAnswer) };
        if answer.moves >= limit {
            return flaw(Flaw::NoProgress);
        }
        let clock = position.state().halfmove;
        if self.clocks.get(&standing).is_some_and(|&walked| walked >= clock) {
            return Ok(());
        }
        self.clocks.insert(standing, clock);
        if !is_legal(position, answer.mv) {
            return Err(Flaw::Illegal(answer.mv, position.fen()));
        }
        let after = position.after(answer.mv);
        self.no_draw(&after)?;
        for reply in legal_moves(&after) {
            self.replies += 1;
            let next = after.after(reply);
            self.no_draw(&next)?;
            self.black_to_move(&next, answer.moves)?;
        }
        Ok(())
    }

    /// The plan itself visits a position once, since the moves to the end shrink.
    fn no_draw(&self, position: &Position<Maharajah>) -> Result<(), Flaw> {
        let key = position.key();
        let seen = self.history.iter().filter(|&&earlier| earlier == key).count();
        if position.state().halfmove >= FIFTY_MOVES || seen >= 2 {
            return Err(Flaw::Draw(position.fen()));
        }
        Ok(())
    }
}
