//! The file of training positions.
//!
//! A file is a sequence of games, each in one block:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `SPG1` |
//! | 1 | number of the rule set, in the order of [`Variant::ALL`] |
//! | 1 | result: 0 Black won, 1 draw, 2 White won |
//! | 2 | number of positions that follow |
//! | 8 | number of the game |
//! | 32 each | the positions |
//!
//! A position:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | occupied squares, bit 0 is a1 |
//! | 16 | a nibble for each unit, in the order of squares, low nibble first: the kind, plus 8 if black |
//! | 2 | the search's score in centipawns, from White |
//! | 1 | bit 0: Black to move; bit 1: maharajah in the pocket; bits 4 to 7: castling rights |
//! | 1 | e.p. square, or 64 |
//! | 1 | half-moves since the last capture or pawn move |
//! | 3 | zero |
//!
//! All numbers are little-endian. Positions with more than 32 units are not kept.

use anyhow::{Context, bail, ensure};

use crate::board::{Board, CastlingRights, CastlingSide, State, fen};
use crate::rules::Variant;
use crate::types::{Color, Piece, PieceKind, Score, Square};

const MAGIC: &[u8; 4] = b"SPG1";
const HEADER: usize = 16;
const POSITION: usize = 32;
const MOST_UNITS: u32 = 32;

/// A game's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Result {
    /// Black won.
    Black = 0,
    /// Nobody did.
    Draw = 1,
    /// White won.
    White = 2,
}

/// A quiet position and what the search thought of it, in centipawns from White.
#[derive(Clone, Debug)]
pub struct Sample {
    pub board: Board,
    pub state: State,
    pub score: Score,
}

/// A game of self-play.
#[derive(Clone, Debug)]
pub struct GameRecord {
    pub variant: Variant,
    pub number: u64,
    pub result: Result,
    pub samples: Vec<Sample>,
}

impl GameRecord {
    /// The block of this game; samples with too many units are left out.
    pub fn write(&self) -> Vec<u8> {
        let fits = |sample: &&Sample| sample.board.occupied().count() <= MOST_UNITS;
        let samples: Vec<&Sample> = self.samples.iter().filter(fits).take(usize::from(u16::MAX)).collect();
        let mut bytes = Vec::with_capacity(HEADER + POSITION * samples.len());
        bytes.extend(MAGIC);
        bytes.push(self.variant as u8);
        bytes.push(self.result as u8);
        bytes.extend((samples.len() as u16).to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        samples.iter().for_each(|sample| sample.write(&mut bytes));
        bytes
    }

    /// The first game of `bytes` and what follows it; `None` if there is no complete game.
    ///
    /// # Errors
    /// What is there is no game.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Option<(GameRecord, &[u8])>> {
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else { return Ok(None) };
        let [m0, m1, m2, m3, variant, result, n0, n1, number @ ..] = *header;
        ensure!([m0, m1, m2, m3] == *MAGIC, "no game begins here: this is no file of training positions");
        let variant = *Variant::ALL.get(usize::from(variant)).context("a rule set without a name")?;
        let result = match result {
            0 => Result::Black,
            1 => Result::Draw,
            2 => Result::White,
            other => bail!("{other} is no result"),
        };
        let size = usize::from(u16::from_le_bytes([n0, n1])) * POSITION;
        let Some((positions, rest)) = rest.split_at_checked(size) else { return Ok(None) };
        let samples = positions.as_chunks::<POSITION>().0.iter().map(Sample::read).collect();
        Ok(Some((GameRecord { variant, number: u64::from_le_bytes(number), result, samples }, rest)))
    }
}

impl Sample {
    /// The FEN of the position.
    pub fn fen(&self) -> String {
        fen::write(&self.board, &self.state)
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut nibbles = [0u8; 16];
        for (index, square) in self.board.occupied().enumerate() {
            if let (Some(piece), Some(byte)) = (self.board.piece_at(square), nibbles.get_mut(index / 2)) {
                let nibble = piece.kind as u8 | (piece.color as u8) << 3;
                *byte |= nibble << (4 * (index % 2));
            }
        }
        let state = &self.state;
        let flags =
            u8::from(state.side == Color::Black) | u8::from(state.pocket) << 1 | state.castling.bits() << 4;
        bytes.extend(self.board.occupied().0.to_le_bytes());
        bytes.extend(nibbles);
        bytes.extend((self.score.0 as i16).to_le_bytes());
        bytes.push(flags);
        bytes.push(state.en_passant.map_or(64, |square| square.index() as u8));
        bytes.push(state.halfmove.min(255) as u8);
        bytes.extend([0; 3]);
    }

    fn read(bytes: &[u8; POSITION]) -> Sample {
        let [o0, o1, o2, o3, o4, o5, o6, o7, nibbles @ .., s0, s1, flags, en_passant, halfmove, _, _, _] =
            *bytes;
        let occupied = crate::types::Bitboard(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]));
        let mut board = Board::EMPTY;
        for (index, square) in occupied.enumerate().take(2 * nibbles.len()) {
            let nibble = nibbles[index / 2] >> (4 * (index % 2)) & 15;
            let color = if nibble & 8 == 0 { Color::White } else { Color::Black };
            if let Some(&kind) = PieceKind::ALL.get(usize::from(nibble & 7)) {
                board.put(Piece::new(color, kind), square);
            }
        }
        let rights = Color::ALL.iter().flat_map(|&color| CastlingSide::ALL.map(|side| (color, side)));
        let castling = rights.fold(CastlingRights::NONE, |sum, (color, side)| {
            let with = sum.with(color, side);
            let one = CastlingRights::NONE.with(color, side);
            if flags >> 4 & one.bits() != 0 { with } else { sum }
        });
        let state = State {
            side: if flags & 1 == 0 { Color::White } else { Color::Black },
            castling,
            en_passant: (en_passant < 64).then(|| Square::new(en_passant)),
            pocket: flags & 2 != 0,
            halfmove: u16::from(halfmove),
            fullmove: 1,
        };
        Sample { board, state, score: Score(i32::from(i16::from_le_bytes([s0, s1]))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let fens = [
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQk d3 0 1",
            "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 12 1",
            "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1",
        ];
        let sample = |(index, text): (usize, &&str)| {
            let setup = fen::parse(text).unwrap();
            Sample { board: setup.board, state: setup.state, score: Score(index as i32 * 700 - 900) }
        };
        let samples: Vec<Sample> = fens.iter().enumerate().map(sample).collect();
        let game = GameRecord { variant: Variant::Madrasi, number: 1 << 40, result: Result::White, samples };
        let mut bytes = game.write();
        bytes.extend(&game.write()[..20]);
        let (read, rest) = GameRecord::read(&bytes).unwrap().unwrap();
        assert_eq!((read.variant, read.number, read.result), (game.variant, game.number, game.result));
        let texts: Vec<String> = read.samples.iter().map(Sample::fen).collect();
        assert_eq!(texts, fens);
        assert!(read.samples.iter().zip(&game.samples).all(|(a, b)| a.score == b.score));
        assert!(GameRecord::read(rest).unwrap().is_none(), "half a game is none");
        assert!(GameRecord::read(b"something else entirely").is_err());
    }
}
