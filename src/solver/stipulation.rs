//! What a problem asks for: who helps whom, the goal, and how many moves it may take.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::types::{ParseSquareError, Square};

/// What the last move has to bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `#`: the opponent is in check and has no move. Capturing a royal unit counts as well.
    Mate,
    /// `=`: the opponent is not in check and has no move.
    Stalemate,
    /// `==`: the opponent has no move, in check or not.
    Immobile,
    /// `x`: the move captures, also en passant.
    Capture,
    /// `z` and a square: the moved unit arrives there (in castling the king).
    Target(Square),
    /// `+`: the opponent is in check.
    Check,
}

impl Goal {
    /// True if the goal is about the loser's royal unit, which then has to be there.
    pub fn needs_royal(self) -> bool {
        matches!(self, Goal::Mate | Goal::Check)
    }
}

/// How the two sides play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// `#n`: the side to move reaches the goal against any defence.
    Direct,
    /// `s#n`: the side to move forces the other side to reach the goal.
    SelfPlay,
    /// `r#n`: a selfmate in which both sides must reach the goal whenever they can in one move.
    Reflex,
    /// `semi-r#n`: a reflexmate in which only the other side is so bound.
    SemiReflex,
    /// `h#n`, `h#n.5`: both sides help; with whole moves the other side reaches the goal.
    Help,
    /// `hs#n`: help play up to the last move, which must force the other side to reach the goal.
    HelpSelf,
    /// `ser-#n`: the side to move plays n moves in a row, the last reaches the goal.
    Series,
    /// `ser-h#n`: n moves in a row, then the other side reaches the goal in one.
    SeriesHelp,
    /// `ser-s#n`: n moves in a row, then the other side is forced to reach the goal.
    SeriesSelf,
}

impl Play {
    /// Longest prefix first, so that the first match is the right one.
    const PREFIXES: [(&'static str, Play); 9] = [
        ("semi-r", Play::SemiReflex),
        ("ser-h", Play::SeriesHelp),
        ("ser-s", Play::SeriesSelf),
        ("ser-", Play::Series),
        ("hs", Play::HelpSelf),
        ("h", Play::Help),
        ("s", Play::SelfPlay),
        ("r", Play::Reflex),
        ("", Play::Direct),
    ];

    fn prefix(self) -> &'static str {
        Self::PREFIXES.iter().find(|(_, play)| *play == self).map_or("", |(prefix, _)| prefix)
    }

    /// True for play against a defence, whose solutions are first moves; the other kinds have
    /// whole lines for solutions.
    pub fn is_battle(self) -> bool {
        matches!(self, Play::Direct | Play::SelfPlay | Play::Reflex | Play::SemiReflex)
    }

    /// True if one side makes all the moves but the last.
    pub fn is_series(self) -> bool {
        matches!(self, Play::Series | Play::SeriesHelp | Play::SeriesSelf)
    }

    /// True if half a move more may be asked for (`h#2.5`).
    fn takes_half_moves(self) -> bool {
        matches!(self, Play::Help | Play::HelpSelf)
    }
}

/// A stipulation: `#4`, `h#2.5`, `ser-h=5`, `sz42` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// How the two sides play.
    pub play: Play,
    /// What the last move has to bring about.
    pub goal: Goal,
    /// The number before the half: moves, each of one side in series play, else of both.
    pub moves: u32,
    /// True for half a move more, made first by the side that reaches the goal (`h#2.5`).
    pub half: bool,
}

impl Stipulation {
    /// The largest number of moves a stipulation may ask for. It keeps every line within the
    /// sixty-three plies of the table of dead positions.
    pub const MAX_MOVES: u32 = 31;

    /// A direct mate in `moves`, as EPD's `dm` asks for.
    pub fn direct_mate(moves: u32) -> Result<Self, StipulationError> {
        format!("#{moves}").parse()
    }

    /// True if the side to move reaches the goal in the end, false if the other side does.
    pub fn goal_is_own(&self) -> bool {
        matches!(self.play, Play::Direct | Play::Series) || self.half
    }

    /// The single moves of a solution's longest line.
    pub fn plies(&self) -> u32 {
        match self.play {
            Play::Direct => 2 * self.moves - 1,
            Play::SelfPlay | Play::Reflex | Play::SemiReflex => 2 * self.moves,
            Play::Help | Play::HelpSelf => 2 * self.moves + u32::from(self.half),
            Play::Series => self.moves,
            Play::SeriesHelp | Play::SeriesSelf => self.moves + 1,
        }
    }
}

/// Why a text is no stipulation.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum StipulationError {
    /// After the kind of play there is no goal.
    #[error("stipulation `{0}`: the goal is missing: one of # = == x + or z and a square")]
    Goal(String),
    /// The target square of `z` is none.
    #[error("stipulation `{text}`: the target square of z: {reason}")]
    Target {
        /// The whole stipulation.
        text: String,
        /// What is wrong with the square.
        reason: ParseSquareError,
    },
    /// The number of moves is missing, zero or too large.
    #[error("stipulation `{0}`: after the goal comes the number of moves, 1 to {max}", max = Stipulation::MAX_MOVES)]
    Moves(String),
    /// Half a move where there is none.
    #[error("stipulation `{0}`: only h and hs take half a move (`h#2.5`)")]
    Half(String),
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    /// Reads `[semi-r|ser-h|ser-s|ser-|hs|h|s|r]` goal moves`[.5]`; blanks between the parts are
    /// ignored and `#=` is understood as `==`.
    fn from_str(text: &str) -> Result<Self, StipulationError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (rest, play) = Play::PREFIXES
            .into_iter()
            .find_map(|(prefix, play)| Some((bare.strip_prefix(prefix)?, play)))
            .unwrap_or((&bare, Play::Direct));
        let (goal, rest) = parse_goal(text, rest)?;
        let (number, half) = match rest.strip_suffix(".5") {
            Some(number) => (number, true),
            None => (rest, false),
        };
        if half && !play.takes_half_moves() {
            return Err(StipulationError::Half(text.into()));
        }
        let least = u32::from(!half);
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        match number.parse() {
            Ok(moves) if digits && (least..=Self::MAX_MOVES).contains(&moves) => {
                Ok(Stipulation { play, goal, moves, half })
            }
            _ => Err(StipulationError::Moves(text.into())),
        }
    }
}

/// The goal at the head of `rest`, and what follows it.
fn parse_goal<'a>(text: &str, rest: &'a str) -> Result<(Goal, &'a str), StipulationError> {
    const SIGNS: [(&str, Goal); 6] = [
        ("#=", Goal::Immobile),
        ("==", Goal::Immobile),
        ("#", Goal::Mate),
        ("=", Goal::Stalemate),
        ("x", Goal::Capture),
        ("+", Goal::Check),
    ];
    if let Some(target) = rest.strip_prefix('z') {
        let (name, after) = target.split_at_checked(2).unwrap_or((target, ""));
        let square = name.parse().map_err(|reason| StipulationError::Target { text: text.into(), reason })?;
        return Ok((Goal::Target(square), after));
    }
    SIGNS
        .into_iter()
        .find_map(|(sign, goal)| Some((goal, rest.strip_prefix(sign)?)))
        .ok_or_else(|| StipulationError::Goal(text.into()))
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Mate => f.write_str("#"),
            Goal::Stalemate => f.write_str("="),
            Goal::Immobile => f.write_str("=="),
            Goal::Capture => f.write_str("x"),
            Goal::Target(square) => write!(f, "z{square}"),
            Goal::Check => f.write_str("+"),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.half { ".5" } else { "" };
        write!(f, "{}{}{}{half}", self.play.prefix(), self.goal, self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_every_kind() {
        let texts = [
            "#2", "=2", "==3", "x4", "za13", "+1", "h#3", "h#2.5", "h#0.5", "s#3", "sx2", "r#2", "semi-r#2",
            "hs#4", "hs#2.5", "ser-#8", "ser-h=7", "ser-s#3", "hze42",
        ];
        for text in texts {
            let read: Stipulation = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        let target: Stipulation = "ser-hzb34".parse().unwrap();
        assert_eq!((target.play, target.moves), (Play::SeriesHelp, 4));
        assert_eq!(target.goal, Goal::Target("b3".parse().unwrap()));
        assert_eq!("#= 2".parse::<Stipulation>().unwrap().to_string(), "==2");
    }

    #[test]
    fn names_what_is_wrong() {
        for text in ["", "2", "h2", "ser-", "mate in 2"] {
            assert!(matches!(text.parse::<Stipulation>(), Err(StipulationError::Goal(_))), "{text}");
        }
        for text in ["#", "#0", "#-2", "#+2", "#32", "#2x", "h#", "#99999999999"] {
            assert!(matches!(text.parse::<Stipulation>(), Err(StipulationError::Moves(_))), "{text}");
        }
        for text in ["#2.5", "s#2.5", "ser-#2.5"] {
            assert!(matches!(text.parse::<Stipulation>(), Err(StipulationError::Half(_))), "{text}");
        }
        assert!(matches!("zk92".parse::<Stipulation>(), Err(StipulationError::Target { .. })));
    }

    #[test]
    fn counts_plies() {
        for (text, plies) in [("#3", 5), ("s#3", 6), ("h#2", 4), ("h#2.5", 5), ("ser-#5", 5), ("ser-h#5", 6)]
        {
            assert_eq!(text.parse::<Stipulation>().unwrap().plies(), plies, "{text}");
        }
    }
}
