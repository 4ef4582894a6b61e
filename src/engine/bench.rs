//! A fixed search whose node count identifies the engine's behaviour.

use std::time::{Duration, Instant};

use super::worker::think;
use crate::game;
use crate::position::FenError;
use crate::rules::{UnknownVariant, Variant};
use crate::search::{Limits, Shared, TableError};

/// The positions: `variant|FEN`, one a line.
const POSITIONS: &str = include_str!("bench.txt");

/// What is searched, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// Plies.
    pub depth: u32,
    /// Only positions of this rule set.
    pub variant: Option<Variant>,
    /// The size of the transposition table in MiB; it is emptied before each position.
    pub hash: usize,
}

impl Default for BenchSettings {
    fn default() -> Self {
        BenchSettings { depth: 8, variant: None, hash: 16 }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A position names no rule set.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// A position is none.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// Searches the positions with one thread; `tell` gets a line for each and says whether to go on.
/// The result is `Bench: NODES` and, on the next line,
/// `NODES nodes NPS nps`.
///
/// # Errors
/// See [`BenchError`].
pub fn bench(settings: &BenchSettings, tell: &mut dyn FnMut(String) -> bool) -> Result<String, BenchError> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let shared = Shared::new(settings.hash)?;
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let (name, fen) = line.split_once('|').unwrap_or((line, ""));
        let variant: Variant = name.parse()?;
        if settings.variant.is_some_and(|only| only != variant) {
            continue;
        }
        let (game, _) = game::open(variant, Some(fen))?;
        shared.new_game();
        shared.prepare(false);
        let start = Instant::now();
        let count = think(&*game, &Limits::to_depth(settings.depth), &shared, &mut |_| {}).nodes;
        let took = start.elapsed();
        nodes += count;
        time += took;
        if !tell(format!("{count:>10} {:>6} ms  {variant} {fen}", took.as_millis())) {
            break;
        }
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    Ok(format!("Bench: {nodes}\n{nodes} nodes {nps} nps"))
}
