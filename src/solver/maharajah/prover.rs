//! The search for a win, and its memory from move to move.

use super::induction::{Captures, induce};
use super::plan::{Plan, Standing};
use super::verify::{self, Coverage};
use super::{beam, book, standing};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::{Bitboard, Move};

/// Set-ups kept after each move, one search after the other: the narrow ones are quick to find
/// some plan, the wide ones shorten it.
const WIDTHS: [usize; 6] = [1_000, 6_000, 20_000, 60_000, 200_000, 600_000];

/// Longer plans than this many moves are not looked for.
const LONGEST: usize = 40;

/// How much is spent where it may be in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// What a game allows: gives up early where no plan shows, and keeps memory below 200 MB.
    #[default]
    Play,
    /// Everything, a few GB of memory included.
    Solve,
}

impl Effort {
    /// The widths that are worth trying, with a plan known or none.
    fn allows(self, width: usize, known: bool) -> bool {
        match self {
            Effort::Play => width <= if known { 60_000 } else { 6_000 },
            Effort::Solve => true,
        }
    }
}

/// A proven win for Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Black's moves until the maharajah is taken, the capture included, whatever White does.
    pub moves: u32,
    /// The line in which White holds out longest, ending with the capture.
    pub pv: Vec<Move>,
    /// What was checked.
    pub coverage: Coverage,
    /// Moves tried to find it.
    pub visited: u64,
}

/// Finds wins, and remembers the last one: from move to move a win only gets shorter.
#[derive(Default, Debug)]
pub struct Prover {
    effort: Effort,
    plan: Plan,
    /// Moves tried since the search began.
    visited: u64,
}

impl Prover {
    /// With nothing to remember.
    pub fn new(effort: Effort) -> Self {
        Prover { effort, ..Prover::default() }
    }

    /// The shortest win for Black, who is to move, that can be proven until `expired` says stop; each
    /// shorter one is told as it is found. `history` are the keys of the positions since the last
    /// capture or pawn move.
    ///
    /// `None` means that no win was found, not that there is none.
    pub fn prove(
        &mut self,
        position: &Position<Maharajah>,
        history: &[u64],
        expired: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&Win),
    ) -> Option<Win> {
        let root = standing(position)?;
        self.visited = 0;
        let mut best = None;
        let known = std::mem::take(&mut self.plan);
        self.improve(position, history, known, &mut best, found);
        if best.is_none()
            && let Some(plan) = book::plan(&root)
        {
            self.improve(position, history, plan, &mut best, found);
        }
        for width in WIDTHS {
            if root.is_capture() || expired() || !self.effort.allows(width, best.is_some()) {
                break;
            }
            let attempt = Attempt::new(&root, best.as_ref().map(|win| win.moves), width, expired);
            self.visited += attempt.visited;
            if let Some(plan) = attempt.plan {
                self.improve(position, history, plan, &mut best, found);
            }
            if attempt.complete {
                break;
            }
        }
        best
    }

    /// Takes over a plan that is sound and shorter than the best so far.
    fn improve(
        &mut self,
        position: &Position<Maharajah>,
        history: &[u64],
        plan: Plan,
        best: &mut Option<Win>,
        found: &mut dyn FnMut(&Win),
    ) {
        let Ok(coverage) = verify::verify(position, history, &plan) else { return };
        self.visited += coverage.replies as u64;
        let previous = std::mem::replace(&mut self.plan, plan);
        match self.answer(position) {
            Some((_, moves)) if best.as_ref().is_none_or(|best| moves < best.moves) => {
                let win = Win { moves, pv: self.line(position), coverage, visited: self.visited };
                found(&win);
                *best = Some(win);
            }
            _ => self.plan = previous,
        }
    }

    /// Black's move here by the last proof, and the moves to the end with it; `None` off its lines.
    pub fn answer(&self, position: &Position<Maharajah>) -> Option<(Move, u32)> {
        let standing = standing(position)?;
        match verify::capture(position) {
            Some(mv) => Some((mv, 1)),
            None => self.plan.answer(&standing).map(|answer| (answer.mv, answer.moves)),
        }
    }

    /// The plan's moves against the white line that holds out longest.
    fn line(&self, position: &Position<Maharajah>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while let Some((mv, moves)) = self.answer(&position) {
            line.push(mv);
            if moves == 1 {
                break;
            }
            position = position.after(mv);
            let longest = |reply: &Move| self.answer(&position.after(*reply)).map(|(_, moves)| moves);
            let Some(reply) = legal_moves(&position).into_iter().max_by_key(longest) else { break };
            line.push(reply);
            position = position.after(reply);
        }
        line
    }
}

/// What one width gives.
struct Attempt {
    plan: Option<Plan>,
    /// Nothing was left out: a wider beam sees no more.
    complete: bool,
    visited: u64,
}

impl Attempt {
    /// Looks for a plan of fewer than `known` moves, first a blind one, then one that looks where the
    /// maharajah has gone.
    fn new(root: &Standing, known: Option<u32>, width: usize, expired: &dyn Fn() -> bool) -> Attempt {
        let mut best = known.map_or(LONGEST, |moves| moves as usize);
        let reach = Bitboard::of(root.maharajah);
        let beam = beam::search(&root.setup, reach, width, best.saturating_sub(2), expired);
        let mut plan = None;
        if let Some(moves) = &beam.plan {
            best = moves.len() + 1;
            plan = Plan::follow(*root, moves.as_slice(), LONGEST);
        }
        let layers = beam.setups();
        while let Some(induction) = induce(&layers, best.saturating_sub(1), Captures::Count, expired) {
            if !induction.won(0, &root.setup).has(root.maharajah) {
                break;
            }
            best -= 1;
            plan = Plan::follow(*root, &induction, LONGEST).or(plan);
        }
        log::debug!("width {width}: {best} moves, {} set-ups", beam.visited);
        Attempt { plan, complete: beam.complete, visited: beam.visited }
    }
}
