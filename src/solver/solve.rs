//! Solving a whole problem: every first move or every line, the threads, what was established.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::battle::{Answer, Battle};
use super::control::{Control, Stopped};
use super::journal::Journal;
use super::lines::{self, Line, Lines};
use super::solution::{Key, SetPlay, Solution, Try};
use super::stipulation::{Play, Stipulation};
use super::table::Table;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

/// What to look for, and when to stop.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// First moves that a single reply refutes.
    pub tries: bool,
    /// The play if the other side begins.
    pub set_play: bool,
    /// The play after keys and tries.
    pub variations: bool,
    /// Stop after so many keys or lines.
    pub max_solutions: Option<usize>,
    /// Stop after so long.
    pub time: Option<Duration>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of moves being searched; in help and series play single moves.
    pub depth: u32,
    /// First moves (or beginnings of lines) that are settled at this depth.
    pub done: usize,
    /// All first moves (or beginnings of lines) at this depth.
    pub total: usize,
    /// The first move just settled.
    pub mv: Option<Move>,
}

/// Someone who watches a search and may stop it.
pub struct Watch<'a> {
    /// Set by anyone to stop the search.
    pub stop: &'a AtomicBool,
    /// Called from any thread, often.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// What earlier runs have settled, and where to note what this one does.
    pub journal: &'a Journal,
}

/// Table and threads, for one problem after the other.
pub struct Solver {
    table: Table,
    pool: Option<rayon::ThreadPool>,
}

impl Solver {
    /// A solver with a table of `mib` MiB and so many threads (at least one).
    ///
    /// # Errors
    /// The operating system refuses the threads.
    pub fn new(mib: usize, threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let threads = threads.max(1);
        let pool = match threads {
            1 => None,
            _ => Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?),
        };
        Ok(Solver { table: Table::new(mib), pool })
    }

    /// Solves a problem.
    pub fn solve<R: Rules>(
        &self,
        root: &Position<R>,
        stipulation: &Stipulation,
        options: &Options,
        watch: &Watch,
    ) -> Solution {
        let start = Instant::now();
        // Old facts, true as they are, would only take the place of new ones.
        self.table.clear();
        let deadline = options.time.and_then(|time| start.checked_add(time));
        let control = Control::new(watch.stop, deadline, None);
        let job = Job { solver: self, root, stipulation, options, watch, control: &control };
        let mut solution = Solution::default();
        let ended = match stipulation.play.is_battle() {
            true => job.battle(&mut solution),
            false => job.lines(&mut solution),
        };
        solution.complete = ended.is_ok();
        solution.nodes = control.nodes();
        solution.time = start.elapsed();
        solution
    }

    /// Runs `work` once on every thread.
    fn on_each_thread(&self, work: impl Fn() + Sync) {
        match &self.pool {
            None => work(),
            Some(pool) => {
                pool.broadcast(|_| work());
            }
        }
    }

    /// Maps all items, on all threads, each with a state of its own; the results keep the order.
    fn map<T: Sync, U: Send, S>(
        &self,
        items: &[T],
        state: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, usize, &T) -> U + Sync + Send,
    ) -> Vec<U> {
        let numbered = |state: &mut S, (index, item)| work(state, index, item);
        match &self.pool {
            None => {
                let mut state = state();
                items.iter().enumerate().map(|item| numbered(&mut state, item)).collect()
            }
            Some(pool) => pool.install(|| items.par_iter().enumerate().map_init(state, numbered).collect()),
        }
    }
}

/// One problem being solved.
struct Job<'a, R: Rules> {
    solver: &'a Solver,
    root: &'a Position<R>,
    stipulation: &'a Stipulation,
    options: &'a Options,
    watch: &'a Watch<'a>,
    control: &'a Control<'a>,
}

/// A first move, and the first number of moves in which it solves.
struct FirstMove<R: Rules> {
    mv: Move,
    after: Position<R>,
    solves_in: Option<u32>,
}

/// Whether a first move is settled at the present depth.
const OPEN: u8 = 0;
const TAKEN: u8 = 1;
const SETTLED: u8 = 2;

impl<R: Rules> Job<'_, R> {
    fn battle_thread(&self) -> Battle<'_> {
        let Stipulation { play, goal, .. } = *self.stipulation;
        Battle::new(play, goal, self.root.side(), &self.solver.table, self.control)
    }

    fn battle(&self, solution: &mut Solution) -> Answer<()> {
        let n = self.stipulation.moves;
        let mut main = self.battle_thread();
        let mut firsts = Vec::new();
        // A side that is bound to reach the goal at once cannot make any other first move.
        if !main.is_bound(self.root) {
            let root = self.root;
            firsts.extend(legal_moves(root).iter().map(|&mv| FirstMove {
                mv,
                after: root.after(mv),
                solves_in: None,
            }));
        }
        let searched = self.search_first_moves(&mut firsts, solution);
        for first in &firsts {
            if let Some(moves) = first.solves_in {
                solution.keys.push(Key { mv: first.mv, moves, tree: None });
            }
        }
        if let Some(max) = self.options.max_solutions.filter(|&max| solution.keys.len() > max) {
            solution.keys.truncate(max);
        }
        searched?;
        if self.options.variations {
            for key in &mut solution.keys {
                let after = self.root.after(key.mv);
                if !main.reaches_goal(self.root, key.mv, &after) {
                    key.tree = Some(main.tree(&after, key.moves)?);
                }
            }
        }
        if self.options.set_play && !self.root.in_check() {
            let replies = main.defences(&self.root.after_null(), n)?;
            solution.set_play = Some(SetPlay::Replies(replies));
        }
        if self.options.tries {
            solution.tries = self.tries(&firsts)?;
        }
        Ok(())
    }

    /// Settles all first moves for one move, two moves and so on.
    fn search_first_moves(&self, firsts: &mut [FirstMove<R>], solution: &mut Solution) -> Answer<()> {
        for depth in 1..=self.stipulation.moves {
            let searched = self.search_depth(firsts, depth);
            let found = firsts.iter().filter(|first| first.solves_in.is_some()).count();
            if self.options.max_solutions.is_some_and(|max| found >= max) {
                // Full: whether there are more is not known.
                return Err(Stopped);
            }
            searched?;
            solution.established = depth;
        }
        Ok(())
    }

    fn search_depth(&self, firsts: &mut [FirstMove<R>], depth: u32) -> Answer<()> {
        // One move more takes about a dozen times as many positions.
        self.solver.table.make_room(32);
        let journal = self.watch.journal;
        for first in firsts.iter_mut().filter(|first| first.solves_in.is_none()) {
            if journal.verdict(first.mv, depth) == Some(true) {
                first.solves_in = Some(depth);
            }
        }
        let open: Vec<usize> = (0..firsts.len())
            .filter(|&i| firsts[i].solves_in.is_none() && journal.verdict(firsts[i].mv, depth).is_none())
            .collect();
        let states: Vec<AtomicU8> = open.iter().map(|_| AtomicU8::new(OPEN)).collect();
        let settled: Vec<AtomicBool> = open.iter().map(|_| AtomicBool::new(false)).collect();
        let solving = Mutex::new(Vec::new());
        let done = AtomicUsize::new(0);
        let work = || {
            let mut battle = self.battle_thread();
            while let Some((index, helper)) = next_task(&states) {
                let (Some(&at), Some(cancelled)) = (open.get(index), settled.get(index)) else { break };
                let first = &firsts[at];
                battle.backwards = helper;
                battle.ticker().cancel_with(Some(cancelled));
                match battle.first_move_holds(self.root, first.mv, &first.after, depth) {
                    Ok(holds) => {
                        if !cancelled.swap(true, Ordering::Relaxed) {
                            states[index].store(SETTLED, Ordering::Relaxed);
                            journal.settle(first.mv, depth, holds);
                            if holds {
                                lock(&solving).push(at);
                            }
                            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                            (self.watch.progress)(Progress {
                                depth,
                                done,
                                total: open.len(),
                                mv: Some(first.mv),
                            });
                        }
                    }
                    Err(Stopped) if self.control.is_over() => break,
                    Err(Stopped) => {}
                }
            }
        };
        self.solver.on_each_thread(work);
        for at in lock(&solving).drain(..) {
            firsts[at].solves_in = Some(depth);
        }
        if self.control.is_over() { Err(Stopped) } else { Ok(()) }
    }

    /// The first moves that do not solve, but fail to one reply only.
    fn tries(&self, firsts: &[FirstMove<R>]) -> Answer<Vec<Try>> {
        let failing: Vec<&FirstMove<R>> = firsts.iter().filter(|first| first.solves_in.is_none()).collect();
        let tried =
            self.solver.map(&failing, || self.battle_thread(), |battle, _, first| self.as_try(battle, first));
        tried.into_iter().filter_map(Result::transpose).collect()
    }

    fn as_try(&self, battle: &mut Battle, first: &FirstMove<R>) -> Answer<Option<Try>> {
        let (n, after) = (self.stipulation.moves, &first.after);
        let mut refutation = None;
        for &reply in &legal_moves(after) {
            if !battle.reply_holds(after, reply, &after.after(reply), n)? {
                if refutation.is_some() {
                    return Ok(None);
                }
                refutation = Some(reply);
            }
        }
        let Some(refutation) = refutation else { return Ok(None) };
        let tree = if self.options.variations { Some(battle.tree(after, n)?) } else { None };
        Ok(Some(Try { mv: first.mv, refutation, tree }))
    }

    fn lines(&self, solution: &mut Solution) -> Answer<()> {
        let quota = AtomicUsize::new(self.options.max_solutions.unwrap_or(usize::MAX));
        if self.options.set_play
            && let Some((set, lengths)) = self.set_play_of_lines()
        {
            let mut found = Vec::new();
            for length in lengths {
                found.extend(self.lines_of_length(&set, length, &AtomicUsize::new(usize::MAX), None).0);
            }
            solution.set_play = Some(SetPlay::Lines(found));
        }
        for length in lines::lengths(self.stipulation) {
            let (found, ended) = self.lines_of_length(self.root, length, &quota, Some(length));
            solution.lines.extend(found);
            ended?;
            solution.established = length;
        }
        Ok(())
    }

    /// The position and the lengths of the set play, if the other side can begin.
    fn set_play_of_lines(&self) -> Option<(Position<R>, Vec<u32>)> {
        if self.root.in_check() {
            return None;
        }
        let other = self.root.after_null();
        match self.stipulation.play {
            Play::Help | Play::HelpSelf => {
                let shorter = lines::lengths(self.stipulation).into_iter().map(|length| length - 1);
                Some((other, shorter.filter(|&length| length > 0).collect()))
            }
            _ => None,
        }
    }

    /// All lines of this length, and whether the search came to its end.
    fn lines_of_length(
        &self,
        root: &Position<R>,
        length: u32,
        quota: &AtomicUsize,
        noted: Option<u32>,
    ) -> (Vec<Line>, Answer<()>) {
        self.solver.table.make_room(if self.stipulation.play.is_series() { 16 } else { 256 });
        let thread = || Lines::new(self.stipulation, root.side(), &self.solver.table, self.control, quota);
        let prefixes = lines::prefixes(&thread(), root, length);
        let done = AtomicUsize::new(0);
        let found = self.solver.map(&prefixes, thread, |lines, index, prefix: &Line| {
            let noted = noted.map(|length| (length, index));
            if let Some(lines) = noted.and_then(|task| self.watch.journal.lines(task)) {
                return (lines, Ok(()));
            }
            if self.control.is_over() {
                return (Vec::new(), Err(Stopped));
            }
            let ended = lines.search_below(root, prefix, length);
            let found = lines.take_found();
            if let (Ok(()), Some(task)) = (ended, noted) {
                self.watch.journal.settle_lines(task, &found);
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let mv = prefix.first().copied();
            (self.watch.progress)(Progress { depth: length, done, total: prefixes.len(), mv });
            (found, ended)
        });
        let ended = found.iter().try_for_each(|(_, ended)| *ended);
        (found.into_iter().flat_map(|(lines, _)| lines).collect(), ended)
    }
}

/// The next piece of work: an open one, or else one that another thread has not finished (then true).
fn next_task(states: &[AtomicU8]) -> Option<(usize, bool)> {
    let take =
        |state: &AtomicU8| state.compare_exchange(OPEN, TAKEN, Ordering::Relaxed, Ordering::Relaxed).is_ok();
    let taken = |state: &AtomicU8| state.load(Ordering::Relaxed) == TAKEN;
    let open = states.iter().position(take).map(|index| (index, false));
    open.or_else(|| states.iter().position(taken).map(|index| (index, true)))
}

/// A poisoned lock only means that another thread has panicked; the list is whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
