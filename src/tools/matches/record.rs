//! Games on file: their tags, the file they are added to, and what it holds already.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};

use super::openings::Opening;
use super::options::Options;
use super::referee::PlayedGame;
use super::schedule::Fixture;
use crate::notation::pgn::{GameResult, PgnGame, Reader};
use crate::tools::text::read_text;

/// What identifies a game of a match: White, Black, round.
pub type GameId = (String, String, String);

/// The identity of a fixture's game.
pub fn id_of(fixture: &Fixture, options: &Options) -> GameId {
    let name = |engine: usize| options.engines[engine].name.clone();
    (name(fixture.white), name(fixture.black), fixture.round())
}

/// The game with all its tags.
pub fn pgn(fixture: &Fixture, opening: &Opening, played: PlayedGame, options: &Options) -> PgnGame {
    let (white, black, round) = id_of(fixture, options);
    let result = played.ending.result();
    let mut game = PgnGame { moves: played.moves, result, complete: true, ..PgnGame::default() };
    let [white_time, black_time] =
        [fixture.white, fixture.black].map(|engine| options.engines[engine].limits.to_string());
    let time_control = if white_time == black_time { &white_time } else { "?" };
    let plies = game.moves.len().to_string();
    let tags = [
        ("Event", options.event.as_str()),
        ("Site", options.site.as_str()),
        ("Date", &today()),
        ("Round", &round),
        ("White", &white),
        ("Black", &black),
        ("Result", result.text()),
        ("Variant", options.variant.name()),
        ("SetUp", "1"),
        ("FEN", &opening.fen),
        ("PlyCount", &plies),
        ("TimeControl", time_control),
        ("Termination", played.ending.termination()),
    ];
    for (name, value) in tags {
        game.set_tag(name, value);
    }
    if white_time != black_time {
        game.set_tag("WhiteTimeControl", white_time);
        game.set_tag("BlackTimeControl", black_time);
    }
    let ending = played.ending.to_string();
    match game.moves.last_mut() {
        Some(last) => {
            last.comment = Some(match last.comment.take() {
                Some(comment) => format!("{comment}, {ending}"),
                None => ending,
            });
        }
        None => game.comment = Some(ending),
    }
    game
}

/// Today's date in UTC as PGN writes it.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (year, month, day) = civil_date(now.as_secs() / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day from the days since 1970-01-01; the year begins in March, so that the
/// leap day comes last.
fn civil_date(days: u64) -> (u64, u64, u64) {
    // 719468 days lie between 0000-03-01 and 1970-01-01; 146097 are four centuries.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

/// The file that games are added to, each with one write: whatever stops the program, at most the
/// last game is cut off.
pub struct GameFile {
    file: File,
}

impl GameFile {
    /// Opens the file, at its end or empty.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open(path: &Path, append: bool) -> anyhow::Result<GameFile> {
        let opened = File::options().create(true).append(append).write(true).truncate(!append).open(path);
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(GameFile { file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A full disk and the like.
    pub fn add(&mut self, game: &PgnGame) -> anyhow::Result<()> {
        self.file.write_all(game.to_string().as_bytes()).context("cannot write the game")
    }
}

/// The games of an earlier part of the match. A game that was cut off is taken out of the file.
///
/// # Errors
/// A file that cannot be read or mended.
pub fn earlier_games(path: &Path) -> anyhow::Result<HashMap<GameId, PgnGame>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let mut games = HashMap::new();
    let mut whole = 0;
    for game in Reader::new(&text).map_while(Result::ok) {
        if !game.complete {
            break;
        }
        whole = game.bytes.end;
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
        if game.result != GameResult::Unknown {
            games.insert((tag("White"), tag("Black"), tag("Round")), game);
        }
    }
    let kept = text.get(..whole).unwrap_or_default();
    let rest = text.get(whole..).unwrap_or_default();
    if !rest.trim().is_empty() || (whole > 0 && !rest.starts_with("\n\n")) {
        let mended = if kept.is_empty() { String::new() } else { format!("{kept}\n\n") };
        fs::write(path, mended).with_context(|| format!("cannot mend {}", path.display()))?;
        eprintln!("sepoy: the last game in {} was cut off; it is played again", path.display());
    }
    Ok(games)
}

/// All games of some PGN files.
///
/// # Errors
/// A file that cannot be read, or is no PGN.
pub fn games_of(paths: &[std::path::PathBuf]) -> anyhow::Result<Vec<PgnGame>> {
    let mut games = Vec::new();
    for path in paths {
        let text = read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
        let before = games.len();
        for game in Reader::new(&text) {
            games.push(game.with_context(|| path.display().to_string())?);
        }
        if games.len() == before {
            bail!("{} holds no game", path.display());
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (19_782, (2024, 2, 29)),
            (20_787, (2026, 11, 30)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil_date(days), date, "{days}");
        }
    }
}
