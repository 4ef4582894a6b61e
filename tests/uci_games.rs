//! Games of the engine against itself, judged by a referee of its own: every game ends by the
//! rules, no move is illegal or late, and nobody complains. docs/reliability.md tells how to run
//! the long ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::client::{Client, is_legal, position};
use common::match_play::{Clock, tournament};
use sepoy::rules::Variant;

/// A fifth of a second and a hundredth per move.
const BULLET: Clock = Clock { base: 200, increment: 10, moves: 0 };

#[test]
fn a_game_of_each_rule_set_at_one_second() {
    tournament(6, Clock { base: 1000, increment: 10, moves: 0 }, 2, 2);
}

#[test]
fn a_game_of_each_rule_set_with_moves_to_go() {
    tournament(6, Clock { base: 2000, increment: 0, moves: 40 }, 2, 2);
}

#[test]
#[ignore = "takes half an hour"]
fn two_hundred_games_of_each_control() {
    tournament(200, BULLET, 2, 0);
    tournament(200, Clock { base: 2000, increment: 0, moves: 40 }, 2, 0);
}

#[test]
#[ignore = "takes an hour"]
fn a_thousand_games() {
    tournament(1000, BULLET, 2, 0);
}

/// 6. Clocks that no sane client would send, but some do.
#[test]
fn strange_clocks_still_give_a_move_in_time() {
    let mut client = Client::start();
    let start = position(Variant::Chess, None, &[]);
    for (clock, most) in [
        ("wtime 0 btime 1000", 100),
        ("wtime -170671 btime 1000", 100),
        ("btime -170671 wtime 2000", 2000),
        ("wtime 1000", 1000),
        ("btime 1000", 1000),
        ("binc 5 winc 5 btime 500 wtime 500", 500),
        ("wtime 500 joho 17 btime 500", 500),
        ("movestogo 1 wtime 500 btime 500", 500),
        ("wtime 500 btime 500 movestogo 0", 500),
        ("wtime 500 btime 500 movestogo -3", 500),
        ("wtime 50 winc 10000", 50),
        ("wtime 10 btime 10", 100),
        ("movetime 100", 100),
    ] {
        // The best of three: other processes may delay any single one.
        let best = (0..3)
            .map(|_| {
                let answer = client.go(&format!("go {clock}"));
                assert!(is_legal(&*start, answer.best()), "{clock}");
                answer.time.as_millis()
            })
            .min();
        assert!(best <= Some(most), "{clock}: {best:?} of {most} ms");
    }
}

/// Time is for decisions: a forced move needs none.
#[test]
fn a_forced_move_is_played_at_once() {
    let mut client = Client::start();
    client.order("position fen 7k/8/8/8/8/2n5/8/K6r w - - 0 1");
    for go in ["go wtime 60000 btime 60000", "go movetime 5000"] {
        let answer = client.go(go);
        assert_eq!(answer.best(), "a1b2");
        assert!(answer.time.as_millis() < 500, "{go}: {:?}", answer.time);
    }
}
