//! Where the games of a match begin.

use anyhow::{Context, bail};

use super::options::{OpeningSource, Options};
use crate::game::{self, Game};
use crate::notation::epd::Epd;
use crate::notation::pgn::Reader;
use crate::rules::Variant;
use crate::search::{Limits, Shared};
use crate::tools::text::read_text;
use crate::tools::think::think;
use crate::types::Move;
use crate::types::zobrist::split_mix;

/// A position that begins with the placement of the maharajah. The variants without such a
/// placement refuse it; the others may begin with each of its legal moves.
const PLACEMENT: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1";

/// Random plies where nothing else is said, and after the set-ups of a variant that has some.
const RANDOM_PLIES: u32 = 8;
const RANDOM_PLIES_AFTER_SETUP: u32 = 4;

/// Random openings that are tried before the best balanced of them is taken.
const ATTEMPTS: u64 = 50;

/// MiB of the table of the short search.
const BALANCE_HASH: usize = 1;

/// A position to start from, and moves to play before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub fen: String,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    fn at(game: &dyn Game) -> Opening {
        Opening { fen: game.fen(), moves: Vec::new() }
    }
}

/// All openings of a match, found when they are wanted: the n-th depends on the seed and on n
/// alone.
#[derive(Debug)]
pub struct Openings {
    variant: Variant,
    source: Source,
}

#[derive(Debug)]
enum Source {
    List(Vec<Opening>),
    Random(Random),
}

#[derive(Debug)]
struct Random {
    starts: Vec<String>,
    plies: Option<u32>,
    balance: u32,
    nodes: u64,
    seed: u64,
}

impl Openings {
    /// Reads the openings' file, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or one with a line that is no position of the variant.
    pub fn new(options: &Options) -> anyhow::Result<Openings> {
        let variant = options.variant;
        let source = match &options.openings {
            OpeningSource::Start => {
                let starts = starts(variant)?.into_iter();
                Source::List(starts.map(|fen| Opening { fen, moves: Vec::new() }).collect())
            }
            &OpeningSource::Random { plies, balance, nodes } => {
                Source::Random(Random { starts: starts(variant)?, plies, balance, nodes, seed: options.seed })
            }
            OpeningSource::Positions(file) => {
                let text = read_text(file).with_context(|| format!("openings file {}", file.display()))?;
                let list =
                    positions(variant, &text).with_context(|| format!("openings file {}", file.display()))?;
                Source::List(arrange(list, options)?)
            }
            OpeningSource::Games { file, plies } => {
                let text = read_text(file).with_context(|| format!("openings file {}", file.display()))?;
                let list = games(variant, &text, *plies)
                    .with_context(|| format!("openings file {}", file.display()))?;
                Source::List(arrange(list, options)?)
            }
        };
        Ok(Openings { variant, source })
    }

    /// How many different openings there are; `None`: as many as wanted.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            Source::List(list) => Some(list.len()),
            Source::Random(_) => None,
        }
    }

    /// The opening with this number, from 0; a list that is too short begins again.
    ///
    /// # Errors
    /// No memory for the short search of a random opening.
    pub fn get(&self, number: usize) -> anyhow::Result<Opening> {
        match &self.source {
            Source::List(list) => match list.get(number % list.len().max(1)) {
                Some(opening) => Ok(opening.clone()),
                None => bail!("no openings"),
            },
            Source::Random(random) => random.opening(self.variant, number),
        }
    }
}

/// The variant's start position, or all its set-ups.
fn starts(variant: Variant) -> anyhow::Result<Vec<String>> {
    let Ok((game, _)) = game::open(variant, Some(PLACEMENT)) else {
        return Ok(vec![variant.start_fen().to_owned()]);
    };
    let set_up = |mv: Move| {
        let mut game = game.clone_game();
        game.play(mv);
        // The placement is not part of the game: the clocks begin with the first move.
        let (mut fields, clocks) = (game.fen(), " 0 1");
        let end = fields.match_indices(' ').nth(3).map_or(fields.len(), |(at, _)| at);
        fields.truncate(end);
        fields + clocks
    };
    Ok(game.legal_moves().into_iter().map(set_up).collect())
}

impl Random {
    /// The first balanced one of some random openings, or the best balanced of all.
    fn opening(&self, variant: Variant, number: usize) -> anyhow::Result<Opening> {
        let start = &self.starts[number % self.starts.len()];
        let set_ups = self.starts.len() > 1;
        let plies = self.plies.unwrap_or(match (set_ups, number < self.starts.len()) {
            (true, true) => 0,
            (true, false) => RANDOM_PLIES_AFTER_SETUP,
            (false, _) => RANDOM_PLIES,
        });
        let (game, _) = game::open(variant, Some(start))?;
        if plies == 0 {
            return Ok(Opening::at(game.as_ref()));
        }
        let shared = Shared::new(BALANCE_HASH)?;
        let mut best: Option<(u32, Opening)> = None;
        for attempt in 0..ATTEMPTS {
            let mut random = self.seed ^ (number as u64) << 20 ^ attempt;
            // One step tears neighbouring numbers apart.
            random = split_mix(&mut random);
            let Some(end) = random_walk(game.as_ref(), plies, &mut random) else { continue };
            shared.new_game();
            let score = think(end.as_ref(), &Limits::to_nodes(self.nodes), &shared, &mut |_| {}).score;
            let distance = score.0.unsigned_abs();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, Opening::at(end.as_ref())));
            }
            if distance <= self.balance {
                break;
            }
        }
        match best {
            Some((_, opening)) => Ok(opening),
            None => bail!("no {plies} random plies from {start} leave a game that goes on"),
        }
    }
}

/// The game after some random moves, unless it ends before.
fn random_walk(start: &dyn Game, plies: u32, random: &mut u64) -> Option<Box<dyn Game>> {
    let mut game = start.clone_game();
    for _ in 0..plies {
        let moves = game.legal_moves();
        let choice = split_mix(random).checked_rem(moves.len() as u64)?;
        game.play(moves[choice as usize]);
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

/// Positions, one a line; empty lines and lines that begin with `#` are passed over.
fn positions(variant: Variant, text: &str) -> anyhow::Result<Vec<Opening>> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let read = || {
                let (game, _) = game::open(variant, Some(&Epd::parse(line)?.fen))?;
                if let Some(outcome) = game.outcome() {
                    bail!("the game is over before it begins: {outcome}");
                }
                Ok(Opening::at(game.as_ref()))
            };
            read().with_context(|| format!("line {}", index + 1))
        })
        .collect()
}

/// The moves of games, cut off after `plies`.
fn games(variant: Variant, text: &str, plies: Option<u32>) -> anyhow::Result<Vec<Opening>> {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let read = Reader::new(text).enumerate();
    read.map(|(index, pgn)| {
        let read = || {
            let mut pgn = pgn?;
            pgn.moves.truncate(most);
            let start = pgn.open(variant)?;
            let (end, moves) = pgn.replay(variant)?;
            if end.variant() != variant {
                bail!("it is a game of {}, not of {variant}", end.variant());
            }
            if let Some(outcome) = end.outcome() {
                bail!("it leaves nothing to play: {outcome}");
            }
            Ok(Opening { fen: start.fen(), moves })
        };
        read().with_context(|| format!("game {}", index + 1))
    })
    .collect()
}

/// Shuffles the list, and begins it where it is told to begin.
fn arrange(mut list: Vec<Opening>, options: &Options) -> anyhow::Result<Vec<Opening>> {
    if list.is_empty() {
        bail!("the openings file holds no position");
    }
    if options.shuffle {
        let mut random = options.seed;
        for end in (1..list.len()).rev() {
            let other = split_mix(&mut random) % (end as u64 + 1);
            list.swap(end, other as usize);
        }
    }
    let length = list.len();
    list.rotate_left((options.first_opening - 1) % length);
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::super::words::split_command;
    use super::*;

    fn openings(line: &str) -> Openings {
        let line = format!("-engine name=self -engine name=self -each nodes=1 {line}");
        let options = Options::parse(&split_command(&line)).expect("valid");
        Openings::new(&options).expect("openings")
    }

    #[test]
    fn random_openings_depend_on_seed_and_number_alone() {
        let forward = openings("-variant madrasi -openings random plies=6 nodes=200");
        let again = openings("-variant madrasi -openings random plies=6 nodes=200");
        let first: Vec<Opening> = (0..4).map(|n| forward.get(n).expect("opening")).collect();
        let second: Vec<Opening> =
            (0..4).rev().map(|n| again.get(n).expect("opening")).rev().collect::<Vec<_>>();
        assert_eq!(first, second.into_iter().collect::<Vec<_>>());
        assert!(first.windows(2).all(|two| two[0] != two[1]));
        let other = openings("-variant madrasi -openings random plies=6 nodes=200 -srand 2");
        assert_ne!(other.get(0).expect("opening"), first[0]);
    }

    #[test]
    fn a_variant_with_set_ups_begins_with_each_of_them() {
        let variant = openings("-variant maharajah -openings random nodes=200");
        let mut fens: Vec<String> = (0..8).map(|n| variant.get(n).expect("opening").fen).collect();
        fens.dedup();
        assert_eq!(fens.len(), 8);
        assert!(fens.iter().any(|fen| fen == Variant::Maharajah.start_fen()));
        assert!(fens.iter().all(|fen| fen.ends_with(" b kq - 0 1")), "{fens:?}");
        let later = variant.get(8).expect("opening").fen;
        assert!(!fens.contains(&later));
        assert_eq!(openings("-variant maharajah -openings start").count(), Some(8));
        assert_eq!(openings("-variant isardam -openings start").count(), Some(1));
    }

    #[test]
    fn files_are_shuffled_by_the_seed_and_their_errors_named() {
        let text = "# a comment\n\n8/8/8/8/8/8/Q7/K1k5 w - - id \"x\";\n8/8/8/8/8/8/1Q6/K2k4 b - - 3 9\n";
        let list = positions(Variant::Chess, text).expect("positions");
        assert_eq!(list.len(), 2);
        assert_eq!(list[1].fen, "8/8/8/8/8/8/1Q6/K2k4 b - - 3 9");
        for (text, reason) in [("8/8 w - -", "line 1"), ("\nK7/8/8/8/8/8/8/k7 w - - 0 1", "line 2")] {
            let error = positions(Variant::Chess, text).expect_err(text);
            assert!(format!("{error:#}").contains(reason), "{error:#}");
        }
        let pgn = "1. e4 e5 2. Nf3 *\n\n1. d4 *";
        let list = games(Variant::Chess, pgn, Some(2)).expect("games");
        assert_eq!(list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 1]);
        let error = games(Variant::Chess, "1. e4 *\n\n1. e5 *", None).expect_err("illegal");
        assert!(format!("{error:#}").contains("game 2"), "{error:#}");
    }
}
