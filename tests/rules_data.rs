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

/// Positions in which an earlier version was wrong.
#[test]
fn regressions() {
    check_moves("regressions.txt");
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

/// The table of the rules: leaves of the start positions at depths 1, 2, 3 ...
const START_TABLE: [(Variant, &str, [u64; 6]); 7] = [
    (Variant::Chess, STANDARD, [20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    (Variant::Madrasi, STANDARD, [20, 400, 8_874, 195_475, 4_768_967, 114_930_891]),
    (Variant::MadrasiRi, STANDARD, [20, 400, 8_874, 195_475, 4_768_967, 114_930_891]),
    (Variant::Isardam, STANDARD, [20, 386, 8_288, 171_470, 3_957_293, 88_212_181]),
    (Variant::IsardamB, STANDARD, [20, 386, 8_288, 171_258, 3_943_759, 87_541_240]),
    (Variant::Maharajah, IN_HAND, [8, 160, 3_640, 76_417, 1_903_925, 43_021_786]),
    (Variant::Maharajah, ON_E1, [20, 477, 10_168, 262_568, 5_920_089, 149_570_231]),
];
const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const IN_HAND: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1";
const ON_E1: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1";

#[test]
fn start_positions() {
    for (variant, fen, counts) in START_TABLE {
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(variant.dispatch(Count(fen, depth)), leaves, "{variant} depth {depth}");
        }
    }
}

#[test]
fn perft_files() {
    for file in common::files_of_variants("perft") {
        for line in common::data(&file) {
            let variant: Variant = line[0].parse().unwrap();
            for entry in line[2].split_ascii_whitespace() {
                let (depth, leaves) = entry.split_once(':').unwrap();
                let counted = variant.dispatch(Count(&line[1], depth.parse().unwrap()));
                assert_eq!(counted, leaves.parse::<u64>().unwrap(), "{variant} {} depth {depth}", line[1]);
            }
        }
    }
}
