//! How long to think: a soft limit, after which no new iteration begins, and a hard one, at which
//! the search is broken off.
//!
//! The search stretches the soft limit while the best move or its score wavers and shrinks it
//! while they are settled; what is computed here is the middle.

use std::time::Duration;

use super::Request;
use crate::types::Color;

/// Moves a game is expected to last when no time control says so.
const HORIZON: i64 = 40;

/// With a short clock fewer moves are looked ahead, one for so many milliseconds, or the overhead of
/// moves that may never come would leave nothing for the present one.
const SHORT_CLOCK: i64 = 20;

/// The least number of moves that a clock has to last for.
const SHORTEST_HORIZON: i64 = 10;

/// How often the soft limit fits into the hard one.
const STRETCH: i64 = 5;

/// What is kept in reserve for each of the next moves, in milliseconds, and for how many of them: a busy
/// machine may hold a process up for as long.
const RESERVE: i64 = 50;
const RESERVE_MOVES: i64 = 4;

/// The limits of one move. The soft one never exceeds the hard one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// No new iteration after this.
    pub soft: Option<Duration>,
    /// Broken off after this.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget of `mover` for one move, `overhead` milliseconds of which go to the pipe and
    /// the client. `forced` says that there is but one move to choose from: it is played at once.
    ///
    /// Without any time in the request there is no limit. A fixed time per move goes before a clock,
    /// as XBoard sends both; a clock that runs shorter still bounds it.
    pub fn new(request: &Request, mover: Color, overhead: u64, forced: bool) -> Self {
        let overhead = i64::try_from(overhead).unwrap_or(i64::MAX);
        let fixed = request.move_time.map(|time| fixed_time(time, overhead));
        let clock = request.clock(mover);
        // A fixed time is used up, however settled the move is.
        let (soft, hard) = match (fixed, clock) {
            (None, None) => return Budget::default(),
            (Some(fixed), None | Some(..=0)) => (None, fixed),
            (Some(fixed), Some(clock)) => (None, fixed.min(clock.saturating_sub(overhead).max(0))),
            (None, Some(clock)) => {
                let moves = request.moves_to_go.filter(|&moves| moves > 0);
                let (soft, hard) = share_of_clock(clock, request.increment(mover), moves, overhead);
                (Some(soft), hard)
            }
        };
        let soft = if forced { Some(0) } else { soft };
        Budget { soft: soft.map(milliseconds), hard: Some(milliseconds(hard)) }
    }
}

/// The whole time less the overhead, of which a very short time gives at most half.
fn fixed_time(time: i64, overhead: i64) -> i64 {
    let time = time.max(0);
    time - overhead.min(time / 2)
}

/// Soft and hard limit out of a clock, in milliseconds. The hard one never exceeds the clock less
/// the overhead.
fn share_of_clock(clock: i64, increment: i64, moves_to_go: Option<i64>, overhead: i64) -> (i64, i64) {
    let clock = clock.max(0);
    let increment = increment.max(0);
    let usable = clock.saturating_sub(overhead).max(0);
    let horizon = (clock / SHORT_CLOCK).clamp(SHORTEST_HORIZON, HORIZON);
    let moves = moves_to_go.map_or(horizon, |moves| moves.min(HORIZON));
    // A reserve against a machine that is slower than the overhead says.
    let reserve = (clock - clock / 4).min(RESERVE * moves.min(RESERVE_MOVES));
    // All the time until the horizon, less the overhead of every move on the way.
    let pool = clock
        .saturating_add(increment.saturating_mul(moves - 1))
        .saturating_sub(overhead.saturating_mul(moves + 1))
        .saturating_sub(reserve)
        .max(0);
    // A move that wavers must not eat up the clock, for each one to come adds its own delay.
    let hard = (pool / moves).saturating_mul(STRETCH.min(moves)).min(usable / moves.min(2));
    let soft = (pool / moves).min(hard);
    (soft, hard)
}

fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(time.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(clock: i64, increment: i64, moves_to_go: Option<i64>) -> Request {
        Request {
            clocks: [Some(clock), Some(-170_671)],
            increments: [Some(increment), None],
            moves_to_go,
            ..Request::default()
        }
    }

    fn budget(request: &Request) -> (u128, u128) {
        let budget = Budget::new(request, Color::White, 10, false);
        (budget.soft.unwrap().as_millis(), budget.hard.unwrap().as_millis())
    }

    #[test]
    fn limits_keep_their_order_and_the_clock() {
        for clock in [i64::MIN, -5, 0, 1, 9, 10, 11, 50, 200, 2000, 60_000, i64::MAX] {
            for increment in [i64::MIN, -1, 0, 10, 10_000, i64::MAX] {
                for moves in [None, Some(i64::MIN), Some(0), Some(1), Some(2), Some(40), Some(i64::MAX)] {
                    let (soft, hard) = budget(&request(clock, increment, moves));
                    assert!(soft <= hard, "{clock} {increment} {moves:?}: soft {soft} hard {hard}");
                    let most = clock.saturating_sub(10).max(0).unsigned_abs();
                    assert!(hard <= u128::from(most), "{clock} {increment} {moves:?}: hard {hard}");
                }
            }
        }
    }

    #[test]
    fn a_big_increment_does_not_tempt() {
        let (_, hard) = budget(&request(50, 10_000, None));
        assert!(hard <= 40);
    }

    #[test]
    fn the_last_move_of_a_control_uses_the_time() {
        let (soft, hard) = budget(&request(1000, 0, Some(1)));
        assert!(soft > 800, "{soft}");
        assert!(hard <= 990, "{hard}");
    }

    #[test]
    fn movestogo_of_zero_is_none() {
        assert_eq!(budget(&request(1000, 0, Some(0))), budget(&request(1000, 0, None)));
        assert_eq!(budget(&request(1000, 0, Some(-7))), budget(&request(1000, 0, None)));
    }

    #[test]
    fn either_clock_will_do() {
        let request = Request { clocks: [None, Some(1000)], ..Request::default() };
        assert_eq!(
            Budget::new(&request, Color::White, 10, false),
            Budget::new(&request, Color::Black, 10, false)
        );
    }

    #[test]
    fn no_time_no_limit() {
        let request = Request { depth: Some(7), ..Request::default() };
        assert_eq!(Budget::new(&request, Color::White, 10, false), Budget::default());
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let fixed = |time| {
            let request = Request { move_time: Some(time), ..Request::default() };
            Budget::new(&request, Color::White, 10, false).hard.unwrap().as_millis()
        };
        assert_eq!(fixed(100), 90);
        assert_eq!(fixed(1), 1);
        assert_eq!(fixed(-100), 0);
    }

    #[test]
    fn a_fixed_time_goes_before_a_clock_that_allows_it() {
        let both = |time, clock| {
            let request =
                Request { move_time: Some(time), clocks: [Some(clock), None], ..Request::default() };
            let budget = Budget::new(&request, Color::White, 10, false);
            (budget.soft, budget.hard.unwrap().as_millis())
        };
        assert_eq!(both(1970, 2000), (None, 1960));
        assert_eq!(both(5000, 1000), (None, 990));
        assert_eq!(both(500, 0), (None, 490));
    }

    #[test]
    fn a_forced_move_needs_no_time() {
        let budget = Budget::new(&request(60_000, 0, None), Color::White, 10, true);
        assert_eq!(budget.soft, Some(Duration::ZERO));
    }
}
