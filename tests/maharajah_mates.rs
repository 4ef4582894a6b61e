//! White mates with the maharajah alone: the search held against every position of maharajah and
//! bare king, solved backward from the mates by squares and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::HashMap;

use rayon::prelude::*;
use sepoy::position::Position;
use sepoy::rules::Maharajah;
use sepoy::search::{Limits, Shared, think};

type Square = (i32, i32);
/// Maharajah, king.
type Pair = (Square, Square);

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

/// With nothing but a king on the board, which does not shield itself.
fn attacks(maharajah: Square, to: Square) -> bool {
    let (files, ranks) = ((maharajah.0 - to.0).abs(), (maharajah.1 - to.1).abs());
    maharajah != to && (files == 0 || ranks == 0 || files == ranks || files * ranks == 2)
}

fn flights(maharajah: Square, king: Square) -> Vec<Square> {
    let beside = |to: &Square| *to != king && (to.0 - king.0).abs() <= 1 && (to.1 - king.1).abs() <= 1;
    squares().filter(beside).filter(|&to| !attacks(maharajah, to)).collect()
}

/// Moves to mate for White to move.
fn solve() -> HashMap<Pair, u32> {
    let pairs: Vec<Pair> =
        squares().flat_map(|m| squares().map(move |k| (m, k))).filter(|(m, k)| m != k).collect();
    let takes = |(m, k): Pair| (m.0 - k.0).abs() <= 1 && (m.1 - k.1).abs() <= 1;
    // The maharajah passes over no king: on a line with it, the squares beyond are not reached.
    let behind = |(m, k): Pair, to: Square| {
        let (a, b) = ((k.0 - m.0, k.1 - m.1), (to.0 - m.0, to.1 - m.1));
        let on_line = a.0 * b.1 == a.1 * b.0 && a.0 * b.0 + a.1 * b.1 > 0;
        on_line && attacks(m, k) && a.0.abs().max(a.1.abs()) < b.0.abs().max(b.1.abs())
    };
    let (mut won, mut lost) = (HashMap::new(), HashMap::new());
    for moves in 0.. {
        for &(m, k) in pairs.iter().filter(|&&pair| !takes(pair)) {
            let flights = flights(m, k);
            let mated = if flights.is_empty() {
                attacks(m, k)
            } else {
                flights.iter().all(|&to| won.contains_key(&(m, to)))
            };
            if mated {
                lost.entry((m, k)).or_insert(moves);
            }
        }
        let before = won.len();
        for &(m, k) in &pairs {
            let reached = |&to: &Square| attacks(m, to) && to != k && !behind((m, k), to);
            if squares().filter(reached).any(|to| lost.contains_key(&(to, k))) {
                won.entry((m, k)).or_insert(moves + 1);
            }
        }
        if won.len() == before {
            return won;
        }
    }
    unreachable!()
}

fn fen((m, k): Pair) -> String {
    let letter = |square| {
        if square == m {
            'M'
        } else if square == k {
            'k'
        } else {
            '1'
        }
    };
    let rank = |rank| (0..8).map(|file| letter((file, rank))).collect::<String>();
    let board: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{} w - - 0 1", board.join("/"))
}

/// The mate that the search announces, and the plies of its line.
fn announced(fen: &str) -> (Option<i32>, usize) {
    let root = Position::<Maharajah>::from_fen(fen).unwrap().0;
    let shared = Shared::new(4).unwrap();
    shared.prepare(false);
    let limits = Limits { mate: Some(6), ..Limits::to_depth(16) };
    let thought = think(&root, &[root.key()], &limits, &shared, &mut |_| {});
    (thought.score.moves_to_mate(), thought.pv.len())
}

#[test]
fn the_bare_king_is_mated_in_five_at_most() {
    let won = solve();
    assert_eq!(won.len(), 64 * 63);
    assert_eq!(won.values().max(), Some(&5));
}

#[test]
fn the_search_announces_the_mates() {
    let won = solve();
    let mut pairs: Vec<Pair> = won.keys().copied().collect();
    pairs.sort_unstable();
    pairs.par_iter().step_by(41).for_each(|pair| {
        let fen = fen(*pair);
        let (mate, plies) = announced(&fen);
        let moves = mate.unwrap_or_else(|| panic!("no mate in {fen}"));
        assert!(moves >= won[pair] as i32 && moves <= 6, "mate {moves}, not {}: {fen}", won[pair]);
        assert_eq!(plies, 2 * moves as usize - 1, "{fen}");
    });
}

#[test]
fn mate_in_one_though_the_king_stands_in_check() {
    assert_eq!(announced("4k3/8/8/8/8/8/8/4M3 w - - 0 1"), (Some(1), 1));
}
