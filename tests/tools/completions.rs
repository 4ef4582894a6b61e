//! `sepoy completions`: scripts that teach a shell our subcommands and options.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;

const EXAMPLES: &str = "\
Examples:
  sepoy completions bash > ~/.local/share/bash-completion/completions/sepoy
  sepoy completions zsh > ~/.zfunc/_sepoy
  sepoy completions fish > ~/.config/fish/completions/sepoy.fish";

/// The shell.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell to write for
    shell: Shell,
}

impl Completions {
    /// Writes the script to standard output.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        // The generator panics where it cannot write, so it writes to memory first.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "sepoy", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
