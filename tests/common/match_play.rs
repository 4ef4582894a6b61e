//! Games between two engine processes under a referee that trusts neither: legality by the slow
//! definition, time by its own clock.

use std::time::Duration;

use sepoy::game::{self, Game, position_of, side};
use sepoy::movegen::definition;
use sepoy::rules::{Outcome, Rules, Variant, Visitor};
use sepoy::types::Move;

use super::client::{Client, LONG};

/// A time control.
#[derive(Clone, Copy)]
pub struct Clock {
    /// Time at the start of each period, in milliseconds.
    pub base: u64,
    /// Gain per move, in milliseconds.
    pub increment: u64,
    /// Moves per period; 0 for one period that lasts the whole game.
    pub moves: u64,
}

/// A game that ended by the rules.
pub struct Played {
    /// How.
    pub outcome: Outcome,
    /// After how many plies.
    pub plies: usize,
    /// The least that was left on a clock after a move, in milliseconds.
    pub least: u64,
}

/// What an engine did wrong.
pub enum Fault {
    /// A move came too late.
    Late(String),
    /// An illegal move, or a word of warning.
    Wrong(String),
}

/// All legal moves, by the definition.
fn legal_moves(game: &dyn Game) -> Vec<Move> {
    struct Legal<'a>(&'a dyn Game);
    impl Visitor for Legal<'_> {
        type Output = Vec<Move>;
        fn visit<R: Rules>(self) -> Vec<Move> {
            definition::legal_moves(&position_of::<R>(self.0).unwrap()).to_vec()
        }
    }
    game.variant().dispatch(Legal(game))
}

/// A few moves at random, the same for the same seed; a game that would be over is not begun.
fn opening(variant: Variant, mut seed: u64) -> (Box<dyn Game>, Vec<String>) {
    let (mut game, _) = game::open(variant, None).unwrap();
    let mut moves = Vec::new();
    for _ in 0..seed % 9 {
        let choices = legal_moves(&*game);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = choices[(seed >> 33) as usize % choices.len()];
        let mut after = game.clone_game();
        after.play(mv);
        if after.outcome().is_some() {
            break;
        }
        game = after;
        moves.push(mv.to_string());
    }
    (game, moves)
}

/// Plays a game.
///
/// # Errors
/// What an engine did wrong.
pub fn play(engines: &mut [Client; 2], variant: Variant, clock: Clock, seed: u64) -> Result<Played, Fault> {
    let (mut game, mut moves) = opening(variant, seed);
    for engine in &mut *engines {
        engine.send(&format!("setoption name UCI_Variant value {variant}\nucinewgame"));
        engine.ready();
    }
    let mut left = [clock.base; 2];
    let mut made = [0; 2];
    let mut least = clock.base;
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(Played { outcome, plies: moves.len(), least });
        }
        let mover = side(&*game) as usize;
        let engine = &mut engines[mover];
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        engine.send(&format!("position startpos{list}"));
        let [white, black] = left;
        let increment = clock.increment;
        let mut order = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
        if clock.moves > 0 {
            order.push_str(&format!(" movestogo {}", clock.moves - made[mover] % clock.moves));
        }
        engine.send(&order);
        let answer = engine.answer(LONG);
        let fault = |what: String| format!("{variant}, seed {seed}, {}: {what}", game.fen());
        if let Some(line) = answer.lines.iter().find(|line| line.starts_with("info string")) {
            return Err(Fault::Wrong(fault(line.clone())));
        }
        let used = answer.time.as_millis() as u64;
        if used > left[mover] {
            return Err(Fault::Late(fault(format!("time: {used} of {} ms after '{order}'", left[mover]))));
        }
        left[mover] -= used;
        least = least.min(left[mover]);
        made[mover] += 1;
        left[mover] +=
            if clock.moves > 0 && made[mover] % clock.moves == 0 { clock.base } else { clock.increment };
        let Some(mv) = legal_moves(&*game).into_iter().find(|mv| mv.to_string() == answer.best()) else {
            return Err(Fault::Wrong(fault(format!("illegal move '{}'", answer.best()))));
        };
        game.play(mv);
        moves.push(mv.to_string());
    }
}

/// Plays a game, and once more after a late move if `again` allows it so often.
///
/// # Panics
/// At a fault that is left.
fn insist(engines: &mut [Client; 2], variant: Variant, clock: Clock, seed: u64, again: u32) -> Played {
    match play(engines, variant, clock, seed) {
        Ok(played) => played,
        Err(Fault::Late(fault)) if again > 0 => {
            eprintln!("{fault}; played again");
            insist(engines, variant, clock, seed, again - 1)
        }
        Err(Fault::Late(fault) | Fault::Wrong(fault)) => panic!("{fault}"),
    }
}

/// Plays games of all rule sets in turn, `at_a_time` together, and tells how they ended. A game with
/// a late move is played `again` so often: on a machine with other work a process may stand still
/// for longer than any clock.
///
/// # Panics
/// At the first fault.
pub fn tournament(games: u64, clock: Clock, at_a_time: u64, again: u32) {
    let tables: Vec<_> = (0..at_a_time)
        .map(|table| {
            std::thread::spawn(move || {
                let mut engines = [Client::start(), Client::start()];
                let mut played = Vec::new();
                for number in (table..games).step_by(at_a_time as usize) {
                    let variant = Variant::ALL[number as usize % Variant::ALL.len()];
                    played.push((variant, insist(&mut engines, variant, clock, number, again)));
                }
                for engine in &mut engines {
                    let complaints = engine.quit();
                    assert!(complaints.is_empty(), "{complaints}");
                }
                played
            })
        })
        .collect();
    let played: Vec<_> = tables.into_iter().flat_map(|table| table.join().unwrap()).collect();
    assert_eq!(played.len() as u64, games);
    for variant in Variant::ALL {
        let games: Vec<_> = played.iter().filter(|(of, _)| *of == variant).map(|(_, game)| game).collect();
        let wins = games.iter().filter(|game| matches!(game.outcome, Outcome::Win { .. })).count();
        let plies: usize = games.iter().map(|game| game.plies).sum();
        let least = games.iter().map(|game| game.least).min().unwrap_or(0);
        eprintln!(
            "{variant}: {} games, {wins} decided, {plies} plies, at least {:?} left on every clock",
            games.len(),
            Duration::from_millis(least)
        );
    }
}
