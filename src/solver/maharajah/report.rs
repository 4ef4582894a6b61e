//! What `sepoy solve --stipulation win` tells.

use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

use super::prover::{Effort, Prover, Win};
use super::verify::Coverage;
use super::{bounds, standing};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::{Color, Move};

/// The part of the time that goes into wins; the rest goes into lower bounds.
const SHARE: f64 = 0.75;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// Look for ever shorter wins and for a lower bound until the time is over; else the first win
    /// that a game's effort finds will do.
    pub shortest: bool,
    /// Tell what the walk through the proof has covered.
    pub verify: bool,
    /// Time for each position with Black to move.
    pub time: Duration,
}

/// Wins for Black, as far as they were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    root: Position<Maharajah>,
    wish: Wish,
    /// For each white move, or once without a move if Black is to move.
    findings: Vec<(Option<Move>, Option<Finding>)>,
}

/// A win for Black after one white move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The win.
    pub win: Win,
    /// Black needs at least this many moves, if that was looked for.
    pub lower: Option<u32>,
}

/// Proves Black's win in a position, whoever is to move. If it is White, every white move is looked
/// at.
pub fn report(root: &Position<Maharajah>, wish: Wish) -> Report {
    let findings = match root.side() {
        Color::Black => vec![(None, find(root, wish))],
        Color::White => {
            let moves = legal_moves(root).into_iter();
            moves.map(|mv| (Some(mv), find(&root.after(mv), wish))).collect()
        }
    };
    Report { root: *root, wish, findings }
}

fn find(position: &Position<Maharajah>, wish: Wish) -> Option<Finding> {
    let effort = if wish.shortest { Effort::Solve } else { Effort::Play };
    let start = Instant::now();
    let over = |share: f64| start.elapsed() >= wish.time.mul_f64(share);
    let enough = Cell::new(false);
    let expired = || over(SHARE) || enough.get();
    let win = Prover::new(effort).prove(position, &[], &expired, &mut |_| enough.set(!wish.shortest))?;
    let lower = match standing(position) {
        Some(standing) if wish.shortest => Some(bounds::lower(&standing, win.moves, &|| over(1.0))),
        _ => None,
    };
    Some(Finding { win, lower })
}

impl Report {
    /// Black's moves to the end at worst; `None` if some white move was not proven to lose.
    pub fn moves(&self) -> Option<u32> {
        let moves = |(_, finding): &(_, Option<Finding>)| finding.as_ref().map(|finding| finding.win.moves);
        let all: Option<Vec<u32>> = self.findings.iter().map(moves).collect();
        all?.into_iter().max()
    }

    /// For each white move, or once without a move if Black is to move: the win, if one was found.
    pub fn findings(&self) -> &[(Option<Move>, Option<Finding>)] {
        &self.findings
    }

    /// Positions and replies covered by all the proofs together.
    pub fn coverage(&self) -> Coverage {
        let found = self.findings.iter().filter_map(|(_, finding)| finding.as_ref());
        found.fold(Coverage::default(), |sum, finding| Coverage {
            positions: sum.positions + finding.win.coverage.positions,
            replies: sum.replies + finding.win.coverage.replies,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.root.fen())?;
        for (mv, finding) in &self.findings {
            if let Some(mv) = mv {
                write!(f, "{mv}: ")?;
            }
            match finding {
                None => writeln!(f, "no win found")?,
                Some(Finding { win, lower }) => {
                    write!(f, "Black wins in {} at most", win.moves)?;
                    match lower {
                        Some(lower) if *lower == win.moves => writeln!(f, ", and not sooner")?,
                        Some(lower) => writeln!(f, ", and not in fewer than {lower}")?,
                        None => writeln!(f)?,
                    }
                    let line: Vec<String> = win.pv.iter().map(Move::to_string).collect();
                    writeln!(f, "  longest line: {}", line.join(" "))?;
                    writeln!(f, "  proof: {} positions with Black to move", win.coverage.positions)?;
                }
            }
        }
        if let (Some(moves), [_, _, ..]) = (self.moves(), self.findings.as_slice()) {
            writeln!(f, "Black wins in {moves} at most against every white move")?;
        }
        if self.wish.verify {
            let Coverage { positions, replies } = self.coverage();
            writeln!(
                f,
                "verified: {replies} white replies in {positions} positions, each answered to the end"
            )?;
        }
        Ok(())
    }
}
