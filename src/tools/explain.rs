//! `sepoy explain`: why a unit is paralysed, a move illegal, a check none.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use super::position::PositionArgs;
use crate::explain::explain;
use crate::notation::san;

const EXAMPLES: &str = "\
Examples:
  sepoy explain -v madrasi '7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1' e5e6
      e5-e6 is illegal: it lets the en-passant right lapse, so the pawn on d5 wakes and attacks
      the king on e4.
  sepoy explain -v madrasi '2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1' c5 Be5
      Why the rook on c5 is paralysed, and what the bishop's move does about it.
  sepoy explain -v isardam '7r/8/8/8/8/8/8/R3K2k b - - 0 1' h8e8
      Why the rook gives no check on e8.
  sepoy explain -v madrasi '7k/8/8/3p4/4P3/8/5q2/7K w - - 0 1'
      Why White is stalemated.";

/// The position and the questions.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    #[command(flatten)]
    position: PositionArgs,
    /// The squares and moves (UCI, or SAN if legal) to explain, one answer a line; without any, the
    /// position itself
    #[arg(value_name = "MOVE|SQUARE")]
    questions: Vec<String>,
}

impl Explain {
    /// Writes the answers.
    ///
    /// # Errors
    /// If the position is wrong or a question is neither a move nor a square.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.position.open()?;
        let mut out = io::stdout().lock();
        if self.questions.is_empty() {
            writeln!(out, "{}", explain(&*game, None)?)?;
        }
        for question in &self.questions {
            // A legal move may be written as SAN as well.
            let uci = san::parse(&*game, question).ok().map(|mv| mv.to_string());
            writeln!(out, "{}", explain(&*game, Some(uci.as_ref().unwrap_or(question)))?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
