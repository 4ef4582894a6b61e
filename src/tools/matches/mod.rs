//! `sepoy match`: engines against each other, with a referee that knows the rules.
//!
//! From the command line to the table: `words` and `option_table` read the command line into
//! `options`; `schedule` lists the games, `openings` says where they begin; `runner` has them
//! played side by side, each by a `referee` with two `client`s, the engines' processes; `record`
//! keeps the PGN, `standings`, `statistics` and `sprt` say what it means, `report` and `progress`
//! show it.

mod adjudication;
mod client;
mod engine_options;
mod openings;
mod option_table;
mod options;
mod progress;
mod record;
mod referee;
mod report;
mod runner;
mod schedule;
mod sprt;
mod standings;
mod statistics;
mod tc;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use options::Options;
use report::{GameLine, Report, SprtState, summary};
use standings::Standings;

use super::interrupt::stop_on_signal;
use crate::notation::pgn::PgnGame;

/// Engines against each other: match, round robin or gauntlet.
#[derive(Args)]
#[command(
    override_usage = "sepoy match -engine SETTINGS -engine SETTINGS... -each SETTINGS [OPTIONS]\n       \
                      sepoy match -report FILES [-sprt SETTINGS]",
    after_help = option_table::help(),
)]
pub struct Match {
    /// Options as cutechess-cli and fastchess have them, with one dash or two
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    words: Vec<String>,
}

impl Match {
    /// Plays the match, or sums up the files of a report.
    ///
    /// # Errors
    /// Options that cannot be taken, engines that do not start, files that cannot be read or written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let options = Options::parse(&self.words)?;
        let mut output = std::io::stdout();
        if options.help {
            write!(output, "{}", option_table::help())?;
            return Ok(ExitCode::SUCCESS);
        }
        let report = if options.report.is_empty() {
            runner::run(&options, stop_on_signal()?.as_ref())?
        } else {
            merged(&options)?
        };
        if options.json {
            serde_json::to_writer_pretty(&mut output, &report)?;
            writeln!(output)?;
            eprint!("{}", report.text);
        } else {
            write!(output, "{}", report.text)?;
            let end = if report.interrupted { "Interrupted" } else { "Finished match" };
            writeln!(output, "{end}: {} of {} games", report.games, report.planned)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// One table of the games of several files.
fn merged(options: &Options) -> anyhow::Result<Report> {
    let games = record::games_of(&options.report)?;
    let mut standings = Standings::default();
    let counted: Vec<&PgnGame> = games.iter().filter(|game| standings.add(game)).collect();
    if counted.len() < games.len() {
        eprintln!("sepoy: {} games without a result are left out", games.len() - counted.len());
    }
    let sprt = options.sprt.map(|sprt| SprtState::of(sprt, &standings));
    let variant = games.first().and_then(|game| game.tag("Variant"));
    let same = games.iter().all(|game| game.tag("Variant") == variant);
    Ok(Report {
        variant: variant.filter(|_| same).map(str::to_owned),
        games: counted.len() as u64,
        planned: counted.len() as u64,
        interrupted: false,
        engines: standings.table(),
        text: summary(&standings, sprt.as_ref()),
        sprt,
        results: counted.into_iter().map(GameLine::of).collect(),
    })
}
