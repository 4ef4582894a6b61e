//! A solution as composers write it: `1.Be5! (-) 1...Rc4 2.bxc4#`.
//!
//! Keys carry `!`, tries `?` and their refutations `!`. The threat stands in brackets, `(-)` says that
//! there is none, `(zz)` that there is none and no check either: zugzwang. Answers beside each other
//! are duals. Checks are not marked unless they are the goal.

use std::fmt::{self, Write};

use crate::movegen::legal_moves;
use crate::notation::san;
use crate::position::Position;
use crate::rules::Rules;
use crate::solver::goal;
use crate::solver::solution::{Continuation, Defence, Key, SetPlay, Solution, Tree, Try};
use crate::solver::stipulation::{Goal, Play, Stipulation};
use crate::types::Move;

/// Writes solutions of one problem.
pub struct Text<'a, R: Rules> {
    /// The position.
    pub root: &'a Position<R>,
    /// What was asked for.
    pub stipulation: &'a Stipulation,
    /// Moves in UCI notation, without goal signs.
    pub uci: bool,
}

impl<R: Rules> Text<'_, R> {
    /// The whole solution, one or more lines.
    ///
    /// # Errors
    /// None: writing to a string does not fail.
    pub fn solution(&self, solution: &Solution) -> Result<String, fmt::Error> {
        let mut out = String::new();
        if let Some(set) = &solution.set_play {
            self.set_play(&mut out, set)?;
        }
        for failed in &solution.tries {
            self.try_move(&mut out, failed)?;
        }
        for key in &solution.keys {
            self.key(&mut out, key)?;
        }
        let full = self.stipulation.plies() as usize;
        for line in &solution.lines {
            let short = if line.len() < full { "  (short)" } else { "" };
            writeln!(out, "{}{short}", self.line(self.root, line, self.stipulation.half))?;
        }
        self.summary(&mut out, solution)?;
        Ok(out)
    }

    fn summary(&self, out: &mut String, solution: &Solution) -> fmt::Result {
        let (count, one, many) = match self.stipulation.play.is_battle() {
            true => (solution.keys.len(), "key", "keys"),
            false => (solution.lines.len(), "solution", "solutions"),
        };
        let noun = if count == 1 { one } else { many };
        let unit = if self.stipulation.play.is_battle() { "moves" } else { "single moves before the end" };
        match (solution.complete, count) {
            (true, 0) => write!(out, "no solution")?,
            (true, _) => write!(out, "{count} {noun}, complete")?,
            (false, _) => write!(
                out,
                "incomplete: {count} {noun} so far; everything up to {} {unit} is searched",
                solution.established
            )?,
        }
        writeln!(out, "; {} positions, {:.3} s", solution.nodes, solution.time.as_secs_f64())
    }

    fn key(&self, out: &mut String, key: &Key) -> fmt::Result {
        write!(out, "1.{}!", self.mv(self.root, key.mv))?;
        let after = self.root.after(key.mv);
        if let Some(tree) = &key.tree {
            self.threats(out, &after, tree, 2)?;
        }
        if key.moves < self.stipulation.moves {
            write!(out, "  (short: {})", Stipulation { moves: key.moves, ..*self.stipulation })?;
        }
        writeln!(out)?;
        if let Some(tree) = &key.tree {
            self.defences(out, &after, &tree.defences, 1, 1)?;
        }
        Ok(())
    }

    fn try_move(&self, out: &mut String, failed: &Try) -> fmt::Result {
        let after = self.root.after(failed.mv);
        write!(out, "1.{}?", self.mv(self.root, failed.mv))?;
        if let Some(tree) = &failed.tree {
            self.threats(out, &after, tree, 2)?;
        }
        writeln!(out, " but 1...{}!", self.mv(&after, failed.refutation))?;
        match &failed.tree {
            Some(tree) => self.defences(out, &after, &tree.defences, 1, 1),
            None => Ok(()),
        }
    }

    fn set_play(&self, out: &mut String, set: &SetPlay) -> fmt::Result {
        let other = self.root.after_null();
        match set {
            SetPlay::Replies(replies) if replies.is_empty() => writeln!(out, "no set play"),
            SetPlay::Replies(replies) => {
                writeln!(out, "set play:")?;
                self.defences(out, &other, replies, 1, 1)
            }
            SetPlay::Lines(lines) if lines.is_empty() => writeln!(out, "no set play"),
            SetPlay::Lines(lines) => {
                writeln!(out, "set play:")?;
                lines
                    .iter()
                    .try_for_each(|line| writeln!(out, "{}", self.line(&other, line, !self.stipulation.half)))
            }
        }
    }

    /// The threats after an attacker's move, in brackets; `number` is that of the threatened move.
    fn threats(&self, out: &mut String, after: &Position<R>, tree: &Tree, number: u32) -> fmt::Result {
        if tree.threats.is_empty() {
            let sign = if tree.zugzwang { "(zz)" } else { "(-)" };
            return write!(out, " {sign}");
        }
        let passed = after.after_null();
        let threats: Vec<String> =
            tree.threats.iter().map(|threat| format!("{number}.{}", self.mv(&passed, threat.mv))).collect();
        write!(out, " ({})", threats.join(" "))
    }

    /// The replies in `number`, each with its answers, on lines of their own.
    fn defences(
        &self,
        out: &mut String,
        position: &Position<R>,
        defences: &[Defence],
        number: u32,
        depth: usize,
    ) -> fmt::Result {
        for defence in defences {
            let child = position.after(defence.mv);
            let indent = "    ".repeat(depth);
            write!(out, "{indent}{number}...{}", self.mv(position, defence.mv))?;
            let answers = defence.answers.iter();
            for answer in answers.clone().filter(|answer| answer.tree.is_none()) {
                write!(out, " {}.{}", number + 1, self.mv(&child, answer.mv))?;
            }
            let dual = if defence.answers.len() > 1 { "  (dual)" } else { "" };
            writeln!(out, "{dual}")?;
            for answer in answers {
                self.continuation(out, &child, answer, number + 1, depth + 1)?;
            }
        }
        Ok(())
    }

    /// An answer that does not reach the goal yet, and the play after it.
    fn continuation(
        &self,
        out: &mut String,
        position: &Position<R>,
        answer: &Continuation,
        number: u32,
        depth: usize,
    ) -> fmt::Result {
        let Some(tree) = &answer.tree else { return Ok(()) };
        let after = position.after(answer.mv);
        write!(out, "{}{number}.{}", "    ".repeat(depth), self.mv(position, answer.mv))?;
        self.threats(out, &after, tree, number + 1)?;
        writeln!(out)?;
        self.defences(out, &after, &tree.defences, number, depth + 1)
    }

    /// A line of help or series play; `second` if the second half of move one begins it.
    fn line(&self, root: &Position<R>, line: &[Move], second: bool) -> String {
        let play = self.stipulation.play;
        let answered = play.is_series() && play != Play::Series;
        let series_moves = line.len() - usize::from(answered);
        let mut position = *root;
        let mut words = Vec::with_capacity(line.len());
        for (index, &mv) in line.iter().enumerate() {
            let (number, is_second) = match play.is_series() {
                true => (index + 1, index == series_moves),
                false => ((index + usize::from(second)) / 2 + 1, (index + usize::from(second)) % 2 == 1),
            };
            let text = self.mv(&position, mv);
            words.push(match (is_second, index) {
                (false, _) => format!("{number}.{text}"),
                (true, 0) => format!("{number}...{text}"),
                (true, _) => text,
            });
            position = position.after(mv);
            if play.is_series() && index + 1 < series_moves {
                position = position.after_null();
            }
        }
        words.join(" ")
    }

    /// A move, with the sign of the goal if it reaches it.
    fn mv(&self, position: &Position<R>, mv: Move) -> String {
        if self.uci {
            return mv.to_string();
        }
        let mut text = san::plain(position.board(), &legal_moves(position), mv);
        let sign = match self.stipulation.goal {
            Goal::Capture | Goal::Target(_) => return text,
            sign => sign.to_string(),
        };
        if goal::reached(self.stipulation.goal, position, mv, &position.after(mv)) {
            text.push_str(&sign);
        }
        text
    }
}
