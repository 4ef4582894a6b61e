//! The subcommands of the binary, one file each.
//!
//! A tool is a `clap::Args` struct with `run(self) -> anyhow::Result<ExitCode>`. It writes its
//! result to `io::stdout().lock()` with `writeln!` and `?`, never with `println!`: a closed pipe
//! then comes back as an error, which `main` takes for a quiet end.

use std::process::ExitCode;

use clap::Subcommand;

/// What the binary does besides speaking UCI.
#[derive(Subcommand)]
pub enum Tool {}

impl Tool {
    /// Runs the tool; its result goes to standard output, its progress to standard error.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {}
    }
}
