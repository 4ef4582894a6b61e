//! Sepoy: a chess-variant engine and problem solver.

pub mod board;
pub mod config;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod explain;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod search;
pub mod solver;
pub mod tools;
pub mod types;
pub mod uci;
