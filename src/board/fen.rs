//! FEN as text: reading fields into a board and a state, and writing them.
//!
//! Four to six fields; castling letters in the X-FEN sense (`KQkq` or the rook's file); `M` for the
//! maharajah, `[M]` behind the board for one in the pocket. What the rules say of the result is the
//! business of `position`.

use std::fmt;

use super::{Board, CastlingRights, CastlingSide, State};
use crate::types::{Color, Piece, PieceKind, Square};

/// The largest counter a FEN may carry.
pub const MAX_COUNTER: u16 = 9_999;

/// Why a FEN was refused: the field and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Fewer than four fields, or more than six.
    #[error("FEN: expected four to six fields (board, side, castling, en passant, counters), found {0}")]
    FieldCount(usize),
    /// The board has too few or too many ranks.
    #[error("FEN board: {0} ranks, expected 8")]
    RankCount(usize),
    /// A rank does not add up.
    #[error("FEN board: rank {rank} has {files} files, expected 8")]
    FileCount {
        /// The rank, 1 to 8.
        rank: u8,
        /// How many files it describes.
        files: usize,
    },
    /// A letter that names no unit.
    #[error("FEN board: '{letter}' on rank {rank} is no unit")]
    UnknownLetter {
        /// What was read.
        letter: char,
        /// The rank, 1 to 8.
        rank: u8,
    },
    /// The pocket holds something else than one maharajah.
    #[error("FEN pocket: '{0}' is not allowed, only [M] or [] is")]
    Pocket(String),
    /// The side to move is neither `w` nor `b`.
    #[error("FEN side to move: '{0}' is neither 'w' nor 'b'")]
    Side(String),
    /// A letter that is no castling right.
    #[error("FEN castling: '{0}' is no castling right (K, Q, k, q or the rook's file)")]
    Castling(char),
    /// The e.p. field names no square.
    #[error("FEN en passant: '{0}' is neither a square nor '-'")]
    EnPassant(String),
    /// A counter is no number or too large.
    #[error("FEN {field}: '{text}' is not a number from 0 to {MAX_COUNTER}")]
    Counter {
        /// `half-move clock` or `move number`.
        field: &'static str,
        /// What was read.
        text: String,
    },
    /// The pieces break the rules of the variant.
    #[error("FEN board: {0}")]
    Board(String),
    /// The side that has just moved stands in check.
    #[error("FEN side to move: {} is to move, but the {} king is in check", .0.name(), .0.other().name())]
    OpponentInCheck(Color),
}

/// Something in a FEN that cannot be and was dropped or mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenWarning(pub String);

impl fmt::Display for FenWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the text says, before any rule has looked at it.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The units.
    pub board: Board,
    /// Everything else; the e.p. square as written.
    pub state: State,
    /// What was dropped or mended.
    pub warnings: Vec<FenWarning>,
}

/// Reads a FEN. Castling rights without king or rook are dropped with a warning.
///
/// # Errors
/// [`FenError`] names the field and the reason.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[board, side, castling, en_passant, ref counters @ ..] = fields.as_slice() else {
        return Err(FenError::FieldCount(fields.len()));
    };
    if counters.len() > 2 {
        return Err(FenError::FieldCount(fields.len()));
    }
    let mut warnings = Vec::new();
    let (board, pocket) = parse_board(board)?;
    let side = match side {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Side(other.to_owned())),
    };
    let castling = parse_castling(castling, &board, &mut warnings)?;
    let en_passant = match en_passant {
        "-" => None,
        text => Some(text.parse().map_err(|_| FenError::EnPassant(text.to_owned()))?),
    };
    let halfmove = counter(counters.first(), 0, "half-move clock")?;
    let mut fullmove = counter(counters.get(1), 1, "move number")?;
    if fullmove == 0 {
        warnings.push(FenWarning("FEN move number: 0 read as 1".to_owned()));
        fullmove = 1;
    }
    let state = State { side, castling, en_passant, pocket, halfmove, fullmove };
    Ok(Setup { board, state, warnings })
}

fn parse_board(text: &str) -> Result<(Board, bool), FenError> {
    let (squares, pocket) = match text.split_once('[') {
        None => (text, false),
        Some((squares, "M]")) => (squares, true),
        Some((squares, "]" | "-]")) => (squares, false),
        Some((_, rest)) => return Err(FenError::Pocket(format!("[{rest}"))),
    };
    let ranks: Vec<&str> = squares.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount(ranks.len()));
    }
    let mut board = Board::EMPTY;
    for (text, rank) in ranks.into_iter().zip((0..8).rev()) {
        parse_rank(text, rank, &mut board)?;
    }
    Ok((board, pocket))
}

fn parse_rank(text: &str, rank: u8, board: &mut Board) -> Result<(), FenError> {
    let mut files = 0;
    for letter in text.chars() {
        if let Some(digit @ 1..=8) = letter.to_digit(10) {
            files += digit as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::UnknownLetter { letter, rank: rank + 1 })?;
        if files < 8 {
            board.put(piece, Square::at(files as u8, rank));
        }
        files += 1;
    }
    if files == 8 { Ok(()) } else { Err(FenError::FileCount { rank: rank + 1, files }) }
}

fn parse_castling(
    text: &str,
    board: &Board,
    warnings: &mut Vec<FenWarning>,
) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    for letter in text.chars().filter(|_| text != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let side = match letter.to_ascii_uppercase() {
            'K' | 'H' => Some(CastlingSide::King),
            'Q' | 'A' => Some(CastlingSide::Queen),
            'B'..='G' => None,
            _ => return Err(FenError::Castling(letter)),
        };
        match side {
            Some(side) if stands_at_home(board, color, side) => rights = rights.with(color, side),
            _ => {
                let reason = "dropped: its king or rook is not at home";
                warnings.push(FenWarning(format!("FEN castling: right '{letter}' {reason}")));
            }
        }
    }
    Ok(rights)
}

fn stands_at_home(board: &Board, color: Color, side: CastlingSide) -> bool {
    board.of(color, PieceKind::King).has(CastlingSide::king_from(color))
        && board.of(color, PieceKind::Rook).has(side.rook_from(color))
}

fn counter(text: Option<&&str>, missing: u16, field: &'static str) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(missing) };
    match text.parse() {
        Ok(number) if number <= MAX_COUNTER => Ok(number),
        _ => Err(FenError::Counter { field, text: (*text).to_owned() }),
    }
}

/// Writes a FEN of six fields.
pub fn write(board: &Board, state: &State) -> String {
    let mut text = String::with_capacity(90);
    for rank in (0..8).rev() {
        write_rank(board, rank, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    if state.pocket {
        text.push_str("[M]");
    }
    text.push(' ');
    text.push(state.side.letter());
    text.push(' ');
    write_castling(state.castling, &mut text);
    let en_passant = state.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
    text.push_str(&format!(" {en_passant} {} {}", state.halfmove, state.fullmove));
    text
}

fn write_rank(board: &Board, rank: u8, text: &mut String) {
    let mut empty = 0;
    for file in 0..8 {
        let piece = board.piece_at(Square::at(file, rank));
        if piece.is_none() {
            empty += 1;
        }
        if empty > 0 && (piece.is_some() || file == 7) {
            text.push(char::from(b'0' + empty));
            empty = 0;
        }
        if let Some(piece) = piece {
            text.push(piece.letter());
        }
    }
}

fn write_castling(rights: CastlingRights, text: &mut String) {
    let start = text.len();
    for (color, side, letter) in [
        (Color::White, CastlingSide::King, 'K'),
        (Color::White, CastlingSide::Queen, 'Q'),
        (Color::Black, CastlingSide::King, 'k'),
        (Color::Black, CastlingSide::Queen, 'q'),
    ] {
        if rights.has(color, side) {
            text.push(letter);
        }
    }
    if text.len() == start {
        text.push('-');
    }
}
