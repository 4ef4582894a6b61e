//! Plays the games of a match side by side.
//!
//! Games are counted, written and tested in the order of the schedule, whatever order they end
//! in. So at fixed nodes table, PGN and the moment when a test stops do not depend on the
//! concurrency, nor on whether the match was interrupted and taken up again.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, bail};

use super::client::{Client, Failure, Setup};
use super::engine_options::EngineOptions;
use super::openings::Openings;
use super::options::Options;
use super::progress::Progress;
use super::record::{self, GameFile};
use super::referee::{Ending, PlayedGame, Player, Referee};
use super::report::{GameLine, Report, SprtState, summary};
use super::schedule::{Fixture, fixtures};
use super::sprt::Verdict;
use super::standings::Standings;
use crate::game;
use crate::notation::pgn::PgnGame;
use crate::types::Color;

/// A message of a worker.
enum Event {
    /// A game has begun.
    Started(usize),
    /// A game is over.
    Finished(usize, Box<PgnGame>, Ending),
    /// A game cannot be played at all.
    Broken(anyhow::Error),
}

/// A match in progress.
struct Match<'a> {
    options: &'a Options,
    fixtures: Vec<Fixture>,
    openings: Openings,
    /// Told to stop: from outside, or by a test that has decided.
    stop: &'a AtomicBool,
}

/// Plays the match to its end, or until `stop` becomes true.
///
/// # Errors
/// Engines that do not start, files that cannot be read or written.
pub fn run(options: &Options, stop: &AtomicBool) -> anyhow::Result<Report> {
    let fixtures = fixtures(options);
    let openings = Openings::new(options)?;
    let playing = Match { options, fixtures, openings, stop };
    playing.check_engines()?;
    playing.warn_of_few_openings();
    let mut ledger = Ledger::new(&playing)?;
    playing.play(&mut ledger)?;
    ledger.close()
}

impl<'a> Match<'a> {
    fn setup(&self) -> Setup<'a> {
        Setup {
            variant: self.options.variant,
            timeout: self.options.startup_timeout,
            debug: self.options.debug,
            stop: self.stop,
        }
    }

    /// Every engine must start and know the variant before the first game.
    fn check_engines(&self) -> anyhow::Result<()> {
        for engine in &self.options.engines {
            match Client::start(engine, &self.setup()) {
                Ok(_) | Err(Failure::Interrupted) => {}
                Err(failure) => bail!("engine '{}' {failure}", engine.name),
            }
        }
        Ok(())
    }

    fn warn_of_few_openings(&self) {
        let wanted = self.fixtures.iter().map(|fixture| fixture.opening + 1).max().unwrap_or(0);
        if let Some(count) = self.openings.count().filter(|&count| count < wanted) {
            eprintln!("sepoy: {count} openings for {wanted}: they are played again from the first");
        }
    }

    /// How many games go on side by side.
    fn concurrency(&self) -> usize {
        let asked = self.options.concurrency.unwrap_or(1);
        let cores = thread::available_parallelism().map_or(1, |n| n.get());
        let threads = |engine: &EngineOptions| {
            let option = engine.uci_options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
            option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
        };
        // Only one engine of a game thinks at a time.
        let threads: usize = self.options.engines.iter().map(threads).max().unwrap_or(1);
        let most = (cores / threads.max(1)).max(1);
        if asked <= most || self.options.force_concurrency {
            return asked;
        }
        if asked != usize::MAX {
            eprintln!(
                "sepoy: {most} games at a time, not {asked}: the machine has {cores} cores \
                 (-force-concurrency to insist)"
            );
        }
        most
    }

    fn play(&self, ledger: &mut Ledger) -> anyhow::Result<()> {
        let queue: VecDeque<usize> = ledger.to_play();
        // The games on file may have decided already.
        ledger.settle()?;
        if ledger.decided() {
            return Ok(());
        }
        let workers = self.concurrency().min(queue.len());
        let queue = Mutex::new(queue);
        let (sender, events) = channel();
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || Worker::new(self).work(queue, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            for event in events {
                // After an error the workers are only waited for.
                if result.is_ok() {
                    result = ledger.take(event);
                }
                if result.is_err() || ledger.decided() {
                    self.stop.store(true, Relaxed);
                }
            }
            result
        })
    }
}

/// A thread that plays one game after the other. It keeps the two engines of its last game alive.
struct Worker<'a> {
    playing: &'a Match<'a>,
    referee: Referee<'a>,
    clients: Vec<(usize, Client)>,
}

impl<'a> Worker<'a> {
    fn new(playing: &'a Match<'a>) -> Worker<'a> {
        Worker { playing, referee: Referee::new(playing.options, playing.stop), clients: Vec::new() }
    }

    fn work(mut self, queue: &Mutex<VecDeque<usize>>, events: &Sender<Event>) {
        while !self.playing.stop.load(Relaxed) {
            let next = queue.lock().map_or(None, |mut queue| queue.pop_front());
            let Some(index) = next else { break };
            thread::sleep(self.playing.options.wait);
            // A receiver that is gone wants no more news.
            let _ = events.send(Event::Started(index));
            let event = match self.game(index) {
                Ok((_, Ending::Interrupted)) => break,
                Ok((game, ending)) => Event::Finished(index, Box::new(game), ending),
                Err(error) => Event::Broken(error),
            };
            let _ = events.send(event);
        }
    }

    fn game(&mut self, index: usize) -> anyhow::Result<(PgnGame, Ending)> {
        let playing = self.playing;
        let fixture = playing.fixtures[index];
        let opening = playing.openings.get(fixture.opening)?;
        let (start, _) = game::open(playing.options.variant, Some(&opening.fen))?;
        self.clients.retain(|(engine, _)| *engine == fixture.white || *engine == fixture.black);
        let played = match (self.client(fixture.white), self.client(fixture.black)) {
            (Ok(mut white), Ok(mut black)) => {
                let engines = &playing.options.engines;
                let players = [
                    Player { client: &mut white, options: &engines[fixture.white] },
                    Player { client: &mut black, options: &engines[fixture.black] },
                ];
                let played = self.referee.play(&opening, start, players);
                self.keep(&fixture, white, black, &played.ending);
                played
            }
            // An engine that does not start again has lost.
            (Err(failure), _) => lost_unplayed(Color::White, failure),
            (_, Err(failure)) => lost_unplayed(Color::Black, failure),
        };
        let ending = played.ending.clone();
        Ok((record::pgn(&fixture, &opening, played, playing.options), ending))
    }

    /// A running engine, the old process or a new one.
    fn client(&mut self, engine: usize) -> Result<Client, Failure> {
        match self.clients.iter().position(|(known, _)| *known == engine) {
            Some(at) => Ok(self.clients.swap_remove(at).1),
            None => Client::start(&self.playing.options.engines[engine], &self.playing.setup()),
        }
    }

    /// Keeps the processes for the next game, but not one that has failed or is to be restarted.
    fn keep(&mut self, fixture: &Fixture, white: Client, black: Client, ending: &Ending) {
        for (color, engine, client) in
            [(Color::White, fixture.white, white), (Color::Black, fixture.black, black)]
        {
            let failed = matches!(ending, Ending::Failed(side, _) if *side == color);
            if !failed && !self.playing.options.engines[engine].restart {
                self.clients.push((engine, client));
            }
        }
    }
}

fn lost_unplayed(side: Color, failure: Failure) -> PlayedGame {
    let ending = match failure {
        Failure::Interrupted => Ending::Interrupted,
        failure => Ending::Failed(side, failure),
    };
    PlayedGame { moves: Vec::new(), ending }
}

/// A game that waits for its turn to be counted.
struct Waiting {
    game: Box<PgnGame>,
    /// It was read from the file and need not be written.
    on_file: bool,
}

/// Counts the games in the order of the schedule.
struct Ledger<'a> {
    options: &'a Options,
    fixtures: &'a [Fixture],
    stop: &'a AtomicBool,
    games: Vec<Option<Waiting>>,
    /// The first game that has not been counted.
    next: usize,
    results: Vec<GameLine>,
    standings: Standings,
    sprt: Option<SprtState>,
    file: Option<GameFile>,
    progress: Progress,
}

impl<'a> Ledger<'a> {
    /// An account with the games of an earlier part of the match, if it is taken up again.
    fn new(playing: &'a Match<'a>) -> anyhow::Result<Ledger<'a>> {
        let options = playing.options;
        let mut games: Vec<Option<Waiting>> = playing.fixtures.iter().map(|_| None).collect();
        if let Some(path) = options.pgn.file.as_deref().filter(|_| options.resume) {
            let mut earlier = record::earlier_games(path)?;
            for (slot, fixture) in games.iter_mut().zip(&playing.fixtures) {
                if let Some(game) = earlier.remove(&record::id_of(fixture, options)) {
                    *slot = Some(Waiting { game: Box::new(game), on_file: true });
                }
            }
            check_match(playing, &games)?;
            if !earlier.is_empty() {
                eprintln!("sepoy: {} games in {} are not of this match", earlier.len(), path.display());
            }
        }
        let append = options.pgn.append || options.resume;
        let file = options.pgn.file.as_deref().map(|path| GameFile::open(path, append)).transpose()?;
        Ok(Ledger {
            options,
            fixtures: &playing.fixtures,
            stop: playing.stop,
            progress: Progress::new(options, games.len()),
            games,
            next: 0,
            results: Vec::new(),
            standings: Standings::new(options.engines.iter().map(|engine| engine.name.clone())),
            sprt: None,
            file,
        })
    }

    /// The games that are not there yet.
    fn to_play(&self) -> VecDeque<usize> {
        (0..self.games.len()).filter(|&index| self.games[index].is_none()).collect()
    }

    /// True once a test has decided.
    fn decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.verdict != Verdict::Continue)
    }

    fn names(&self, index: usize) -> String {
        let fixture = &self.fixtures[index];
        let name = |engine: usize| self.options.engines[engine].name.as_str();
        format!("{} vs {}", name(fixture.white), name(fixture.black))
    }

    fn take(&mut self, event: Event) -> anyhow::Result<()> {
        match event {
            Event::Started(index) => {
                let (number, all) = (index + 1, self.games.len());
                self.progress.game(&format!("Started game {number} of {all} ({})", self.names(index)))?;
            }
            Event::Finished(index, game, ending) => {
                let line = format!(
                    "Finished game {} ({}): {} {{{ending}}}",
                    index + 1,
                    self.names(index),
                    game.result
                );
                if ending.at_fault().is_some() {
                    self.progress.note(&line)?;
                } else {
                    self.progress.game(&line)?;
                }
                self.games[index] = Some(Waiting { game, on_file: false });
                self.settle()?;
            }
            Event::Broken(error) => return Err(error),
        }
        Ok(())
    }

    /// Counts all games whose predecessors have been counted, up to the decision of a test.
    fn settle(&mut self) -> anyhow::Result<()> {
        while !self.decided() {
            let Some(waiting) = self.games.get_mut(self.next).and_then(Option::take) else { break };
            self.next += 1;
            self.count(waiting)?;
        }
        Ok(())
    }

    fn count(&mut self, waiting: Waiting) -> anyhow::Result<()> {
        if let Some(file) = self.file.as_mut().filter(|_| !waiting.on_file) {
            file.add(&waiting.game)?;
        }
        self.standings.add(&waiting.game);
        self.results.push(GameLine::of(&waiting.game));
        let counted = self.results.len();
        self.sprt = self.options.sprt.map(|sprt| SprtState::of(sprt, &self.standings));
        let interval = self.options.rating_interval as usize;
        let due = interval > 0 && counted.is_multiple_of(interval) && !waiting.on_file;
        let (standings, sprt) = (&self.standings, self.sprt.as_ref());
        self.progress.standings(counted, due, || summary(standings, sprt))?;
        Ok(())
    }

    /// The end: games that wait for one that was never finished are counted all the same, unless a
    /// test had decided before them.
    fn close(mut self) -> anyhow::Result<Report> {
        let decided = self.decided();
        while !decided && self.next < self.games.len() {
            if let Some(waiting) = self.games[self.next].take() {
                self.count(waiting)?;
            }
            self.next += 1;
        }
        self.progress.finish();
        Ok(Report {
            variant: Some(self.options.variant.name().to_owned()),
            games: self.standings.games(),
            planned: self.games.len() as u64,
            interrupted: self.stop.load(Relaxed) && !decided,
            engines: self.standings.table(),
            text: summary(&self.standings, self.sprt.as_ref()),
            sprt: self.sprt,
            results: self.results,
        })
    }
}

/// The games on file must be of this very match: same variant, same openings.
fn check_match(playing: &Match, games: &[Option<Waiting>]) -> anyhow::Result<()> {
    let found =
        games.iter().zip(&playing.fixtures).find_map(|(game, fixture)| Some((game.as_ref()?, fixture)));
    let Some((Waiting { game, .. }, fixture)) = found else { return Ok(()) };
    let opening = playing.openings.get(fixture.opening).context("cannot find the opening")?;
    let variant = playing.options.variant.name();
    for (tag, expected) in [("Variant", variant), ("FEN", opening.fen.as_str())] {
        let found = game.tag(tag).unwrap_or_default();
        if found != expected {
            bail!(
                "the games on file are of another match: round {} has {tag} '{found}', this match has '{expected}'",
                fixture.round()
            );
        }
    }
    Ok(())
}
