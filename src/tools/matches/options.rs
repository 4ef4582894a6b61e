//! Everything a match can be told, as the command line gives it.

use std::path::PathBuf;
use std::time::Duration;

use super::engine_options::{EngineOptions, is_key};
use super::option_table::OPTIONS;
use super::sprt::Sprt;
use super::words::{Group, OptionError, Setting};
use crate::rules::Variant;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tournament {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engines meet all the others.
    Gauntlet,
}

/// Where the games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// At the variant's start position.
    Start,
    /// After random legal moves that a short search finds balanced.
    Random {
        /// How many plies; `None` leaves it to the variant.
        plies: Option<u32>,
        /// The short search's score may be this far from zero, in centipawns.
        balance: u32,
        /// Nodes of the short search.
        nodes: u64,
    },
    /// At the positions of a file of EPD or FEN lines.
    Positions(PathBuf),
    /// After the moves of the games of a PGN file.
    Games {
        /// The file.
        file: PathBuf,
        /// Play no more than this many plies of each game.
        plies: Option<u32>,
    },
}

/// A draw is declared when both engines agree that nothing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move.
    pub move_number: u32,
    /// For this many moves of each side.
    pub move_count: u32,
    /// Scores at most this far from zero, in centipawns.
    pub score: i32,
}

/// An engine that sees itself lost has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For this many moves in a row.
    pub move_count: u32,
    /// Scores at least this low, in centipawns below zero.
    pub score: i32,
    /// The opponent must see it as well.
    pub two_sided: bool,
}

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Declared draws.
    pub draw: Option<DrawRule>,
    /// Declared wins.
    pub resign: Option<ResignRule>,
    /// A game of this many moves is a draw.
    pub max_moves: Option<u32>,
}

/// A part of a match, for one of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u32,
    /// How many parts.
    pub count: u32,
}

/// Where the games are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnOutput {
    /// The file.
    pub file: Option<PathBuf>,
    /// Moves without comments.
    pub minimal: bool,
    /// Add to the file instead of beginning it anew.
    pub append: bool,
}

/// The orders for a match or a report.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engines; at least two, or none for a report.
    pub engines: Vec<EngineOptions>,
    /// The rules.
    pub variant: Variant,
    /// Who meets whom.
    pub tournament: Tournament,
    /// Engines that play the gauntlet.
    pub seeds: usize,
    /// How often each encounter takes place.
    pub rounds: u32,
    /// Games of an encounter.
    pub games: u32,
    /// Games that share an opening.
    pub repeat: u32,
    /// Colours change after each game of an encounter.
    pub swap: bool,
    /// The second engine of an encounter begins with White.
    pub reverse: bool,
    /// Games side by side; `None`: one.
    pub concurrency: Option<usize>,
    /// Allow more engines than cores.
    pub force_concurrency: bool,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// Shuffle the openings of a file.
    pub shuffle: bool,
    /// The first opening of the file, from 1.
    pub first_opening: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Ends before the rules' end.
    pub adjudication: Adjudication,
    /// Stop when the results decide.
    pub sprt: Option<Sprt>,
    /// The games' file.
    pub pgn: PgnOutput,
    /// Go on with the match that the games' file holds.
    pub resume: bool,
    /// Write the result as JSON.
    pub json: bool,
    /// The part of the match to play.
    pub shard: Option<Shard>,
    /// PGN files to sum up instead of playing.
    pub report: Vec<PathBuf>,
    /// Games between two tables; 0 for none.
    pub rating_interval: u64,
    /// Pause before each game.
    pub wait: Duration,
    /// Time for the handshake and for `isready`.
    pub startup_timeout: Duration,
    /// An engine without clock that thinks longer hangs.
    pub move_timeout: Duration,
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// Show the traffic with the engines on standard error.
    pub debug: bool,
    /// Show the help and do nothing else.
    pub help: bool,
    pub(super) games_given: bool,
    pub(super) engine_groups: Vec<(Group, Vec<Setting>)>,
    pub(super) each: Vec<Setting>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engines: Vec::new(),
            variant: Variant::default(),
            tournament: Tournament::RoundRobin,
            seeds: 1,
            rounds: 1,
            games: 2,
            repeat: 2,
            swap: true,
            reverse: false,
            concurrency: None,
            force_concurrency: false,
            openings: OpeningSource::random(),
            shuffle: false,
            first_opening: 1,
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            pgn: PgnOutput { append: true, ..PgnOutput::default() },
            resume: false,
            json: false,
            shard: None,
            report: Vec::new(),
            rating_interval: 10,
            wait: Duration::ZERO,
            startup_timeout: Duration::from_secs(15),
            move_timeout: Duration::from_secs(120),
            event: "Sepoy match".to_owned(),
            site: "?".to_owned(),
            debug: false,
            help: false,
            games_given: false,
            engine_groups: Vec::new(),
            each: Vec::new(),
        }
    }
}

impl OpeningSource {
    /// Random openings with the usual settings.
    pub fn random() -> OpeningSource {
        OpeningSource::Random { plies: None, balance: 80, nodes: 5_000 }
    }
}

impl Options {
    /// Reads a command line.
    ///
    /// # Errors
    /// The first option that cannot be taken, or that does not go with the others.
    pub fn parse(words: &[String]) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for group in Group::split(words)? {
            let known = OPTIONS.iter().find(|option| option.names.contains(&group.option.as_str()));
            let known = known.ok_or_else(|| OptionError {
                option: group.option.clone(),
                reason: suggestion(&group.option),
            })?;
            (known.apply)(&mut options, &group)?;
        }
        if !options.help {
            options.build_engines()?;
            options.check()?;
        }
        Ok(options)
    }

    /// The settings of `-each`, then the engine's own.
    fn build_engines(&mut self) -> Result<(), OptionError> {
        for (group, own) in &self.engine_groups {
            let settings: Vec<Setting> = self.each.iter().chain(own).cloned().collect();
            let mut engine = EngineOptions::new(group, &settings)?;
            let wanted = engine.name.clone();
            let mut copy = 2;
            while self.engines.iter().any(|other| other.name == engine.name) {
                engine.name = format!("{wanted}-{copy}");
                copy += 1;
            }
            self.engines.push(engine);
        }
        Ok(())
    }

    /// What no single option can know.
    fn check(&self) -> Result<(), OptionError> {
        let refuse = |option: &str, reason: &str| {
            Err(OptionError { option: option.to_owned(), reason: reason.to_owned() })
        };
        if !self.report.is_empty() {
            return Ok(());
        }
        if self.engines.len() < 2 {
            return refuse("engine", "a match wants two engines or more, each with its own -engine");
        }
        if let Some(engine) = self.engines.iter().find(|engine| engine.limits.is_empty()) {
            let reason = format!("'{}' has no limit: tc=, st=, nodes= or depth=", engine.name);
            return refuse("each", &reason);
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return refuse("sprt", "tests exactly two engines");
        }
        if self.sprt.is_some() && self.shard.is_some() {
            return refuse(
                "shard",
                "a part cannot run the test: play the parts, then -report FILES -sprt ...",
            );
        }
        if self.resume && self.pgn.file.is_none() {
            return refuse("resume", "the games so far are read from the file of -pgnout FILE");
        }
        if self.tournament == Tournament::Gauntlet && self.seeds >= self.engines.len() {
            return refuse("seeds", "fewer engines play the gauntlet than there are in all");
        }
        Ok(())
    }
}

/// The option that was probably meant.
fn suggestion(name: &str) -> String {
    let names = OPTIONS.iter().flat_map(|option| option.names);
    match names.max_by_key(|known| common_letters(known, name)) {
        Some(known) if common_letters(known, name) * 2 > name.len() && is_key(name) => {
            format!(
                "is a setting of an engine: -each {name}=VALUE; as an option of its own there is -{known}"
            )
        }
        Some(known) if common_letters(known, name) * 2 > name.len() => {
            format!("is not known; did you mean -{known}? (sepoy match --help)")
        }
        _ => "is not known (sepoy match --help shows all)".to_owned(),
    }
}

/// Letters the two names share at their beginnings.
fn common_letters(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}
