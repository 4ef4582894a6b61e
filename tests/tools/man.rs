//! `sepoy man`: the help texts as manual pages.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use super::Cli;

const EXAMPLES: &str = "\
Examples:
  sepoy man | man -l -                            read it at once
  sepoy man show > ~/.local/share/man/man1/sepoy-show.1";

/// The page.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// The subcommand to describe; without it, Sepoy as a whole
    subcommand: Option<String>,
}

impl Man {
    /// Writes the page, in roff, to standard output.
    ///
    /// # Errors
    /// If there is no such subcommand, or standard output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut sepoy = Cli::command();
        sepoy.build();
        let command = match &self.subcommand {
            Some(name) => {
                let found = sepoy.find_subcommand(name);
                found.with_context(|| format!("subcommand: there is no `sepoy {name}`"))?.clone()
            }
            None => sepoy,
        };
        let mut page = Vec::new();
        Page::new(command).render(&mut page)?;
        io::stdout().lock().write_all(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}
