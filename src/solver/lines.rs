//! Help and series play: every line that leads to the goal.
//!
//! A depth-first search to an exact number of moves. The table keeps, for every position met, from
//! how many moves before the end no line starts there: one bit for each number. That is a fact about
//! the position, so it serves every length and every problem with the same play and goal.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::battle::Answer;
use super::control::{Control, Stopped, Ticker};
use super::goal::{self, reached};
use super::helping::add_helping_moves;
use super::salt;
use super::stipulation::{Goal, Play, Stipulation};
use super::table::{Near, Table};
use crate::movegen::{MoveList, add_legal_moves, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Move, MoveFlag, zobrist};

/// The moves of a solution, in the order they are played.
pub type Line = Vec<Move>;

/// The numbers of moves that both sides (or the series side) make together before the end, least
/// first: the full length last, shorter solutions before it.
pub fn lengths(stipulation: &Stipulation) -> Vec<u32> {
    let (moves, half) = (stipulation.moves, u32::from(stipulation.half));
    match stipulation.play {
        Play::Help => (0..=moves).map(|n| 2 * n + half).filter(|&n| n > 0).collect(),
        Play::HelpSelf => (0..=moves).map(|n| (2 * n + half).saturating_sub(1)).filter(|&n| n > 0).collect(),
        _ => (1..=moves).collect(),
    }
}

/// One thread's search for lines.
pub struct Lines<'a> {
    play: Play,
    goal: Goal,
    salt: u64,
    table: &'a Table,
    near: Near,
    ticker: Ticker<'a>,
    control: &'a Control<'a>,
    /// How many lines may still be found, by all threads.
    quota: &'a AtomicUsize,
    line: Line,
    found: Vec<Line>,
}

impl<'a> Lines<'a> {
    /// A search of lines that `first` begins.
    pub fn new(
        stipulation: &Stipulation,
        first: Color,
        table: &'a Table,
        control: &'a Control<'a>,
        quota: &'a AtomicUsize,
    ) -> Self {
        let (play, goal) = (stipulation.play, stipulation.goal);
        Lines {
            play,
            goal,
            salt: salt(play, goal, first),
            table,
            near: Near::default(),
            ticker: Ticker::new(control),
            control,
            quota,
            line: Vec::new(),
            found: Vec::new(),
        }
    }

    /// All lines with exactly `left` moves before the end, after the moves of `prefix`.
    ///
    /// # Errors
    /// [`Stopped`]; the lines found so far are lost unless [`Lines::take_found`] is called.
    pub fn search_below<R: Rules>(&mut self, root: &Position<R>, prefix: &[Move], left: u32) -> Answer<()> {
        let (mut position, mut left) = (*root, left);
        self.line.clear();
        for &mv in prefix {
            let Some(next) = self.step(&position, mv, left) else { return Ok(()) };
            (position, left) = (next, left - 1);
            self.line.push(mv);
        }
        self.search(&position, left).map(|_| ())
    }

    /// The lines found since the last call.
    pub fn take_found(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.found)
    }

    /// True if a line was found.
    fn search<R: Rules>(&mut self, position: &Position<R>, left: u32) -> Answer {
        self.ticker.tick()?;
        let key = position.key() ^ self.salt;
        if self.is_dead(key, left) {
            return Ok(false);
        }
        let found = if left <= 1 { self.finish(position)? } else { self.go_on(position, left)? };
        if !found && self.is_near(left) {
            self.near.put(key, 1 << left);
        } else if !found {
            self.table.put(key, self.table.get(key) | 1 << left, u64::ilog2);
        }
        Ok(found)
    }

    /// The last moves of help play are found faster than looked up in the big table.
    fn is_near(&self, left: u32) -> bool {
        left <= 1 && self.play == Play::Help
    }

    /// Is it known that no line with so many moves starts from the position with this key?
    fn is_dead(&self, key: u64, left: u32) -> bool {
        let dead = if self.is_near(left) { self.near.get(key) } else { self.table.get(key) };
        dead >> left & 1 != 0
    }

    /// Is it known that no line goes on after this move? It is not made only to be looked up.
    fn is_dead_after<R: Rules>(&self, position: &Position<R>, mv: Move, left: u32) -> bool {
        let key = position.key_after(mv) ^ self.salt;
        if !self.play.is_series() {
            return self.is_dead(key, left - 1);
        }
        // The turn is passed back; an en passant right, new or old, changes the key in other ways.
        let passes = mv.flag() != MoveFlag::DoubleStep && position.state().en_passant.is_none();
        let turn = zobrist::side(Color::White) ^ zobrist::side(Color::Black);
        passes && self.is_dead(key ^ turn, left - 1)
    }

    fn go_on<R: Rules>(&mut self, position: &Position<R>, left: u32) -> Answer {
        let mut found = false;
        let mates_next = self.play == Play::Help && self.goal == Goal::Mate && left == 2;
        let mut moves = MoveList::new();
        if mates_next {
            add_helping_moves(position, &mut moves);
        } else {
            add_legal_moves(position, &mut moves);
        }
        for &mv in &moves {
            if self.is_dead_after(position, mv, left) {
                continue;
            }
            if let Some(next) = self.step(position, mv, left) {
                self.line.push(mv);
                let below = self.search(&next, left - 1);
                self.line.pop();
                found |= below?;
            }
        }
        Ok(found)
    }

    /// The position in which the line goes on after a move that is not its last; none if the line
    /// may not go on: the goal is reached too early, or a series gives check on the way.
    pub fn step<R: Rules>(&self, position: &Position<R>, mv: Move, left: u32) -> Option<Position<R>> {
        let after = position.after(mv);
        if after.lost().is_some() {
            return None;
        }
        if !self.play.is_series() {
            // A side without moves ends the line by itself, other goals have to be looked for.
            let ends = self.play == Play::Help
                && left % 2 == 1
                && matches!(self.goal, Goal::Capture | Goal::Target(_) | Goal::Check)
                && reached(self.goal, position, mv, &after);
            return (!ends).then_some(after);
        }
        if after.in_check() {
            return None;
        }
        let ends = self.play == Play::Series
            && !matches!(self.goal, Goal::Mate | Goal::Check)
            && reached(self.goal, position, mv, &after);
        let next = after.after_null();
        // When an en passant right lapses, a pawn that it kept paralysed may give check after all.
        let wakes = after.state().en_passant.is_some() && next.after_null().in_check();
        (!ends && !wakes).then_some(next)
    }

    /// The last move of the play, and what has to follow.
    fn finish<R: Rules>(&mut self, position: &Position<R>) -> Answer {
        let mut moves = MoveList::new();
        match self.play {
            Play::SeriesHelp => {
                match self.goal {
                    Goal::Mate => add_helping_moves(position, &mut moves),
                    _ => add_legal_moves(position, &mut moves),
                }
                self.finish_series(position, &mut moves)
            }
            Play::SeriesSelf | Play::HelpSelf => {
                add_legal_moves(position, &mut moves);
                self.finish_each(position, &moves, Self::add_forced)
            }
            _ => self.add_reaching(position),
        }
    }

    /// The last move of a series and the answers; the same position ends many of them.
    fn finish_series<R: Rules>(&mut self, position: &Position<R>, moves: &mut MoveList) -> Answer {
        moves.retain(|mv| self.near.get(position.key_after(*mv) ^ self.salt) == 0);
        self.finish_each(position, moves, |lines, after| {
            let found = lines.add_reaching(after)?;
            if !found {
                lines.near.put(after.key() ^ lines.salt, 1);
            }
            Ok(found)
        })
    }

    fn finish_each<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: &MoveList,
        end: impl Fn(&mut Self, &Position<R>) -> Answer,
    ) -> Answer {
        let mut found = false;
        for &mv in moves {
            let after = position.after(mv);
            self.line.push(mv);
            let ended = end(self, &after);
            self.line.pop();
            found |= ended?;
        }
        Ok(found)
    }

    /// Adds a line for every move that reaches the goal.
    fn add_reaching<R: Rules>(&mut self, position: &Position<R>) -> Answer {
        let mut found = false;
        let (goal, mut full) = (self.goal, None);
        let _ = goal::for_each_reaching(goal, position, |mv, _| {
            found = true;
            match self.add(mv) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => {
                    full = Some(stopped);
                    ControlFlow::Break(())
                }
            }
        });
        full.map_or(Ok(found), Err)
    }

    /// Adds a line for every move if all of them reach the goal.
    fn add_forced<R: Rules>(&mut self, position: &Position<R>) -> Answer {
        if goal::is_out_of_reach(self.goal, position) {
            return Ok(false);
        }
        let mut moves = MoveList::new();
        add_legal_moves(position, &mut moves);
        let forced = moves.iter().all(|&mv| reached(self.goal, position, mv, &position.after(mv)));
        if moves.is_empty() || !forced {
            return Ok(false);
        }
        for mv in moves {
            self.add(mv)?;
        }
        Ok(true)
    }

    fn add(&mut self, last: Move) -> Answer<()> {
        let claimed =
            self.quota.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if claimed.is_err() {
            self.control.expire();
            return Err(Stopped);
        }
        let mut line = self.line.clone();
        line.push(last);
        self.found.push(line);
        Ok(())
    }
}

/// The first one or two moves of all lines with `left` moves before the end: the pieces of work that
/// threads share.
pub fn prefixes<R: Rules>(lines: &Lines, root: &Position<R>, left: u32) -> Vec<Line> {
    if left < 3 {
        return vec![Vec::new()];
    }
    let mut prefixes = Vec::new();
    for &first in &legal_moves(root) {
        let Some(next) = lines.step(root, first, left) else { continue };
        prefixes.extend(legal_moves(&next).iter().map(|&second| vec![first, second]));
    }
    prefixes
}
