//! Helpers that several test files share.
#![allow(dead_code)]

pub mod client;
pub mod match_play;

use std::fs;
use std::path::PathBuf;

use sepoy::movegen::has_legal_move;
use sepoy::position::Position;
use sepoy::rules::{Outcome, Rules, Variant};
use sepoy::types::Move;

/// The lines of a data file that hold data, split into their fields.
pub fn data(file: &str) -> Vec<Vec<String>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(str::to_owned).collect())
        .collect();
    assert!(!lines.is_empty(), "{file} holds no data");
    lines
}

/// The data file of each variant: `perft-chess.txt` and so on.
pub fn files_of_variants(stem: &str) -> Vec<String> {
    Variant::ALL.iter().map(|variant| format!("{stem}-{variant}.txt")).collect()
}

/// A legal move with its mark: `+` check, `#` mate, `=` stalemate. The capture of the maharajah
/// ends the game without a mark.
pub fn marked<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let after = position.after(mv);
    let mark = match (after.in_check(), has_legal_move(&after)) {
        (true, true) => "+",
        (true, false) => "#",
        (false, false) if matches!(after.outcome_without_moves(), Outcome::Draw(_)) => "=",
        _ => "",
    };
    format!("{mv}{mark}")
}
