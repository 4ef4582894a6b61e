//! The `sepoy` binary: parse the arguments, run the tool they name, report an error.
//!
//! Without a subcommand the binary speaks UCI on standard input and output.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use sepoy::tools::Tool;
use sepoy::uci;

/// A chess-variant engine and problem solver: Madrasi, Isardam, Maharajah, and orthodox chess.
///
/// Without a subcommand Sepoy speaks UCI on standard input and output.
#[derive(Parser)]
#[command(name = "sepoy", version)]
struct Cli {
    /// Take defaults from this file instead of looking for engine-config.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    tool: Option<Tool>,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sepoy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.tool {
        Some(tool) => tool.run(),
        None => Ok(uci::run()?),
    }
}

/// The reader of our output went away (`sepoy ... | head`): that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
