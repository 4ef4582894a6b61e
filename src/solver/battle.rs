//! Play against a defence: is the attacker's aim reached in n moves, whatever the defender does?
//!
//! An AND/OR search to a fixed number of moves. The table keeps, for every position met, the least
//! number of moves in which the aim is proven and the largest in which it is disproven; both are
//! facts about the position, so nothing in it ever has to be cleared. The slow twin is the brute
//! force of `tests/solve_twin.rs`.

use super::control::{Control, Stopped, Ticker};
use super::stipulation::{Goal, Play};
use super::table::Table;
use super::{goal, salt};
use crate::movegen::{MoveList, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Move, MoveFlag};

/// An answer, unless the search was stopped.
pub type Answer<T = bool> = Result<T, Stopped>;

/// What is known of a position: the moves for the aim, proven and disproven, and the best move.
#[derive(Clone, Copy)]
struct Known(u64);

impl Known {
    /// Disproven in any number of moves.
    const NEVER: u32 = 255;

    /// The least number of moves in which the aim is proven; 0 if it is not.
    fn proven(self) -> u32 {
        (self.0 >> 16 & 255) as u32
    }

    /// The largest number of moves in which the aim is disproven.
    fn disproven(self) -> u32 {
        (self.0 >> 24 & 255) as u32
    }

    /// The move that proved or refuted.
    fn best(self) -> Move {
        Move::from_bits(self.0 as u16)
    }

    /// Whether the aim is reached in `moves`, if that is known.
    fn verdict(self, moves: u32) -> Option<bool> {
        if self.proven() != 0 && self.proven() <= moves {
            Some(true)
        } else if self.disproven() >= moves {
            Some(false)
        } else {
            None
        }
    }

    fn with(self, moves: u32, holds: bool, best: Move) -> Self {
        let (mut proven, mut disproven) = (self.proven(), self.disproven());
        if holds {
            proven = if proven == 0 { moves } else { proven.min(moves) };
        } else {
            disproven = disproven.max(moves);
        }
        // The top bit keeps the word from being zero.
        Known(u64::from(best.bits()) | u64::from(proven) << 16 | u64::from(disproven) << 24 | 1 << 63)
    }

    fn worth(word: u64) -> u32 {
        let known = Known(word);
        known.proven().max(known.disproven())
    }
}

/// How much each reply has refuted lately, by origin and target: what to try first.
struct Refutations(Box<[u32; 64 * 64]>);

impl Refutations {
    fn of(&mut self, mv: Move) -> &mut u32 {
        &mut self.0[mv.from().index() << 6 | mv.to().index()]
    }

    fn reward(&mut self, mv: Move, moves: u32) {
        let score = self.of(mv);
        *score += moves * moves;
        if *score > 1 << 24 {
            self.0.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

/// One thread's prover for one kind of play and goal.
pub struct Battle<'a> {
    play: Play,
    goal: Goal,
    /// Mixed into the keys, so that one table serves every play, goal and attacker.
    salt: u64,
    table: &'a Table,
    ticker: Ticker<'a>,
    refutations: Refutations,
    /// Second moves are tried backwards: a helper meets the first thread half-way.
    pub backwards: bool,
}

impl<'a> Battle<'a> {
    /// A prover for `attacker`, who moves first.
    pub fn new(play: Play, goal: Goal, attacker: Color, table: &'a Table, control: &'a Control<'a>) -> Self {
        Battle {
            play,
            goal,
            salt: salt(play, goal, attacker),
            table,
            ticker: Ticker::new(control),
            refutations: Refutations(Box::new([0; 64 * 64])),
            backwards: false,
        }
    }

    /// Whose aim the goal is.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What the last move has to bring about.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The node counter.
    pub fn ticker(&mut self) -> &mut Ticker<'a> {
        &mut self.ticker
    }

    /// True if the attacker, to move, must reach the goal himself and so spoils a reflexmate.
    pub fn is_bound<R: Rules>(&self, position: &Position<R>) -> bool {
        self.play == Play::Reflex && goal::reaching_move(self.goal, position).is_some()
    }

    /// True if the attacker's move ends the problem: it reaches the goal, and the goal is his.
    pub fn reaches_goal<R: Rules>(&self, position: &Position<R>, mv: Move, child: &Position<R>) -> bool {
        self.play == Play::Direct && goal::reached(self.goal, position, mv, child)
    }

    /// Does this move of an attacker who is not bound, from `position` to `child`, enforce the aim?
    pub fn first_move_holds<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        child: &Position<R>,
        moves: u32,
    ) -> Answer {
        if self.reaches_goal(position, mv, child) {
            return Ok(true);
        }
        if self.play == Play::Direct && moves == 1 {
            return Ok(false);
        }
        self.defend(child, moves)
    }

    /// Can the attacker, to move, enforce the aim in `moves`?
    pub fn attack<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Answer {
        self.ticker.tick()?;
        let key = position.key() ^ self.salt;
        let known = Known(self.table.get(key));
        if let Some(verdict) = known.verdict(moves) {
            return Ok(verdict);
        }
        if self.play == Play::Direct
            && known.disproven() == 0
            && let Some(mv) = goal::reaching_move(self.goal, position)
        {
            self.store(key, 1, true, mv);
            return Ok(true);
        }
        if self.play == Play::Direct && moves == 1 {
            self.store(key, 1, false, Move::NONE);
            return Ok(false);
        }
        if self.is_bound(position) {
            self.store(key, Known::NEVER, false, Move::NONE);
            return Ok(false);
        }
        let proof = self.try_moves(position, moves, known.best())?;
        self.store(key, moves, proof.is_some(), proof.unwrap_or(known.best()));
        Ok(proof.is_some())
    }

    /// The first move found that enforces the aim, one that reaches the goal at once aside.
    fn try_moves<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        first: Move,
    ) -> Answer<Option<Move>> {
        let mut open = Vec::with_capacity(64);
        for &mv in &legal_moves(position) {
            let child = position.after(mv);
            match Known(self.table.get(child.key() ^ self.salt)).verdict(moves) {
                Some(true) => return Ok(Some(mv)),
                Some(false) => {}
                None => open.push((attack_rank(&child, mv, first), mv)),
            }
        }
        open.sort_unstable_by_key(|&(rank, mv)| (rank, mv));
        if self.backwards {
            open.reverse();
        }
        for (_, mv) in open {
            if self.defend(&position.after(mv), moves)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The attacker has moved, the goal is not reached: is the aim enforced against every reply?
    /// `moves` counts the move just made.
    pub fn defend<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Answer {
        self.ticker.tick()?;
        let key = position.key() ^ self.salt;
        let known = Known(self.table.get(key));
        if let Some(verdict) = known.verdict(moves) {
            return Ok(verdict);
        }
        if let Some(mv) = self.forced_goal(position) {
            self.store(key, 1, true, mv);
            return Ok(true);
        }
        if moves == 1 && self.play != Play::SelfPlay {
            self.store(key, 1, false, Move::NONE);
            return Ok(false);
        }
        let mut replies = legal_moves(position);
        if replies.is_empty() {
            // Without a reply there is no next move, in however many.
            self.store(key, Known::NEVER, false, Move::NONE);
            return Ok(false);
        }
        self.order_replies(position, &mut replies, known.best());
        for mv in replies {
            let child = position.after(mv);
            if !self.reply_holds(position, mv, &child, moves)? {
                self.store(key, moves, false, mv);
                self.refutations.reward(mv, moves);
                return Ok(false);
            }
        }
        self.store(key, moves, true, Move::NONE);
        Ok(true)
    }

    /// A reflexmate's defender must reach the goal if he can: the move with which he does.
    pub fn forced_goal<R: Rules>(&self, position: &Position<R>) -> Option<Move> {
        let bound = matches!(self.play, Play::Reflex | Play::SemiReflex);
        if bound { goal::reaching_move(self.goal, position) } else { None }
    }

    /// Does the aim hold after this reply, which led from `position` to `child`?
    pub fn reply_holds<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        child: &Position<R>,
        moves: u32,
    ) -> Answer {
        if self.play == Play::SelfPlay && goal::reached(self.goal, position, mv, child) {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        self.attack(child, moves - 1)
    }

    /// Likely refutations first.
    fn order_replies<R: Rules>(&mut self, position: &Position<R>, replies: &mut MoveList, first: Move) {
        let enemies = position.board().side(!position.side());
        let mut ranked: Vec<(u32, Move)> = replies
            .iter()
            .map(|&mv| {
                let rank = if mv == first {
                    u32::MAX
                } else {
                    let capture = if enemies.has(mv.to()) { 64 } else { 0 };
                    *self.refutations.of(mv) + capture
                };
                (rank, mv)
            })
            .collect();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        replies.clear();
        replies.extend(ranked.into_iter().map(|(_, mv)| mv));
    }

    fn store(&self, key: u64, moves: u32, holds: bool, best: Move) {
        let known = Known(self.table.get(key)).with(moves, holds, best);
        self.table.put(key, known.0, Known::worth);
    }
}

/// The order of the attacker's moves, least first: the one that proved before, checks with few
/// replies, promotions, the rest.
fn attack_rank<R: Rules>(child: &Position<R>, mv: Move, first: Move) -> u32 {
    if mv == first {
        0
    } else if child.in_check() {
        1 + legal_moves(child).len() as u32
    } else if mv.flag() as u8 >= MoveFlag::PromoteKnight as u8 {
        254
    } else {
        255
    }
}
