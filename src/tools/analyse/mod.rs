//! `sepoy analyse`: many positions, one result a line, or a game annotated move by move.

mod annotate;
mod positions;
mod result;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use crate::game::Game;
use crate::rules::Variant;
use crate::search::{Bound, Limits, Line, Report, Shared, Thought};
use crate::tools::position::variants;
use crate::tools::think::think;

const HELP: &str = "\
Each line is a FEN or an EPD; empty lines and lines that begin with # are passed over. Results come
in the order of the lines. A line that cannot be read gives an error line with its number, and the
exit code is then 1. The EPD operations bm, am and dm are checked and summed up at the end.

Examples:
  sepoy analyse --variant madrasi --depth 12 positions.epd
  sepoy analyse --nodes 100000 --jobs 8 --json < fens.txt > results.jsonl
  sepoy analyse --variant isardam --multipv 3 --san --movetime 500 -
  sepoy analyse --depth 14 --pgn game.pgn > annotated.pgn";

/// Plies to search where no limit is given.
const DEFAULT_DEPTH: u32 = 12;

/// Positions from a file or standard input, or the games of a PGN file.
#[derive(Args)]
#[command(after_help = HELP)]
pub struct Analyse {
    /// The positions' file; - or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The rules; a game's tag Variant goes before
    #[arg(short, long, value_name = "NAME", default_value = Variant::default().name(), value_parser = variants())]
    variant: Variant,
    /// Annotate the games of this file instead, and write them as PGN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "json", "multipv", "san"])]
    pgn: Option<PathBuf>,
    /// Plies to search (12 if there is no other limit)
    #[arg(short, long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes to search
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds to search
    #[arg(short = 't', long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Lines to show for each position
    #[arg(short, long, value_name = "K", default_value = "1")]
    multipv: NonZeroUsize,
    /// Positions side by side (one for each core)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// MiB of the transposition table of each job
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Moves in algebraic notation instead of that of UCI
    #[arg(long)]
    san: bool,
}

impl Analyse {
    /// Analyses everything; exit code 1 if something could not be read.
    ///
    /// # Errors
    /// Files that cannot be read, output that cannot be written, no memory.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let failures = match &self.pgn {
            Some(file) => annotate::run(&self, file)?,
            None => positions::run(&self)?,
        };
        Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// A table for one worker.
    fn shared(&self) -> anyhow::Result<Shared> {
        Ok(Shared::new(self.hash as usize)?)
    }

    fn limits(&self) -> Limits {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        Limits {
            start: Instant::now(),
            depth: if bounded { self.depth } else { Some(DEFAULT_DEPTH) },
            nodes: self.nodes,
            hard_time: self.movetime.map(Duration::from_millis),
            multi_pv: self.multipv.get(),
            ..Limits::default()
        }
    }

    /// Searches the position with an empty table, so that the result does not depend on what was
    /// searched before. The lines are those of the last iteration, the best one first.
    fn search(&self, game: &dyn Game, shared: &Shared) -> (Thought, Vec<Line>) {
        shared.new_game();
        let mut lines: Vec<Line> = Vec::new();
        let thought = think(game, &self.limits(), shared, &mut |report| {
            if let Report::Line(line) = report
                && line.bound == Bound::Exact
            {
                // Lines are numbered from 1, and come in this order.
                lines.truncate(line.multipv.saturating_sub(1));
                lines.push(line);
            }
        });
        (thought, lines)
    }
}
