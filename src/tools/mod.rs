//! The subcommands of the binary, one file each.
//!
//! A tool is a `clap::Args` struct with `run(self) -> anyhow::Result<ExitCode>`. It writes its
//! result to `io::stdout().lock()` with `writeln!` and `?`, never with `println!`: a closed pipe
//! then comes back as an error, which `main` takes for a quiet end.

mod analyse;
mod bench;
mod completions;
mod explain;
mod in_order;
mod interrupt;
mod man;
mod matches;
mod perft;
mod position;
mod show;
mod solve;
mod text;
mod think;
mod train;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  printf 'setoption name UCI_Variant value madrasi\\ngo movetime 1000\\n' | sepoy
      Speak UCI: one second for the first move of Madrasi.
  sepoy show -v madrasi --moves 'e4 d5'
      The board, with the paralysed pawns in brackets.
  sepoy help explain
      The help of a subcommand, with examples of its own.";

/// A chess-variant engine and problem solver: Madrasi, Isardam, Maharajah, and orthodox chess.
///
/// Without a subcommand Sepoy speaks UCI on standard input and output.
#[derive(Parser)]
#[command(name = "sepoy", version, after_help = EXAMPLES)]
pub struct Cli {
    /// Take defaults from this file instead of looking for engine-config.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to do instead of speaking UCI.
    #[command(subcommand)]
    pub tool: Option<Tool>,
}

/// What the binary does besides speaking UCI.
#[derive(Subcommand)]
pub enum Tool {
    /// Count the leaves of the tree of legal moves, move by move
    Perft(perft::Perft),
    /// Search a fixed set of positions and print the node count and the speed
    Bench(bench::Bench),
    /// Show a position: the board in text, or a diagram as SVG or PNG
    Show(show::Show),
    /// Explain a position, a square or a move: paralysis, legality, check, mate
    Explain(explain::Explain),
    /// Play engines against each other
    Match(matches::Match),
    /// Analyse many positions, or annotate games
    Analyse(analyse::Analyse),
    /// Solve chess problems: mates, helpmates, selfmates, series movers, with all their solutions
    Solve(Box<solve::Solve>),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print the manual page of Sepoy or of a subcommand
    Man(man::Man),
    /// Play training games against itself
    Datagen(train::Datagen),
    /// Fit the weights of the evaluation to training games
    Tune(train::Tune),
}

impl Tool {
    /// Runs the tool; its result goes to standard output, its progress to standard error.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Tool::Perft(tool) => tool.run(),
            Tool::Bench(tool) => tool.run(),
            Tool::Show(tool) => tool.run(),
            Tool::Explain(tool) => tool.run(),
            Tool::Match(tool) => tool.run(),
            Tool::Analyse(tool) => tool.run(),
            Tool::Solve(tool) => tool.run(),
            Tool::Completions(tool) => tool.run(),
            Tool::Man(tool) => tool.run(),
            Tool::Datagen(tool) => tool.run(),
            Tool::Tune(tool) => tool.run(),
        }
    }
}
