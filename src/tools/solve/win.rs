//! The stipulation `win`: Black wins Maharajah, whatever White does.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::Solve;
use crate::game::{self, position_of};
use crate::position::Position;
use crate::rules::Maharajah;
use crate::solver::maharajah::{Finding, Report, Wish, report};
use crate::solver::stipulation::{Stipulation, StipulationError};
use crate::types::Move;

/// Time for a win, and for the shortest one, if none is given.
const TIME: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// What is to be reached.
#[derive(Clone, Copy, Debug)]
pub enum Aim {
    /// The aim of a chess problem.
    Problem(Stipulation),
    /// The game is to be won.
    Win,
}

impl FromStr for Aim {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "win" { Ok(Aim::Win) } else { text.parse().map(Aim::Problem) }
    }
}

impl Aim {
    /// The stipulation, if it is that of a problem.
    pub fn problem(self) -> Option<Stipulation> {
        match self {
            Aim::Problem(stipulation) => Some(stipulation),
            Aim::Win => None,
        }
    }
}

impl Solve {
    /// Proves the win and prints it. Without a FEN or a file the usual set-up is meant.
    pub(super) fn prove_win(&self) -> anyhow::Result<ExitCode> {
        self.refuse_options_of_problems()?;
        let Some(path) = &self.file else {
            let fen = self.fen.join(" ");
            self.prove_win_from((!fen.is_empty()).then_some(fen.as_str()))?;
            return Ok(ExitCode::SUCCESS);
        };
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut code = ExitCode::SUCCESS;
        for (index, line) in text.lines().enumerate() {
            let fen = line.trim();
            if fen.is_empty() || fen.starts_with('#') {
                continue;
            }
            if let Err(error) = self.prove_win_from(Some(fen)) {
                code = ExitCode::FAILURE;
                eprintln!("sepoy: {} line {}: {error:#}", path.display(), index + 1);
            }
        }
        Ok(code)
    }

    fn refuse_options_of_problems(&self) -> anyhow::Result<()> {
        let given = [
            ("--tries", self.tries),
            ("--set-play", self.set_play),
            ("--variations", self.variations),
            ("--max-solutions", self.max_solutions.is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--uci", self.uci),
            ("--svg", self.svg.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => bail!("{option} does not go with the stipulation `win`"),
            None => Ok(()),
        }
    }

    fn prove_win_from(&self, fen: Option<&str>) -> anyhow::Result<()> {
        let (game, _) = game::open(self.variant, fen).context("FEN")?;
        let Some(position) = position_of(&*game) else {
            bail!("{} has no stipulation `win`: add --variant maharajah", self.variant);
        };
        let time = self.time.unwrap_or(TIME[usize::from(self.shortest)]);
        let wish = Wish { shortest: self.shortest, verify: self.verify, time };
        let report = report(&position, wish);
        let mut out = io::stdout().lock();
        match self.json {
            true => writeln!(out, "{}", object(&position, &report, self.verify))?,
            false => write!(out, "{report}")?,
        }
        Ok(())
    }
}

/// The report as a JSON object. `complete` says that every white move is proven to lose, `moves` in how
/// many at most.
fn object(position: &Position<Maharajah>, report: &Report, verify: bool) -> Value {
    let win = |(mv, finding): &(Option<Move>, Option<Finding>)| {
        let line = |finding: &Finding| finding.win.pv.iter().map(Move::to_string).collect::<Vec<_>>();
        json!({
            "move": mv.map(|mv| mv.to_string()),
            "moves": finding.as_ref().map(|finding| finding.win.moves),
            "at_least": finding.as_ref().and_then(|finding| finding.lower),
            "line": finding.as_ref().map(line),
            "positions": finding.as_ref().map(|finding| finding.win.coverage.positions),
        })
    };
    let mut object = json!({
        "fen": position.fen(),
        "variant": "maharajah",
        "stipulation": "win",
        "complete": report.moves().is_some(),
        "moves": report.moves(),
        "wins": report.findings().iter().map(win).collect::<Vec<_>>(),
    });
    if verify {
        let coverage = report.coverage();
        object["verified"] = json!({ "positions": coverage.positions, "replies": coverage.replies });
    }
    object
}
