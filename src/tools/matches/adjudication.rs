//! Games that are ended before the rules end them: declared draws, resignations, length.
//!
//! The rules of cutechess-cli: scores are the engines' own, each from its side.

use super::options::{Adjudication, ResignRule};
use crate::types::Color;

/// Why a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Both engines have seen a draw for long enough.
    Draw,
    /// This side has seen itself lost for long enough.
    Resigns(Color),
    /// The game is too long.
    Length,
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Half-moves in a row with a drawish score.
    drawish: u32,
    /// For each side, its moves in a row with a score that it would resign.
    hopeless: [u32; 2],
    /// For each side, its moves in a row with a score at which the other would resign.
    winning: [u32; 2],
}

impl Adjudicator {
    /// For the start of a game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, drawish: 0, hopeless: [0; 2], winning: [0; 2] }
    }

    /// Takes note of a move: `side` made it in move `number` of the game, with `score` in
    /// centipawns, if it told one. `quiet` is false for captures and pawn moves, which begin the
    /// count of draws anew.
    pub fn judge(&mut self, side: Color, number: u32, score: Option<i32>, quiet: bool) -> Option<Ruling> {
        self.note_draw(number, score, quiet);
        self.note_resignation(side, score);
        if let Some(rule) = self.rules.draw
            && self.drawish >= 2 * rule.move_count
            && number >= rule.move_number
        {
            return Some(Ruling::Draw);
        }
        if let Some(rule) = self.rules.resign {
            let mut sides = [side, !side].into_iter();
            if let Some(loser) = sides.find(|&loser| self.resigns(loser, rule)) {
                return Some(Ruling::Resigns(loser));
            }
        }
        let ends = side == Color::Black && self.rules.max_moves.is_some_and(|most| number >= most);
        ends.then_some(Ruling::Length)
    }

    fn note_draw(&mut self, number: u32, score: Option<i32>, quiet: bool) {
        let Some(rule) = self.rules.draw else { return };
        let near = score.is_some_and(|score| score.abs() <= rule.score);
        if !near {
            self.drawish = 0;
        } else if quiet || self.drawish == 0 {
            self.drawish += 1;
        } else {
            self.drawish = 1;
        }
        // Moves before the first one that may be judged do not count.
        if number + rule.move_count < rule.move_number {
            self.drawish = 0;
        }
    }

    fn note_resignation(&mut self, side: Color, score: Option<i32>) {
        let Some(rule) = self.rules.resign else { return };
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let at = side.index();
        count(&mut self.hopeless[at], score.is_some_and(|score| score <= -rule.score));
        count(&mut self.winning[at], score.is_some_and(|score| score >= rule.score));
    }

    fn resigns(&self, loser: Color, rule: ResignRule) -> bool {
        self.hopeless[loser.index()] >= rule.move_count
            && (!rule.two_sided || self.winning[(!loser).index()] >= rule.move_count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::DrawRule;
    use super::*;
    use Color::{Black, White};

    fn draws() -> Adjudicator {
        let draw = Some(DrawRule { move_number: 3, move_count: 2, score: 10 });
        Adjudicator::new(Adjudication { draw, ..Adjudication::default() })
    }

    fn resigns(two_sided: bool) -> Adjudicator {
        let resign = Some(ResignRule { move_count: 2, score: 500, two_sided });
        Adjudicator::new(Adjudication { resign, ..Adjudication::default() })
    }

    #[test]
    fn draws_want_both_sides_and_enough_moves() {
        let mut game = draws();
        for number in 1..3 {
            assert_eq!(game.judge(White, number, Some(5), true), None);
            assert_eq!(game.judge(Black, number, Some(-10), true), None);
        }
        assert_eq!(game.judge(White, 3, Some(0), true), Some(Ruling::Draw));
        let mut disputed = draws();
        for number in 1..20 {
            assert_eq!(disputed.judge(White, number, Some(0), true), None);
            assert_eq!(disputed.judge(Black, number, Some(11), true), None);
        }
        let mut silent = draws();
        for number in 1..20 {
            assert_eq!(silent.judge(White, number, None, true), None);
        }
    }

    #[test]
    fn captures_and_pawn_moves_begin_the_count_anew() {
        let mut game = draws();
        for number in 1..20 {
            assert_eq!(game.judge(White, number, Some(0), true), None);
            assert_eq!(game.judge(Black, number, Some(0), false), None);
        }
    }

    #[test]
    fn resignation_counts_the_losers_moves() {
        let mut game = resigns(false);
        assert_eq!(game.judge(White, 1, Some(-600), true), None);
        assert_eq!(game.judge(Black, 1, Some(100), true), None);
        assert_eq!(game.judge(White, 2, Some(-499), true), None);
        assert_eq!(game.judge(White, 3, Some(-500), true), None);
        assert_eq!(game.judge(White, 4, Some(-900), true), Some(Ruling::Resigns(White)));
    }

    #[test]
    fn two_sided_resignation_wants_the_winner_to_see_it() {
        let mut game = resigns(true);
        for number in 1..5 {
            assert_eq!(game.judge(Black, number, Some(-800), true), None);
            assert_eq!(game.judge(White, number, Some(100), true), None);
        }
        assert_eq!(game.judge(White, 6, Some(700), true), None);
        assert_eq!(game.judge(White, 7, Some(700), true), Some(Ruling::Resigns(Black)));
    }

    #[test]
    fn long_games_end_after_a_whole_move() {
        let mut game = Adjudicator::new(Adjudication { max_moves: Some(2), ..Adjudication::default() });
        assert_eq!(game.judge(White, 2, None, false), None);
        assert_eq!(game.judge(Black, 2, None, false), Some(Ruling::Length));
    }
}
