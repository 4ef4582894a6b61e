//! Sepoy: a chess-variant engine and problem solver.
pub mod search;
pub mod tools;
pub mod types;
pub mod uci;
