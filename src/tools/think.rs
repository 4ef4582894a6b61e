//! A search within this process, for tools.

use crate::engine;
use crate::game::Game;
use crate::search::{Limits, Report, Shared, Thought};

/// Searches the game's position. [`Shared`]'s table keeps what earlier searches have learnt.
pub fn think(game: &dyn Game, limits: &Limits, shared: &Shared, report: &mut dyn FnMut(Report)) -> Thought {
    shared.prepare(false);
    engine::think(game, limits, shared, report)
}
