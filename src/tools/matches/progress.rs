//! What is shown while a match runs: a live table on a terminal, lines for scripts elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::options::Options;

/// Where the running commentary goes.
pub enum Progress {
    /// A table and a bar that are drawn anew on standard error.
    Live(ProgressBar),
    /// Lines on standard output, or on standard error where that is for JSON.
    Lines {
        /// Standard output is for the result alone.
        quiet_stdout: bool,
    },
}

impl Progress {
    /// For a match of so many games.
    pub fn new(options: &Options, games: usize) -> Progress {
        let terminal = std::io::stderr().is_terminal() && (options.json || std::io::stdout().is_terminal());
        if !terminal {
            return Progress::Lines { quiet_stdout: options.json };
        }
        let bar = ProgressBar::new(games as u64);
        let template = "{msg}[{elapsed_precise}] {wide_bar} {pos}/{len} games, {eta} to go";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress::Live(bar)
    }

    /// A line about a game; on a terminal the table says enough.
    ///
    /// # Errors
    /// A closed pipe.
    pub fn game(&self, line: &str) -> std::io::Result<()> {
        match self {
            Progress::Live(_) => Ok(()),
            Progress::Lines { .. } => self.note(line),
        }
    }

    /// A line that is always shown.
    ///
    /// # Errors
    /// A closed pipe.
    pub fn note(&self, line: &str) -> std::io::Result<()> {
        match self {
            Progress::Live(bar) => {
                bar.println(line);
                Ok(())
            }
            Progress::Lines { quiet_stdout: true } => writeln!(std::io::stderr(), "{line}"),
            Progress::Lines { quiet_stdout: false } => writeln!(std::io::stdout(), "{line}"),
        }
    }

    /// The standings after so many games; `due` if a lines' reader is to see them, too.
    ///
    /// # Errors
    /// A closed pipe.
    pub fn standings(&self, games: usize, due: bool, summary: impl Fn() -> String) -> std::io::Result<()> {
        match self {
            Progress::Live(bar) => {
                bar.set_message(summary());
                bar.set_position(games as u64);
                Ok(())
            }
            Progress::Lines { .. } if due => self.note(summary().trim_end()),
            Progress::Lines { .. } => Ok(()),
        }
    }

    /// Takes the live display away.
    pub fn finish(&self) {
        if let Progress::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}
