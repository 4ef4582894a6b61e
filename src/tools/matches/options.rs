//! Everything a match can be told, as the command line gives it.

use std::path::PathBuf;
use std::time::Duration;

use super::engine_options::{EngineOptions, is_key};
use super::option_table::OPTIONS;
use super::sprt::Sprt;
use super::words::{Group, OptionError, Setting};
use crate::rules::Variant;

/// A match of more games is a slip of the pen.
const MOST_GAMES: u64 = 10_000_000;

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
    // Only while the command line is read: what the engines are built from at its end.
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
        let games = u64::from(self.rounds) * u64::from(self.games);
        if games.saturating_mul(self.engines.len().pow(2) as u64) > MOST_GAMES {
            return refuse("rounds", "more games than could ever be played");
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
    if is_key(name) {
        return format!("is a setting of an engine: -each {name}=VALUE");
    }
    let names = OPTIONS.iter().flat_map(|option| option.names);
    match names.max_by_key(|known| common_letters(known, name)) {
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

#[cfg(test)]
mod tests {
    use super::super::sprt::Model;
    use super::super::words::split_command;
    use super::*;

    const TWO: &str = "-engine name=self -engine name=self -each nodes=1";

    fn parse(line: &str) -> Result<Options, OptionError> {
        Options::parse(&split_command(line))
    }

    #[test]
    fn a_script_for_another_match_runner_is_understood() {
        let options = parse(
            "-engine cmd=./new name=new proto=uci -engine cmd=./old name=old option.Hash=128 \
             -each tc=8+0.08 option.Hash=64 timemargin=20 restart=off -variant madrasi -rounds 500 -repeat \
             -games 2 -tournament gauntlet -openings file=book.epd format=epd order=random start=3 plies=16 \
             -draw movenumber=34 movecount=8 score=20 -resign movecount=3 score=600 twosided=true -maxmoves 200 \
             -sprt elo0=0 elo1=5 alpha=0.05 beta=0.10 model=normalized -concurrency 4 -srand 42 -recover \
             -ratinginterval 20 -event 'a test' -pgnout file=games.pgn nodes=true min=true append=false",
        );
        let options = options.expect("all of it is known");
        assert_eq!(options.engines[0].uci_options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(options.engines[1].uci_options, [("Hash".to_owned(), "128".to_owned())]);
        assert_eq!(options.engines[1].margin, Duration::from_millis(20));
        assert_eq!(options.variant, Variant::Madrasi);
        assert_eq!((options.rounds, options.games, options.repeat), (500, 2, 2));
        assert_eq!(options.tournament, Tournament::Gauntlet);
        assert_eq!(options.openings, OpeningSource::Positions("book.epd".into()));
        assert_eq!((options.shuffle, options.first_opening, options.seed), (true, 3, 42));
        let draw = DrawRule { move_number: 34, move_count: 8, score: 20 };
        let resign = ResignRule { move_count: 3, score: 600, two_sided: true };
        let adjudication = Adjudication { draw: Some(draw), resign: Some(resign), max_moves: Some(200) };
        assert_eq!(options.adjudication, adjudication);
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.10, model: Model::Normalized };
        assert_eq!(options.sprt, Some(sprt));
        assert_eq!(options.concurrency, Some(4));
        assert_eq!(options.event, "a test");
        let pgn = PgnOutput { file: Some("games.pgn".into()), minimal: true, append: false };
        assert_eq!(options.pgn, pgn);
    }

    #[test]
    fn the_forms_of_openings() {
        let of = |words: &str| parse(&format!("{TWO} -openings {words}")).expect(words).openings;
        assert_eq!(of("start"), OpeningSource::Start);
        assert_eq!(of("random"), OpeningSource::random());
        assert_eq!(of("random=6"), of("random plies=6"));
        assert_eq!(
            of("random plies=4 balance=30 nodes=99"),
            OpeningSource::Random { plies: Some(4), balance: 30, nodes: 99 }
        );
        assert_eq!(of("file=b.pgn plies=8"), OpeningSource::Games { file: "b.pgn".into(), plies: Some(8) });
        assert_eq!(of("file=b format=epd"), OpeningSource::Positions("b".into()));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (words, reason) in [
            ("-openings file=b format=polyglot", "neither epd nor pgn"),
            ("-openings file=b", "neither epd nor pgn"),
            ("-openings book=b", "'book' is not known here"),
            ("-resign movecount=3", "score"),
            ("-resign score=x", "score: 'x' is not a number of centipawns"),
            ("-draw moves=3", "'moves' is not known here"),
            ("-sprt elo0=5 elo1=0", "elo0 must be less"),
            ("-sprt elo0=nan elo1=5", "elo0 must be less"),
            ("-sprt alpha=0.7", "between 0 and 0.5"),
            ("-sprt model=bayesian", "neither logistic nor normalized"),
            ("-rounds 0", "'0' is not a positive"),
            ("-rounds 4000000000 -games 4000000000", "more games"),
            ("-games", "wants a positive"),
            ("-tournament knockout", "neither round-robin nor gauntlet"),
            ("-tournament gauntlet -seeds 2", "fewer engines"),
            ("-concurrency none", "is not a positive"),
            ("-pgnout", "wants a file"),
            ("-pgnout g.pgn notation=uci", "only san"),
            ("-shard 0/2", "I/N"),
            ("-shard 1/2 -sprt elo1=5", "-report"),
            ("-hash 5", "is not known"),
            ("-option.Hash 5", "-each option.hash=VALUE"),
        ] {
            let error = parse(&format!("{TWO} {words}")).expect_err(words).to_string();
            assert!(error.starts_with("option -") && error.contains(reason), "{words}: {error}");
        }
    }
}
