//! A search within this process, for tools whose variant is known only when they run.

use crate::game::{self, Game};
use crate::rules::{Rules, Visitor};
use crate::search::{self, Limits, Report, Shared, Thought};

/// Searches the game's position. [`Shared`]'s table keeps what earlier searches have learnt.
pub fn think(game: &dyn Game, limits: &Limits, shared: &Shared, report: &mut dyn FnMut(Report)) -> Thought {
    struct Think<'a> {
        game: &'a dyn Game,
        limits: &'a Limits,
        shared: &'a Shared,
        report: &'a mut dyn FnMut(Report),
    }
    impl Visitor for Think<'_> {
        type Output = Option<Thought>;

        fn visit<R: Rules>(self) -> Option<Thought> {
            let root = game::position_of::<R>(self.game)?;
            Some(search::think(&root, self.game.keys(), self.limits, self.shared, self.report))
        }
    }
    shared.prepare(false);
    let thought = game.variant().dispatch(Think { game, limits, shared, report });
    thought.unwrap_or_default()
}
