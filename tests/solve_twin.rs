//! The solver held to a slow, obvious twin: plain recursion over moves legal by definition, without
//! tables, orderings or filters, on random small positions under every rule set and stipulation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use sepoy::movegen::definition::legal_moves;
use sepoy::position::Position;
use sepoy::rules::{Rules, Variant, Visitor};
use sepoy::solver::journal::Journal;
use sepoy::solver::outlook::rules_out_mate;
use sepoy::solver::sieve::sift;
use sepoy::solver::solution::{SetPlay, Solution};
use sepoy::solver::solve::{Options, Solver, Watch};
use sepoy::solver::stipulation::{Goal, Play, Stipulation};
use sepoy::types::{Color, Move, MoveFlag, Piece, PieceKind, Square};

/// Solves by brute force.
struct Twin(Stipulation);

impl Twin {
    fn reached<R: Rules>(&self, before: &Position<R>, mv: Move, after: &Position<R>) -> bool {
        let stuck = legal_moves(after).is_empty();
        let takes = before.board().piece_at(mv.to()).is_some() || mv.flag() == MoveFlag::EnPassant;
        match self.0.goal {
            Goal::Mate => after.lost().is_some() || stuck && after.in_check(),
            Goal::Stalemate => after.lost().is_none() && stuck && !after.in_check(),
            Goal::Immobile => stuck,
            Goal::Capture => takes && mv.flag() != MoveFlag::Castle,
            Goal::Target(square) => mv.to() == square,
            Goal::Check => after.in_check(),
        }
    }

    fn can_reach<R: Rules>(&self, position: &Position<R>) -> bool {
        legal_moves(position).iter().any(|&mv| self.reached(position, mv, &position.after(mv)))
    }

    fn keys<R: Rules>(&self, position: &Position<R>, n: u32) -> Vec<Move> {
        if self.0.play == Play::Reflex && self.can_reach(position) {
            return Vec::new();
        }
        legal_moves(position).into_iter().filter(|&mv| self.solves(position, mv, n)).collect()
    }

    fn solves<R: Rules>(&self, position: &Position<R>, mv: Move, n: u32) -> bool {
        let after = position.after(mv);
        match self.0.play {
            Play::Direct if self.reached(position, mv, &after) => return true,
            Play::Reflex | Play::SemiReflex if self.can_reach(&after) => return true,
            _ => {}
        }
        !legal_moves(&after).is_empty() && self.refutations(&after, n).is_empty()
    }

    fn refutations<R: Rules>(&self, after: &Position<R>, n: u32) -> Vec<Move> {
        let refutes = |reply: &Move| {
            let next = after.after(*reply);
            let forced = self.0.play == Play::SelfPlay && self.reached(after, *reply, &next);
            !forced && (n == 1 || self.keys(&next, n - 1).is_empty())
        };
        legal_moves(after).into_iter().filter(refutes).collect()
    }

    fn tries<R: Rules>(&self, position: &Position<R>, n: u32) -> Vec<(Move, Move)> {
        if self.0.play == Play::Reflex && self.can_reach(position) {
            return Vec::new();
        }
        let mut tries = Vec::new();
        for mv in legal_moves(position) {
            if self.solves(position, mv, n) {
                continue;
            }
            if let [refutation] = self.refutations(&position.after(mv), n)[..] {
                tries.push((mv, refutation));
            }
        }
        tries
    }

    /// All lines with exactly `left` moves before the end.
    fn lines<R: Rules>(
        &self,
        position: &Position<R>,
        left: u32,
        line: &mut Vec<Move>,
        found: &mut BTreeSet<Vec<Move>>,
    ) {
        let play = self.0.play;
        for mv in legal_moves(position) {
            let after = position.after(mv);
            line.push(mv);
            let own_goal = matches!(play, Play::Series) || play == Play::Help && left % 2 == 1;
            let goal = own_goal && self.reached(position, mv, &after);
            if left == 1 {
                self.end(&after, goal, line, found);
            } else if !goal && after.lost().is_none() {
                if !play.is_series() {
                    self.lines(&after, left - 1, line, found);
                } else {
                    let passed = after.after_null();
                    if !after.in_check() && !passed.after_null().in_check() {
                        self.lines(&passed, left - 1, line, found);
                    }
                }
            }
            line.pop();
        }
    }

    fn end<R: Rules>(&self, after: &Position<R>, goal: bool, line: &[Move], found: &mut BTreeSet<Vec<Move>>) {
        if matches!(self.0.play, Play::Help | Play::Series) {
            if goal {
                found.insert(line.to_vec());
            }
            return;
        }
        let replies = legal_moves(after);
        let (reaching, others): (Vec<Move>, Vec<Move>) =
            replies.into_iter().partition(|&mv| self.reached(after, mv, &after.after(mv)));
        if self.0.play == Play::SeriesHelp || others.is_empty() {
            found.extend(reaching.into_iter().map(|mv| [line, &[mv]].concat()));
        }
    }

    fn all_lines<R: Rules>(&self, position: &Position<R>, less: u32) -> BTreeSet<Vec<Move>> {
        let mut found = BTreeSet::new();
        let before_end = match self.0.play {
            Play::Help => 2 * self.0.moves + u32::from(self.0.half),
            Play::HelpSelf => 2 * self.0.moves + u32::from(self.0.half) - 1,
            _ => self.0.moves,
        };
        let step = if self.0.play.is_series() { 1 } else { 2 };
        let mut left = before_end - less;
        while left >= 1 {
            self.lines(position, left, &mut Vec::new(), &mut found);
            if left <= step {
                break;
            }
            left -= step;
        }
        found
    }
}

/// A linear congruence is random enough here, and the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// A position with a few units close together, so that much happens; `None` if it is not allowed.
fn random_position<R: Rules>(dice: &mut Dice, kings: bool, units: usize) -> Option<Position<R>> {
    let mut cells = [None; 64];
    let mut place = |dice: &mut Dice, piece: Piece| {
        let (file, rank) = (dice.roll(5) as u8, dice.roll(8) as u8);
        cells[Square::at(file, rank).index()].get_or_insert(piece);
    };
    if R::royal(Color::White) == PieceKind::Maharajah {
        place(dice, Piece::new(Color::White, PieceKind::Maharajah));
    } else if kings || dice.roll(2) == 0 {
        place(dice, Piece::new(Color::White, PieceKind::King));
    }
    if kings || dice.roll(2) == 0 {
        place(dice, Piece::new(Color::Black, PieceKind::King));
    }
    let kinds = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    for _ in 0..units {
        let color = if dice.roll(2) == 0 && R::royal(Color::White) == PieceKind::King {
            Color::White
        } else {
            Color::Black
        };
        let kind = kinds[dice.roll(5)];
        place(dice, Piece::new(color, kind));
    }
    let rows = (0..8).rev().map(|rank| {
        let row = (0..8).map(|file| {
            cells[rank * 8 + file].map_or("1".to_owned(), |piece: Piece| piece.letter().to_string())
        });
        row.collect::<String>()
    });
    let side = if dice.roll(2) == 0 { 'w' } else { 'b' };
    let fen = format!("{} {side} - - 0 1", rows.collect::<Vec<_>>().join("/"));
    Position::from_problem_fen(&fen).ok().map(|(position, _)| position)
}

struct Compare {
    stipulation: Stipulation,
    positions: usize,
    seed: u64,
}

impl Visitor for Compare {
    type Output = usize;

    /// Returns how many of the positions had a solution.
    fn visit<R: Rules>(self) -> usize {
        let mut dice = Dice(self.seed);
        let solvers = [Solver::new(1, 1).unwrap(), Solver::new(1, 2).unwrap()];
        let (mut compared, mut solved) = (0, 0);
        while compared < self.positions {
            let kings = self.stipulation.goal.needs_royal();
            let units = 2 + dice.roll(3);
            let Some(position) = random_position::<R>(&mut dice, kings, units) else { continue };
            let solution = solve(&solvers[compared % 2], &position, &self.stipulation);
            let context = format!("{} {} {}", R::VARIANT, self.stipulation, position.fen());
            solved += usize::from(compare(&position, self.stipulation, &solution, &context));
            compared += 1;
        }
        solved
    }
}

fn solve<R: Rules>(solver: &Solver, position: &Position<R>, stipulation: &Stipulation) -> Solution {
    let (stop, journal) = (AtomicBool::new(false), Journal::none());
    let watch = Watch { stop: &stop, progress: &|_| {}, journal: &journal };
    let options = Options { tries: true, set_play: true, ..Options::default() };
    solver.solve(position, stipulation, &options, &watch)
}

fn compare<R: Rules>(
    position: &Position<R>,
    stipulation: Stipulation,
    solution: &Solution,
    context: &str,
) -> bool {
    let twin = Twin(stipulation);
    assert!(solution.complete, "{context}");
    if !stipulation.play.is_battle() {
        let found: BTreeSet<Vec<Move>> = solution.lines.iter().cloned().collect();
        assert_eq!(found.len(), solution.lines.len(), "{context}: a line twice");
        assert_eq!(found, twin.all_lines(position, 0), "{context}");
        if let Some(SetPlay::Lines(lines)) = &solution.set_play {
            let found: BTreeSet<Vec<Move>> = lines.iter().cloned().collect();
            let shorter = twin.all_lines(&position.after_null(), 1);
            assert_eq!(found, shorter, "{context}: set play");
        }
        return !found.is_empty();
    }
    let n = stipulation.moves;
    let found: BTreeSet<Move> = solution.keys.iter().map(|key| key.mv).collect();
    assert_eq!(found, twin.keys(position, n).into_iter().collect(), "{context}");
    for key in solution.keys.iter().filter(|key| key.moves > 1) {
        assert!(!twin.solves(position, key.mv, key.moves - 1), "{context}: {} is shorter", key.mv);
    }
    let tries: BTreeSet<(Move, Move)> = solution.tries.iter().map(|t| (t.mv, t.refutation)).collect();
    assert_eq!(tries, twin.tries(position, n).into_iter().collect(), "{context}: tries");
    !found.is_empty()
}

/// Compares on positions of every rule set; some of them must have a solution.
fn check(texts: &[&str], positions: usize) {
    let mut solved = 0;
    for (seed, text) in texts.iter().enumerate() {
        let stipulation: Stipulation = text.parse().unwrap();
        for variant in Variant::ALL {
            let seed = seed as u64 * 77 + variant as u64;
            solved += variant.dispatch(Compare { stipulation, positions, seed });
        }
    }
    assert!(solved > 0, "{texts:?}: no position had a solution, so nothing was compared");
}

#[test]
fn direct_play() {
    check(&["#1", "#2", "=1", "=2", "==2", "x1", "x2", "zc42", "+1", "+2"], 4);
}

#[test]
fn self_and_reflex_play() {
    check(&["s=1", "sx1", "sx2", "s+1", "szb21", "s==2", "rx2", "semi-rx2", "r+1", "semi-r+2"], 8);
    check(&["s#1", "s#2", "r#1", "r#2", "semi-r#2"], 16);
}

#[test]
fn help_play() {
    check(&["h#1", "h#1.5", "h#0.5", "h=1", "h=1.5", "h==1", "hx1.5", "h+1.5", "hzd41.5"], 8);
    check(&["h#2"], 3);
    check(&["hs=1", "hsx1", "hsx1.5", "hs+1"], 10);
    check(&["hs#1", "hs#1.5"], 15);
}

#[test]
fn series_play() {
    check(&["ser-#1", "ser-#2", "ser-=2", "ser-==2", "ser-x2", "ser-zb33", "ser-+2"], 10);
    check(&["ser-h#2", "ser-h=2", "ser-hx2", "ser-h+1", "ser-sx1", "ser-sx2", "ser-s=1"], 10);
    check(&["ser-#3", "ser-h#3"], 3);
    check(&["ser-s#1", "ser-s#2"], 20);
}

/// The shortcuts of direct mates, on crowded and on nearly empty boards.
struct Shortcuts {
    positions: usize,
    seed: u64,
}

impl Visitor for Shortcuts {
    /// Positions without a mate in one, and pairs of move and reply, that were seen through.
    type Output = (usize, usize);

    fn visit<R: Rules>(self) -> (usize, usize) {
        let (mut dice, mut quiet, mut refuted) = (Dice(self.seed), 0, 0);
        let twin = Twin("#1".parse().unwrap());
        for _ in 0..self.positions {
            let units = 2 + dice.roll(9);
            let Some(position) = random_position::<R>(&mut dice, true, units) else { continue };
            let context = format!("{} {}", R::VARIANT, position.fen());
            if rules_out_mate(&position) {
                assert!(!twin.can_reach(&position), "{context}: has a mate in one");
                quiet += 1;
            }
            let moves = legal_moves(&position);
            for &reply in legal_moves(&position.after_null()).iter().step_by(1 + dice.roll(4)) {
                let (mut list, mut dropped) = (moves.clone(), Vec::new());
                sift(&position, reply, &mut list, |mv| dropped.push(mv));
                assert_eq!(list.len() + dropped.len(), moves.len(), "{context}");
                for mv in dropped {
                    assert!(!list.contains(&mv), "{context}: {mv} both kept and dropped");
                    let after = position.after(mv);
                    assert!(legal_moves(&after).contains(&reply), "{context}: {mv} {reply} is illegal");
                    assert!(!twin.can_reach(&after.after(reply)), "{context}: {mv} {reply} and mate");
                    refuted += 1;
                }
            }
        }
        (quiet, refuted)
    }
}

#[test]
#[ignore = "takes a minute"]
fn shortcuts_claim_nothing_wrong_on_many_positions() {
    for (variant, seed) in
        Variant::ALL.into_iter().flat_map(|variant| (1..=10).map(move |seed| (variant, seed)))
    {
        variant.dispatch(Shortcuts { positions: 1_000, seed: 77 * seed + variant as u64 });
    }
}

#[test]
fn shortcuts_claim_nothing_wrong() {
    for variant in Variant::ALL {
        let (quiet, refuted) = variant.dispatch(Shortcuts { positions: 300, seed: 5 + variant as u64 });
        // The maharajah's game is not theirs.
        let claims = variant != Variant::Maharajah;
        assert_eq!((quiet > 20, refuted > 2_000), (claims, claims), "{variant}: {quiet} {refuted}");
    }
}
