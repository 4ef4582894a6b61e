//! PGN: games with tags, moves, comments; for every rule set, which the tag `Variant` names.
//!
//! Moves are kept as SAN text, since only a board can give them a meaning: [`PgnGame::replay`].
//! The reader is our own because the library for it, `pgn-reader`, knows no maharajah: it drops
//! moves such as `Mxf7` and `M@e1`. It serves as the oracle of our reader's tests.

mod reader;
mod writer;

pub use reader::{PgnError, Reader};

use std::ops::Range;

use super::san::{self, SanError};
use crate::game::{self, Game};
use crate::position::FenError;
use crate::rules::{UnknownVariant, Variant};
use crate::types::{Color, Move};

/// How a game ended, as PGN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    const ALL: [GameResult; 4] =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

    /// A win of this side.
    pub fn win(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// The PGN text.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result with this text.
    pub fn from_text(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }

    /// White's score in half points; `None` for an unknown result.
    pub const fn white_half_points(self) -> Option<usize> {
        match self {
            GameResult::WhiteWins => Some(2),
            GameResult::BlackWins => Some(0),
            GameResult::Draw => Some(1),
            GameResult::Unknown => None,
        }
    }
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

/// A move as text, with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// The move, with `+` or `#`, without `!` and `?`.
    pub san: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub glyphs: Vec<u8>,
    /// Comments behind the move, joined by blanks.
    pub comment: Option<String>,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Tag pairs in their order.
    pub tags: Vec<(String, String)>,
    /// A comment in front of the first move.
    pub comment: Option<String>,
    /// The moves of the main line; side lines are left out.
    pub moves: Vec<PgnMove>,
    /// The result behind the moves.
    pub result: GameResult,
    /// The game ends with a result and not with the end of the text.
    pub complete: bool,
    /// The bytes of the text that the game was read from.
    pub bytes: Range<usize>,
}

/// Why a game cannot be played through.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The tag `Variant` names no rule set.
    #[error("tag Variant: {0}")]
    Variant(#[from] UnknownVariant),
    /// The tag `FEN` holds no position of that rule set.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Half-moves from the start of the game, from 1.
        number: usize,
        /// Why not.
        error: SanError,
    },
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there, else as the last one.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The position where the game begins. Without a tag `Variant` it is played by `default`.
    ///
    /// # Errors
    /// Unknown rules, or a FEN that they refuse.
    pub fn open(&self, default: Variant) -> Result<Box<dyn Game>, ReplayError> {
        let variant = match self.tag("Variant") {
            Some(name) => name.to_ascii_lowercase().replace(' ', "-").parse()?,
            None => default,
        };
        let (game, _) = game::open(variant, self.tag("FEN"))?;
        Ok(game)
    }

    /// The game's moves, each of them legal, and the position at its end.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn replay(&self, default: Variant) -> Result<(Box<dyn Game>, Vec<Move>), ReplayError> {
        let mut game = self.open(default)?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, mv) in self.moves.iter().enumerate() {
            let mv = san::parse(game.as_ref(), &mv.san)
                .map_err(|error| ReplayError::Move { number: index + 1, error })?;
            game.play(mv);
            moves.push(mv);
        }
        Ok((game, moves))
    }
}
