//! Time controls and the clock of one side.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long an engine may think: `moves/time+increment` in the syntax of cutechess-cli.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves per period; `None`: the time is for the whole game.
    pub moves: Option<u32>,
    /// Time of a period.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a time control ({reason}); examples: 8+0.08, 40/10, 40/1:30+0.5, inf")]
pub struct TimeControlError {
    text: String,
    reason: &'static str,
}

impl TimeControl {
    /// Reads a time control; `inf` and `infinite` are no limit at all.
    ///
    /// # Errors
    /// Text that is none, with the reason.
    pub fn parse(text: &str) -> Result<Option<TimeControl>, TimeControlError> {
        if matches!(text, "inf" | "infinite") { Ok(None) } else { text.parse().map(Some) }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |reason| TimeControlError { text: text.to_owned(), reason };
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => {
                let moves = moves.parse().map_err(|_| error("the moves before '/' are no whole number"))?;
                (Some(moves).filter(|&n: &u32| n > 0), time)
            }
            None => (None, text),
        };
        let (base, increment) = match time.split_once('+') {
            Some((base, increment)) => {
                (base, seconds(increment).ok_or(error("the increment after '+' is no time in seconds"))?)
            }
            None => (time, Duration::ZERO),
        };
        let base = clock_time(base).ok_or(error("the time is no number of seconds or minutes:seconds"))?;
        if base.is_zero() && increment.is_zero() {
            return Err(error("no time at all"));
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// As the PGN standard writes it: `40/10`, `8+0.08`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Seconds, with or without a fraction; at most a year, so that sums of times cannot overflow.
pub fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 366.0 * 86_400.0;
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    (value <= YEAR).then(|| Duration::from_micros((value * 1e6).round() as u64))
}

/// `hours:minutes:seconds`, `minutes:seconds` or seconds.
fn clock_time(text: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut parts = text.rsplit(':');
    for unit in [1, 60, 3600] {
        match parts.next() {
            Some(part) => total += seconds(part)? * unit,
            None => return Some(total),
        }
    }
    parts.next().is_none().then_some(total)
}

/// The clock of one side during a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A full clock.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, moves_to_go: control.moves }
    }

    /// Time left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves to the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Added after each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Takes off the time of one move; time used beyond the clock is forgiven, since it was within
    /// the margin.
    pub fn spend(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.moves_to_go = self.control.moves;
                self.left += self.control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn reads_the_syntax_of_match_runners() {
        for (text, moves, base, increment, shown) in [
            ("8+0.08", None, 8_000, 80, "8+0.08"),
            ("40/10", Some(40), 10_000, 0, "40/10"),
            ("40/1:30+0.5", Some(40), 90_000, 500, "40/90+0.5"),
            ("1:00:00", None, 3_600_000, 0, "3600"),
            ("0/10", None, 10_000, 0, "10"),
            ("0.5", None, 500, 0, "0.5"),
            ("0+0.1", None, 0, 100, "0+0.1"),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control, TimeControl { moves, base: ms(base), increment: ms(increment) }, "{text}");
            assert_eq!(control.to_string(), shown);
        }
        assert_eq!(TimeControl::parse("inf"), Ok(None));
        assert_eq!(TimeControl::parse("infinite"), Ok(None));
    }

    #[test]
    fn refuses_what_is_none() {
        for text in ["", "8+", "+1", "x/10", "8++1", "-3", "1e9", "nan", "inf+1", "0", "1:2:3:4", "40/", ":"]
        {
            let error = TimeControl::parse(text).expect_err(text);
            assert!(error.to_string().contains("is not a time control"), "{error}");
        }
    }

    #[test]
    fn the_clock_runs_over_periods() {
        let mut clock = Clock::new("2/10+1".parse().expect("valid"));
        clock.spend(ms(4_000));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(7_000), Some(1)));
        clock.spend(ms(7_500));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(11_000), Some(2)));
        let mut sudden = Clock::new("8+0.08".parse().expect("valid"));
        sudden.spend(ms(100));
        assert_eq!((sudden.left(), sudden.moves_to_go()), (ms(7_980), None));
    }
}
