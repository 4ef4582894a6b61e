//! How games end.

use std::fmt;

use crate::types::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Who.
        winner: Color,
        /// By what.
        by: Triumph,
    },
    /// Nobody has.
    Draw(DrawReason),
}

/// What wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Triumph {
    /// The king is in check and no move helps.
    Checkmate,
    /// The maharajah has been taken.
    MaharajahCaptured,
}

/// What draws a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// No move and no check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// Neither side can ever mate.
    InsufficientMaterial,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, by } => {
                let by = match by {
                    Triumph::Checkmate => "checkmate",
                    Triumph::MaharajahCaptured => "maharajah captured",
                };
                write!(f, "{by} ({} wins)", winner.name())
            }
            Outcome::Draw(reason) => f.write_str(match reason {
                DrawReason::Stalemate => "stalemate",
                DrawReason::Repetition => "threefold repetition",
                DrawReason::FiftyMoves => "fifty-move rule",
                DrawReason::InsufficientMaterial => "insufficient material",
            }),
        }
    }
}
