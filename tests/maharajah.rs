//! Black wins Maharajah: the proofs found, held against the rules by a walk of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::cell::Cell;
use std::collections::HashMap;
use std::time::Duration;

use common::client::{Client, number, pv};
use rayon::prelude::*;
use sepoy::movegen::definition::legal_moves;
use sepoy::position::Position;
use sepoy::rules::{Maharajah, Variant};
use sepoy::search::{Limits, Shared, think};
use sepoy::solver::maharajah::{Prover, Win, Wish, report};
use sepoy::types::{Color, Move, PieceKind, Square};

type Pos = Position<Maharajah>;

fn position(fen: &str) -> Pos {
    Pos::from_fen(fen).unwrap().0
}

/// The usual set-up with the maharajah on a file of the first rank.
fn start(file: u8) -> Pos {
    let (left, right) = (file.to_string().replace('0', ""), (7 - file).to_string().replace('0', ""));
    position(&format!("rnbqkbnr/pppppppp/8/8/8/8/8/{left}M{right} b kq - 0 1"))
}

/// Proves with an effort that does not depend on the machine's speed.
fn prove(prover: &mut Prover, position: &Pos, effort: u32) -> Option<Win> {
    let polls = Cell::new(0);
    let expired = || {
        polls.set(polls.get() + 1);
        polls.get() > effort
    };
    prover.prove(position, &[], &expired, &mut |_| {})
}

/// Some plan from any ordinary set-up.
const EFFORT: u32 = 200;

fn maharajah(position: &Pos) -> Option<Square> {
    position.board().of(Color::White, PieceKind::Maharajah).first()
}

/// Every white reply to every answer of the prover, by the definition of the rules. Gives Black's
/// moves to the capture at worst.
fn walk(prover: &Prover, position: &Pos, known: &mut HashMap<String, u32>) -> u32 {
    let board = position.fen().rsplitn(3, ' ').last().unwrap().to_owned();
    if let Some(&moves) = known.get(&board) {
        return moves;
    }
    let (mv, promised) = prover.answer(position).unwrap_or_else(|| panic!("no answer: {}", position.fen()));
    assert!(legal_moves(position).contains(&mv), "{mv} in {}", position.fen());
    let after = position.after(mv);
    let mut moves = 1;
    if maharajah(&after).is_some() {
        let replies = legal_moves(&after);
        assert!(!replies.is_empty());
        let rest = replies.iter().map(|&reply| walk(prover, &after.after(reply), known)).max();
        moves += rest.unwrap();
    }
    assert!(moves <= promised, "{moves} moves, not {promised}: {}", position.fen());
    known.insert(board, moves);
    moves
}

#[test]
fn fifteen_moves_from_every_square_against_every_reply() {
    (0..8).into_par_iter().for_each(|file| {
        let root = start(file);
        let mut prover = Prover::default();
        let win = prove(&mut prover, &root, EFFORT).expect("a win");
        assert!(win.moves <= 15, "file {file}: {} moves", win.moves);
        let mut known = HashMap::new();
        assert_eq!(walk(&prover, &root, &mut known), win.moves);
        assert_eq!(known.len(), win.coverage.positions);
        assert_eq!(win.pv.len(), 2 * win.moves as usize - 1);
        let end = win.pv.iter().fold(root, |at, &mv| {
            assert!(legal_moves(&at).contains(&mv));
            at.after(mv)
        });
        assert_eq!(maharajah(&end), None);
    });
}

/// Without the plan that is known by heart: the a-pawn has moved.
#[test]
fn plans_are_found_where_none_is_known() {
    let root = position("rnbqkbnr/1ppppppp/p7/8/8/8/8/4M3 b kq - 0 1");
    let mut prover = Prover::default();
    let win = prove(&mut prover, &root, 400).expect("a win");
    assert!(win.moves <= 17, "{} moves", win.moves);
    assert_eq!(walk(&prover, &root, &mut HashMap::new()), win.moves);
}

/// Plays a proven win out with no time to think again; gives Black's moves.
fn play_out(prover: &mut Prover, root: &Pos, mut white: impl FnMut(&Prover, &Pos) -> Move) -> u32 {
    let mut at = *root;
    let mut left = prover.answer(root).unwrap().1 + 1;
    for played in 1.. {
        let win = prove(prover, &at, 0).expect("still won");
        assert!(win.moves < left, "{} after {left}: {}", win.moves, at.fen());
        left = win.moves;
        at = at.after(win.pv[0]);
        if maharajah(&at).is_none() {
            return played;
        }
        at = at.after(white(prover, &at));
    }
    unreachable!()
}

/// A number that looks random, and the next seed.
fn lot(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
    (*seed >> 33) as usize
}

fn by_lot(seed: &mut u64, at: &Pos) -> Move {
    let moves = legal_moves(at);
    moves[lot(seed) % moves.len()]
}

/// The move of the engine's own search.
fn searched(shared: &Shared, at: &Pos, nodes: u64) -> Move {
    shared.prepare(false);
    think(at, &[at.key()], &Limits::to_nodes(nodes), shared, &mut |_| {}).best_move.unwrap()
}

/// Plays proven wins out from the eight set-ups, so many games from each. White's move comes from the
/// game's number, the maharajah's position and a seed.
fn play_games(games: u64, white: impl Fn(u64, &Shared, &Pos, &mut u64) -> Move + Sync) {
    (0..8u8).into_par_iter().for_each(|file| {
        let mut seed = u64::from(file);
        let shared = Shared::new(1).unwrap();
        let root = start(file);
        let mut prover = Prover::default();
        let promised = prove(&mut prover, &root, EFFORT).expect("a win").moves;
        for game in 0..games {
            let played = play_out(&mut prover, &root, |_, at| white(game, &shared, at, &mut seed));
            assert!(played <= promised, "{played} moves, not {promised}");
        }
    });
}

/// Every second game against the search with 30 to 1,000 nodes a move, which every fourth time slips.
#[test]
fn the_count_shrinks_to_the_capture_against_random_and_searching_play() {
    play_games(200, |game, shared, at, seed| {
        if game % 2 == 0 || lot(seed).is_multiple_of(4) {
            by_lot(seed, at)
        } else {
            searched(shared, at, 30 << (game / 2 % 6))
        }
    });
}

#[test]
#[ignore = "minutes: every game against the search, up to 20,000 nodes a move"]
fn the_count_shrinks_to_the_capture_against_the_strongest_search() {
    play_games(200, |game, shared, at, seed| {
        if lot(seed).is_multiple_of(16) { by_lot(seed, at) } else { searched(shared, at, 100 * (game + 1)) }
    });
}

/// The search of the lost side says how long it lasts, with a line to the end.
#[test]
fn the_maharajah_knows_when_it_is_lost() {
    let surrounded = "4r1k1/5ppp/r3b3/pp1pp3/1b1nn3/2p5/M7/7q w - - 0 25";
    let open = "4r1k1/5ppp/r3b3/pp1pp3/1b1nn3/2p4q/M7/8 b - - 0 24";
    for (fen, plies) in [(surrounded, 2), (open, 3)] {
        let root = position(fen);
        let shared = Shared::new(1).unwrap();
        shared.prepare(false);
        let thought = think(&root, &[root.key()], &Limits::to_depth(6), &shared, &mut |_| {});
        assert_eq!(thought.score.plies_to_mate(), Some(plies), "{fen}");
        assert_eq!(thought.pv.len(), plies, "{fen}");
        let end = thought.pv.iter().fold(root, |at, &mv| at.after(mv));
        assert_eq!(maharajah(&end), None);
    }
}

#[test]
fn the_most_stubborn_white_lasts_exactly_as_announced() {
    for file in [0, 4] {
        let root = start(file);
        let mut prover = Prover::default();
        let promised = prove(&mut prover, &root, EFFORT).expect("a win").moves;
        let played = play_out(&mut prover, &root, |prover, at| {
            let longest = |mv: &Move| prover.answer(&at.after(*mv)).map(|(_, moves)| moves);
            legal_moves(at).into_iter().max_by_key(longest).unwrap()
        });
        assert_eq!(played, promised);
    }
}

#[test]
fn a_capture_at_hand_is_a_win_in_one() {
    let win = prove(&mut Prover::default(), &position("4k3/8/8/3p4/4M3/8/8/8 b - - 0 1"), 9).unwrap();
    assert_eq!((win.moves, win.pv[0].to_string().as_str()), (1, "d5e4"));
}

#[test]
fn a_lone_king_wins_nothing_and_white_is_not_asked() {
    assert_eq!(prove(&mut Prover::default(), &position("4k3/8/8/8/8/8/8/4M3 b - - 0 1"), 99), None);
    assert_eq!(
        prove(&mut Prover::default(), &position("rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1"), 99),
        None
    );
}

#[test]
fn the_fifty_move_rule_comes_before_a_plan() {
    let at_clock = |clock| position(&format!("rrrqkrrr/8/8/8/8/8/8/4M3 b - - {clock} 90"));
    let moves = prove(&mut Prover::default(), &at_clock(0), 400).expect("a win").moves;
    // Black's move number n is played at clock + 2n - 2, and the last must come before a hundred.
    let latest = 100 - 2 * moves + 1;
    assert!(prove(&mut Prover::default(), &at_clock(latest), 400).is_some());
    assert_eq!(prove(&mut Prover::default(), &at_clock(latest + 1), 400), None);
}

#[test]
fn the_report_bounds_the_win_from_both_sides() {
    let wish = Wish { shortest: true, verify: true, time: Duration::from_secs(4) };
    let short = report(&position("rrrqkrrr/8/8/8/8/8/8/4M3 b - - 0 1"), wish);
    let moves = short.moves().expect("a win");
    assert!(moves <= 6);
    let text = short.to_string();
    assert!(text.contains(&format!("Black wins in {moves} at most, and not")), "{text}");
    assert!(text.contains("verified:"), "{text}");

    let quick = Wish { shortest: false, verify: false, time: Duration::from_secs(60) };
    let placed = report(&position("rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1"), quick);
    assert_eq!(placed.moves(), Some(15));
    assert_eq!(placed.to_string().matches("M@").count(), 8);
    assert_eq!(report(&position("4k3/8/8/8/8/8/8/4M3 b - - 0 1"), quick).moves(), None);
}

/// One second, one thread, through UCI: the score, a legal line, the move it begins with.
#[test]
fn the_engine_announces_the_win_from_every_square() {
    let mut client = Client::start();
    client.order("setoption name UCI_Variant value maharajah");
    for file in 0..8 {
        let fen = start(file).fen();
        client.order("ucinewgame");
        client.order(&format!("position fen {fen}"));
        let answer = client.go("go movetime 1000");
        let mate = number(answer.last(), "mate").unwrap();
        assert!((1..=16).contains(&mate), "{}", answer.last());
        let moves = pv(answer.last());
        assert_eq!(moves.len() as i64, 2 * mate - 1);
        assert_eq!(moves[0], answer.best());
        let end = common::client::position(Variant::Maharajah, Some(&fen), &moves);
        assert!(end.outcome().is_some(), "{}", end.fen());
    }
}

/// The count shrinks from move to move also when the engine answers in no time at all.
#[test]
fn the_engine_holds_on_to_its_win() {
    let mut client = Client::start();
    client.order("setoption name UCI_Variant value maharajah");
    let root = start(4).fen();
    let mut played: Vec<String> = Vec::new();
    let mut left = i64::MAX;
    loop {
        let moves: Vec<&str> = played.iter().map(String::as_str).collect();
        let game = common::client::position(Variant::Maharajah, Some(&root), &moves);
        if game.outcome().is_some() {
            break;
        }
        client.order(&format!("position fen {root} moves {}", played.join(" ")));
        let answer = client.go("go movetime 20");
        let mate = number(answer.last(), "mate").unwrap();
        assert!(mate < left, "{mate} after {left}");
        left = mate;
        played.push(answer.best().to_owned());
        played.extend(answer.ponder().map(str::to_owned));
    }
    assert_eq!(left, 1);
}

#[test]
fn the_command_line_prints_the_proof() {
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("sepoy").unwrap();
        let output = command.args(["solve", "-s", "win"]).args(arguments).output().unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap() + str::from_utf8(&output.stderr).unwrap(),
        )
    };
    let (success, text) = run(&["--variant", "maharajah", "--verify"]);
    assert!(success && text.contains("Black wins in 15 at most") && text.contains("verified: "), "{text}");
    let (success, text) = run(&["--variant", "chess"]);
    assert!(!success && text.contains("--variant maharajah"), "{text}");
    let (success, text) = run(&["-v", "maharajah", "k7/8/8/8/8/8/8/8 b - - 0 1"]);
    assert!(!success && text.contains("FEN"), "{text}");
}
