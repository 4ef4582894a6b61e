//! Random input: bytes, salads of words, mutated transcripts. No panic, no silence, no growth.
//! docs/reliability.md tells how to run the long one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::client::Client;
use proptest::prelude::*;
use sepoy::config::Config;
use sepoy::game;
use sepoy::rules::Variant;
use sepoy::uci::lexer;

/// Words that mean something, near misses included. No `quit`: the process is to live.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Clear",
    "UCI_Variant",
    "Maharajah",
    "Start",
    "UCI_ShowWDL",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Move",
    "Overhead",
    "true",
    "false",
    "choose",
    "debug",
    "on",
    "off",
    "register",
    "later",
    "d",
    "eval",
    "explain",
    "help",
    "chess",
    "madrasi",
    "madrasi-ri",
    "isardam",
    "isardam-b",
    "maharajah",
    "e2e4",
    "e7e5",
    "M@e1",
    "0000",
    "e7e8q",
    "E2E4",
    "e1g1",
    "a1",
    "e4",
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "50",
    "99999999999999999999",
    "1.5",
    "w",
    "b",
    "-",
    "KQkq",
    "kq",
    "e3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/8/8/8/4M3",
    "rnbqkbnr/pppppppp/8/8/8/8/8/8[M]",
    "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/4P3/4K3",
    "\t",
    "",
    "joho",
    "isreadyfoo",
    "value",
    "\u{feff}",
    "\0",
    "é",
];

/// Lines that real clients send.
const TRANSCRIPT: &[&str] = &[
    "uci",
    "setoption name Hash value 8",
    "setoption name Threads value 2",
    "setoption name UCI_Variant value madrasi",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "ucinewgame",
    "isready",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen 2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1 moves e7e5 e1e5",
    "go depth 4",
    "go nodes 500",
    "go movetime 5",
    "go wtime 300 btime 300 winc 10 binc 10",
    "go wtime 300 btime -170671 movestogo 1",
    "go infinite",
    "go ponder wtime 300 btime 300",
    "go mate 2",
    "go perft 2",
    "go searchmoves e2e4 d2d4 depth 3",
    "ponderhit",
    "stop",
    "d",
    "eval",
    "explain e2e4",
];

/// A stream of random numbers: the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A line of one of the three kinds.
    fn line(&mut self) -> Vec<u8> {
        let line = match self.below(4) {
            0 => (0..self.below(60)).map(|_| self.below(256) as u8).collect(),
            1 => {
                let words: Vec<&str> = (0..self.below(12)).map(|_| self.pick(WORDS)).collect();
                words.join(" ").into_bytes()
            }
            2 => self.pick(TRANSCRIPT).as_bytes().to_vec(),
            _ => self.mutated(),
        };
        // What would end the process, or keep it from answering for good reason.
        let text = String::from_utf8_lossy(&line).to_lowercase();
        let costly = text.contains("quit") || text.contains("log") || text.contains("bench");
        if costly { b"isready".to_vec() } else { line }
    }

    fn mutated(&mut self) -> Vec<u8> {
        let mut line = self.pick(TRANSCRIPT).as_bytes().to_vec();
        for _ in 0..1 + self.below(4) {
            let at = self.below(line.len() + 1);
            match self.below(4) {
                0 if at < line.len() => line[at] = self.below(256) as u8,
                1 if at < line.len() => drop(line.remove(at)),
                2 => line.insert(at, b' '),
                _ => {
                    let word = self.pick(WORDS).as_bytes().to_vec();
                    line.splice(at..at, word);
                }
            }
        }
        line
    }
}

/// More memory than this, in KiB, the engine never needs for what it is asked here.
const MOST_MEMORY: u64 = 1 << 20;

/// Feeds the binary for this long; returns the number of lines.
fn fuzz(seed: u64, time: Duration) -> u64 {
    let (end, mut random, mut lines) = (Instant::now() + time, Random(seed | 1), 0);
    let mut client = Client::start();
    while Instant::now() < end {
        let mut batch = Vec::new();
        for _ in 0..100 {
            batch.extend(random.line());
            batch.push(b'\n');
            lines += 1;
        }
        // What big numbers may have asked for is taken back.
        batch.extend(b"stop\nsetoption name Hash value 8\nsetoption name Threads value 1\n");
        client.send_bytes(&batch);
        client.ready();
        if let Some(memory) = client.memory() {
            assert!(memory < MOST_MEMORY, "seed {seed}: {memory} KiB after {lines} lines");
        }
    }
    let complaints = client.quit();
    assert!(!complaints.contains("panicked"), "seed {seed}: {complaints}");
    lines
}

#[test]
fn random_lines_are_survived() {
    let lines = fuzz(0x5e90_4000, Duration::from_secs(20));
    assert!(lines > 0);
}

#[test]
#[ignore = "takes an hour, or $SEPOY_FUZZ_MINUTES"]
fn an_hour_of_random_lines() {
    let minutes = std::env::var("SEPOY_FUZZ_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let (mut seed, mut lines) = (u64::from(std::process::id()) << 20, 0);
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        seed += 1;
        lines += fuzz(seed, left.min(Duration::from_secs(60)));
        eprintln!("seed {seed}: {lines} lines so far");
    }
}

fn salad() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..16).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_lexer_reads_any_text(text in any::<String>()) {
        lexer::parse(&text);
    }

    #[test]
    fn the_lexer_reads_any_salad(text in salad()) {
        lexer::parse(&text);
    }

    #[test]
    fn the_fen_reader_reads_any_text(text in any::<String>(), variant in prop::sample::select(&Variant::ALL[..])) {
        let _ = game::open(variant, Some(&text));
    }

    /// What is near to a FEN is refused, or becomes a position that can be played on and written.
    #[test]
    fn the_fen_reader_reads_what_is_near_a_fen(
        at in 0..60usize,
        with in prop::sample::select(&b"pnbrqkmPNBRQKM12345678/[]- w9x0"[..]),
        which in prop::sample::select(&Variant::ALL[..]),
        start in prop::sample::select(&Variant::ALL[..]),
    ) {
        let mut fen = start.start_fen().as_bytes().to_vec();
        let at = at % fen.len();
        fen[at] = with;
        if let Ok((game, _)) = game::open(which, Some(&String::from_utf8_lossy(&fen))) {
            for mv in game.legal_moves() {
                let mut after = game.clone_game();
                after.play(mv);
                let (again, _) = game::open(which, Some(&after.fen())).unwrap();
                prop_assert_eq!(again.key(), after.key());
            }
        }
    }

    #[test]
    fn the_configuration_reader_reads_any_text(text in any::<String>()) {
        Config::parse(Path::new("any.toml"), &text);
    }

    /// A changed byte in a sound file costs at most a few settings, and each loss is told with its line.
    #[test]
    fn the_configuration_reader_reads_mutated_files(at in 0..4000usize, with in any::<char>()) {
        let mut text: Vec<char> = include_str!("../engine-config.toml").chars().collect();
        let at = at % text.len();
        text[at] = with;
        let text: String = text.into_iter().collect();
        let (config, mistakes) = Config::parse(Path::new("any.toml"), &text);
        prop_assert!(mistakes.iter().all(|mistake| mistake.line.is_some()));
        prop_assert!((1..=33_554_432).contains(&config.options.hash));
    }
}
