//! `sepoy bench`: a fixed search whose node count identifies the engine's behaviour.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use super::position::variants;
use crate::position::Position;
use crate::rules::{Rules, Variant, Visitor};
use crate::search::{Limits, Shared, think};

/// The positions: `variant|FEN`, one a line.
const POSITIONS: &str = include_str!("bench.txt");

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
        let mut out = stdout().lock();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let shared = Shared::new(self.hash)?;
        for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
            let (variant, fen) = line.split_once('|').context("a bench position without a variant")?;
            let variant: Variant = variant.parse()?;
            if self.variant.is_some_and(|only| only != variant) {
                continue;
            }
            shared.new_game();
            let start = Instant::now();
            let count = variant.dispatch(Task { fen, depth: self.depth, shared: &shared })?;
            let took = start.elapsed();
            writeln!(out, "{count:>10} {:>6} ms  {variant} {fen}", took.as_millis())?;
            nodes += count;
            time += took;
        }
        let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        writeln!(out, "Bench: {nodes}\n{nodes} nodes {nps} nps")?;
        Ok(ExitCode::SUCCESS)
    }
}

struct Task<'a> {
    fen: &'a str,
    depth: u32,
    shared: &'a Shared,
}

impl Visitor for Task<'_> {
    type Output = anyhow::Result<u64>;

    fn visit<R: Rules>(self) -> Self::Output {
        let (position, _) = Position::<R>::from_fen(self.fen)?;
        self.shared.prepare(false);
        let limits = Limits::to_depth(self.depth);
        Ok(think(&position, &[], &limits, self.shared, &mut |_| {}).nodes)
    }
}
