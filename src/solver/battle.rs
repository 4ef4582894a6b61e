//! Play against a defence: is the attacker's aim reached in n moves, whatever the defender does?
//!
//! An AND/OR search to a fixed number of moves. The table keeps, for every position met, the least
//! number of moves in which the aim is proven and the largest in which it is disproven; both are
//! facts about the position, so nothing in it ever has to be cleared. Whether there is
//! a goal in one is not kept: looking for it is as quick.
//!
//! Most of the work is refuting: for every move of the attacker one good reply is enough. So replies
//! that have refuted before are tried before the others are even generated.

use arrayvec::ArrayVec;

use super::checking::add_checking_candidates;
use super::control::{Control, Stopped, Ticker};
use super::known::Known;
use super::refutations::Refutations;
use super::sieve::sift;
use super::stipulation::{Goal, Play};
use super::table::Table;
use super::{goal, salt};
use crate::movegen::{Generator, MAX_MOVES, MoveList, Wanted, add_legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Move};

/// An answer, unless the search was stopped.
pub type Answer<T = bool> = Result<T, Stopped>;

/// From so many moves on, looking ahead before choosing a reply pays.
const DEEP: u32 = 4;

/// The defender's answer to a move.
enum Reply {
    /// This one refutes.
    Refutes(Move),
    /// There are replies, and none refutes.
    Fails,
    /// There is no reply.
    Missing,
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
    /// Replies that refuted most moves of a mate in two, the latest first.
    sifters: ArrayVec<Move, 6>,
    /// The attacker's moves are tried backwards: a helper meets the first thread half-way.
    pub backwards: bool,
}

impl<'a> Battle<'a> {
    /// How many replies, beside those that were good lately, are tried on all moves of a mate in two.
    const SIFTS: usize = 4;

    /// A prover for `attacker`, who moves first.
    pub fn new(play: Play, goal: Goal, attacker: Color, table: &'a Table, control: &'a Control<'a>) -> Self {
        Battle {
            play,
            goal,
            salt: salt(play, goal, attacker),
            table,
            ticker: Ticker::new(control),
            refutations: Refutations::new(),
            sifters: ArrayVec::new(),
            backwards: false,
        }
    }

    /// Who is to reach the goal, and how.
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

    /// A reflexmate's defender must reach the goal if he can: the move with which he does.
    pub fn forced_goal<R: Rules>(&self, position: &Position<R>) -> Option<Move> {
        let bound = matches!(self.play, Play::Reflex | Play::SemiReflex);
        if bound { goal::reaching_move(self.goal, position) } else { None }
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
        self.defend(child, mv, moves)
    }

    /// Can the attacker, to move, enforce the aim in `moves`?
    pub fn attack<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Answer {
        self.ticker.tick()?;
        let key = position.key() ^ self.salt;
        let direct = self.play == Play::Direct;
        if direct && moves == 1 {
            return Ok(goal::reaching_move(self.goal, position).is_some());
        }
        let known = Known(self.table.get(key));
        if let Some(verdict) = known.verdict(moves) {
            return Ok(verdict);
        }
        if direct
            && known.verdict(1).is_none()
            && let Some(mv) = goal::reaching_move(self.goal, position)
        {
            self.store(key, 1, true, mv);
            return Ok(true);
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
        let mut open = MoveList::new();
        add_legal_moves(position, &mut open);
        if let Some(mv) = self.drop_settled(position, moves, &mut open) {
            return Ok(Some(mv));
        }
        if moves > 2 {
            attack_order(position, &mut open, first);
        } else {
            last_order(position, &mut open, first);
        }
        if self.backwards && moves > 2 {
            open.reverse();
        }
        for &mv in &open {
            if self.defend(&position.after(mv), mv, moves)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Takes the attacker's moves that are known to fail off the list; returns one known to prove, if
    /// there is one. The table's memory is far away: all entries are sent for before the first is read,
    /// and no move is made only to be looked up.
    #[inline(never)] // its keys must not stay on the stack while the search goes deeper
    fn drop_settled<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        list: &mut MoveList,
    ) -> Option<Move> {
        if moves == 2 && self.play == Play::Direct && self.goal == Goal::Mate {
            self.drop_refuted(position, list);
        }
        let mut keys = ArrayVec::<u64, MAX_MOVES>::new();
        keys.extend(list.iter().map(|&mv| position.key_after(mv) ^ self.salt));
        keys.iter().for_each(|&key| self.table.prefetch(key));
        let mut keys = keys.iter();
        let mut proves = None;
        list.retain(|mv| {
            let verdict = keys.next().and_then(|&key| Known(self.table.get(key)).verdict(moves));
            if verdict == Some(true) {
                proves = Some(*mv);
            }
            verdict.is_none()
        });
        proves
    }

    /// Takes moves off the list of those that may mate in two, as far as a glance at the board shows a reply
    /// that refutes them: first the replies that did so lately, then the likeliest.
    fn drop_refuted<R: Rules>(&mut self, position: &Position<R>, list: &mut MoveList) {
        for at in 0..self.sifters.len() {
            let Some(&reply) = self.sifters.get(at).filter(|_| !list.is_empty()) else { return };
            let before = list.len();
            sift(position, reply, list, |_| {});
            if list.len() < before / 2 {
                self.sifters[..=at].rotate_right(1);
            }
        }
        if list.is_empty() {
            return;
        }
        // What the defender could play if the attacker passed.
        let mut replies = MoveList::new();
        add_legal_moves(&position.after_null(), &mut replies);
        replies.retain(|reply| !self.sifters.contains(reply));
        let enemies = position.board().side(position.side());
        for _ in 0..Self::SIFTS {
            let reply = self.refutations.take_best(&mut replies, |mv| enemies.has(mv.to()));
            let Some(reply) = reply.filter(|_| !list.is_empty()) else { return };
            let before = list.len();
            sift(position, reply, list, |mv| self.refutations.reward(mv, reply, 2));
            if list.len() < before / 2 {
                if self.sifters.is_full() {
                    self.sifters.pop();
                }
                self.sifters.insert(0, reply);
            }
        }
    }

    /// The attacker has played `last`, the goal is not reached: is the aim enforced against every
    /// reply? `moves` counts the move just made.
    pub fn defend<R: Rules>(&mut self, position: &Position<R>, last: Move, moves: u32) -> Answer {
        self.ticker.tick()?;
        let key = position.key() ^ self.salt;
        let known = Known(self.table.get(key));
        if let Some(verdict) = known.verdict(moves) {
            return Ok(verdict);
        }
        let (moves, holds, best) = self.judge(position, last, moves, known.best())?;
        self.store(key, moves, holds, best);
        Ok(holds)
    }

    /// What [`Battle::defend`] is to remember: for how many moves the verdict holds, the verdict, and
    /// the refutation.
    fn judge<R: Rules>(
        &mut self,
        position: &Position<R>,
        last: Move,
        moves: u32,
        first: Move,
    ) -> Answer<(u32, bool, Move)> {
        if let Some(mv) = self.forced_goal(position) {
            return Ok((1, true, mv));
        }
        if moves == 1 && (self.play != Play::SelfPlay || goal::is_out_of_reach(self.goal, position)) {
            return Ok((1, false, Move::NONE));
        }
        let reply = if moves >= DEEP {
            self.find_deep_refutation(position, moves, first)?
        } else {
            self.find_refutation(position, last, moves, first)?
        };
        Ok(match reply {
            Reply::Refutes(mv) => {
                self.refutations.reward(last, mv, moves);
                (moves, false, mv)
            }
            Reply::Fails => (moves, true, Move::NONE),
            // Without a reply there is no next move, in however many.
            Reply::Missing => (Known::NEVER, false, Move::NONE),
        })
    }

    /// Near the end of the tree: the likeliest replies before the others are even generated.
    fn find_refutation<R: Rules>(
        &mut self,
        position: &Position<R>,
        last: Move,
        moves: u32,
        first: Move,
    ) -> Answer<Reply> {
        let generator = Generator::new(position);
        let favourites = [first, self.refutations.answer(last)];
        for (index, &mv) in favourites.iter().enumerate() {
            let known = !mv.is_none() && !favourites.iter().take(index).any(|&earlier| earlier == mv);
            if known && generator.is_legal(mv) && self.refutes(position, mv, moves)? {
                return Ok(Reply::Refutes(mv));
            }
        }
        let mut rest = MoveList::new();
        generator.collect(Wanted::All, &mut rest);
        if rest.is_empty() {
            return Ok(Reply::Missing);
        }
        rest.retain(|mv| !favourites.contains(mv));
        let enemies = position.board().side(!position.side());
        while let Some(mv) = self.refutations.take_best(&mut rest, |mv| enemies.has(mv.to())) {
            if self.refutes(position, mv, moves)? {
                return Ok(Reply::Refutes(mv));
            }
        }
        Ok(Reply::Fails)
    }

    /// Far from the end of the tree: a reply known to refute, or else first those that leave the
    /// attacker few moves, so that the refutation is cheap.
    fn find_deep_refutation<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: u32,
        first: Move,
    ) -> Answer<Reply> {
        let mut replies = MoveList::new();
        add_legal_moves(position, &mut replies);
        if replies.is_empty() {
            return Ok(Reply::Missing);
        }
        // On the heap: it lives while the search goes deeper, many moves deep.
        let mut open = Vec::with_capacity(replies.len());
        for &mv in &replies {
            let child = position.after(mv);
            if self.play == Play::SelfPlay && goal::reached(self.goal, position, mv, &child) {
                continue;
            }
            match Known(self.table.get(child.key() ^ self.salt)).verdict(moves - 1) {
                Some(false) => return Ok(Reply::Refutes(mv)),
                Some(true) => {}
                None => {
                    let freedom = Generator::new(&child).count() as i64;
                    let merit = i64::from(self.refutations.score(mv).max(1).ilog2());
                    open.push((mv != first, freedom - 2 * merit, mv));
                }
            }
        }
        open.sort_unstable();
        for (_, _, mv) in open {
            if self.refutes(position, mv, moves)? {
                return Ok(Reply::Refutes(mv));
            }
        }
        Ok(Reply::Fails)
    }

    fn refutes<R: Rules>(&mut self, position: &Position<R>, mv: Move, moves: u32) -> Answer {
        Ok(!self.reply_holds(position, mv, &position.after(mv), moves)?)
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

    fn store(&self, key: u64, moves: u32, holds: bool, best: Move) {
        let known = Known(self.table.get(key)).with(moves, holds, best);
        self.table.put(key, known.0, Known::worth);
    }
}

/// Orders the attacker's moves: the one that proved before, checks with few replies, promotions, the rest.
fn attack_order<R: Rules>(position: &Position<R>, moves: &mut MoveList, first: Move) {
    sort_by_rank(moves, |mv| {
        let child = position.after(mv);
        if mv == first {
            0
        } else if child.in_check() {
            1 + Generator::new(&child).count() as u32
        } else if mv.promotes_to().is_some() {
            u32::MAX - 1
        } else {
            u32::MAX
        }
    });
}

/// Orders the attacker's moves near the end of the tree, where looking ahead does not pay: the one that
/// proved before, checks, the rest.
fn last_order<R: Rules>(position: &Position<R>, moves: &mut MoveList, first: Move) {
    if moves.len() < 2 {
        return;
    }
    let mut candidates = MoveList::new();
    add_checking_candidates(position, &mut candidates);
    let checks = |mv| candidates.contains(&mv) && position.after(mv).in_check();
    sort_by_rank(moves, |mv| if mv == first { 0 } else { 2 - u32::from(checks(mv)) });
}

/// The lowest rank first, equal ones as they stand. Each rank is computed once.
#[inline(never)] // the ranks must not stay on the stack while the search goes deeper
fn sort_by_rank(moves: &mut MoveList, rank: impl Fn(Move) -> u32) {
    let mut ranked = ArrayVec::<(u32, usize, Move), MAX_MOVES>::new();
    ranked.extend(moves.iter().enumerate().map(|(at, &mv)| (rank(mv), at, mv)));
    ranked.sort_unstable();
    for (place, &(_, _, mv)) in moves.iter_mut().zip(&ranked) {
        *place = mv;
    }
}
