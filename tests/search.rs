//! The search: mates, draws, limits, lines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use sepoy::movegen::{has_legal_move, legal_moves};
use sepoy::position::Position;
use sepoy::rules::{Outcome, Rules, Variant, Visitor};
use sepoy::search::{Bound, Limits, Line, Report, Shared, Thought, think};
use sepoy::types::{Move, Score};

const DIAGRAM: &str = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ZUGZWANG: &str = "2b1kb2/1pp1ppp1/2n2n2/p2p3p/3q4/5M2/1r6/6r1 b - - 0 15";

/// A search from a FEN, with everything it told.
struct Search<'a> {
    fen: &'a str,
    limits: Limits,
    moves: &'a [&'a str],
}

struct Told {
    thought: Thought,
    lines: Vec<Line>,
}

impl Told {
    fn best(&self) -> String {
        self.thought.best_move.map_or("(none)".to_owned(), |mv| mv.to_string())
    }
}

/// Plays a line and checks that every move of it is legal; the number of legal answers at its end.
fn follow<R: Rules>(root: &Position<R>, pv: &[Move]) -> Position<R> {
    pv.iter().fold(*root, |position, mv| {
        assert!(legal_moves(&position).contains(mv), "{mv} in {pv:?} after {}", position.fen());
        position.after(*mv)
    })
}

fn check_line<R: Rules>(root: &Position<R>, line: &Line) {
    assert!(line.bound != Bound::Exact || !line.pv.is_empty() || line.depth == 0);
    let end = follow(root, &line.pv);
    let Some(plies) = line.score.plies_to_mate() else { return };
    if line.bound == Bound::Exact {
        assert_eq!(line.pv.len(), plies, "{line:?} from {}", root.fen());
        let over = end.lost().is_some() || !has_legal_move(&end);
        assert!(over && matches!(end.outcome_without_moves(), Outcome::Win { .. }), "{line:?}");
    }
}

impl Visitor for Search<'_> {
    type Output = Told;

    fn visit<R: Rules>(self) -> Told {
        let mut position = Position::<R>::from_fen(self.fen).unwrap().0;
        let mut history = vec![position.key()];
        for text in self.moves {
            let mv = legal_moves(&position).into_iter().find(|mv| mv.to_string() == *text).unwrap();
            position = position.after(mv);
            history.push(position.key());
        }
        let shared = Shared::new(8).unwrap();
        shared.prepare(false);
        let mut lines = Vec::new();
        let thought = think(&position, &history, &self.limits, &shared, &mut |report| {
            if let Report::Line(line) = report {
                check_line(&position, &line);
                lines.push(line);
            }
        });
        let last = lines.iter().rev().find(|line| line.multipv == 1).unwrap();
        assert_eq!(last.bound, Bound::Exact);
        assert_eq!(last.pv.first().copied(), thought.best_move);
        Told { thought, lines }
    }
}

fn search(variant: Variant, fen: &str, limits: Limits) -> Told {
    variant.dispatch(Search { fen, limits, moves: &[] })
}

fn to_depth(variant: Variant, fen: &str, depth: u32) -> Told {
    search(variant, fen, Limits::to_depth(depth))
}

#[test]
fn the_diagram_everyone_knows() {
    for depth in [3, 5, 8] {
        let told = to_depth(Variant::Madrasi, DIAGRAM, depth);
        assert_eq!(told.best(), "a1e5");
        assert_eq!(told.thought.score, Score::mate_in(3));
        let pv: Vec<String> = told.thought.pv.iter().map(Move::to_string).collect();
        assert_eq!(pv, ["a1e5", "h4c4", "b3c4"]);
    }
}

#[test]
fn a_double_step_that_stalemates() {
    let told = to_depth(Variant::Madrasi, "8/1p6/2kp4/2P5/K7/2q5/7P/8 b - - 0 1", 6);
    assert_ne!(told.best(), "b7b5");
    assert!(told.thought.score > Score(300));
    let only = vec![told_move("8/1p6/2kp4/2P5/K7/2q5/7P/8 b - - 0 1", "b7b5")];
    let limits = Limits { search_moves: only, ..Limits::to_depth(5) };
    let told = search(Variant::Madrasi, "8/1p6/2kp4/2P5/K7/2q5/7P/8 b - - 0 1", limits);
    assert_eq!((told.best().as_str(), told.thought.score), ("b7b5", Score::DRAW));
}

fn told_move(fen: &str, text: &str) -> Move {
    let position = Position::<sepoy::rules::Madrasi>::from_fen(fen).unwrap().0;
    legal_moves(&position).into_iter().find(|mv| mv.to_string() == text).unwrap()
}

#[test]
fn zugzwang_of_the_maharajah() {
    let told = to_depth(Variant::Maharajah, ZUGZWANG, 6);
    assert_eq!((told.best().as_str(), told.thought.score), ("e7e5", Score::mate_in(3)));
}

#[test]
fn a_repetition_is_a_draw() {
    // Black's only hope: the queen's checks never end.
    let fen = "1Q6/1R4pk/7p/8/7q/8/6P1/6K1 b - - 0 1";
    let moves = ["h4e1", "g1h2", "e1h4", "h2g1", "h4e1", "g1h2", "e1h4"];
    let told = Variant::Chess.dispatch(Search { fen, limits: Limits::to_depth(4), moves: &moves });
    // 1.Kg1 Qe1+ would be the third time; a repetition counts a centipawn for either side.
    assert_eq!(told.best(), "h2g1");
    assert!(told.thought.score.0.abs() <= 1, "{:?}", told.thought.score);
}

#[test]
fn mate_on_the_hundredth_half_move_counts() {
    let mate = "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80";
    assert_eq!(to_depth(Variant::Chess, mate, 4).thought.score, Score::mate_in(1));
    let late = "7k/8/8/6K1/8/8/8/1Q6 w - - 99 80";
    assert_eq!(to_depth(Variant::Chess, late, 4).thought.score, Score::DRAW);
}

#[test]
fn lines_are_numbered_in_order_of_score() {
    let limits = Limits { multi_pv: 4, ..Limits::to_depth(5) };
    let told = search(Variant::Chess, START, limits);
    let last = &told.lines[told.lines.len() - 4..];
    let numbers: Vec<usize> = last.iter().map(|line| line.multipv).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    let mut first: Vec<Move> = last.iter().map(|line| line.pv[0]).collect();
    first.dedup();
    assert_eq!(first.len(), 4);
}

#[test]
fn one_thread_stops_at_the_node() {
    for nodes in [1, 2, 50, 5_000] {
        let told = search(Variant::Madrasi, START, Limits::to_nodes(nodes));
        assert_eq!(told.thought.nodes, nodes);
        assert!(told.thought.best_move.is_some());
    }
}

#[test]
fn roots_without_moves() {
    let mated = to_depth(Variant::Chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 5);
    assert_eq!((mated.best().as_str(), mated.thought.score), ("(none)", Score::mated_in(0)));
    let stalemated = to_depth(Variant::Chess, "7k/8/6Q1/6K1/8/8/8/8 b - - 0 1", 5);
    assert_eq!((stalemated.best().as_str(), stalemated.thought.score), ("(none)", Score::DRAW));
}

/// Checks without end and a board full of riders: the stack and the lists hold.
#[test]
fn the_deepest_lines_end() {
    let riders = "rrrrkrrr/rrrrrrrr/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    for variant in [Variant::Madrasi, Variant::Chess] {
        let told = search(variant, riders, Limits::to_nodes(30_000));
        assert!(told.thought.best_move.is_some());
    }
    let bare = search(
        Variant::Chess,
        "k7/p7/P7/8/8/8/8/K7 w - - 0 1",
        Limits { depth: Some(9_999), ..Limits::to_nodes(100_000) },
    );
    assert!(bare.thought.depth > 10);
}

/// Armies of riders face to face: the captures come to an end, and the first iteration with them.
#[test]
fn a_slaughter_is_searched_in_bounded_time() {
    for armies in [
        "qqqqqqqk/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1",
        "rrrrrrrk/rrrrrrrr/qqqqqqqq/8/8/QQQQQQQQ/RRRRRRRR/KRRRRRRR w - - 0 1",
    ] {
        let told = search(Variant::Chess, armies, Limits { depth: Some(1), ..Limits::to_nodes(2_000_000) });
        assert!(told.thought.nodes < 1_000_000, "{}", told.thought.nodes);
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    for variant in Variant::ALL {
        let run = || variant.dispatch(FromStart).nodes;
        assert_eq!(run(), run());
    }
}

struct FromStart;

impl Visitor for FromStart {
    type Output = Thought;

    fn visit<R: Rules>(self) -> Thought {
        let shared = Shared::new(1).unwrap();
        shared.prepare(false);
        think(&Position::<R>::start(), &[], &Limits::to_depth(5), &shared, &mut |_| {})
    }
}

#[test]
fn a_maharajah_in_reach_is_taken() {
    let told = to_depth(Variant::Maharajah, "4k3/8/8/8/8/8/p7/1M6 b - - 0 1", 1);
    assert_eq!((told.best().as_str(), told.thought.score), ("a2b1", Score::mate_in(1)));
}

#[test]
fn a_mate_in_so_many_moves_ends_the_search() {
    let limits = |moves| Limits { mate: Some(moves), depth: Some(2 * moves), ..Limits::default() };
    let told = search(Variant::Madrasi, DIAGRAM, limits(2));
    assert_eq!((told.best().as_str(), told.thought.score), ("a1e5", Score::mate_in(3)));
    let told = search(Variant::Madrasi, DIAGRAM, limits(1));
    assert!(told.thought.best_move.is_some() && told.thought.score != Score::mate_in(1));
    let told = search(Variant::Maharajah, ZUGZWANG, limits(3));
    assert_eq!((told.best().as_str(), told.thought.score), ("e7e5", Score::mate_in(3)));
}

/// Helping threads end with the search and hand in their nodes.
#[test]
fn threads_share_the_work() {
    for variant in [Variant::Madrasi, Variant::Maharajah] {
        let fen = variant.start_fen();
        let told = search(variant, fen, Limits { threads: 3, ..Limits::to_nodes(60_000) });
        assert!(told.thought.best_move.is_some());
        assert!(told.thought.nodes >= 60_000);
    }
}
