//! `sepoy bench`: a fixed search whose node count identifies the engine's behaviour.

use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::Args;

use super::position::variants;
use crate::engine::{BenchSettings, bench};
use crate::rules::Variant;

const EXAMPLES: &str = "\
Examples:
  sepoy bench
      The signature of this version: the same node count on every machine.
  sepoy bench 10 --variant madrasi
      Deeper, the positions of one rule set only.";

/// Search a fixed set of positions of all rule sets to a fixed depth, with one thread
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// Plies
    #[arg(default_value_t = 8)]
    depth: u32,
    /// Only positions of this rule set
    #[arg(short, long, value_name = "NAME", value_parser = variants())]
    variant: Option<Variant>,
    /// The size of the transposition table, emptied before each position
    #[arg(long, default_value_t = 16, value_name = "MiB")]
    hash: usize,
}

impl Bench {
    /// Prints a line for each position, then `Bench: NODES`, then `NODES nodes NPS nps`.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let settings = BenchSettings { depth: self.depth, variant: self.variant, hash: self.hash };
        let mut out = stdout().lock();
        let mut written = Ok(());
        let result = bench(&settings, &mut |line| {
            written = writeln!(out, "{line}");
            written.is_ok()
        })?;
        written?;
        writeln!(out, "{result}")?;
        Ok(ExitCode::SUCCESS)
    }
}
