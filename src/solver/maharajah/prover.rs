//! The search for a win, and its memory from move to move.

use super::plan::{Plan, Standing};
use super::verify::{self, Coverage};
use super::{beam, induction, standing};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::{Bitboard, Move};

/// Set-ups kept after each move, one search after the other: the narrow ones are quick to find
/// some plan, the wide ones shorten it.
const WIDTHS: [usize; 5] = [1_000, 6_000, 20_000, 60_000, 200_000];

/// Longer plans than this many moves are not looked for.
const LONGEST: usize = 40;

/// A proven win for Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Black's moves until the maharajah is taken, the capture included, whatever White does.
    pub moves: u32,
    /// The line in which White holds out longest, ending with the capture.
    pub pv: Vec<Move>,
    /// What was checked.
    pub coverage: Coverage,
}

/// Finds wins, and remembers the last one: from move to move a win only gets shorter.
#[derive(Default, Debug)]
pub struct Prover {
    plan: Plan,
}

impl Prover {
    /// With nothing to remember.
    pub fn new() -> Self {
        Prover::default()
    }

    /// The shortest win for Black, who is to move, that can be proven until `expired` says stop.
    /// `history` are the keys of the positions since the last capture or pawn move.
    ///
    /// `None` means that no win was found, not that there is none.
    pub fn prove(
        &mut self,
        position: &Position<Maharajah>,
        history: &[u64],
        expired: &dyn Fn() -> bool,
    ) -> Option<Win> {
        let root = standing(position)?;
        let known = verify::verify(position, history, &self.plan).ok();
        if known.is_none() {
            self.plan = Plan::default();
        }
        let mut coverage = known;
        for width in WIDTHS {
            if root.is_capture() || expired() {
                break;
            }
            let (found, complete) = shorten(&root, self.moves(&root), width, expired);
            if let Some(plan) = found
                && let Ok(covered) = verify::verify(position, history, &plan)
            {
                self.plan = plan;
                coverage = Some(covered);
            }
            if complete {
                break;
            }
        }
        let coverage = coverage?;
        Some(Win { moves: self.moves(&root)?, pv: self.line(position), coverage })
    }

    /// Black's move here by the last proof, and the moves to the end with it; `None` off its lines.
    pub fn answer(&self, position: &Position<Maharajah>) -> Option<(Move, u32)> {
        let standing = standing(position)?;
        match verify::capture(position) {
            Some(mv) => Some((mv, 1)),
            None => self.plan.answer(&standing).map(|answer| (answer.mv, answer.moves)),
        }
    }

    /// Black's moves to the end from here, if the plan knows.
    fn moves(&self, standing: &Standing) -> Option<u32> {
        if standing.is_capture() { Some(1) } else { self.plan.answer(standing).map(|answer| answer.moves) }
    }

    /// The plan's moves against the white line that holds out longest.
    fn line(&self, position: &Position<Maharajah>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        loop {
            if let Some(mv) = verify::capture(&position) {
                line.push(mv);
                return line;
            }
            let Some(answer) = standing(&position).and_then(|standing| self.plan.answer(&standing)) else {
                return line;
            };
            line.push(answer.mv);
            position = position.after(answer.mv);
            let longest = |reply: &Move| standing(&position.after(*reply)).and_then(|next| self.moves(&next));
            let Some(reply) = legal_moves(&position).into_iter().max_by_key(longest) else { return line };
            line.push(reply);
            position = position.after(reply);
        }
    }
}

/// A plan of fewer than `known` moves; and whether a wider beam cannot find more.
fn shorten(
    root: &Standing,
    known: Option<u32>,
    width: usize,
    expired: &dyn Fn() -> bool,
) -> (Option<Plan>, bool) {
    let mut best = known.map_or(LONGEST, |moves| moves as usize);
    let reach = Bitboard::of(root.maharajah);
    let beam = beam::search(&root.setup, reach, width, best.saturating_sub(2), expired);
    let mut found = None;
    if let Some(moves) = &beam.plan {
        best = moves.len() + 1;
        found = Plan::follow(*root, moves.as_slice(), LONGEST);
    }
    log::debug!("width {width}: blind {best}, layers {}", beam.layers.len());
    while let Some(induction) = induction::induce(&beam.layers, best.saturating_sub(1), expired) {
        if !induction.won(0, &root.setup).has(root.maharajah) {
            break;
        }
        best -= 1;
        log::debug!("width {width}: looking {best}");
        found = Plan::follow(*root, &induction, LONGEST).or(found);
    }
    (found, beam.complete)
}
