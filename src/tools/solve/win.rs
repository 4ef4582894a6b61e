//! The stipulation `win`: Black wins Maharajah, whatever White does.

use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};

use super::Solve;
use crate::game::{self, position_of};
use crate::solver::maharajah::{Wish, report};
use crate::solver::stipulation::{Stipulation, StipulationError};

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
    /// Proves the win and prints it. Without a FEN the usual set-up is meant.
    pub(super) fn prove_win(&self) -> anyhow::Result<ExitCode> {
        if self.file.is_some() || self.json {
            bail!("the stipulation `win` takes one position and prints text: no --file, no --json");
        }
        let fen = self.fen.join(" ");
        let fen = (!fen.is_empty()).then_some(fen.as_str());
        let (game, _) = game::open(self.variant, fen).context("FEN")?;
        let Some(position) = position_of(&*game) else {
            bail!("{} has no stipulation `win`: add --variant maharajah", self.variant);
        };
        let time = self.time.unwrap_or(TIME[usize::from(self.shortest)]);
        let wish = Wish { shortest: self.shortest, verify: self.verify, time };
        write!(io::stdout().lock(), "{}", report(&position, wish))?;
        Ok(ExitCode::SUCCESS)
    }
}
