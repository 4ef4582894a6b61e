//! What `d` and `help` show.

use std::fmt::Write;

use crate::game::{self, Game};
use crate::types::{Bitboard, Color, Score, Square};

/// The position: board, FEN, key, checkers, paralysed units of both sides.
pub(super) fn position(game: &dyn Game) -> String {
    let board = game.board();
    let rule = " +---+---+---+---+---+---+---+---+\n";
    let mut text = format!("\n{rule}");
    for rank in (0..8).rev() {
        for file in 0..8 {
            let letter = board.piece_at(Square::at(file, rank)).map_or(' ', |piece| piece.letter());
            text.push_str(&format!(" | {letter}"));
        }
        text.push_str(&format!(" | {}\n{rule}", rank + 1));
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let paralysed = |color: Color| squares(game.paralysed() & board.side(color));
    let rows = [
        ("Variant", game.variant().to_string()),
        ("Fen", game.fen()),
        ("Key", format!("{:016X}", game.key())),
        ("Checkers", squares(game.checkers())),
        ("Paralysed white", paralysed(Color::White)),
        ("Paralysed black", paralysed(Color::Black)),
    ];
    for (name, value) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    }
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(text, "Result: {outcome}");
    }
    text
}

fn squares(set: Bitboard) -> String {
    if set.is_empty() {
        return "-".to_owned();
    }
    set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// The static evaluation, in centipawns from the side to move.
pub(super) fn evaluation(game: &dyn Game, score: Score) -> String {
    format!("Evaluation: {:+} centipawns for {}", score.0, game::side(game).name())
}

/// The commands.
pub(super) const HELP: &str = "\
Sepoy speaks the Universal Chess Interface. Commands of the protocol:
  uci, isready, ucinewgame, debug on|off, setoption name <option> [value <value>]
  position startpos|fen <FEN> [moves <move>...]
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [mate N] [searchmoves <move>...] [infinite] [ponder]
  stop, ponderhit, quit
Beyond it:
  go perft N            count the legal move sequences of N plies
  d                     show the position
  eval                  show its static evaluation
  explain [move|square] tell why a unit is paralysed, a move illegal, a check none
  help                  this text";
