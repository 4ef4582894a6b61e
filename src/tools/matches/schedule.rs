//! Which games a match consists of. The list is the same on every machine and at every
//! concurrency, so that a match can be cut into parts and taken up again.

use super::options::{Options, Shard, Tournament};

/// One game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// The engine with White, by its place in the list of engines.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The number of the pair of games among those of the two engines, from 1.
    pub pair: u32,
    /// The game's number in its pair, 1 or 2.
    pub leg: u32,
}

impl Fixture {
    /// The PGN tag `Round`: it identifies the game among those of the two engines.
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair, self.leg)
    }
}

/// All games in their order.
pub fn fixtures(options: &Options) -> Vec<Fixture> {
    let encounters = encounters(options);
    let mut fixtures = Vec::new();
    for round in 0..options.rounds {
        for &(first, second) in &encounters {
            for game in 0..options.games {
                // Games of the same two engines are counted through all rounds.
                let number = round * options.games + game;
                let swapped = (options.swap && number % 2 == 1) != options.reverse;
                let (white, black) = if swapped { (second, first) } else { (first, second) };
                fixtures.push(Fixture {
                    white,
                    black,
                    opening: (number / options.repeat) as usize,
                    pair: number / 2 + 1,
                    leg: number % 2 + 1,
                });
            }
        }
    }
    match options.shard {
        Some(shard) => fixtures.into_iter().filter(|fixture| in_shard(fixture, shard)).collect(),
        None => fixtures,
    }
}

/// Pairs of games stay together.
fn in_shard(fixture: &Fixture, shard: Shard) -> bool {
    (fixture.pair - 1) % shard.count == shard.index - 1
}

/// Who meets whom.
fn encounters(options: &Options) -> Vec<(usize, usize)> {
    let count = options.engines.len();
    let firsts = match options.tournament {
        Tournament::RoundRobin => count,
        Tournament::Gauntlet => options.seeds.min(count),
    };
    let meets = |first: usize| {
        let from = match options.tournament {
            Tournament::RoundRobin => first + 1,
            Tournament::Gauntlet => firsts,
        };
        (from..count).map(move |second| (first, second))
    };
    (0..firsts).flat_map(meets).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::split_command;
    use super::*;

    fn plan(line: &str) -> Vec<Fixture> {
        let engines = "-engine name=self -engine name=self -engine name=self -each nodes=1 ";
        let engines = if line.contains("two") { &engines[18..] } else { engines };
        let words = split_command(&format!("{engines}{}", line.replace("two", "")));
        fixtures(&Options::parse(&words).expect("valid"))
    }

    fn short(fixtures: &[Fixture]) -> Vec<(usize, usize, usize, String)> {
        fixtures.iter().map(|f| (f.white, f.black, f.opening, f.round())).collect()
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let expected = [(0, 1, 0, "1.1"), (1, 0, 0, "1.2"), (0, 1, 1, "2.1"), (1, 0, 1, "2.2")];
        let expected = expected.map(|(w, b, o, r)| (w, b, o, r.to_owned()));
        assert_eq!(short(&plan("two -rounds 2 -repeat")), expected);
        assert_eq!(short(&plan("two -games 4")), expected);
        assert_eq!(short(&plan("two -games 2 -rounds 2")), expected);
        let reversed = plan("two -rounds 2 -reverse");
        assert_eq!((reversed[0].white, reversed[1].white), (1, 0));
        assert!(plan("two -rounds 3 -noswap").iter().all(|game| game.white == 0));
        let fresh: Vec<usize> = plan("two -games 4 -norepeat").iter().map(|game| game.opening).collect();
        assert_eq!(fresh, [0, 1, 2, 3]);
    }

    #[test]
    fn everybody_or_the_seeds_only() {
        let pairs = |line: &str| -> Vec<(usize, usize)> {
            plan(line).iter().filter(|game| game.leg == 1).map(|game| (game.white, game.black)).collect()
        };
        assert_eq!(pairs(""), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs("-tournament gauntlet"), [(0, 1), (0, 2)]);
        assert_eq!(pairs("-tournament gauntlet -seeds 2"), [(0, 2), (1, 2)]);
    }

    #[test]
    fn shards_share_out_whole_pairs() {
        let all = plan("two -rounds 5");
        let parts: Vec<Vec<Fixture>> =
            (1..=3).map(|i| plan(&format!("two -rounds 5 -shard {i}/3"))).collect();
        let mut together = parts.concat();
        together.sort_by_key(|game| (game.pair, game.leg));
        assert_eq!(together, all);
        assert!(parts.iter().all(|part| part.len() % 2 == 0));
    }
}
