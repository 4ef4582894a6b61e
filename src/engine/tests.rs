//! The engine with thinkers that misbehave.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::*;
use crate::rules::Variant;
use crate::search::{Bound, Line, Report, Thought};
use crate::types::{Move, Score};

const SOON: Duration = Duration::from_secs(20);

fn engine(thinker: Thinker) -> (Engine, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    let engine = Engine::with_thinker(
        Options::default(),
        Arc::new(move |event| {
            let _ = sender.send(event);
        }),
        thinker,
    );
    (engine.unwrap(), events)
}

fn dies(_: &dyn Game, _: &Limits, _: &Shared, _: &mut dyn FnMut(Report)) -> Thought {
    panic!("as the test wants it");
}

fn dies_late(game: &dyn Game, limits: &Limits, shared: &Shared, report: &mut dyn FnMut(Report)) -> Thought {
    let pv = vec![game.legal_moves()[7]];
    let time = Duration::ZERO;
    report(Report::Line(Line {
        depth: 1,
        seldepth: 1,
        multipv: 1,
        score: Score(9),
        bound: Bound::Exact,
        nodes: 1,
        time,
        hashfull: 0,
        pv,
    }));
    dies(game, limits, shared, report)
}

fn go(line: &str) -> Request {
    let mut request = Request::default();
    match line {
        "infinite" => request.infinite = true,
        "ponder" => (request.ponder, request.clocks) = (true, [Some(1000); 2]),
        _ => request.depth = Some(1),
    }
    request
}

fn best(event: Event) -> Option<Move> {
    match event {
        Event::BestMove { best, .. } => best,
        other => panic!("{other:?} instead of a best move"),
    }
}

#[test]
fn a_panic_is_told_and_answered_with_a_legal_move() {
    let (mut engine, events) = engine(dies);
    engine.go(&go("depth"));
    assert!(matches!(events.recv_timeout(SOON), Ok(Event::Notice(text)) if text.contains("failed")));
    let mv = best(events.recv_timeout(SOON).unwrap()).unwrap();
    assert!(engine.game().legal_moves().contains(&mv));
    // The next search works as if nothing had happened.
    engine.go(&go("depth"));
    assert!(matches!(events.recv_timeout(SOON), Ok(Event::Notice(_))));
    assert!(best(events.recv_timeout(SOON).unwrap()).is_some());
}

#[test]
fn a_late_panic_costs_only_what_was_not_yet_found() {
    let (mut engine, events) = engine(dies_late);
    engine.go(&go("depth"));
    let Event::Line { line, .. } = events.recv_timeout(SOON).unwrap() else { panic!("no line") };
    assert!(matches!(events.recv_timeout(SOON), Ok(Event::Notice(_))));
    assert_eq!(best(events.recv_timeout(SOON).unwrap()), line.pv.first().copied());
}

#[test]
fn an_unlimited_search_waits_even_if_there_is_nothing_left_to_do() {
    let (mut engine, events) = engine(dies);
    for kind in ["infinite", "ponder"] {
        engine.go(&go(kind));
        assert!(matches!(events.recv_timeout(SOON), Ok(Event::Notice(_))));
        assert!(events.recv_timeout(Duration::from_millis(100)).is_err(), "{kind}");
        assert!(engine.is_thinking());
        match kind {
            "ponder" => engine.ponder_hit(),
            _ => engine.stop(),
        }
        assert!(best(events.recv_timeout(SOON).unwrap()).is_some(), "{kind}");
    }
}

#[test]
fn an_impossible_table_leaves_the_old_one() {
    let (mut engine, events) = engine(dies);
    engine.set_option(OptionId::Hash, Some("33554432")).unwrap();
    assert!(
        matches!(events.recv_timeout(SOON), Ok(Event::Notice(text)) if text.contains("keeps its 16 MiB"))
    );
    assert_eq!(engine.options().hash, 16);
    engine.set_option(OptionId::Hash, Some("2")).unwrap();
    assert_eq!(engine.shared.table().mebibytes(), 2);
}

#[test]
fn a_bad_position_leaves_the_old_one() {
    let (mut engine, _) = engine(dies);
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    engine.set_position(None, &words("e2e4 e7e5")).unwrap();
    let fen = engine.game().fen();
    for (bad, moves) in
        [(None, "e2e4 e7e5 e1e3"), (None, "0000"), (None, "x"), (Some("8/8/8/8 w - -"), "a1a2")]
    {
        let error = engine.set_position(bad, &words(moves)).unwrap_err().to_string();
        assert!(!error.is_empty());
        assert_eq!(engine.game().fen(), fen);
    }
}

#[test]
fn a_new_rule_set_brings_its_start_position() {
    let (mut engine, _) = engine(dies);
    for variant in Variant::ALL {
        engine.set_option(OptionId::Variant, Some(variant.name())).unwrap();
        assert_eq!(engine.game().variant(), variant);
        assert_eq!(engine.game().fen(), variant.start_fen());
    }
}
