//! Weaker play: few nodes, and a choice among the best lines with chance added to their scores.
//!
//! Weak as it may be, it never misses a win on the spot: no mate in one, no maharajah left
//! hanging.

use std::hash::{BuildHasher, RandomState};

use super::OptionId;
use super::options::Kind;
use crate::game::{self, Game};
use crate::rules::Outcome;
use crate::search::Line;
use crate::types::Move;

/// How many lines there are to choose from.
pub(super) const LINES: usize = 5;

/// A strength below the full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strength {
    elo: i64,
}

impl Strength {
    pub(super) fn new(elo: i64) -> Self {
        Strength { elo }
    }

    /// Nodes the search may look at: doubled every 200 points, from 200 at 600.
    pub(super) fn nodes(self) -> u64 {
        (200.0 * ((self.elo - 600) as f64 / 200.0).exp2()) as u64
    }

    /// The most that chance adds to a score, in centipawns: nothing at the upper end of the scale,
    /// two and a half pawns at 600.
    fn noise(self) -> f64 {
        let top = match OptionId::Elo.kind() {
            Kind::Spin(range) => *range.end(),
            _ => self.elo,
        };
        (top - self.elo).max(0) as f64 / 8.0
    }

    /// Chooses among lines that are ordered by score.
    pub(super) fn choose(self, lines: &[Line], chance: impl Fn(usize) -> f64) -> Option<&Line> {
        let worth =
            |(number, line): &(usize, &Line)| f64::from(line.score.0) + self.noise() * chance(*number);
        lines.iter().enumerate().max_by(|a, b| worth(a).total_cmp(&worth(b))).map(|(_, line)| line)
    }
}

/// A number from 0 to 1 for each line, different in every process and at every call of the maker.
pub(super) fn dice() -> impl Fn(usize) -> f64 {
    let keys = RandomState::new();
    move |number| keys.hash_one(number) as f64 / u64::MAX as f64
}

/// A move that wins on the spot.
pub(super) fn winning_move(game: &dyn Game, moves: &[Move]) -> Option<Move> {
    let us = game::side(game);
    moves.iter().copied().find(|&mv| {
        let mut after = game.clone_game();
        after.play(mv);
        matches!(after.outcome(), Some(Outcome::Win { winner, .. }) if winner == us)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::search::Bound;
    use crate::types::Score;
    use std::time::Duration;

    fn line(multipv: usize, score: i32) -> Line {
        Line {
            depth: 3,
            seldepth: 4,
            multipv,
            score: Score(score),
            bound: Bound::Exact,
            nodes: 100,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![],
        }
    }

    #[test]
    fn more_points_more_nodes_less_noise() {
        let [weak, middle, strong] = [600, 1600, 2600].map(Strength::new);
        assert_eq!(weak.nodes(), 200);
        assert!(weak.nodes() < middle.nodes() && middle.nodes() < strong.nodes());
        assert!(weak.noise() > middle.noise() && middle.noise() > strong.noise());
        assert_eq!(strong.noise(), 0.0);
    }

    #[test]
    fn chance_decides_only_among_near_lines() {
        let lines = [line(1, 50), line(2, 0), line(3, -900)];
        let last = |number: usize| number as f64 / 2.0;
        assert_eq!(Strength::new(600).choose(&lines, last).map(|line| line.multipv), Some(2));
        assert_eq!(Strength::new(2600).choose(&lines, last).map(|line| line.multipv), Some(1));
        assert_eq!(Strength::new(600).choose(&[], last), None);
    }

    #[test]
    fn wins_on_the_spot_are_seen() {
        for (variant, fen, best) in [
            (Variant::Chess, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8"),
            (Variant::Maharajah, "rnbqkbnr/pppppppp/8/8/8/4M3/8/8 b kq - 0 1", ""),
            (Variant::Maharajah, "rnbqkbnr/ppppp1pp/5p2/4M3/8/8/8/8 b kq - 0 1", "f6e5"),
        ] {
            let (game, _) = game::open(variant, Some(fen)).unwrap();
            let found = winning_move(&*game, &game.legal_moves());
            assert_eq!(found.map_or_else(String::new, |mv| mv.to_string()), best);
        }
    }
}
