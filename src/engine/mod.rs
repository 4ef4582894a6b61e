//! One running engine: its options, its position, and the threads that think about it.
//!
//! The thread that owns an [`Engine`] never thinks: [`Engine::go`] hands a copy of the position to
//! a thread of its own and returns. What that thread finds comes back as [`Event`]s, the best
//! move last. Everything else may be called while it thinks.

mod bench;
mod event;
mod mate;
mod options;
mod proof;
mod request;
mod start;
mod strength;
mod time;
mod wdl;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::eval::evaluate;
use crate::game::{self, Game, MoveError, position_of};
use crate::movegen::DEEPEST_PERFT;
use crate::position::{FenError, FenWarning};
use crate::rules::{Rules, Visitor};
use crate::search::{Limits, Shared, TableError};
use crate::types::{MAX_PLY, Score};
use proof::Memory;
use strength::Strength;
use worker::{STACK, Task, Thinker, Work};

pub use bench::{BenchError, BenchSettings, bench};
pub use event::Event;
pub use options::{Kind, OptionError, OptionId, Options, Placement};
pub use request::Request;
pub use time::Budget;
pub use worker::{Events, think};

/// Why a position was not taken; the old one stays.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN is none, or none of these rules.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be read or is illegal.
    #[error("move {number}: {reason}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: MoveError,
    },
}

/// The engine.
pub struct Engine {
    options: Options,
    game: Box<dyn Game>,
    shared: Arc<Shared>,
    events: Events,
    thinker: Thinker,
    prover: Arc<Memory>,
    running: Option<Running>,
    /// The table is to be resized or emptied once no search uses it.
    stale_table: bool,
}

/// A search that was started and has perhaps ended since.
struct Running {
    thread: JoinHandle<()>,
    answered: Arc<AtomicBool>,
    start: Instant,
}

impl Engine {
    /// An engine with these options, at its start position. Events go to `events`.
    ///
    /// # Errors
    /// There is no memory for a transposition table of any size.
    pub fn new(options: Options, events: Events) -> Result<Self, TableError> {
        Self::with_thinker(options, events, worker::think)
    }

    fn with_thinker(mut options: Options, events: Events, thinker: Thinker) -> Result<Self, TableError> {
        let shared = Shared::new(options.hash).or_else(|error| {
            options.hash = Options::default().hash;
            let size = options.hash;
            events(Event::Notice(format!("error: {error}; the table has {size} MiB")));
            Shared::new(options.hash)
        })?;
        let game = start::open(&options);
        let shared = Arc::new(shared);
        let prover = Arc::default();
        Ok(Engine { options, game, shared, events, thinker, prover, running: None, stale_table: false })
    }

    /// The values of the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The present position and how it came about.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The static evaluation of the present position, from the side to move.
    pub fn evaluation(&self) -> Score {
        struct Evaluate<'a>(&'a dyn Game);
        impl Visitor for Evaluate<'_> {
            type Output = Option<Score>;

            fn visit<R: Rules>(self) -> Self::Output {
                Some(evaluate(&position_of::<R>(self.0)?))
            }
        }
        self.game.variant().dispatch(Evaluate(&*self.game)).unwrap_or(Score::DRAW)
    }

    /// Sets an option. Setting the rule set brings its start position and an empty table.
    ///
    /// # Errors
    /// The value is missing or none that the option takes; the old one is kept.
    pub fn set_option(&mut self, option: OptionId, value: Option<&str>) -> Result<(), OptionError> {
        self.options.set(option, value)?;
        match option {
            OptionId::Variant => {
                self.game = self.start();
                self.stale_table = true;
            }
            OptionId::MaharajahStart | OptionId::MaharajahFirst
                if self.options.variant.start_in_hand().is_some() =>
            {
                self.game = self.start();
            }
            OptionId::Hash | OptionId::ClearHash => self.stale_table = true,
            _ => {}
        }
        self.settle();
        Ok(())
    }

    /// The next position belongs to another game: what was learnt is forgotten, and the board is set
    /// up afresh.
    pub fn new_game(&mut self) {
        self.game = self.start();
        self.stale_table = true;
        self.settle();
    }

    /// Sets up a position, from a FEN or the start position, with the moves played from there.
    ///
    /// # Errors
    /// Something is wrong with the FEN or a move; the old position stays.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<Vec<FenWarning>, PositionError> {
        let (mut game, warnings) = match fen {
            Some(fen) => game::open(self.options.variant, Some(fen))?,
            None => (start::open(&self.options), Vec::new()),
        };
        for (index, text) in moves.iter().enumerate() {
            let mv =
                game.parse_move(text).map_err(|reason| PositionError::Move { number: index + 1, reason })?;
            game.play(mv);
        }
        self.game = game;
        Ok(warnings)
    }

    /// Starts to think. A search that still runs is stopped first, and answered.
    pub fn go(&mut self, request: &Request) {
        self.stop();
        self.wait();
        self.settle();
        let limits = self.limits(request);
        let start = limits.start;
        self.shared.prepare(request.ponder);
        let task = Task {
            work: Self::work(request),
            game: self.game.clone_game(),
            strength: (self.options.limit_strength && !limits.infinite && limits.mate.is_none())
                .then(|| Strength::new(self.options.elo)),
            limits,
            show_wdl: self.options.show_wdl,
            shared: Arc::clone(&self.shared),
            events: Arc::clone(&self.events),
            thinker: self.thinker,
            prover: Arc::clone(&self.prover),
        };
        let answered = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&answered);
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        match builder.spawn(move || task.run(|| flag.store(true, Ordering::Release))) {
            Ok(thread) => self.running = Some(Running { thread, answered, start }),
            Err(error) => {
                (self.events)(Event::Notice(format!("error: no thread to search with: {error}")));
                let best = self.game.legal_moves().first().copied();
                (self.events)(Event::BestMove { best, ponder: None });
            }
        }
    }

    fn work(request: &Request) -> Work {
        // The prover knows nothing of a choice of first moves, nor of a search that may not end.
        let free = request.search_moves.is_empty() && !request.infinite && !request.ponder;
        match (request.perft, request.mate) {
            (Some(depth), _) => Work::Perft(depth.min(DEEPEST_PERFT)),
            _ if request.bench => Work::Bench,
            (_, Some(moves)) if free => Work::Mate(moves.max(1)),
            _ => Work::Search,
        }
    }

    fn limits(&self, request: &Request) -> Limits {
        let start = Instant::now();
        let moves = self.game.legal_moves();
        let listed = request.search_moves.iter();
        let search_moves: Vec<_> = listed.filter_map(|text| self.game.parse_move(text).ok()).collect();
        let forced = moves.len() == 1 || search_moves.len() == 1;
        let overhead = self.options.move_overhead;
        let budget = Budget::new(request, game::side(&*self.game), overhead, forced);
        let deepest = MAX_PLY as u32 - 1;
        // Without the prover the search must end by itself: deep enough to see the last reply.
        let mate = request.mate.filter(|_| Self::work(request) == Work::Search);
        let to_disprove = mate.map(|moves| moves.saturating_mul(2));
        let unbounded = !request.is_bounded() && !request.ponder;
        Limits {
            start,
            depth: request.depth.or(to_disprove).map(|depth| depth.clamp(1, deepest)),
            nodes: request.nodes.map(|nodes| nodes.max(1)),
            mate: request.mate.map(|mate| mate.clamp(1, deepest / 2)),
            soft_time: budget.soft,
            hard_time: budget.hard,
            search_moves,
            multi_pv: self.options.multi_pv.min(moves.len()).max(1),
            infinite: unbounded,
            threads: self.options.threads,
        }
    }

    /// Ends the search soon; its best move comes as an event. Nothing happens if there is none.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            self.shared.stop();
            running.thread.thread().unpark();
        }
    }

    /// The opponent has played the move the engine pondered on: its clock runs from now.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            self.shared.ponderhit(running.start);
            running.thread.thread().unpark();
        }
    }

    /// True until the best move is on its way.
    pub fn is_thinking(&self) -> bool {
        // A thread that died without an answer thinks no more.
        self.running
            .as_ref()
            .is_some_and(|running| !running.answered.load(Ordering::Acquire) && !running.thread.is_finished())
    }

    /// Waits for the end of the search.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            log::error!("a search thread died");
        }
    }

    /// Does what had to wait for the end of the search; nothing while one runs.
    pub fn settle(&mut self) {
        if !self.stale_table || self.is_thinking() {
            return;
        }
        self.wait();
        self.stale_table = false;
        self.prover = Arc::default();
        if self.options.hash == self.shared.table().mebibytes() {
            self.shared.new_game();
            return;
        }
        match Shared::new(self.options.hash) {
            Ok(shared) => self.shared = Arc::new(shared),
            Err(error) => {
                self.options.hash = self.shared.table().mebibytes();
                let kept = self.options.hash;
                (self.events)(Event::Notice(format!("error: {error}; the table keeps its {kept} MiB")));
            }
        }
    }

    /// A new game from the start position under the present options.
    pub fn start(&self) -> Box<dyn Game> {
        start::open(&self.options)
    }
}

#[cfg(test)]
mod tests;
