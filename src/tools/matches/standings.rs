//! The score of a match: who has won how often against whom, in games and in pairs of games.

use std::collections::HashMap;

use serde::Serialize;

use super::statistics::{Pentanomial, Sample, Strength, Tally};
use crate::notation::pgn::{GameResult, PgnGame};

/// Games an engine has lost by its own fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// Flag falls.
    pub time: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Ended processes.
    pub crashes: u64,
    /// Silent processes.
    pub hangs: u64,
}

impl Faults {
    fn count(&mut self, termination: &str) {
        match termination {
            "time forfeit" => self.time += 1,
            "rules infraction" => self.illegal += 1,
            "abandoned" => self.crashes += 1,
            "stalled connection" => self.hangs += 1,
            _ => {}
        }
    }

    /// How many in all.
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.crashes + self.hangs
    }
}

/// What two engines have scored against each other, from the first one's side.
#[derive(Clone, Debug, Default)]
pub struct Encounter {
    /// Single games.
    pub games: Tally,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Half points of games whose partner is still to come, by pair, opening and colour.
    open: HashMap<(String, String, bool), usize>,
}

impl Encounter {
    /// The results as a sample: pairs where there are any, else games.
    pub fn sample(&self) -> Sample {
        if self.pairs.iter().sum::<u64>() > 0 {
            Sample::of_pairs(&self.pairs)
        } else {
            Sample::of_games(&self.games)
        }
    }

    /// Adds one game: the first engine's half points, the pair it belongs to, the opening, and
    /// whether the first engine had White.
    fn add(&mut self, half_points: usize, pair: Option<&str>, fen: &str, white: bool) {
        self.games.add(half_points);
        let Some(pair) = pair else { return };
        let key = |white| (pair.to_owned(), fen.to_owned(), white);
        match self.open.remove(&key(!white)) {
            Some(partner) => self.pairs[(partner + half_points).min(4)] += 1,
            None => {
                self.open.insert(key(white), half_points);
            }
        }
    }

    fn merge(&mut self, other: &Encounter, reversed: bool) {
        self.games.merge(if reversed { other.games.reversed() } else { other.games });
        for (index, count) in other.pairs.iter().enumerate() {
            self.pairs[if reversed { 4 - index } else { index }] += count;
        }
    }
}

/// All results so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    faults: Vec<Faults>,
    /// By the engines' places in `names`, the lower one first.
    encounters: HashMap<(usize, usize), Encounter>,
}

impl Standings {
    /// No results; more engines are added as they appear.
    pub fn new(names: impl IntoIterator<Item = String>) -> Standings {
        let names: Vec<String> = names.into_iter().collect();
        Standings { faults: vec![Faults::default(); names.len()], names, encounters: HashMap::new() }
    }

    /// The engines' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.encounters.values().map(|encounter| encounter.games.games()).sum()
    }

    fn place(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.faults.push(Faults::default());
            self.names.len() - 1
        })
    }

    /// Counts a game by its tags; false if it has no result or not two names.
    pub fn add(&mut self, game: &PgnGame) -> bool {
        let (Some(white), Some(black)) = (game.tag("White"), game.tag("Black")) else { return false };
        let Some(half_points) = game.result.white_half_points().filter(|_| white != black) else {
            return false;
        };
        let (white, black) = (self.place(white), self.place(black));
        let loser = if half_points == 0 { white } else { black };
        if game.result != GameResult::Draw {
            self.faults[loser].count(game.tag("Termination").unwrap_or_default());
        }
        let pair = game.tag("Round").and_then(|round| round.split_once('.')).map(|(pair, _)| pair);
        let fen = game.tag("FEN").unwrap_or_default();
        let first_is_white = white < black;
        let first = if first_is_white { half_points } else { 2 - half_points };
        let encounter = self.encounters.entry((white.min(black), white.max(black))).or_default();
        encounter.add(first, pair, fen, first_is_white);
        true
    }

    /// What the engines have scored against each other, from the first one's side.
    pub fn encounter(&self, first: usize, second: usize) -> Encounter {
        let mut encounter = Encounter::default();
        if let Some(known) = self.encounters.get(&(first.min(second), first.max(second))) {
            encounter.merge(known, first > second);
        }
        encounter
    }

    /// What the engine has scored against all others.
    fn against_all(&self, engine: usize) -> Encounter {
        let mut all = Encounter::default();
        for (&(first, second), encounter) in &self.encounters {
            if first == engine || second == engine {
                all.merge(encounter, second == engine);
            }
        }
        all
    }

    /// The table, the best engine first.
    pub fn table(&self) -> Vec<Row> {
        let row = |(engine, name): (usize, &String)| {
            let all = self.against_all(engine);
            Row {
                name: name.clone(),
                games: all.games.games(),
                points: all.games.points(),
                tally: all.games,
                pentanomial: all.pairs,
                strength: Strength::of(&all.sample()),
                faults: self.faults[engine],
            }
        };
        let mut rows: Vec<Row> = self.names.iter().enumerate().map(row).collect();
        let share = |row: &Row| row.points / (row.games.max(1) as f64);
        rows.sort_by(|a, b| share(b).total_cmp(&share(a)));
        rows
    }
}

/// One engine's line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The engine.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Points scored.
    pub points: f64,
    /// Wins, losses, draws.
    #[serde(flatten)]
    pub tally: Tally,
    /// Pairs of games by half points.
    pub pentanomial: Pentanomial,
    /// Elo against the others, and how sure it is; nothing without games.
    pub strength: Option<Strength>,
    /// Games lost by the engine's own fault.
    pub faults: Faults,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, round: &str, result: &str) -> PgnGame {
        let mut game =
            PgnGame { result: GameResult::from_text(result).expect("result"), ..PgnGame::default() };
        for (name, value) in [("White", white), ("Black", black), ("Round", round)] {
            game.set_tag(name, value);
        }
        game
    }

    fn standings(games: &[(&str, &str, &str, &str)]) -> Standings {
        let mut standings = Standings::new(["A".to_owned(), "B".to_owned()]);
        for (white, black, round, result) in games {
            assert!(standings.add(&game(white, black, round, result)));
        }
        standings
    }

    #[test]
    fn pairs_are_counted_from_both_sides() {
        let games = [
            ("A", "B", "1.1", "1-0"),
            ("A", "B", "2.1", "1/2-1/2"),
            ("B", "A", "1.2", "0-1"),
            ("B", "A", "2.2", "1-0"),
            ("A", "B", "3.1", "0-1"),
        ];
        let standings = standings(&games);
        let ab = standings.encounter(0, 1);
        assert_eq!(ab.games, Tally { wins: 2, losses: 2, draws: 1 });
        assert_eq!(ab.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(standings.encounter(1, 0).pairs, [1, 0, 0, 1, 0]);
        assert_eq!(standings.games(), 5);
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let mut games = [
            ("A", "B", "1.1", "1-0"),
            ("B", "A", "1.2", "1-0"),
            ("A", "B", "2.1", "1-0"),
            ("B", "A", "2.2", "1/2-1/2"),
        ];
        let forward = standings(&games).encounter(0, 1);
        games.reverse();
        let backward = standings(&games).encounter(0, 1);
        assert_eq!((forward.games, forward.pairs), (backward.games, backward.pairs));
        // Two files with the same round numbers: each pair still counts.
        let twice: Vec<_> = games.iter().chain(&games).copied().collect();
        assert_eq!(standings(&twice).encounter(0, 1).pairs.iter().sum::<u64>(), 4);
    }

    #[test]
    fn faults_go_to_the_loser_and_the_table_is_sorted() {
        let mut standings = Standings::default();
        let mut lost = game("X", "Y", "1.1", "0-1");
        lost.set_tag("Termination", "time forfeit");
        assert!(standings.add(&lost));
        assert!(!standings.add(&game("X", "Y", "2.1", "*")));
        let table = standings.table();
        assert_eq!(table.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["Y", "X"]);
        assert_eq!(table[1].faults, Faults { time: 1, ..Faults::default() });
        assert_eq!(table[0].faults.total(), 0);
    }
}
