//! The position that `startpos` stands for.

use super::{Options, Placement};
use crate::game::{self, Game};
use crate::types::Move;

/// A new game from the start position: that of the rule set, with a unit in hand on the square
/// that the options choose for it.
pub(super) fn open(options: &Options) -> Box<dyn Game> {
    from_hand(options).unwrap_or_else(|| game::start(options.variant))
}

/// `None` if the rule set has nothing in hand at the start.
fn from_hand(options: &Options) -> Option<Box<dyn Game>> {
    let (mut game, _) = game::open(options.variant, Some(options.variant.start_in_hand()?)).ok()?;
    let Placement::On(square) = options.maharajah_start else {
        return Some(game);
    };
    game.play(Move::placement(square));
    // The placement belongs to the set-up: the game begins after it.
    let mut fen = game.fen();
    if options.maharajah_first {
        fen = fen.replace(" b ", " w ");
    }
    game::open(options.variant, Some(&fen)).ok().map(|(game, _)| game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::types::Square;

    fn fen(variant: Variant, maharajah_start: Placement) -> String {
        open(&Options { variant, maharajah_start, ..Options::default() }).fen()
    }

    #[test]
    fn the_maharajah_stands_where_the_option_says() {
        let variant = Variant::Maharajah;
        assert_eq!(fen(variant, Placement::On(Square::E1)), variant.start_fen());
        assert_eq!(fen(variant, Placement::On(Square::A1)), "rnbqkbnr/pppppppp/8/8/8/8/8/M7 b kq - 0 1");
        assert_eq!(fen(variant, Placement::Choose), "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1");
    }

    #[test]
    fn the_maharajah_may_begin() {
        let options = Options { variant: Variant::Maharajah, maharajah_first: true, ..Options::default() };
        assert_eq!(open(&options).fen(), "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1");
    }

    #[test]
    fn elsewhere_nothing_is_in_hand() {
        for variant in Variant::ALL.into_iter().filter(|variant| variant.start_in_hand().is_none()) {
            assert_eq!(fen(variant, Placement::Choose), variant.start_fen());
        }
    }
}
