//! Positions, one a line, side by side.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::Analyse;
use super::result::{Analysed, Unreadable, analysed};
use crate::game;
use crate::notation::epd::Epd;
use crate::search::Shared;
use crate::tools::in_order::in_order;
use crate::tools::text::without_mark;

/// Longer lines are no positions; they come in pieces of so many bytes.
const MAX_LINE: u64 = 1 << 20;

/// What came of one line.
type Outcome = Result<Analysed, Unreadable>;

/// For each EPD operation, how many positions passed, of how many that have it.
type Tally = BTreeMap<&'static str, (u64, u64)>;

/// Analyses all lines; the number of those that could not be read.
pub fn run(orders: &Analyse) -> anyhow::Result<usize> {
    let lines = input(orders.file.as_deref())?;
    let wanted = |line: &(usize, io::Result<String>)| {
        line.1.as_ref().map_or(true, |text| !text.is_empty() && !text.starts_with('#'))
    };
    let lines = lines.enumerate().filter(wanted);
    let progress = progress_bar();
    let mut tally = Tally::new();
    let mut unreadable = 0;
    let mut output = io::stdout();
    let work = |shared: &mut Shared, (index, text): (usize, io::Result<String>)| -> Outcome {
        text.context("the input ends early")
            .and_then(|text| analyse(orders, shared, index + 1, &text))
            .map_err(|error| Unreadable { line: index + 1, error: format!("{error:#}") })
    };
    in_order(
        orders.jobs(),
        lines,
        || orders.shared(),
        work,
        |outcome| {
            match &outcome {
                Ok(found) => {
                    for (name, passed) in found.checks.made() {
                        let (passes, all) = tally.entry(name).or_default();
                        *passes += u64::from(passed);
                        *all += 1;
                    }
                    write_line(&mut output, found, orders.json)?;
                }
                Err(error) => {
                    unreadable += 1;
                    write_line(&mut output, error, orders.json)?;
                }
            }
            progress.inc(1);
            Ok(())
        },
    )?;
    progress.finish_and_clear();
    for (name, (passes, all)) in tally {
        eprintln!("{name}: {passes} of {all} passed");
    }
    Ok(unreadable)
}

fn analyse(orders: &Analyse, shared: &Shared, line: usize, text: &str) -> anyhow::Result<Analysed> {
    let epd = Epd::parse(text)?;
    let (game, _) = game::open(orders.variant, Some(&epd.fen))?;
    let found = orders.search(game.as_ref(), shared);
    Ok(analysed(line, game.as_ref(), &epd, &found, orders.san)?)
}

/// The lines of the file or of standard input, without blanks at their ends; bytes that are no text are
/// replaced. An error is the last of them.
fn input(file: Option<&Path>) -> anyhow::Result<impl Iterator<Item = io::Result<String>> + Send> {
    let mut reader: Box<dyn BufRead + Send> = match file {
        Some(path) if path != Path::new("-") => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            Box::new(BufReader::new(file))
        }
        _ => Box::new(BufReader::new(io::stdin())),
    };
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        ended = !matches!(read, Ok(1..));
        let text = || without_mark(String::from_utf8_lossy(&bytes).trim()).to_owned();
        match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(text())),
            Err(error) => Some(Err(error)),
        }
    }))
}

fn write_line<T: Serialize + ToString>(
    output: &mut io::Stdout,
    result: &T,
    json: bool,
) -> anyhow::Result<()> {
    let text = if json { serde_json::to_string(result)? } else { result.to_string() };
    writeln!(output, "{text}")?;
    Ok(())
}

/// On standard error, and only on a terminal.
fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    match ProgressStyle::with_template("{spinner} {pos} positions, {per_sec}, {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
