//! Forward: a beam search for blind plans, black moves that win whatever White does.
//!
//! White has one unit, so everything White can have done is one set of squares. A plan is proven
//! when that set is empty: wherever the maharajah has gone, it can be taken.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::setup::{Setup, Step};
use crate::types::{Bitboard, Color, Move, PieceKind, fill};

/// A set-up in the beam, with all that White can have made of it.
#[derive(Clone, Copy)]
struct Node {
    /// Black's units.
    setup: Setup,
    /// Where the maharajah can be, Black to move, without standing to be taken.
    reach: Bitboard,
    /// The node before, in the layer before.
    parent: u32,
    /// The move from there.
    mv: Move,
}

/// What a beam search has seen.
pub(super) struct Beam {
    /// The nodes kept after 0, 1, 2 ... black moves.
    layers: Vec<Vec<Node>>,
    /// A blind plan, the capture at its end not included.
    pub plan: Option<Vec<Move>>,
    /// No set-up had to be left out.
    pub complete: bool,
    /// Moves that were tried.
    pub visited: u64,
}

/// How the maharajah can answer a black move.
#[derive(Clone, Copy)]
pub(super) struct Replies {
    /// Squares it can go to without being taken.
    pub safe: Bitboard,
    /// Those of them where it takes a unit.
    pub captures: Bitboard,
    /// All squares Black attacks now.
    pub attacked: Bitboard,
    /// The empty squares.
    pub empty: Bitboard,
}

/// All answers of a maharajah that may stand on any square of `reach`.
#[inline(always)]
pub(super) fn replies(after: &Setup, reach: Bitboard) -> Replies {
    let occupied = after.occupied();
    let attacked = after.attacked();
    let safe = fill::maharajahs(reach, !occupied).without(attacked);
    Replies { safe, captures: safe & occupied, attacked, empty: !occupied }
}

/// Searches blind plans of at most `longest` moves, the final capture not included, keeping the
/// `width` best set-ups after each move. Gives what it has when `expired` says so.
pub(super) fn search(
    start: &Setup,
    reach: Bitboard,
    width: usize,
    longest: usize,
    expired: &dyn Fn() -> bool,
) -> Beam {
    let root = Node { setup: *start, reach, parent: 0, mv: Move::NONE };
    let mut beam = Beam { layers: vec![vec![root]], plan: None, complete: true, visited: 0 };
    while beam.layers.len() <= longest {
        let Some(last) = beam.layers.last() else { break };
        let mut next = Selection::new(width);
        for (parent, node) in (0u32..).zip(last) {
            if parent % 256 == 0 && expired() {
                beam.complete = false;
                return beam;
            }
            let mut winning = None;
            node.setup.each_step(|step| {
                beam.visited += 1;
                if let Some(child) = child(node, parent, &step) {
                    if child.node.reach.is_empty() {
                        winning = Some(step.mv);
                    } else {
                        next.offer(child);
                    }
                }
            });
            if let Some(mv) = winning {
                beam.plan = Some(beam.moves_to(node, mv));
                return beam;
            }
        }
        beam.complete &= !next.is_full();
        let nodes = next.finish();
        if nodes.is_empty() {
            break;
        }
        beam.layers.push(nodes);
    }
    beam
}

impl Beam {
    /// The set-ups of the layers.
    pub fn setups(&self) -> Vec<Vec<Setup>> {
        self.layers.iter().map(|layer| layer.iter().map(|node| node.setup).collect()).collect()
    }

    fn moves_to(&self, node: &Node, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        let mut node = *node;
        for layer in self.layers.iter().rev().skip(1) {
            moves.push(node.mv);
            let Some(&parent) = layer.get(node.parent as usize) else { break };
            node = parent;
        }
        moves.reverse();
        moves
    }
}

struct Candidate {
    node: Node,
    cost: usize,
}

/// What the move makes of the node; `None` if some maharajah square forbids it, or if it would
/// leave a unit to be taken.
#[inline(always)]
fn child(node: &Node, parent: u32, step: &Step) -> Option<Candidate> {
    if step.forbidden.meets(node.reach) {
        return None;
    }
    let replies = replies(&step.after, node.reach);
    if replies.captures.any() {
        return None;
    }
    let node = Node { setup: step.after, reach: replies.safe, parent, mv: step.mv };
    Some(Candidate { cost: cost(&step.after, &replies), node })
}

const COSTS: usize = 2_048;

/// How far a set-up seems from the end; less is better.
///
/// Wanted are few squares for the maharajah, now and later. A unit that is guarded wastes attacks on
/// an occupied square, and a pawn on the sixth rank takes squares from its own pieces. The weights
/// come from a random search over the lengths of the plans found.
#[inline(always)]
fn cost(after: &Setup, replies: &Replies) -> usize {
    let safe = replies.safe.count();
    let free = replies.empty.without(replies.attacked).count();
    let guarded = (replies.attacked.without(replies.empty)).count();
    let timid = (after.of(PieceKind::Pawn) & Bitboard::relative_rank(Color::Black, 2)).count();
    ((10 * (safe + free + guarded) + 6 * timid) as usize).min(COSTS - 1)
}

/// Keeps the cheapest candidates, each set-up once: the parents come in order of cost, so the first
/// way to a set-up is as good as any.
struct Selection {
    width: usize,
    candidates: Vec<Candidate>,
    seen: HashSet<u64, BuildHasherDefault<Passing>>,
    /// How many candidates were taken of each cost.
    tally: Vec<usize>,
    /// Nothing dearer than this is needed.
    dearest: usize,
    /// Candidates of that cost or less.
    taken: usize,
}

impl Selection {
    fn new(width: usize) -> Self {
        Selection {
            width,
            candidates: Vec::new(),
            seen: HashSet::default(),
            tally: vec![0; COSTS],
            dearest: COSTS - 1,
            taken: 0,
        }
    }

    #[inline(always)]
    fn offer(&mut self, candidate: Candidate) {
        let Candidate { node, cost } = &candidate;
        if *cost > self.dearest || !self.seen.insert(node.setup.key()) {
            return;
        }
        if let Some(tally) = self.tally.get_mut(*cost) {
            *tally += 1;
        }
        self.taken += 1;
        self.candidates.push(candidate);
        // Candidates of the dearest cost are dropped as soon as the cheaper ones suffice.
        while let Some(&dearest) = self.tally.get(self.dearest)
            && self.taken - dearest >= self.width
        {
            self.taken -= dearest;
            self.dearest -= 1;
        }
    }

    fn is_full(&self) -> bool {
        self.taken >= self.width
    }

    fn finish(mut self) -> Vec<Node> {
        self.candidates.retain(|candidate| candidate.cost <= self.dearest);
        self.candidates.sort_by_key(|candidate| candidate.cost);
        self.candidates.truncate(self.width);
        self.candidates.into_iter().map(|candidate| candidate.node).collect()
    }
}

/// Keys are hashes already; the table needs their high bits.
#[derive(Default)]
pub(super) struct Passing(u64);

impl Hasher for Passing {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}
