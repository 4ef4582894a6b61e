//! A solution as one JSON object a line.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::input::Problem;
use crate::solver::solution::{Continuation, Defence, SetPlay, Solution, Tree};
use crate::types::Move;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<Value>,
    fen: &'a str,
    variant: &'a str,
    stipulation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Vec<String>>>,
    /// Keys that solve in fewer moves than asked for, and in how many.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    short: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Value>,
    complete: bool,
    /// Up to how many moves the search is complete.
    established: u32,
    nodes: u64,
    time_ms: u64,
}

/// What was asked for beside keys and solutions.
#[derive(Clone, Copy)]
pub struct Extras {
    /// `--variations`
    pub variations: bool,
    /// `--tries`
    pub tries: bool,
}

/// The solution as a JSON object.
///
/// # Errors
/// None is known; the type is that of `serde_json`.
pub fn line(problem: &Problem, solution: &Solution, extras: Extras) -> serde_json::Result<String> {
    let battle = problem.stipulation.play.is_battle();
    let full = problem.stipulation.moves;
    let keys = solution.keys.iter();
    let trees = keys.clone().map(|key| (key.mv.to_string(), key.tree.as_ref().map_or(json!({}), tree)));
    let tries = solution.tries.iter().map(|failed| {
        let mut fields = match failed.tree.as_ref().map(tree) {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        fields.insert("refutations".into(), json!([failed.refutation.to_string()]));
        (failed.mv.to_string(), Value::Object(fields))
    });
    serde_json::to_string(&Line {
        id: &problem.id,
        fen: &problem.fen,
        variant: problem.variant.name(),
        stipulation: problem.stipulation.to_string(),
        keys: battle.then(|| keys.clone().map(|key| key.mv.to_string()).collect()),
        solutions: (!battle).then(|| lines(&solution.lines)),
        short: keys.filter(|key| key.moves < full).map(|key| (key.mv.to_string(), key.moves)).collect(),
        set: solution.set_play.as_ref().map(set_play),
        variations: extras.variations.then(|| trees.collect()),
        tries: extras.tries.then(|| tries.collect()),
        complete: solution.complete,
        established: solution.established,
        nodes: solution.nodes,
        time_ms: u64::try_from(solution.time.as_millis()).unwrap_or(u64::MAX),
    })
}

fn lines(lines: &[Vec<Move>]) -> Vec<Vec<String>> {
    lines.iter().map(|line| line.iter().map(Move::to_string).collect()).collect()
}

fn set_play(set: &SetPlay) -> Value {
    match set {
        SetPlay::Replies(replies) => defences(replies),
        SetPlay::Lines(set) => json!(lines(set)),
    }
}

fn tree(tree: &Tree) -> Value {
    json!({
        "threats": continuations(&tree.threats),
        "zugzwang": tree.zugzwang,
        "variations": defences(&tree.defences),
    })
}

/// By reply: the answers; none if the reply itself reaches the goal.
fn defences(defences: &[Defence]) -> Value {
    defences.iter().map(|defence| (defence.mv.to_string(), continuations(&defence.answers))).collect()
}

/// A list of moves if all of them reach the goal; else, by move, the play after it.
fn continuations(moves: &[Continuation]) -> Value {
    if moves.iter().all(|continuation| continuation.tree.is_none()) {
        return moves.iter().map(|continuation| continuation.mv.to_string()).collect();
    }
    let below = |continuation: &Continuation| {
        (continuation.mv.to_string(), continuation.tree.as_ref().map_or(Value::Null, tree))
    };
    moves.iter().map(below).collect::<Map<_, _>>().into()
}
