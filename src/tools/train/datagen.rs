//! `sepoy datagen`: games of self-play as training data.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::record::GameRecord;
use super::selfplay::Style;
use crate::rules::Variant;
use crate::search::Shared;
use crate::tools::in_order::in_order;
use crate::tools::position::variants;

const EXAMPLES: &str = "\
Examples:
  sepoy datagen --variant madrasi --games 20000 --jobs 2 madrasi.data
      Twenty thousand games, two at a time. The same command again goes on where the file ends.
  sepoy datagen --variant madrasi --games 20000 --shard 2/3 part2.data
      The second of three machines.";

/// Play games of the engine against itself and keep their quiet positions as training data
///
/// A run that was broken off goes on where its file ends. Each game depends on the seed and its
/// number only, so that many machines can share the work: each plays one shard of the games.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Datagen {
    /// The file to write, or to go on with
    file: PathBuf,
    /// The rule set
    #[arg(short, long, value_name = "NAME", value_parser = variants())]
    variant: Variant,
    /// Games of all shards together
    #[arg(short, long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Nodes for each move
    #[arg(short, long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Random plies at the beginning of each game
    #[arg(short, long, value_name = "N", default_value_t = 8)]
    plies: u32,
    /// Seed of everything random
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play part I of N
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),
    /// Games side by side
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

fn shard(text: &str) -> anyhow::Result<(u64, u64)> {
    let (part, of) = text.split_once('/').context("expected I/N, such as 1/4")?;
    let (part, of) = (part.parse()?, of.parse()?);
    ensure!(1 <= part && part <= of, "there is no part {part} of {of}");
    Ok((part, of))
}

impl Datagen {
    /// Plays and writes; says on standard error how far it is.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (next, size) = self.resume().with_context(|| self.file.display().to_string())?;
        let mut file = OpenOptions::new()
            .create(true)
            .append(false)
            .truncate(false)
            .write(true)
            .open(&self.file)
            .with_context(|| self.file.display().to_string())?;
        file.set_len(size)?;
        file.seek(SeekFrom::End(0))?;
        let (part, of) = self.shard;
        let numbers = (0..self.games).filter(|number| number % of == part - 1 && *number >= next);
        let style = Style { variant: self.variant, nodes: self.nodes, plies: self.plies, seed: self.seed };
        let (mut games, mut positions) = (0u64, 0);
        in_order(
            self.jobs,
            numbers,
            || Ok(Shared::new(4)?),
            |shared, number| style.play(number, shared),
            |game| {
                let Some(game) = game else { return Ok(()) };
                file.write_all(&game.write())?;
                games += 1;
                positions += game.samples.len();
                if games.is_multiple_of(100) {
                    writeln!(stderr(), "game {}: {positions} positions", game.number)?;
                }
                Ok(())
            },
        )?;
        writeln!(stderr(), "{games} games, {positions} positions")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The number of the first game that is not in the file, and the size of those that are.
    fn resume(&self) -> anyhow::Result<(u64, u64)> {
        if !Path::new(&self.file).exists() {
            return Ok((0, 0));
        }
        let bytes = std::fs::read(&self.file)?;
        let (mut next, mut rest) = (0, bytes.as_slice());
        while let Some((game, after)) = GameRecord::read(rest)? {
            ensure!(game.variant == self.variant, "the file holds games of {}", game.variant);
            next = game.number + 1;
            rest = after;
        }
        Ok((next, (bytes.len() - rest.len()) as u64))
    }
}
