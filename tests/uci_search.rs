//! Searching over UCI: starting, stopping, what is reported.
//! The numbers are those of the section "What clients check or punish" of docs/reliability.md.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::client::{Answer, Client, LONG, field, is_legal, number, position, pv};
use sepoy::rules::{Outcome, Variant};

const SECOND: Duration = Duration::from_secs(1);
const SHORT: Duration = Duration::from_millis(200);

/// White mates at once.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// White has a single move.
const FORCED: &str = "7k/8/8/8/8/2n5/8/K6r w - - 0 1";
/// Black is mated.
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
/// Black is stalemated.
const STALEMATED: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";

fn start() -> Box<dyn sepoy::game::Game> {
    position(Variant::Chess, None, &[])
}

fn assert_legal(answer: &Answer) {
    assert!(is_legal(&*start(), answer.best()), "{:?}", answer.lines);
}

// 2. isready while searching

#[test]
fn isready_is_answered_during_a_search_and_the_search_goes_on() {
    let mut client = Client::start();
    client.send("go infinite");
    client.until("info depth 3 ", LONG);
    for _ in 0..5 {
        let asked = Instant::now();
        client.ready();
        assert!(asked.elapsed() < SECOND);
    }
    let lines = client.until("info depth ", LONG);
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    client.send("stop");
    assert_legal(&client.answer(SECOND));
}

#[test]
fn hash_during_a_search_is_ready_within_two_seconds() {
    let mut client = Client::start();
    client.send("go infinite");
    client.until("info depth 3 ", LONG);
    let asked = Instant::now();
    client.order("setoption name Hash value 128");
    assert!(asked.elapsed() < 2 * SECOND);
    client.send("stop");
    assert_legal(&client.answer(SECOND));
    assert!(client.order("setoption name Clear Hash").is_empty());
    assert_legal(&client.go("go depth 3"));
}

// 3. What never ends by itself

#[test]
fn infinite_and_ponder_do_not_end_by_themselves() {
    let mut client = Client::start();
    for fen in [MATE_IN_ONE, FORCED, MATED, STALEMATED] {
        for go in
            ["go infinite", "go ponder wtime 100 btime 100", "go infinite depth 2", "go ponder depth 2", "go"]
        {
            client.order(&format!("position fen {fen}"));
            client.send(go);
            client.expect_no("bestmove", SHORT);
            client.send("stop");
            client.answer(SECOND);
        }
    }
}

// 4. stop

#[test]
fn stop_is_answered_within_a_tenth_of_a_second() {
    let mut client = Client::start();
    let mut times: Vec<Duration> = (0..7)
        .map(|_| {
            client.send("go infinite");
            thread::sleep(SHORT);
            while client.line(Duration::ZERO).is_some() {}
            let stopped = Instant::now();
            client.send("stop");
            assert_legal(&client.answer(2 * SECOND));
            stopped.elapsed()
        })
        .collect();
    // The middle one: other processes may delay any single one.
    times.sort();
    assert!(times[3] < Duration::from_millis(100), "{times:?}");
}

#[test]
fn a_thousand_times_go_and_stop_is_a_thousand_moves() {
    let mut client = Client::start();
    for _ in 0..500 {
        client.send("go infinite\nstop");
        assert_legal(&client.answer(10 * SECOND));
    }
    for _ in 0..500 {
        client.send("go infinite\nstop");
    }
    for _ in 0..500 {
        assert_legal(&client.answer(10 * SECOND));
    }
    client.expect_no("bestmove", SHORT);
}

#[test]
fn the_next_position_does_not_mix_with_the_old_search() {
    let mut client = Client::start();
    for _ in 0..20 {
        client.send(
            "position startpos\ngo infinite\nstop\nposition fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\ngo depth 1",
        );
        assert_legal(&client.answer(LONG));
        let second = position(Variant::Chess, Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), &[]);
        assert!(is_legal(&*second, client.answer(LONG).best()));
        client.send("go infinite\nstop\nucinewgame\nsetoption name UCI_Variant value maharajah\ngo depth 1");
        assert!(is_legal(&*second, client.answer(LONG).best()));
        assert!(is_legal(&*position(Variant::Maharajah, None, &[]), client.answer(LONG).best()));
        client.order("setoption name UCI_Variant value chess");
    }
    client.expect_no("bestmove", SHORT);
}

// 5. Small and huge limits

#[test]
fn the_smallest_limits_give_a_move() {
    let mut client = Client::start();
    for go in [
        "depth 1",
        "nodes 1",
        "movetime 1",
        "wtime 1",
        "depth 0",
        "movetime 0",
        "nodes 0",
        "depth -5",
        "nodes -5",
        "movetime -5",
        "mate 0",
    ] {
        let answer = client.go(&format!("go {go}"));
        assert_legal(&answer);
        assert!(answer.time < 5 * SECOND, "{go}: {:?}", answer.time);
    }
}

#[test]
fn huge_limits_are_clamped() {
    let mut client = Client::start();
    let huge = "99999999999999999999";
    for go in [
        format!("depth {huge}"),
        format!("nodes {huge}"),
        format!("movetime {huge}"),
        format!("mate {huge}"),
        format!("wtime {huge} btime {huge} winc {huge} movestogo {huge}"),
        "depth 1000".to_owned(),
    ] {
        client.send(&format!("go {go}"));
        client.expect_no("bestmove", SHORT);
        client.send("stop");
        assert_legal(&client.answer(SECOND));
    }
    let forced = client.order(&format!("position fen {FORCED}"));
    assert!(forced.is_empty());
    assert_eq!(client.go("go depth 3 nodes 99999999999999999999").best(), "a1b2");
}

// 7. searchmoves

#[test]
fn searchmoves_restricts_the_root() {
    let mut client = Client::start();
    assert_eq!(client.go("go searchmoves a2a3 depth 4").best(), "a2a3");
    assert_eq!(client.go("go depth 4 searchmoves a2a3").best(), "a2a3");
    let answer = client.go("go depth 4 searchmoves h2h3 e2e5 joho a2a3");
    assert!(["a2a3", "h2h3"].contains(&answer.best()));
    let free = client.go("go depth 4 searchmoves e2e5 a7a6");
    assert_legal(&free);
    assert!(!["e2e5", "a7a6"].contains(&free.best()));
    client.order("setoption name MultiPV value 5");
    let answer = client.go("go depth 3 searchmoves a2a3 h2h3");
    assert!(answer.scores().iter().all(|line| ["a2a3", "h2h3"].contains(&pv(line)[0])));
}

// 8. Mates

#[test]
fn mates_have_the_right_distance_sign_and_line() {
    let mut client = Client::start();
    for (variant, fen, mate, best) in [
        ("chess", MATE_IN_ONE, 1, "a1a8"),
        ("madrasi", "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1", 2, "a1e5"),
        ("maharajah", "2b1kb2/1pp1ppp1/2n2n2/p2p3p/3q4/5M2/1r6/6r1 b - - 0 15", 2, "e7e5"),
    ] {
        client.order(&format!("setoption name UCI_Variant value {variant}"));
        for go in ["go depth 8", "go mate 3", "go mate 2"] {
            client.order("ucinewgame");
            client.order(&format!("position fen {fen}"));
            let answer = client.go(go);
            let last = answer.last();
            assert_eq!(number(last, "mate"), Some(mate), "{go}: {last}");
            let line = pv(last);
            assert_eq!(line.len() as i64, 2 * mate - 1, "{last}");
            assert_eq!((line[0], answer.best()), (best, best));
            let end = position(variant.parse().unwrap(), Some(fen), &line);
            assert!(matches!(end.outcome(), Some(Outcome::Win { .. })), "{last}");
            // Seen from the other side, one move later.
            if mate == 2 {
                client.order(&format!("position fen {fen} moves {best}"));
                assert_eq!(number(client.go("go depth 8").last(), "mate"), Some(-1));
            }
        }
    }
}

#[test]
fn a_mate_that_is_not_there_is_disproven() {
    let mut client = Client::start();
    client.order("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let answer = client.go("go mate 1");
    assert!(is_legal(
        &*position(Variant::Chess, Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &[]),
        answer.best()
    ));
}

// 9. Pondering

#[test]
fn pondering_is_silent_until_ponderhit_and_its_clock_starts_there() {
    let mut client = Client::start();
    client.order("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 400 btime 400 depth 3");
    client.expect_no("bestmove", 3 * SHORT);
    client.send("ponderhit");
    client.answer(SECOND);
    client.send("go ponder wtime 2000 btime 2000");
    client.expect_no("bestmove", 12 * SHORT);
    let hit = Instant::now();
    client.send("ponderhit");
    client.answer(2 * SECOND);
    // The time before the hit cost nothing: an engine that counted it would answer at once or late.
    assert!(hit.elapsed() < 2 * SECOND);
    client.send("go ponder movetime 300");
    client.expect_no("bestmove", 2 * SHORT);
    let hit = Instant::now();
    client.send("ponderhit");
    client.answer(2 * SECOND);
    assert!(hit.elapsed() > SHORT, "{:?}", hit.elapsed());
}

#[test]
fn the_expected_answer_is_legal() {
    let mut client = Client::start();
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..10 {
        client.order(&format!("position startpos moves {}", moves.join(" ")));
        let answer = client.go("go depth 4");
        let mut game = start();
        for mv in moves.iter().map(String::as_str).chain([answer.best()]) {
            let mv = game.parse_move(mv).unwrap();
            game.play(mv);
        }
        if let Some(ponder) = answer.ponder() {
            assert!(is_legal(&*game, ponder), "{:?}", answer.lines.last());
        }
        moves.push(answer.best().to_owned());
    }
    // After the mating move there is no answer.
    client.order(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(client.go("go depth 5").lines.last().map(String::as_str), Some("bestmove a1a8"));
}

// 10. What is reported

fn check_report(variant: Variant, fen: Option<&str>, answer: &Answer, lines: usize) {
    let mut expected = 1;
    for line in answer.scores() {
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull"] {
            assert!(number(line, name).is_some_and(|number| number >= 0), "{name} in {line}");
        }
        assert!(number(line, "cp").is_some() != number(line, "mate").is_some(), "{line}");
        assert!(number(line, "hashfull") <= Some(1000), "{line}");
        let moves = pv(line);
        assert!(!moves.is_empty(), "{line}");
        let mut game = position(variant, fen, &[]);
        for mv in &moves {
            let outcome = game.outcome();
            assert!(outcome.is_none(), "{line} goes on after {outcome:?}");
            assert!(is_legal(&*game, mv), "{mv} in {line}");
            let mv = game.parse_move(mv).unwrap();
            game.play(mv);
        }
    }
    for line in answer.exact() {
        let index = number(line, "multipv").unwrap() as usize;
        assert!(index == expected || index == 1, "{:?}", answer.exact());
        expected = index % lines + 1;
    }
    let last_first = answer.exact().into_iter().rfind(|line| number(line, "multipv") == Some(1)).unwrap();
    assert_eq!(pv(last_first)[0], answer.best(), "{:?}", answer.lines);
    let bounded = |line: &str| line.contains("lowerbound") || line.contains("upperbound");
    assert!(!bounded(answer.scores().last().unwrap()), "{:?}", answer.lines);
}

#[test]
fn every_line_is_complete_and_legal() {
    let mut client = Client::start();
    for variant in Variant::ALL {
        client.order(&format!("setoption name UCI_Variant value {variant}"));
        for go in ["go depth 7", "go nodes 30000", "go movetime 200"] {
            check_report(variant, None, &client.go(go), 1);
        }
    }
    client.order("setoption name UCI_Variant value madrasi");
    let fen = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";
    client.order(&format!("position fen {fen}"));
    check_report(Variant::Madrasi, Some(fen), &client.go("go depth 6"), 1);
}

#[test]
fn several_lines_are_numbered_and_ordered() {
    let mut client = Client::start();
    for (multi, fen, lines) in [(4, None, 4), (500, None, 20), (3, Some(FORCED), 1)] {
        client.order(&format!("setoption name MultiPV value {multi}"));
        client.order(&fen.map_or("position startpos".to_owned(), |fen| format!("position fen {fen}")));
        let answer = client.go("go depth 4");
        check_report(Variant::Chess, fen, &answer, lines);
        let exact = answer.exact();
        let final_lines = &exact[exact.len() - lines..];
        let value = |line: &&str| {
            number(line, "cp").or(number(line, "mate").map(|mate| 100_000 * mate.signum() - mate))
        };
        let scores: Vec<i64> = final_lines.iter().map(|line| value(line).unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{final_lines:?}");
        let mut firsts: Vec<&str> = final_lines.iter().map(|line| pv(line)[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines);
    }
}

#[test]
fn the_current_move_comes_only_after_three_seconds() {
    let mut client = Client::start();
    let answer = client.go("go movetime 1500");
    assert!(answer.lines.iter().all(|line| !line.contains("currmove")));
    client.send("go infinite");
    let started = Instant::now();
    let lines = client.until("info depth", LONG);
    let mut last = lines.last().unwrap().clone();
    while !last.contains("currmove ") && started.elapsed() < 30 * SECOND {
        last = client.until("info depth", LONG).pop().unwrap();
    }
    assert!(started.elapsed() > 3 * SECOND);
    assert!(is_legal(&*start(), field(&last, "currmove").unwrap()), "{last}");
    assert!(number(&last, "currmovenumber").is_some(), "{last}");
    client.send("stop");
    client.answer(SECOND);
}

#[test]
fn a_root_without_moves_is_answered() {
    let mut client = Client::start();
    for (fen, score) in [(MATED, "info depth 0 score mate 0"), (STALEMATED, "info depth 0 score cp 0")] {
        client.order(&format!("position fen {fen}"));
        for go in ["go depth 5", "go movetime 50", "go wtime 100 btime 100", "go mate 2"] {
            assert_eq!(client.go(go).lines, [score, "bestmove (none)"], "{go}");
        }
    }
}

#[test]
fn chances_add_up_to_a_thousand() {
    let mut client = Client::start();
    client.order("setoption name UCI_ShowWDL value true");
    for variant in Variant::ALL {
        client.order(&format!("setoption name UCI_Variant value {variant}"));
        let answer = client.go("go depth 4");
        for line in answer.scores() {
            let words: Vec<&str> = line.split(' ').collect();
            let at = words.iter().position(|word| *word == "wdl").unwrap_or_else(|| panic!("{line}"));
            let sum: i64 = words[at + 1..at + 4].iter().map(|word| word.parse::<i64>().unwrap()).sum();
            assert_eq!(sum, 1000, "{line}");
        }
    }
}

// 14. A second go

#[test]
fn a_second_go_stops_and_answers_the_first() {
    let mut client = Client::start();
    client.send("go infinite\ngo depth 3");
    assert_legal(&client.answer(LONG));
    let second = client.answer(LONG);
    assert_legal(&second);
    assert!(second.last().starts_with("info depth 3 "), "{:?}", second.lines);
    client.expect_no("bestmove", SHORT);
}

// 17. The same search every time

#[test]
fn one_thread_searches_the_same_way_every_time() {
    let mut client = Client::start();
    for go in ["go depth 7", "go nodes 30000"] {
        for variant in ["chess", "madrasi", "maharajah"] {
            client.order(&format!("setoption name UCI_Variant value {variant}"));
            let mut results = Vec::new();
            for _ in 0..3 {
                client.order("ucinewgame");
                client.order("position startpos");
                let answer = client.go(go);
                results.push((number(answer.last(), "nodes"), answer.best().to_owned()));
            }
            assert!(results.iter().all(|result| *result == results[0]), "{go} {variant}: {results:?}");
        }
    }
}

// More threads than cores, and weaker play

#[test]
fn many_threads_play_legal_moves() {
    let mut client = Client::start();
    client.order("setoption name Threads value 16");
    assert_legal(&client.go("go movetime 300"));
    client.send("go infinite");
    thread::sleep(SHORT);
    client.send("stop");
    assert_legal(&client.answer(2 * SECOND));
}

#[test]
fn weak_play_is_legal_varied_and_never_misses_a_win_on_the_spot() {
    let mut client = Client::start();
    client.order("setoption name UCI_LimitStrength value true");
    client.order("setoption name UCI_Elo value 600");
    let mut moves = std::collections::BTreeSet::new();
    for _ in 0..30 {
        let answer = client.go("go movetime 500");
        assert_legal(&answer);
        assert_eq!(pv(answer.last())[0], answer.best());
        moves.insert(answer.best().to_owned());
    }
    assert!(moves.len() > 1, "{moves:?}");
    for _ in 0..10 {
        client.order(&format!("position fen {MATE_IN_ONE}"));
        assert_eq!(client.go("go nodes 1").best(), "a1a8");
    }
    client.order("setoption name UCI_Variant value maharajah");
    for _ in 0..10 {
        client.order("position fen rnbqkbnr/ppppp1pp/5p2/4M3/8/8/8/8 b kq - 0 1");
        assert_eq!(client.go("go depth 1").best(), "f6e5");
    }
}

// Counting

#[test]
fn perft_is_told_per_move_and_can_be_stopped() {
    let mut client = Client::start();
    client.send("go perft 3");
    let lines = client.until("Nodes searched: ", LONG);
    assert_eq!(lines.len(), 22);
    let sum: u64 =
        lines[..20].iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!((sum, lines[21].as_str()), (8902, "Nodes searched: 8902"));
    client.send("go perft 0");
    client.until("Nodes searched: 1", LONG);
    client.send("go perft 12");
    thread::sleep(SHORT);
    client.ready();
    client.send("stop");
    client.until("info string perft stopped", 2 * SECOND);
}

#[test]
fn no_depth_is_too_deep_for_perft() {
    let mut client = Client::start();
    for depth in ["200", "30000", "4294967295", "99999999999999999999"] {
        client.send(&format!("go perft {depth}"));
        thread::sleep(SHORT);
        client.send("stop");
        client.until("info string perft stopped", 2 * SECOND);
    }
}

/// 218 and more legal moves each way: one subtree more between two looks at the signals would take seconds.
#[test]
fn perft_of_many_queens_stops_in_time() {
    let mut client = Client::start();
    client.order("position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    client.send("go perft 20");
    thread::sleep(SHORT);
    client.send("stop");
    client.until("info string perft stopped", SECOND);
}
