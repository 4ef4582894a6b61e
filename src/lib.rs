//! Sepoy: a chess-variant engine and problem solver.
//!
//! # The map
//!
//! The modules stand on floors; each uses only what stands below it, and `tests/layering.rs` fails
//! on a `use` that points up. From the top:
//!
//! ```text
//! main.rs      parse the arguments, run, exit code
//!
//! tools        the subcommands: perft, bench, show, explain, match, analyse, solve, datagen, tune ...
//! uci          the protocol: a lexer in front of vampirc-uci, commands in, messages out
//!
//! config       the configuration file: defaults of the options, where the log goes
//!
//! engine       a running game: options, limits, time, the threads that think, reports
//!
//! solver       problems (#n, h#n, s#n, series ...) with all their solutions; Maharajah proven
//!
//! search       alpha-beta split by idea: principal search, quiescence, ordering, history, table
//!
//! eval         what a position is worth: one set of terms, weights for each rule set
//! notation     SAN, EPD, PGN
//! diagram      a position as SVG, PNG, text
//! explain      why a unit is paralysed, a move illegal, a check none
//!
//! game         a game under rules known only at run time: history, moves in text, outcome
//!
//! movegen      legal moves, fast and by definition; static exchange evaluation; perft
//!
//! position     a board under rules, Position<R>: make-move, checkers, paralysed units, validation
//!
//! rules        what differs between the games: trait Rules, enum Variant, a file for each rule set
//!
//! board        who stands where, side, rights, counters, FEN: facts, no rules
//!
//! types        squares, sets of squares, units, moves, scores, attack tables, hash keys
//! ```
//!
//! Up to `search`, what depends on the rules is generic over `R:` [`rules::Rules`], so that each rule
//! set is compiled into a search of its own without a branch on its name. Above, the front ends hold
//! a [`game::Game`]; [`rules::Variant::dispatch`] is the one door from a name to its type.
//!
//! # What `go` does
//!
//! The thread that reads standard input turns a line into a command ([`uci`]) and hands a position
//! with limits to the [`engine`], whose own thread runs [`search::think`], one worker for each
//! `Threads`; reports return through a channel to the one thread that writes standard output. The
//! search never prints, and the reading thread never thinks: `stop`, `isready` and `quit` are
//! answered at once.

pub mod board;
pub mod config;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod explain;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod search;
pub mod solver;
pub mod tools;
pub mod types;
pub mod uci;
