//! Sepoy: a chess-variant engine and problem solver.
pub mod types;
