//! What is written about one position: a line of text or of JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::game::Game;
use crate::notation::epd::Epd;
use crate::notation::san;
use crate::search::{Line, Thought};
use crate::types::{Move, Score};

/// A score from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the side to move is mated.
    Mate(i32),
}

impl From<Score> for ScoreText {
    fn from(score: Score) -> ScoreText {
        score.moves_to_mate().map_or(ScoreText::Cp(score.0), ScoreText::Mate)
    }
}

/// A variation.
#[derive(Clone, Debug, Serialize)]
pub struct Variation {
    /// Its score.
    pub score: ScoreText,
    /// Its moves.
    pub pv: Vec<String>,
}

/// Whether the best move is what the EPD wants; absent where it wants nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checks {
    /// It is one of the best moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bm: Option<bool>,
    /// It is none of the moves to avoid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub am: Option<bool>,
    /// It mates in the number of moves given, or in fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dm: Option<bool>,
}

impl Checks {
    /// The checks that were made, by name.
    pub fn made(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let all = [("bm", self.bm), ("am", self.am), ("dm", self.dm)];
        all.into_iter().filter_map(|(name, passed)| Some((name, passed?)))
    }
}

/// The result for one position.
#[derive(Clone, Debug, Serialize)]
pub struct Analysed {
    /// The number of the input line, from 1.
    pub line: usize,
    /// The position's name, from the EPD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The rules.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The best move; none where the game is over.
    pub best_move: Option<String>,
    /// Its score.
    pub score: ScoreText,
    /// Plies of the last complete iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line.
    pub pv: Vec<String>,
    /// All lines, where more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Variation>,
    /// What the EPD wanted.
    #[serde(skip_serializing_if = "is_empty")]
    pub checks: Checks,
}

/// For serde: nothing was wanted.
fn is_empty(checks: &Checks) -> bool {
    *checks == Checks::default()
}

/// A line that could not be read.
#[derive(Clone, Debug, Serialize)]
pub struct Unreadable {
    /// The number of the input line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: String,
}

/// What a search has found, in the notation wanted.
pub fn analysed(
    line: usize,
    game: &dyn Game,
    epd: &Epd,
    found: &(Thought, Vec<Line>),
    as_san: bool,
) -> Result<Analysed, san::SanError> {
    let (thought, lines) = found;
    let write = |moves: &[Move]| match as_san {
        true => san::write_line(game, moves),
        false => moves.iter().map(Move::to_string).collect(),
    };
    let lines: Vec<Variation> =
        lines.iter().map(|line| Variation { score: line.score.into(), pv: write(&line.pv) }).collect();
    let best: Vec<Move> = thought.best_move.into_iter().collect();
    Ok(Analysed {
        line,
        id: epd.operands("id").and_then(<[String]>::first).cloned(),
        variant: game.variant().name().to_owned(),
        fen: game.fen(),
        best_move: write(&best).pop(),
        score: thought.score.into(),
        depth: thought.depth,
        nodes: thought.nodes,
        pv: write(&thought.pv),
        lines: if lines.len() > 1 { lines } else { Vec::new() },
        checks: checks(game, epd, thought)?,
    })
}

/// Compares the result with the operations of the EPD.
fn checks(game: &dyn Game, epd: &Epd, thought: &Thought) -> Result<Checks, san::SanError> {
    let among = |code: &str| -> Result<Option<bool>, san::SanError> {
        let Some(texts) = epd.operands(code) else { return Ok(None) };
        let moves: Vec<Move> = texts.iter().map(|text| san::parse(game, text)).collect::<Result<_, _>>()?;
        Ok(Some(thought.best_move.is_some_and(|best| moves.contains(&best))))
    };
    let wanted_mate = epd.operands("dm").and_then(|operands| operands.first()?.parse::<i32>().ok());
    let mates_in = |most: i32| thought.score.moves_to_mate().is_some_and(|moves| (1..=most).contains(&moves));
    Ok(Checks { bm: among("bm")?, am: among("am")?.map(|avoided| !avoided), dm: wanted_mate.map(mates_in) })
}

impl std::fmt::Display for ScoreText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScoreText::Cp(centipawns) => write!(f, "cp {centipawns}"),
            ScoreText::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// One line, in the words of UCI.
impl std::fmt::Display for Analysed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let best = self.best_move.as_deref().unwrap_or("(none)");
        let mut text =
            format!("bestmove {best} score {} depth {} nodes {}", self.score, self.depth, self.nodes);
        if !self.pv.is_empty() {
            write!(text, " pv {}", self.pv.join(" "))?;
        }
        for (index, line) in self.lines.iter().enumerate().skip(1) {
            write!(text, " ; multipv {} score {} pv {}", index + 1, line.score, line.pv.join(" "))?;
        }
        for (name, passed) in self.checks.made() {
            write!(text, " ; {name} {}", if passed { "passed" } else { "failed" })?;
        }
        if let Some(id) = &self.id {
            write!(text, " ; id \"{id}\"")?;
        }
        f.write_str(&text)
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "error: line {}: {}", self.line, self.error)
    }
}
