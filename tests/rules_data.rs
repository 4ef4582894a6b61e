//! Every line of the data files about rules: legal moves with their marks, results, perft.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use sepoy::movegen::{definition, has_legal_move, legal_moves, perft};
use sepoy::position::Position;
use sepoy::rules::{Rules, Variant, Visitor};

/// The moves of both generators, with marks, sorted.
struct Moves<'a>(&'a str);

impl Visitor for Moves<'_> {
    type Output = (Vec<String>, Vec<String>);

    fn visit<R: Rules>(self) -> Self::Output {
        let (position, _) =
            Position::<R>::from_fen(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let marked = |mv: &_| common::marked(&position, *mv);
        let mut fast: Vec<String> = legal_moves(&position).iter().map(marked).collect();
        let mut slow: Vec<String> = definition::legal_moves(&position).iter().map(marked).collect();
        fast.sort();
        slow.sort();
        (fast, slow)
    }
}

fn check_moves(file: &str) {
    for line in common::data(file) {
        let variant: Variant = line[0].parse().unwrap();
        let mut expected: Vec<String> = line[2].split_ascii_whitespace().map(str::to_owned).collect();
        expected.sort();
        let (fast, slow) = variant.dispatch(Moves(&line[1]));
        assert_eq!(slow, expected, "definition, {variant} {}", line[1]);
        assert_eq!(fast, expected, "generator, {variant} {}", line[1]);
    }
}

#[test]
fn corner_cases() {
    check_moves("cases.txt");
}

#[test]
fn positions_from_play() {
    common::files_of_variants("moves").iter().for_each(|file| check_moves(file));
}

#[test]
fn composed_positions() {
    common::files_of_variants("composed").iter().for_each(|file| check_moves(file));
}

struct Judge<'a>(&'a str);

impl Visitor for Judge<'_> {
    type Output = (bool, String);

    fn visit<R: Rules>(self) -> Self::Output {
        let (position, _) =
            Position::<R>::from_fen(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let result = if has_legal_move(&position) {
            "ongoing".to_owned()
        } else {
            position.outcome_without_moves().to_string()
        };
        (position.in_check(), result)
    }
}

#[test]
fn results() {
    for file in common::files_of_variants("results") {
        for line in common::data(&file) {
            let variant: Variant = line[0].parse().unwrap();
            let (check, result) = variant.dispatch(Judge(&line[1]));
            assert_eq!(check, line[2] == "check", "{variant} {}", line[1]);
            assert_eq!(result, line[3], "{variant} {}", line[1]);
        }
    }
}

struct Count<'a>(&'a str, u32);

impl Visitor for Count<'_> {
    type Output = u64;

    fn visit<R: Rules>(self) -> u64 {
        let (position, _) =
            Position::<R>::from_fen(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        perft(&position, self.1)
    }
}

/// Counts up to `limit` leaves are checked, larger ones are left to the long run.
fn check_perft(least: u64, limit: u64) {
    let mut checked = 0;
    for file in common::files_of_variants("perft") {
        for line in common::data(&file) {
            let variant: Variant = line[0].parse().unwrap();
            for entry in line[2].split_ascii_whitespace() {
                let (depth, leaves) = entry.split_once(':').unwrap();
                let (depth, leaves) = (depth.parse().unwrap(), leaves.parse().unwrap());
                if (least..limit).contains(&leaves) {
                    assert_eq!(
                        variant.dispatch(Count(&line[1], depth)),
                        leaves,
                        "{variant} {} depth {depth}",
                        line[1]
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn perft_files() {
    check_perft(0, 100_000);
}

#[test]
#[ignore = "minutes"]
fn perft_files_deep() {
    check_perft(100_000, u64::MAX);
}
