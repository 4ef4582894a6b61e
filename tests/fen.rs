//! FEN: what is read, what is mended with a warning, and what is refused with which words.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use sepoy::game;
use sepoy::rules::Variant;

fn error(variant: Variant, fen: &str) -> String {
    match game::open(variant, Some(fen)) {
        Ok(_) => panic!("{variant}: accepted {fen}"),
        Err(error) => error.to_string(),
    }
}

/// The FEN as written back, and the warnings.
fn read(variant: Variant, fen: &str) -> (String, Vec<String>) {
    let (game, warnings) =
        game::open(variant, Some(fen)).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
    (game.fen(), warnings.iter().map(ToString::to_string).collect())
}

use Variant::{Chess, Isardam, IsardamB, Madrasi, MadrasiRi, Maharajah};

#[test]
fn refused_with_field_and_reason() {
    for (variant, fen, words) in [
        (Chess, "", "found 0"),
        (Chess, "8/8/8/8/8/8/8/8", "found 1"),
        (Chess, "k7/8/8/8/8/8/8/K7 w - - 0 1 x", "found 7"),
        (Chess, "k7/8/8/8/8/8/K7 w - -", "board: 7 ranks"),
        (Chess, "k7/8/8/8/8/8/8/8/K7 w - -", "board: 9 ranks"),
        (Chess, "k7/9/8/8/8/8/8/K7 w - -", "'9' on rank 7"),
        (Chess, "k7/ppppppppp/8/8/8/8/8/K7 w - -", "rank 7 has 9 files"),
        (Chess, "k7/7/8/8/8/8/8/K7 w - -", "rank 7 has 7 files"),
        (Chess, "k7/88888888888888888888888/8/8/8/8/8/K7 w - -", "rank 7 has 184 files"),
        (Chess, "k7/8/3x4/8/8/8/8/K7 w - -", "'x' on rank 6"),
        (Chess, "k7/8/3é4/8/8/8/8/K7 w - -", "'é' on rank 6"),
        (Chess, "k7/8/8/8/8/8/8/K7 x - -", "side to move: 'x'"),
        (Chess, "k7/8/8/8/8/8/8/K7 w Z -", "castling: 'Z'"),
        (Chess, "k7/8/8/8/8/8/8/K7 w - e9", "en passant: 'e9'"),
        (Chess, "k7/8/8/8/8/8/8/K7 w - - x 1", "half-move clock: 'x'"),
        (Chess, "k7/8/8/8/8/8/8/K7 w - - -1 1", "half-move clock: '-1'"),
        (Chess, "k7/8/8/8/8/8/8/K7 w - - 0 99999999999", "move number: '99999999999'"),
        (Chess, "8/8/8/8/8/8/8/K7 w - -", "no black king"),
        (Chess, "k7/8/8/8/8/8/8/8 w - -", "no white king"),
        (Madrasi, "kk6/8/8/8/8/8/8/K7 w - -", "2 black kings"),
        (Chess, "k6P/8/8/8/8/8/8/K7 w - -", "a pawn on h8"),
        (Isardam, "k7/8/8/8/8/8/8/K6p w - -", "a pawn on h1"),
        (Chess, "k7/8/8/8/8/8/8/K6M w - -", "a maharajah"),
        (Madrasi, "k7/8/8/8/8/8/8/K7[M] w - -", "a maharajah"),
        (Maharajah, "k7/8/8/8/8/8/8/8[Q] w - -", "pocket: '[Q]'"),
        (Maharajah, "k7/8/8/8/8/8/8/MM6 w - -", "2 maharajahs"),
        (Maharajah, "k7/8/8/8/8/8/8/M7[M] w - -", "2 maharajahs"),
        (Maharajah, "k6m/8/8/8/8/8/8/M7 w - -", "Black has a maharajah"),
        (Maharajah, "k7/8/8/8/8/8/8/MK6 w - -", "White has units other"),
        (Maharajah, "k7/8/8/8/8/8/8/8 b - -", "no maharajah, and Black to move"),
        (Maharajah, "k7/8/8/8/8/8/8/8[M] b - -", "in the pocket, but Black"),
        (Maharajah, "k6p/8/8/8/8/8/8/M7 b - -", "a pawn on h8"),
        (Chess, "k7/8/8/8/8/8/8/K6r b - -", "the white king is in check"),
        (Chess, "8/8/8/8/8/8/8/Kk6 w - -", "the black king is in check"),
        (IsardamB, "4r3/8/8/8/8/8/7k/R3K3 b - -", "the white king is in check"),
    ] {
        let error = error(variant, fen);
        assert!(error.starts_with("FEN") && error.contains(words), "{variant} {fen}: {error}");
    }
}

#[test]
fn check_means_what_it_means_in_the_variant() {
    // Kings side by side; a rook that sleeps; a rook that could not take.
    read(MadrasiRi, "8/8/8/3k4/3K4/8/8/8 w - - 0 1");
    read(Madrasi, "R3r3/8/8/k7/8/8/8/4K3 b - - 0 1");
    read(Isardam, "4r3/8/8/8/8/8/7k/R3K3 b - - 0 1");
    read(Isardam, "4K3/Q7/6B1/8/1p1pk1P1/8/2bR4/6q1 w - - 0 1");
    // A lone maharajah heeds no check, and other programs let White begin with the king in check.
    read(Maharajah, "k7/8/8/8/8/8/8/M7 w - - 0 1");
    read(Maharajah, "4k3/8/8/8/8/8/8/r3M3 b - - 0 1");
}

#[test]
fn mended_with_a_warning() {
    let (fen, warnings) = read(Chess, "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1");
    assert_eq!(fen, "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    assert_eq!(warnings.len(), 2);
    for square in ["e3", "e4", "d6"] {
        let (fen, warnings) = read(Chess, &format!("4k3/8/8/8/4P3/8/8/4K3 w - {square} 0 1"));
        assert_eq!(fen, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
        assert!(warnings[0].contains(square) && warnings.len() == 1, "{warnings:?}");
    }
    let (fen, warnings) = read(Isardam, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!((fen.as_str(), warnings.len()), ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 1));
    let (fen, warnings) = read(Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 0");
    assert_eq!((fen.as_str(), warnings.len()), ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1));
}

#[test]
fn read_without_a_word() {
    for (variant, fen, written) in [
        (Chess, "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (Chess, "4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        (Chess, "4k2r/8/8/8/8/8/8/R3K3 w Ah - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"),
        // Nobody can take: the square is not part of the position.
        (Chess, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        // A paralysed taker still keeps the right alive.
        (Madrasi, "7k/8/5p2/3pP3/4K3/8/8/8 w - d6 0 1", "7k/8/5p2/3pP3/4K3/8/8/8 w - d6 0 1"),
        (Maharajah, "k7/8/8/8/8/8/8/M6p b - -", "k7/8/8/8/8/8/8/M6p b - - 0 1"),
        (Maharajah, "k7/8/8/8/8/8/8/8[M] w - -", "k7/8/8/8/8/8/8/8[M] w - - 0 1"),
        (Maharajah, "k7/8/8/8/8/8/8/7M[] b - -", "k7/8/8/8/8/8/8/7M b - - 0 1"),
    ] {
        assert_eq!(read(variant, fen), (written.to_owned(), vec![]), "{variant} {fen}");
    }
    let more_than_32 = "k7/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1";
    assert_eq!(read(Madrasi, more_than_32).0, more_than_32);
}

#[test]
fn start_positions_are_read_as_they_are_written() {
    for variant in Variant::ALL {
        assert_eq!(game::open(variant, None).unwrap().0.fen(), variant.start_fen());
        assert_eq!(read(variant, variant.start_fen()), (variant.start_fen().to_owned(), vec![]));
    }
}
