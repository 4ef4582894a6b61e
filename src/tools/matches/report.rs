//! The result of a match for people and for scripts.
//!
//! The lines for two engines are those of cutechess-cli, which many scripts read; the line with
//! the pentanomial counts is that of fastchess.

use std::fmt::Write as _;

use serde::Serialize;

use super::sprt::{Sprt, Verdict};
use super::standings::{Row, Standings};
use super::statistics::{Strength, Tally};
use crate::notation::pgn::PgnGame;

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtState {
    /// What is tested.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where the null hypothesis is accepted.
    pub lower_bound: f64,
    /// Where the alternative is accepted.
    pub upper_bound: f64,
    /// The decision.
    pub verdict: Verdict,
}

impl SprtState {
    /// The test of the first engine against the second.
    pub fn of(sprt: Sprt, standings: &Standings) -> SprtState {
        let llr = sprt.log_likelihood_ratio(&standings.encounter(0, 1).sample());
        SprtState {
            sprt,
            llr,
            lower_bound: sprt.lower_bound(),
            upper_bound: sprt.upper_bound(),
            verdict: sprt.verdict(llr),
        }
    }
}

/// One game in a few words.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    /// The PGN tag `Round`.
    pub round: String,
    /// The engine with White.
    pub white: String,
    /// The engine with Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The PGN tag `Termination`.
    pub termination: String,
    /// Half-moves, those of the opening included.
    pub plies: usize,
}

impl GameLine {
    /// The line of a game.
    pub fn of(game: &PgnGame) -> GameLine {
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
        GameLine {
            round: tag("Round"),
            white: tag("White"),
            black: tag("Black"),
            result: game.result.text(),
            termination: tag("Termination"),
            plies: game.moves.len(),
        }
    }
}

/// Everything that is to be said at the end.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The rules; nothing where several are mixed.
    pub variant: Option<String>,
    /// Games counted.
    pub games: u64,
    /// Games planned.
    pub planned: u64,
    /// The match was stopped from outside.
    pub interrupted: bool,
    /// The engines, the best one first.
    pub engines: Vec<Row>,
    /// The sequential test.
    pub sprt: Option<SprtState>,
    /// The games that were counted, in the order of the schedule.
    pub results: Vec<GameLine>,
    /// All of it for people.
    #[serde(skip)]
    pub text: String,
}

/// What one engine has scored against another: the lines that scripts read.
pub fn duel(standings: &Standings) -> String {
    let [first, second, ..] = standings.names() else { return String::new() };
    let encounter = standings.encounter(0, 1);
    let Tally { wins, losses, draws } = encounter.games;
    let games = encounter.games.games();
    let share = encounter.games.points() / games.max(1) as f64;
    let mut text =
        format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{share:.3}] {games}\n");
    if let Some(strength) = Strength::of(&encounter.sample()) {
        let drawn = 100.0 * draws as f64 / games.max(1) as f64;
        let (elo, los) = (strength.elo, 100.0 * strength.los);
        let _ = writeln!(text, "Elo difference: {elo}, LOS: {los:.1} %, DrawRatio: {drawn:.1} %");
        let _ = writeln!(text, "Normalized Elo: {}", strength.normalized_elo);
    }
    let _ = writeln!(text, "Ptnml(0-2): {:?}", encounter.pairs);
    text
}

/// The line of the sequential test.
pub fn sprt_line(state: &SprtState) -> String {
    let SprtState { llr, lower_bound, upper_bound, .. } = *state;
    let percent = 100.0 * llr / if llr < 0.0 { -lower_bound } else { upper_bound };
    let decided = match state.verdict {
        Verdict::H0 => " - H0 was accepted",
        Verdict::H1 => " - H1 was accepted",
        Verdict::Continue => "",
    };
    format!("SPRT: llr {llr:.2} ({percent:.1}%), lbound {lower_bound:.2}, ubound {upper_bound:.2}{decided}\n")
}

/// The table of all engines.
pub fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "Rank {:width$} {:>8} {:>7} {:>7} {:>6} {:>7} {:>6} {:>5} {:>5} {:>5} {:>6}  Ptnml(0-2)\n",
        "Name", "Elo", "+/-", "nElo", "Games", "Points", "Score", "W", "L", "D", "LOS"
    );
    for (index, row) in rows.iter().enumerate() {
        let number = |value: Option<f64>| match value {
            Some(value) if !value.is_nan() => format!("{value:.1}"),
            _ => "-".to_owned(),
        };
        let strength = row.strength;
        let _ = write!(
            text,
            "{:4} {:width$} {:>8} {:>7} {:>7} {:>6} {:>7} {:>6} {:>5} {:>5} {:>5} {:>6}  {:?}",
            index + 1,
            row.name,
            number(strength.map(|s| s.elo.value)),
            number(strength.map(|s| s.elo.error).filter(|error| error.is_finite())),
            number(strength.map(|s| s.normalized_elo.value)),
            row.games,
            row.points,
            format!("{:.1}%", 100.0 * row.points / row.games.max(1) as f64),
            row.tally.wins,
            row.tally.losses,
            row.tally.draws,
            number(strength.map(|s| 100.0 * s.los)),
            row.pentanomial,
        );
        if row.faults.total() > 0 {
            let faults = row.faults;
            let _ = write!(
                text,
                "  faults: {} time, {} illegal, {} crashed, {} hung",
                faults.time, faults.illegal, faults.crashes, faults.hangs
            );
        }
        text.push('\n');
    }
    text
}

/// All of it, as shown between games and at the end.
pub fn summary(standings: &Standings, sprt: Option<&SprtState>) -> String {
    let mut text = table(&standings.table());
    if standings.names().len() == 2 {
        text.push_str(&duel(standings));
    }
    if let Some(state) = sprt {
        text.push_str(&sprt_line(state));
    }
    text
}
