//! The `sepoy` binary: parse the arguments, run the tool they name, report an error.
//!
//! Without a subcommand the binary speaks UCI on standard input and output.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use sepoy::tools::Cli;
use sepoy::uci;

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
