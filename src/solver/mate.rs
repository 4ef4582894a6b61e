//! The proven mate for `go mate N`: the shortest mate of at most N moves, with a line that shows it,
//! or the proof that there is none.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::battle::{Answer, Battle};
use super::control::{Control, Stopped};
use super::stipulation::{Goal, Play};
use super::table::Table;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The side to move mates (or captures the royal unit) in this many moves and no fewer. The line
    /// has 2 `moves` - 1 plies: the attacker's moves are best, the defender holds out longest.
    Mate {
        /// The attacker's moves.
        moves: u32,
        /// From the position on, down to the mate.
        line: Vec<Move>,
    },
    /// No defence loses in so many moves: there is no such mate.
    None,
    /// The search was stopped.
    Stopped {
        /// There is no mate in this many moves or fewer.
        disproven: u32,
    },
}

/// When to give up.
pub struct Limits<'a> {
    /// Set by anyone to stop the search.
    pub stop: &'a AtomicBool,
    /// Stop at this time.
    pub deadline: Option<Instant>,
    /// Stop after so many positions.
    pub nodes: Option<u64>,
}

/// Looks for the shortest mate of at most `moves` by the side to move, for one move first, then for
/// two, and so on. `report` is told the number of moves just disproven and the positions searched so
/// far. Draws by repetition, fifty moves or material do not count, as in problems.
pub fn prove<R: Rules>(
    position: &Position<R>,
    moves: u32,
    table: &Table,
    limits: &Limits,
    report: &mut dyn FnMut(u32, u64),
) -> (Proof, u64) {
    let control = Control::new(limits.stop, limits.deadline, limits.nodes);
    let mut battle = Battle::new(Play::Direct, Goal::Mate, position.side(), table, &control);
    let mut disproven = 0;
    let proof = loop {
        if disproven == moves {
            break Proof::None;
        }
        table.make_room(32);
        match battle.attack(position, disproven + 1) {
            Ok(true) => match line(&mut battle, position, disproven + 1) {
                Ok(line) => break Proof::Mate { moves: disproven + 1, line },
                Err(Stopped) => break Proof::Stopped { disproven },
            },
            Ok(false) => disproven += 1,
            Err(Stopped) => break Proof::Stopped { disproven },
        }
        report(disproven, control.nodes());
    };
    drop(battle);
    (proof, control.nodes())
}

/// The main line of a mate that takes exactly `moves`.
fn line<R: Rules>(battle: &mut Battle, position: &Position<R>, moves: u32) -> Answer<Vec<Move>> {
    let (mut position, mut moves, mut line) = (*position, moves, Vec::new());
    loop {
        let Some(best) = best_move(battle, &position, moves)? else { return Ok(line) };
        line.push(best);
        let after = position.after(best);
        if moves <= 1 {
            return Ok(line);
        }
        let Some((reply, left)) = longest_defence(battle, &after, moves - 1)? else { return Ok(line) };
        line.push(reply);
        (position, moves) = (after.after(reply), left);
    }
}

fn best_move<R: Rules>(battle: &mut Battle, position: &Position<R>, moves: u32) -> Answer<Option<Move>> {
    for &mv in &legal_moves(position) {
        if battle.first_move_holds(position, mv, &position.after(mv), moves)? {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// The reply after which the mate takes longest, and how many moves it takes then.
fn longest_defence<R: Rules>(
    battle: &mut Battle,
    after: &Position<R>,
    moves: u32,
) -> Answer<Option<(Move, u32)>> {
    let mut longest = None;
    for &reply in &legal_moves(after) {
        let child = after.after(reply);
        let mut takes = 1;
        while takes < moves && !battle.attack(&child, takes)? {
            takes += 1;
        }
        if longest.is_none_or(|(_, most)| takes > most) {
            longest = Some((reply, takes));
        }
    }
    Ok(longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Madrasi};

    fn proof<R: Rules>(fen: &str, moves: u32) -> Proof {
        let (position, _) = Position::<R>::from_fen(fen).unwrap();
        let stop = AtomicBool::new(false);
        let limits = Limits { stop: &stop, deadline: None, nodes: None };
        prove(&position, moves, &Table::new(1), &limits, &mut |_, _| {}).0
    }

    #[test]
    fn proves_the_shortest_and_disproves() {
        let diagram = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";
        let Proof::Mate { moves: 2, line } = proof::<Madrasi>(diagram, 4) else { panic!("no mate in two") };
        let line: Vec<String> = line.iter().map(Move::to_string).collect();
        assert_eq!(line, ["a1e5", "h4c4", "b3c4"]);
        assert_eq!(proof::<Madrasi>(diagram, 1), Proof::None);
        let rook = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(proof::<Chess>(rook, 3), Proof::None);
    }

    #[test]
    fn stops_at_once() {
        let (position, _) = Position::<Chess>::from_fen("7k/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: &stop, deadline: None, nodes: None };
        let (proof, _) = prove(&position, 12, &Table::new(1), &limits, &mut |_, _| {});
        assert!(matches!(proof, Proof::Stopped { .. }));
    }
}
