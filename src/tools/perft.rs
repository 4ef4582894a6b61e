//! `sepoy perft`: counts the leaves of the tree of legal moves, move by move.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;

use super::position::PositionArgs;
use crate::game::{self, Game};
use crate::movegen::{DEEPEST_PERFT, legal_moves, perft};
use crate::position::Position;
use crate::rules::{Rules, Visitor};
use crate::types::Move;

const EXAMPLES: &str = "\
Examples:
  sepoy perft 6
      The start position of chess: 119060324 leaves.
  sepoy perft --variant madrasi --threads 2 6
      Madrasi, on two threads.
  sepoy perft -v isardam 4 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
      Another position.";

/// What to count.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST_PERFT)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Worker threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Counts and prints.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.position.open()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(self.threads))
            .build()
            .context("cannot start the worker threads")?;
        let start = Instant::now();
        let counts = pool.install(|| game.variant().dispatch(Divide { game: &*game, depth: self.depth }));
        let time = start.elapsed();
        let mut out = io::stdout().lock();
        if self.json {
            self.print_json(&mut out, &counts, time)?
        } else {
            self.print_text(&mut out, &counts, time)?
        }
        Ok(ExitCode::SUCCESS)
    }

    fn total(&self, counts: &[(Move, u64)]) -> u64 {
        if self.depth == 0 { 1 } else { counts.iter().map(|(_, leaves)| leaves).sum() }
    }

    fn print_text(&self, out: &mut impl Write, counts: &[(Move, u64)], time: Duration) -> io::Result<()> {
        for (mv, leaves) in counts {
            writeln!(out, "{mv}: {leaves}")?;
        }
        let total = self.total(counts);
        writeln!(out, "\nNodes searched: {total}")?;
        writeln!(out, "Time: {} ms", time.as_millis())?;
        writeln!(out, "Nodes/second: {}", per_second(total, time))
    }

    fn print_json(&self, out: &mut impl Write, counts: &[(Move, u64)], time: Duration) -> anyhow::Result<()> {
        let moves: serde_json::Map<String, serde_json::Value> =
            counts.iter().map(|(mv, leaves)| (mv.to_string(), (*leaves).into())).collect();
        let total = self.total(counts);
        let object = serde_json::json!({
            "variant": self.position.variant.name(),
            "depth": self.depth,
            "moves": moves,
            "nodes": total,
            "time_ms": time.as_millis() as u64,
            "nps": per_second(total, time),
        });
        writeln!(out, "{object}")?;
        Ok(())
    }
}

fn per_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The leaves below each legal move; the work is split two plies deep.
struct Divide<'a> {
    game: &'a dyn Game,
    depth: u32,
}

impl Visitor for Divide<'_> {
    type Output = Vec<(Move, u64)>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Some(position) = game::position_of::<R>(self.game) else { return Vec::new() };
        if self.depth == 0 {
            return Vec::new();
        }
        let below = |mv: Move| count_split(&position.after(mv), self.depth - 1);
        legal_moves(&position).to_vec().into_par_iter().map(|mv| (mv, below(mv))).collect()
    }
}

fn count_split<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    let moves = legal_moves(position);
    moves.par_iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum()
}
