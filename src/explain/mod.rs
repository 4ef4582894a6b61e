//! Why a unit is paralysed, a move illegal, a check none: answers in plain sentences, built from
//! the facts that the rules themselves give. No rule set is known here by name.

mod check;
mod facts;
mod geometry;
mod illegal;
mod legal;
mod position;
mod square;
mod words;

use crate::game::{self, Game};
use crate::position::Position;
use crate::rules::{Rules, Visitor};
use crate::types::Square;

/// Why a question cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// Neither a square nor a move.
    #[error("'{0}' is neither a square (e4) nor a move (e2e4, e7e8q, M@e1)")]
    Question(String),
}

/// Explains the present position of a game, or in it the square or the move that `question` names.
///
/// # Errors
/// If the question is neither a square nor written as a move.
pub fn explain(game: &dyn Game, question: Option<&str>) -> Result<String, ExplainError> {
    struct Explain<'a>(&'a dyn Game, Option<&'a str>);
    impl Visitor for Explain<'_> {
        type Output = Result<String, ExplainError>;

        fn visit<R: Rules>(self) -> Self::Output {
            match game::position_of::<R>(self.0) {
                Some(position) => answer(self.0, &position, self.1),
                None => Ok(String::new()), // a game is always played under its own variant's rules
            }
        }
    }
    game.variant().dispatch(Explain(game, question))
}

fn answer<R: Rules>(
    game: &dyn Game,
    position: &Position<R>,
    question: Option<&str>,
) -> Result<String, ExplainError> {
    let Some(text) = question.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(position::explain(position, game.outcome()));
    };
    if let Ok(square) = text.to_ascii_lowercase().parse::<Square>() {
        return Ok(square::explain(position, square));
    }
    match game.parse_move(text) {
        Ok(mv) => Ok(legal::explain(position, mv)),
        Err(_) => {
            let attempt = illegal::Attempt::parse(text).ok_or_else(|| ExplainError::Question(text.into()))?;
            Ok(illegal::explain(position, attempt))
        }
    }
}
