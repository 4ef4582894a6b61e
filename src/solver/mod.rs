//! The problem solver: stipulations, complete solutions, proven mates.
//!
//! - [`stipulation`]: what a problem asks for;
//! - [`goal`] and [`checking`]: has a move reached the goal, which moves can;
//! - [`outlook`]: no mate in one, seen from the board alone;
//! - [`sieve`]: which moves a reply refutes, all at once;
//! - [`helping`]: which moves can prepare a mate;
//! - [`battle`]: play against a defence (direct, self, reflex);
//! - `refutations`: which replies refuted lately;
//! - [`lines`]: help and series play;
//! - [`tree`](battle::Battle::tree): set play, threats, variations;
//! - [`solve`]: a whole problem, on all threads, with its [`solution`];
//! - [`journal`]: checkpoints of long runs;
//! - [`mate`]: the shortest mate for `go mate N`;
//! - [`maharajah`]: Black's win over the maharajah, proven by sets of squares;
//! - [`table`]: what the searches remember;
//! - [`control`]: how they are stopped.

pub mod battle;
pub mod checking;
pub mod control;
pub mod goal;
pub mod helping;
pub mod journal;
mod known;
pub mod lines;
pub mod maharajah;
pub mod mate;
pub mod outlook;
mod refutations;
pub mod sieve;
pub mod solution;
pub mod solve;
pub mod stipulation;
pub mod table;
mod tree;

use crate::types::Color;
use stipulation::{Goal, Play};

/// A word of its own for every play, goal and attacker.
fn salt(play: Play, goal: Goal, attacker: Color) -> u64 {
    let goal = match goal {
        Goal::Mate => 64,
        Goal::Stalemate => 65,
        Goal::Immobile => 66,
        Goal::Capture => 67,
        Goal::Check => 68,
        Goal::Target(square) => square.index() as u64,
    };
    let number = (goal << 5 | (play as u64) << 1 | attacker as u64) + 1;
    // A multiplication by an odd constant, and a shift, spread the number over the word.
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ spread >> 29
}
