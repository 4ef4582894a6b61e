//! `sepoy solve`: chess problems, solved completely.
//!
//! `input` reads problems, the solver solves each as a whole, `text` and `json` print it; `win` is
//! the stipulation of Maharajah, which has a prover of its own.

mod input;
mod json;
mod text;
mod win;

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::input::{Defaults, Problem, read_line};
use self::json::Extras;
use self::text::Text;
use self::win::Aim;
use super::interrupt::stop_on_signal;
use super::position::variants;
use crate::diagram::{Diagram, Style};
use crate::position::Position;
use crate::rules::{Rules, Variant, Visitor};
use crate::solver::journal::Journal;
use crate::solver::solution::Solution;
use crate::solver::solve::{Options, Progress, Solver, Watch};
use crate::solver::stipulation::Stipulation;

const EXAMPLES: &str = "\
Stipulations:
  #n direct mate, s#n selfmate, r#n and semi-r#n reflexmate, h#n and h#n.5 helpmate,
  hs#n help-selfmate, ser-#n, ser-h#n and ser-s#n series movers.
  In place of # the goal may be = (stalemate), == (mate or stalemate), x (capture), + (check),
  or z and a square (a unit arrives there): h=3, zf72.
  win, in Maharajah alone: Black takes the maharajah whatever White does.

Examples:
  sepoy solve -v madrasi -s '#2' --variations \\
      '2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1'
      The key, 1.Be5!, and what follows: 1...Rc4 2.bxc4#
  sepoy solve -v isardam -s 'h#2' '2K5/5k2/8/8/8/1q6/8/2Q5 b - - 0 1'
      All helpmates in two; the side to move is mated.
  sepoy solve -v maharajah -s win --verify
      The longest line of Black's win from the usual set-up, and the size of its proof.
  sepoy solve --json < problems.jsonl
      Many problems, one JSON object a line in and out.";

/// What to solve, and how.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// The rules, where a line does not name them
    #[arg(short, long, value_name = "NAME", default_value = Variant::Chess.name(), value_parser = variants())]
    variant: Variant,
    /// The stipulation, where a line has none
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    stipulation: Option<Aim>,
    /// The position as FEN, in quotes. Without it, positions are read one a line (FEN, EPD with `dm`,
    /// or JSON with fen, stipulation, variant) from --file or standard input
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Read the positions from this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Show first moves that a single reply refutes
    #[arg(long)]
    tries: bool,
    /// Show what happens if the other side begins
    #[arg(long)]
    set_play: bool,
    /// Show threats, defences and mates after keys and tries
    #[arg(long)]
    variations: bool,
    /// With the stipulation `win`: say what the walk through the proof has covered
    #[arg(long)]
    verify: bool,
    /// With the stipulation `win`: spend the time on a shorter win and a lower bound
    #[arg(long)]
    shortest: bool,
    /// Stop after so many keys or solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_solutions: Option<u32>,
    /// Stop each problem after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Keep in this file what is settled, and go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Moves in UCI notation in place of problem notation
    #[arg(long, conflicts_with = "json")]
    uci: bool,
    /// Write a diagram; of several problems, FILE gets a number before its extension
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl Solve {
    /// Solves all problems; a bad line is reported, and the next one read. Success if every line was
    /// a problem.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(Aim::Win) = self.stipulation {
            return self.prove_win();
        }
        if self.verify || self.shortest {
            bail!("--verify and --shortest go with the stipulation `win` only");
        }
        let journal = match &self.checkpoint {
            Some(path) => Journal::open(path)?,
            None => Journal::none(),
        };
        let solver = Solver::new(self.hash as usize, self.threads as usize)?;
        let session = Session { args: &self, solver, journal, stop: stop_on_signal()? };
        let code = match (&self.file, self.fen.is_empty()) {
            (Some(path), _) => {
                let file = fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
                session.solve_lines(BufReader::new(file), true).with_context(|| path.display().to_string())
            }
            (None, true) => session.solve_lines(io::stdin().lock(), true),
            (None, false) => session.solve_lines(self.fen.join(" ").as_bytes(), false),
        }?;
        session.journal.save()?;
        Ok(code)
    }

    fn options(&self) -> Options {
        Options {
            tries: self.tries,
            set_play: self.set_play,
            variations: self.variations,
            max_solutions: self.max_solutions.map(|max| max as usize),
            time: self.time,
        }
    }
}

/// One run over all problems.
struct Session<'a> {
    args: &'a Solve,
    solver: Solver,
    journal: Journal,
    stop: Arc<AtomicBool>,
}

impl Session<'_> {
    /// Errors name the line, unless the one position came with the command.
    fn solve_lines(&self, mut lines: impl BufRead, numbered: bool) -> anyhow::Result<ExitCode> {
        let defaults = Defaults {
            variant: self.args.variant,
            stipulation: self.args.stipulation.and_then(Aim::problem),
        };
        let mut code = ExitCode::SUCCESS;
        let (mut number, mut solved, mut bytes) = (0, 0, Vec::new());
        loop {
            bytes.clear();
            if lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(code);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(ExitCode::FAILURE);
            }
            number += 1;
            let line = String::from_utf8_lossy(&bytes);
            let written = match read_line(&line, &defaults) {
                Ok(None) => continue,
                Ok(Some(problem)) => self.solve(&problem, solved),
                Err(error) => Err(error),
            };
            solved += 1;
            match written {
                Ok(text) => io::stdout().lock().write_all(text.as_bytes())?,
                Err(error) => {
                    code = ExitCode::FAILURE;
                    let place = if numbered { format!("line {number}: ") } else { String::new() };
                    eprintln!("sepoy: {place}{error:#}");
                    if self.args.json {
                        let object = serde_json::json!({ "line": number, "error": format!("{error:#}") });
                        writeln!(io::stdout().lock(), "{object}")?;
                    }
                }
            }
        }
    }

    /// Solves one problem and returns what is to be printed.
    fn solve(&self, problem: &Problem, index: usize) -> anyhow::Result<String> {
        problem.variant.dispatch(SolveIt { session: self, problem, index })
    }

    fn watched<R: Rules>(&self, root: &Position<R>, problem: &Problem) -> Solution {
        self.journal.begin(format!("{} {} {}", problem.variant, problem.stipulation, problem.fen));
        let bar = progress_bar();
        let progress = |at: Progress| {
            bar.set_length(at.total as u64);
            bar.set_position(at.done as u64);
            bar.set_message(match at.mv {
                Some(mv) => format!("{}: depth {}, {mv}", problem.stipulation, at.depth),
                None => format!("{}: depth {}", problem.stipulation, at.depth),
            });
        };
        let watch = Watch { stop: &self.stop, progress: &progress, journal: &self.journal };
        let solution = self.solver.solve(root, &problem.stipulation, &self.args.options(), &watch);
        bar.finish_and_clear();
        solution
    }
}

/// Longer lines are no problems.
const MAX_LINE: u64 = 1 << 20;

/// On a terminal only; on standard error.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{elapsed} {msg} [{bar:20}] {pos}/{len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Solves a problem under its rules.
struct SolveIt<'a> {
    session: &'a Session<'a>,
    problem: &'a Problem,
    index: usize,
}

impl Visitor for SolveIt<'_> {
    type Output = anyhow::Result<String>;

    fn visit<R: Rules>(self) -> anyhow::Result<String> {
        let (problem, args) = (self.problem, self.session.args);
        let set_up = Position::<R>::from_problem_fen(&problem.fen);
        let (root, warnings) = set_up.with_context(|| format!("cannot set up '{}'", problem.fen))?;
        for warning in warnings {
            eprintln!("sepoy: warning: {warning}");
        }
        check_royals(&root, &problem.stipulation)?;
        if let Some(path) = &args.svg {
            write_diagram(&root, problem, &numbered(path, self.index))?;
        }
        let solution = self.session.watched(&root, problem);
        if args.json {
            let extras = Extras { variations: args.variations, tries: args.tries };
            return Ok(json::line(problem, &solution, extras)? + "\n");
        }
        let heading = format!("{} {}  {}\n", problem.variant, problem.stipulation, problem.fen);
        let text = Text { root: &root, stipulation: &problem.stipulation, uci: args.uci };
        Ok(heading + &text.solution(&solution)? + "\n")
    }
}

/// A goal that is about a king needs one.
fn check_royals<R: Rules>(root: &Position<R>, stipulation: &Stipulation) -> anyhow::Result<()> {
    let loser = if stipulation.goal_is_own() { !root.side() } else { root.side() };
    let needed = stipulation.goal.needs_royal();
    if needed && root.board().of(loser, R::royal(loser)).is_empty() && !root.state().pocket {
        bail!("{stipulation}: {} has no {} to be mated or checked", loser.name(), R::royal(loser).name());
    }
    Ok(())
}

fn write_diagram<R: Rules>(root: &Position<R>, problem: &Problem, path: &Path) -> anyhow::Result<()> {
    let board = root.board();
    let diagram = Diagram {
        units: board.occupied().filter_map(|square| Some((square, board.piece_at(square)?))).collect(),
        paralysed: root.paralysed(),
        side: root.side(),
        in_hand: None,
        last_move: None,
        arrows: Vec::new(),
        flipped: false,
        bare: false,
        style: Style::PRINT,
        title: format!("{} {}: {}", problem.variant, problem.stipulation, problem.fen),
    };
    fs::write(path, diagram.to_string()).with_context(|| format!("cannot write {}", path.display()))
}

fn numbered(path: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|text| format!(".{}", text.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{}{extension}", index + 1))
}
