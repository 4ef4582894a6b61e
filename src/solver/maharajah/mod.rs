//! Maharajah, won by Black: proofs that hold against every white reply.
//!
//! White has one unit, so all that White can do is a set of squares, one machine word. [`crate::types::fill`]
//! moves such sets, [`setup`] is the other half of a position, Black's. [`beam`] searches forward
//! for a blind plan, [`induction`] backward for a shorter one that looks where the maharajah went;
//! both become a [`plan`], an answer to everything, and [`verify`] plays it against everything
//! before anyone is told.

mod beam;
mod book;
mod bounds;
mod induction;
mod plan;
mod prover;
mod report;
mod setup;
mod verify;

pub use prover::{Effort, Prover, Win};
pub use report::{Finding, Report, Wish, report};
pub use verify::{Coverage, Flaw};

use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::{Color, PieceKind};

use plan::Standing;
use setup::Setup;

/// The position as the proofs see it; `None` unless it is Black's move and the maharajah stands.
fn standing(position: &Position<Maharajah>) -> Option<Standing> {
    let maharajah = position.board().of(Color::White, PieceKind::Maharajah).first()?;
    let black = position.side() == Color::Black;
    black.then(|| Standing { setup: Setup::of_position(position), maharajah })
}
