//! A proof: for everything White can do, what Black answers, until the maharajah is taken.

use std::collections::HashMap;

use super::beam;
use super::setup::{Setup, Step};
use crate::types::{Bitboard, Move, Square};

/// Black to move: Black's units, and the maharajah's square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Standing {
    /// Black's units.
    pub setup: Setup,
    /// White's one unit.
    pub maharajah: Square,
}

impl Standing {
    /// Black takes the maharajah at once.
    pub fn is_capture(&self) -> bool {
        self.setup.attacked().has(self.maharajah)
    }

    /// Everything White can make of a black move: the standings in which the maharajah is not
    /// taken at once.
    pub fn after(&self, step: &Step) -> impl Iterator<Item = Standing> {
        let after = step.after;
        let replies = beam::replies(&after, Bitboard::of(self.maharajah));
        replies.safe.map(move |maharajah| {
            let captured = replies.captures.has(maharajah);
            let setup = if captured { after.without(maharajah) } else { after };
            Standing { setup, maharajah }
        })
    }
}

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// The move.
    pub mv: Move,
    /// Black's moves until the maharajah is taken, this one and the capture included, at most.
    pub moves: u32,
}

/// Where the moves of a plan come from.
pub(super) trait Policy {
    /// Black's move after `depth` others; `None` if the policy knows none.
    fn choose(&self, depth: usize, setup: &Setup, maharajah: Square) -> Option<Step>;
}

/// A blind plan: the same moves wherever the maharajah goes, and, if they do not suffice, a look at
/// where it is: one more move, after which all its squares are attacked.
impl Policy for [Move] {
    fn choose(&self, depth: usize, setup: &Setup, maharajah: Square) -> Option<Step> {
        let mut steps = setup.steps().into_iter().filter(|step| !step.forbidden.has(maharajah));
        match self.get(depth) {
            Some(mv) => steps.find(|step| step.mv == *mv),
            None => steps.find(|step| beam::replies(&step.after, Bitboard::of(maharajah)).safe.is_empty()),
        }
    }
}

/// Answers to everything White can do from one standing on, captures of the maharajah aside.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    answers: HashMap<Standing, Answer>,
}

impl Plan {
    /// Follows a policy through every white reply. `None` if it fails anywhere, or needs more than
    /// `longest` moves before the capture.
    pub fn follow<P: Policy + ?Sized>(root: Standing, policy: &P, longest: usize) -> Option<Plan> {
        let mut layers: Vec<HashMap<Standing, Step>> = Vec::new();
        let mut open = vec![root];
        open.retain(|standing| !standing.is_capture());
        while !open.is_empty() {
            if layers.len() >= longest {
                return None;
            }
            let mut layer = HashMap::new();
            for standing in open {
                let step = policy.choose(layers.len(), &standing.setup, standing.maharajah)?;
                layer.insert(standing, step);
            }
            open = layer.iter().flat_map(|(standing, step)| standing.after(step)).collect();
            open.sort_unstable_by_key(|standing| (standing.maharajah, standing.setup.key()));
            open.dedup();
            layers.push(layer);
        }
        let mut plan = Plan::default();
        for layer in layers.iter().rev() {
            for (standing, step) in layer {
                plan.settle(*standing, step)?;
            }
        }
        Some(plan)
    }

    /// Enters an answer; those to everything that can follow are there already.
    fn settle(&mut self, standing: Standing, step: &Step) -> Option<()> {
        let mut rest = 1; // the capture
        for next in standing.after(step) {
            rest = rest.max(self.answers.get(&next)?.moves);
        }
        let answer = Answer { mv: step.mv, moves: rest + 1 };
        let entry = self.answers.entry(standing).or_insert(answer);
        if entry.moves > answer.moves {
            *entry = answer;
        }
        Some(())
    }

    /// The answer here, if the plan has one; a capture of the maharajah is none.
    pub fn answer(&self, standing: &Standing) -> Option<Answer> {
        self.answers.get(standing).copied()
    }
}
