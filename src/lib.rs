//! Sepoy: a chess-variant engine and problem solver.
pub mod tools;
pub mod types;
pub mod uci;
