//! Standard algebraic notation, in and out, for every rule set.
//!
//! Units are told apart by *legal* moves, as the PGN standard has it: a paralysed or pinned unit
//! that cannot go to the square needs no telling apart. A placement is written `M@e1`.

use crate::board::Board;
use crate::game::Game;
use crate::rules::{Outcome, Triumph};
use crate::types::{Move, MoveFlag, PieceKind, Square};

/// Why a text is no move of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not written as a move.
    #[error("'{0}' is not a move in algebraic notation")]
    Malformed(String),
    /// Written well, but no legal move is meant.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// More than one legal move could be meant.
    #[error("'{0}' is ambiguous: {1}")]
    Ambiguous(String, String),
}

/// The move as SAN; `mv` must be legal in the game's position.
pub fn write(game: &dyn Game, mv: Move) -> String {
    let mut text = plain(game.board(), &game.legal_moves(), mv);
    let mut after = game.clone_game();
    after.play(mv);
    match after.outcome() {
        Some(Outcome::Win { by: Triumph::Checkmate, .. }) => text.push('#'),
        _ if after.checkers().any() => text.push('+'),
        _ => {}
    }
    text
}

/// A whole line of legal moves as SAN.
pub fn write_line(game: &dyn Game, moves: &[Move]) -> Vec<String> {
    let mut game = game.clone_game();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(write(game.as_ref(), mv));
        game.play(mv);
    }
    texts
}

/// The move without a sign for check or mate: castling, a placement, or unit, origin as far as needed,
/// capture, target, promotion. `legal` are the legal moves, `mv` is one of them.
pub fn plain(board: &Board, legal: &[Move], mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    match mv.flag() {
        MoveFlag::Placement => return mv.to_string(),
        MoveFlag::Castle if to.file() > from.file() => return "O-O".to_owned(),
        MoveFlag::Castle => return "O-O-O".to_owned(),
        _ => {}
    }
    let kind = kind_of(board, mv);
    let takes = board.piece_at(to).is_some() || mv.flag() == MoveFlag::EnPassant;
    let mut text = String::new();
    if kind == PieceKind::Pawn {
        if takes {
            text.push(file_letter(from));
        }
    } else {
        text.push(kind.letter());
        text.push_str(&origin(board, legal, mv, kind));
    }
    if takes {
        text.push('x');
    }
    text.push_str(&to.to_string());
    if let Some(kind) = mv.promotes_to() {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

/// As much of the origin as tells the unit from others of its kind that may go to the same square.
fn origin(board: &Board, legal: &[Move], mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let rivals: Vec<Square> = legal
        .iter()
        .filter(|other| other.to() == mv.to() && other.from() != from && kind_of(board, **other) == kind)
        .map(|other| other.from())
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file_letter(from).to_string()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// The kind of unit that moves; the maharajah in a placement.
fn kind_of(board: &Board, mv: Move) -> PieceKind {
    match board.piece_at(mv.from()) {
        Some(piece) if mv.flag() != MoveFlag::Placement => piece.kind,
        _ => PieceKind::Maharajah,
    }
}

/// What a text says about a move.
#[derive(Debug, PartialEq, Eq)]
enum Described {
    Castle { long: bool },
    Placement(Square),
    Plain { kind: PieceKind, file: Option<u8>, rank: Option<u8>, to: Square, promotion: Option<PieceKind> },
}

/// The legal move that a text means. Suffixes (`+ # ! ?`), a missing `x` or `=`, zeros in castling,
/// a needlessly full origin and UCI notation are all understood.
///
/// # Errors
/// Text that is no move, a move that is not legal, or one that could mean several.
pub fn parse(game: &dyn Game, text: &str) -> Result<Move, SanError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let Some(described) = describe(bare) else {
        return game.parse_move(bare).map_err(|_| SanError::Malformed(text.to_owned()));
    };
    let legal = game.legal_moves();
    let meant: Vec<Move> =
        legal.into_iter().filter(|&mv| described.fits(kind_of(game.board(), mv), mv)).collect();
    match meant.as_slice() {
        [mv] => Ok(*mv),
        [] => game.parse_move(bare).map_err(|_| SanError::Illegal(text.to_owned())),
        several => {
            let several: Vec<String> = several.iter().map(Move::to_string).collect();
            Err(SanError::Ambiguous(text.to_owned(), several.join(", ")))
        }
    }
}

impl Described {
    fn fits(&self, kind: PieceKind, mv: Move) -> bool {
        match *self {
            Described::Castle { long } => {
                mv.flag() == MoveFlag::Castle && (mv.to().file() < mv.from().file()) == long
            }
            Described::Placement(to) => mv.flag() == MoveFlag::Placement && mv.to() == to,
            Described::Plain { kind: wanted, file, rank, to, promotion } => {
                !matches!(mv.flag(), MoveFlag::Castle | MoveFlag::Placement)
                    && kind == wanted
                    && mv.to() == to
                    && mv.promotes_to() == promotion
                    && file.is_none_or(|file| file == mv.from().file())
                    && rank.is_none_or(|rank| rank == mv.from().rank())
            }
        }
    }
}

/// Takes the text apart, from the right: promotion, target, capture, origin, unit.
fn describe(bare: &str) -> Option<Described> {
    match bare {
        "O-O" | "0-0" | "o-o" => return Some(Described::Castle { long: false }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Described::Castle { long: true }),
        _ => {}
    }
    if let Some(square) = bare.strip_prefix("M@") {
        return square.parse().ok().map(Described::Placement);
    }
    if !bare.is_ascii() {
        return None;
    }
    let letter = bare.chars().next().filter(char::is_ascii_uppercase);
    let kind = letter.map_or(Some(PieceKind::Pawn), PieceKind::from_letter)?;
    let rest = if letter.is_some() { &bare[1..] } else { bare };
    let (rest, promotion) = match rest.chars().last()? {
        last if last.is_ascii_uppercase() => {
            let rest = &rest[..rest.len() - 1];
            (rest.strip_suffix('=').unwrap_or(rest), Some(PieceKind::from_letter(last)?))
        }
        _ => (rest, None),
    };
    let split = rest.len().checked_sub(2)?;
    let to = rest[split..].parse().ok()?;
    let origin = rest[..split].trim_end_matches(['x', '-', ':']);
    let (mut file, mut rank) = (None, None);
    for c in origin.bytes() {
        match c {
            b'a'..=b'h' if file.is_none() && rank.is_none() => file = Some(c - b'a'),
            b'1'..=b'8' if rank.is_none() => rank = Some(c - b'1'),
            _ => return None,
        }
    }
    Some(Described::Plain { kind, file, rank, to, promotion })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::open;
    use crate::rules::Variant;

    fn sans(variant: Variant, fen: &str) -> Vec<String> {
        let (game, _) = open(variant, Some(fen)).expect("valid FEN");
        let mut sans: Vec<String> = game.legal_moves().iter().map(|&mv| write(game.as_ref(), mv)).collect();
        sans.sort();
        sans
    }

    fn has(variant: Variant, fen: &str, expected: &[&str]) {
        let sans = sans(variant, fen);
        for san in expected {
            assert!(sans.iter().any(|s| s == san), "{san} is not among {sans:?}");
        }
    }

    #[test]
    fn special_moves() {
        has(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["O-O", "O-O-O", "Rxa8+", "Ke2"]);
        has(Variant::Chess, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", &["a8=Q", "axb8=N", "axb8=Q+", "a8=B"]);
        has(Variant::Chess, "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", &["exd6", "e6"]);
        has(Variant::Chess, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", &["Re8#"]);
        has(Variant::Maharajah, "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1", &["M@a1", "M@e1", "M@h1"]);
        has(Variant::Madrasi, "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1", &["Be5+", "Nxd3"]);
    }

    #[test]
    fn origins_are_told_apart_by_legal_moves() {
        has(Variant::Chess, "6k1/8/8/8/8/8/8/R3K2R w - - 0 1", &["Rf1", "Rd1"]);
        has(Variant::Chess, "6k1/8/8/8/8/5K2/8/R6R w - - 0 1", &["Rae1", "Rhe1"]);
        has(Variant::Chess, "R7/8/8/8/7k/8/8/R5K1 w - - 0 1", &["R1a4+", "R8a4+"]);
        has(Variant::Chess, "8/8/1k6/8/Q6Q/8/8/K6Q w - - 0 1", &["Qh4e4", "Qae4", "Q1e4"]);
        // The knight on d2 is pinned, so the other one needs no telling apart.
        has(Variant::Chess, "3r3k/8/8/8/8/8/3N3N/3K4 w - - 0 1", &["Nf3"]);
        // The knight on b1 is paralysed by that on a3.
        has(Variant::Madrasi, "7k/8/8/8/8/n4N2/8/1N4K1 w - - 0 1", &["Nd2"]);
    }

    #[test]
    fn every_san_of_a_position_is_read_back() {
        for (variant, fen) in [
            (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            (Variant::Chess, "8/8/1k6/8/Q6Q/8/8/K6Q w - - 0 1"),
            (Variant::Maharajah, "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1"),
            (Variant::Maharajah, "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1"),
            (Variant::Isardam, "4K3/Q7/6B1/8/1p1pk1P1/8/2bR4/6q1 w - - 0 1"),
        ] {
            let (game, _) = open(variant, Some(fen)).expect("valid FEN");
            for mv in game.legal_moves() {
                let san = write(game.as_ref(), mv);
                assert_eq!(parse(game.as_ref(), &san), Ok(mv), "{san}");
                assert_eq!(parse(game.as_ref(), &mv.to_string()), Ok(mv), "{mv}");
            }
        }
    }

    #[test]
    fn loose_writing_is_understood_and_nonsense_is_not() {
        let (game, _) = open(Variant::Chess, Some("1n2k2r/P7/8/8/8/8/8/R3K2R w KQk - 0 1")).expect("FEN");
        let read = |text: &str| parse(game.as_ref(), text).map(|mv| mv.to_string());
        for (text, uci) in [
            ("0-0", "e1g1"),
            ("O-O-O!?", "e1c1"),
            ("a8Q", "a7a8q"),
            ("axb8=R+", "a7b8r"),
            ("ab8=N", "a7b8n"),
            ("Ra1-a4", "a1a4"),
            ("Rh1xh8", "h1h8"),
            ("e1e2", "e1e2"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(uci), "{text}");
        }
        assert_eq!(read("Ra9"), Err(SanError::Malformed("Ra9".to_owned())));
        assert_eq!(read("Ne4"), Err(SanError::Illegal("Ne4".to_owned())));
        assert_eq!(read("a8"), Err(SanError::Illegal("a8".to_owned())));
        for text in ["", "x", "é4", "=Q", "Q", "M@z9", "--", "Zd4"] {
            assert!(read(text).is_err(), "{text}");
        }
        let (rooks, _) = open(Variant::Chess, Some("6k1/8/8/8/8/5K2/8/R6R w - - 0 1")).expect("FEN");
        let error = parse(rooks.as_ref(), "Re1").expect_err("two rooks").to_string();
        assert!(error.contains("a1e1") && error.contains("h1e1"), "{error}");
    }
}
