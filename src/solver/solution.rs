//! What a solver hands back.

use std::time::Duration;

use super::lines::Line;
use crate::types::Move;

/// All that was asked for and established about a problem.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// Direct, self and reflex play: the first moves that solve, in the order of the move list.
    pub keys: Vec<Key>,
    /// First moves that fail to a single reply, if they were asked for.
    pub tries: Vec<Try>,
    /// What happens if the other side begins, if it was asked for and makes sense.
    pub set_play: Option<SetPlay>,
    /// Help and series play: the lines, shorter ones first.
    pub lines: Vec<Line>,
    /// Everything asked for was searched to the end: nothing is missing.
    pub complete: bool,
    /// The number of moves (in help and series play: single moves before the end) up to which the
    /// search is complete, also if it was stopped later.
    pub established: u32,
    /// Positions searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A first move that solves.
#[derive(Clone, Debug)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// In how many moves it solves: fewer than asked for in a short solution.
    pub moves: u32,
    /// The play after it, if it was asked for.
    pub tree: Option<Tree>,
}

/// A first move that only one reply refutes.
#[derive(Clone, Debug)]
pub struct Try {
    /// The move.
    pub mv: Move,
    /// The reply.
    pub refutation: Move,
    /// The play after it, if it was asked for.
    pub tree: Option<Tree>,
}

/// The play that the diagram holds if the other side begins.
#[derive(Clone, Debug)]
pub enum SetPlay {
    /// Direct, self and reflex play: the moves of the other side that are already provided for.
    Replies(Vec<Defence>),
    /// Help and series play: lines one single move shorter.
    Lines(Vec<Line>),
}

/// What happens after an attacker's move.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// What the attacker would do if the defender could pass.
    pub threats: Vec<Continuation>,
    /// There is no threat and no check: the defender is harmed by having to move.
    pub zugzwang: bool,
    /// The replies that need an answer of their own: with a threat only those that parry at least
    /// one of its moves.
    pub defences: Vec<Defence>,
}

/// A reply of the defender and the answers to it.
#[derive(Clone, Debug)]
pub struct Defence {
    /// The reply.
    pub mv: Move,
    /// The reply itself reaches the goal (self and reflex play).
    pub ends: bool,
    /// The attacker's shortest answers; two or more are a dual.
    pub answers: Vec<Continuation>,
}

/// A move of the attacker.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The move.
    pub mv: Move,
    /// The play after it; none if it reaches the goal.
    pub tree: Option<Tree>,
}
