//! Black wins Maharajah: the proofs found, held against the rules by a walk of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::cell::Cell;
use std::collections::HashMap;

use rayon::prelude::*;
use sepoy::movegen::definition::legal_moves;
use sepoy::position::Position;
use sepoy::rules::Maharajah;
use sepoy::solver::maharajah::{Prover, Win};
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
    prover.prove(position, &[], &|| {
        polls.set(polls.get() + 1);
        polls.get() > effort
    })
}

/// Enough for sixteen moves from the start.
const EFFORT: u32 = 3_000;

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
fn sixteen_moves_from_every_square_against_every_reply() {
    for file in 0..8 {
        let root = start(file);
        let mut prover = Prover::new();
        let win = prove(&mut prover, &root, EFFORT).expect("a win");
        assert!(win.moves <= 16, "file {file}: {} moves", win.moves);
        let mut known = HashMap::new();
        assert_eq!(walk(&prover, &root, &mut known), win.moves);
        assert_eq!(known.len(), win.coverage.positions);
        assert_eq!(win.pv.len(), 2 * win.moves as usize - 1);
        let end = win.pv.iter().fold(root, |at, &mv| {
            assert!(legal_moves(&at).contains(&mv));
            at.after(mv)
        });
        assert_eq!(maharajah(&end), None);
    }
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

#[test]
fn the_count_shrinks_to_the_capture_against_random_play() {
    (0..8u8).into_par_iter().for_each(|file| {
        let mut random = u64::from(file);
        let root = start(file);
        let mut prover = Prover::new();
        let promised = prove(&mut prover, &root, 800).expect("a win").moves;
        for _ in 0..200 {
            let played = play_out(&mut prover, &root, |_, at| {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                let moves = legal_moves(at);
                moves[(random >> 33) as usize % moves.len()]
            });
            assert!(played <= promised);
        }
    });
}

#[test]
fn the_most_stubborn_white_lasts_exactly_as_announced() {
    for file in [0, 4] {
        let root = start(file);
        let mut prover = Prover::new();
        let promised = prove(&mut prover, &root, 800).expect("a win").moves;
        let played = play_out(&mut prover, &root, |prover, at| {
            let longest = |mv: &Move| prover.answer(&at.after(*mv)).map(|(_, moves)| moves);
            legal_moves(at).into_iter().max_by_key(longest).unwrap()
        });
        assert_eq!(played, promised);
    }
}

#[test]
fn a_capture_at_hand_is_a_win_in_one() {
    let win = prove(&mut Prover::new(), &position("4k3/8/8/3p4/4M3/8/8/8 b - - 0 1"), 9).unwrap();
    assert_eq!((win.moves, win.pv[0].to_string().as_str()), (1, "d5e4"));
}

#[test]
fn a_lone_king_wins_nothing_and_white_is_not_asked() {
    assert_eq!(prove(&mut Prover::new(), &position("4k3/8/8/8/8/8/8/4M3 b - - 0 1"), 99), None);
    assert_eq!(prove(&mut Prover::new(), &position("rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1"), 99), None);
}

#[test]
fn the_fifty_move_rule_comes_before_a_plan() {
    let at_clock = |clock| position(&format!("rrrqkrrr/8/8/8/8/8/8/4M3 b - - {clock} 90"));
    let moves = prove(&mut Prover::new(), &at_clock(0), 400).expect("a win").moves;
    // Black's move number n is played at clock + 2n - 2, and the last must come before a hundred.
    let latest = 100 - 2 * moves + 1;
    assert!(prove(&mut Prover::new(), &at_clock(latest), 400).is_some());
    assert_eq!(prove(&mut Prover::new(), &at_clock(latest + 1), 400), None);
}
