//! A plan that took minutes to find, followed wherever it applies. It is believed no more than
//! any other: the prover plays it out against every reply.

use std::collections::HashSet;

use once_cell::sync::Lazy;

use super::induction::{Captures, induce};
use super::plan::{Plan, Standing};
use super::setup::Setup;
use crate::position::Position;

/// Thirteen moves from the usual set-up; their order depends on where the maharajah goes. Then Black
/// has a fourteenth move after which all its squares are attacked.
const MOVES: [&str; 13] =
    ["a7a5", "b8c6", "d7d5", "g8h6", "a8a6", "a6b6", "c8f5", "b6b1", "e7e6", "h6g4", "d8d6", "d6h2", "d5d4"];

/// Black's moves with the plan, the capture included.
const LENGTH: usize = MOVES.len() + 2;

/// The set-ups after 0, 1, 2 ... of the moves, in any order.
static LAYERS: Lazy<Vec<Vec<Setup>>> = Lazy::new(|| {
    let mut layers = vec![vec![Setup::of_position(&Position::start())]];
    for _ in MOVES {
        let steps = layers.last().into_iter().flatten().flat_map(Setup::steps);
        let planned = steps.filter(|step| MOVES.contains(&step.mv.to_string().as_str()));
        let next: HashSet<Setup> = planned.map(|step| step.after).collect();
        layers.push(next.into_iter().collect());
    }
    layers
});

/// The rest of the plan, if the position lies on its way.
pub(super) fn plan(root: &Standing) -> Option<Plan> {
    let played = LAYERS.iter().position(|layer| layer.contains(&root.setup))?;
    let induction = induce(LAYERS.get(played..)?, LENGTH - played, Captures::Count, &|| false)?;
    Plan::follow(*root, &induction, LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Bitboard, Square};

    #[test]
    fn the_plan_holds_from_the_whole_first_rank() {
        let setup = Setup::of_position(&Position::start());
        for maharajah in Bitboard::RANK_1 {
            assert!(plan(&Standing { setup, maharajah }).is_some(), "{maharajah}");
        }
        let gone = setup.without(Square::at(4, 6));
        assert!(plan(&Standing { setup: gone, maharajah: Square::A1 }).is_none());
    }
}
