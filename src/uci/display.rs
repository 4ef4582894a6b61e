//! What `d` and `help` show.

use crate::diagram::text::{Marks, TextBoard};
use crate::game::{self, Game};
use crate::types::Score;

/// The position: board, FEN, key, checkers, paralysed units of both sides.
pub(super) fn position(game: &dyn Game) -> String {
    TextBoard::new(game, Marks::Brackets).to_string()
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
  bench                 search a fixed set of positions
  help                  this text";
