//! One game: the referee sees to it that the rules are kept, the clocks too.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::adjudication::{Adjudicator, Ruling};
use super::client::{Answer, Client, EngineScore, Failure};
use super::engine_options::EngineOptions;
use super::openings::Opening;
use super::options::{Adjudication, Options};
use super::tc::Clock;
use crate::game::{self, Game};
use crate::notation::pgn::{GameResult, PgnMove};
use crate::notation::san;
use crate::rules::Outcome;
use crate::types::{Color, Move};

/// The engine and the orders of one side.
pub struct Player<'a> {
    /// The running process.
    pub client: &'a mut Client,
    /// Its orders.
    pub options: &'a EngineOptions,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// By adjudication.
    Adjudicated(Ruling),
    /// This side's flag fell.
    Time(Color),
    /// This side played something that is no legal move.
    Illegal(Color, String),
    /// This side's process failed.
    Failed(Color, Failure),
    /// The match was told to stop.
    Interrupted,
}

impl Ending {
    /// The result it means.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rules(Outcome::Win { winner, .. }) => GameResult::win(*winner),
            Ending::Rules(Outcome::Draw(_)) => GameResult::Draw,
            Ending::Adjudicated(Ruling::Resigns(loser)) => GameResult::win(!*loser),
            Ending::Adjudicated(Ruling::Draw | Ruling::Length) => GameResult::Draw,
            Ending::Time(loser) | Ending::Illegal(loser, _) | Ending::Failed(loser, _) => {
                GameResult::win(!*loser)
            }
            Ending::Interrupted => GameResult::Unknown,
        }
    }

    /// The PGN tag `Termination`, in the words of the standard and of match runners.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) => "normal",
            Ending::Adjudicated(_) => "adjudication",
            Ending::Time(_) => "time forfeit",
            Ending::Illegal(..) => "rules infraction",
            Ending::Failed(_, Failure::Hung) => "stalled connection",
            Ending::Failed(..) => "abandoned",
            Ending::Interrupted => "unterminated",
        }
    }

    /// The side whose own fault the end was.
    pub fn at_fault(&self) -> Option<Color> {
        match self {
            Ending::Time(side) | Ending::Illegal(side, _) | Ending::Failed(side, _) => Some(*side),
            _ => None,
        }
    }
}

/// In words, as match runners put them behind the result.
impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let title = |side: Color| match side {
            Color::White => "White",
            Color::Black => "Black",
        };
        match self {
            Ending::Rules(outcome) => f.write_str(&outcome.to_string()),
            Ending::Adjudicated(Ruling::Draw) => f.write_str("draw by adjudication"),
            Ending::Adjudicated(Ruling::Resigns(side)) => write!(f, "{} resigns", title(*side)),
            Ending::Adjudicated(Ruling::Length) => f.write_str("draw by adjudication: maximal length"),
            Ending::Time(side) => write!(f, "{} loses on time", title(*side)),
            Ending::Illegal(side, why) => write!(f, "{} makes an illegal move: {why}", title(*side)),
            Ending::Failed(side, Failure::Hung) => write!(f, "{}'s connection stalls", title(*side)),
            Ending::Failed(side, failure) => write!(f, "{} disconnects: {failure}", title(*side)),
            Ending::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// A game that has been played.
pub struct PlayedGame {
    /// The moves, with comments.
    pub moves: Vec<PgnMove>,
    /// Why it ended.
    pub ending: Ending,
}

/// What holds for all games of a match.
pub struct Referee<'a> {
    adjudication: Adjudication,
    move_timeout: Duration,
    minimal: bool,
    stop: &'a AtomicBool,
}

/// A game in progress.
struct Table {
    game: Box<dyn Game>,
    start: String,
    uci_moves: String,
    clocks: [Option<Clock>; 2],
    moves: Vec<PgnMove>,
}

impl<'a> Referee<'a> {
    /// A referee; `stop` becomes true when the match is to stop.
    pub fn new(options: &Options, stop: &'a AtomicBool) -> Referee<'a> {
        Referee {
            adjudication: options.adjudication,
            move_timeout: options.move_timeout,
            minimal: options.pgn.minimal,
            stop,
        }
    }

    /// Has a game played by White and Black. `game` stands at the position of the opening; its moves
    /// are legal, as the openings' reader has seen to.
    pub fn play(&self, opening: &Opening, game: Box<dyn Game>, mut players: [Player; 2]) -> PlayedGame {
        let clocks = [0, 1].map(|side| players[side].options.limits.clock.map(Clock::new));
        let start = opening.fen.clone();
        let mut table = Table { game, start, uci_moves: String::new(), clocks, moves: Vec::new() };
        for &mv in &opening.moves {
            table.push(mv, (!self.minimal).then(|| "book".to_owned()));
        }
        let ending = self.play_out(&mut table, &mut players);
        PlayedGame { moves: table.moves, ending }
    }

    fn play_out(&self, table: &mut Table, players: &mut [Player; 2]) -> Ending {
        for color in Color::ALL {
            if let Err(failure) = players[color.index()].client.new_game(self.stop) {
                return ending_of(color, failure);
            }
        }
        let mut adjudicator = Adjudicator::new(self.adjudication);
        let first_move = table.game.state().fullmove;
        loop {
            if let Some(outcome) = table.game.outcome() {
                return Ending::Rules(outcome);
            }
            let side = game::side(table.game.as_ref());
            let number = u32::from(table.game.state().fullmove.saturating_sub(first_move)) + 1;
            let quiet_before = table.game.state().halfmove;
            let answer = match self.ask(table, &mut players[side.index()], side) {
                Ok(answer) => answer,
                Err(ending) => return ending,
            };
            let mv = match table.game.parse_move(&answer.best_move) {
                Ok(mv) => mv,
                Err(why) => return Ending::Illegal(side, why.to_string()),
            };
            let comment = (!self.minimal).then(|| comment(&answer, table.clocks[side.index()].as_ref()));
            table.push(mv, comment);
            if let Some(outcome) = table.game.outcome() {
                return Ending::Rules(outcome);
            }
            let quiet = table.game.state().halfmove > quiet_before;
            let score = answer.info.score.map(EngineScore::centipawns);
            if let Some(ruling) = adjudicator.judge(side, number, score, quiet) {
                return Ending::Adjudicated(ruling);
            }
        }
    }

    /// One move of an engine, its clock running.
    fn ask(&self, table: &mut Table, player: &mut Player, side: Color) -> Result<Answer, Ending> {
        let limits = &player.options.limits;
        let clock = &mut table.clocks[side.index()];
        let allowed = clock.as_ref().map(Clock::left).or(limits.move_time);
        let limit = allowed.map_or(self.move_timeout, |time| time + player.options.margin);
        let go = table.go(player.options);
        let answer = player.client.think(&table.position(), &go, limit, self.stop);
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Err(ending_of(side, failure)),
        };
        if answer.elapsed > limit {
            return Err(if allowed.is_some() {
                Ending::Time(side)
            } else {
                Ending::Failed(side, Failure::Hung)
            });
        }
        if let Some(clock) = &mut table.clocks[side.index()] {
            clock.spend(answer.elapsed);
        }
        Ok(answer)
    }
}

fn ending_of(side: Color, failure: Failure) -> Ending {
    match failure {
        Failure::Interrupted => Ending::Interrupted,
        failure => Ending::Failed(side, failure),
    }
}

impl Table {
    fn push(&mut self, mv: Move, comment: Option<String>) {
        let san = san::write(self.game.as_ref(), mv);
        self.moves.push(PgnMove { san, glyphs: Vec::new(), comment });
        self.uci_moves.push(' ');
        self.uci_moves.push_str(&mv.to_string());
        self.game.play(mv);
    }

    /// The command `position`.
    fn position(&self) -> String {
        let start = &self.start;
        match self.uci_moves.as_str() {
            "" => format!("position fen {start}"),
            moves => format!("position fen {start} moves{moves}"),
        }
    }

    /// The command `go` for the side to move.
    fn go(&self, options: &EngineOptions) -> String {
        let mut go = String::from("go");
        let limits = &options.limits;
        if limits.clock.is_some() {
            for (color, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")]
            {
                if let Some(clock) = &self.clocks[color.index()] {
                    let (left, step) = (clock.left().as_millis(), clock.increment().as_millis());
                    let _ = write!(go, " {time} {left} {increment} {step}");
                }
            }
            let own = &self.clocks[game::side(self.game.as_ref()).index()];
            if let Some(moves) = own.as_ref().and_then(Clock::moves_to_go) {
                let _ = write!(go, " movestogo {moves}");
            }
        }
        if let Some(time) = limits.move_time {
            let _ = write!(go, " movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(go, " nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(go, " depth {depth}");
        }
        go
    }
}

/// Score, depth and time as cutechess-cli writes them, then nodes, then the clock.
fn comment(answer: &Answer, clock: Option<&Clock>) -> String {
    let mut text = String::new();
    if let Some(score) = answer.info.score {
        let _ = write!(text, "{score}/{} ", answer.info.depth);
    }
    let _ = write!(text, "{:.3}s, n={}", answer.elapsed.as_secs_f64(), answer.info.nodes);
    if let Some(clock) = clock {
        let left = clock.left();
        let (hours, minutes) = (left.as_secs() / 3600, left.as_secs() / 60 % 60);
        let seconds = left.as_secs_f64() % 60.0;
        let _ = write!(text, " [%clk {hours}:{minutes:02}:{seconds:06.3}]");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, Triumph};

    #[test]
    fn endings_give_the_right_side_the_point() {
        let mate = Outcome::Win { winner: Color::White, by: Triumph::Checkmate };
        for (ending, result, termination) in [
            (Ending::Rules(mate), GameResult::WhiteWins, "normal"),
            (Ending::Rules(Outcome::Draw(DrawReason::Stalemate)), GameResult::Draw, "normal"),
            (Ending::Time(Color::White), GameResult::BlackWins, "time forfeit"),
            (Ending::Illegal(Color::Black, String::new()), GameResult::WhiteWins, "rules infraction"),
            (Ending::Failed(Color::Black, Failure::Hung), GameResult::WhiteWins, "stalled connection"),
            (Ending::Adjudicated(Ruling::Resigns(Color::White)), GameResult::BlackWins, "adjudication"),
            (Ending::Adjudicated(Ruling::Length), GameResult::Draw, "adjudication"),
            (Ending::Interrupted, GameResult::Unknown, "unterminated"),
        ] {
            assert_eq!((ending.result(), ending.termination()), (result, termination), "{ending}");
        }
    }
}
