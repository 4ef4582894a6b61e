//! Games annotated move by move: the score, and a better move where there was one.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use super::Analyse;
use crate::game::{Game, side};
use crate::notation::pgn::{PgnGame, Reader};
use crate::notation::san;
use crate::search::Shared;
use crate::tools::in_order::in_order;
use crate::tools::text::read_text;
use crate::types::{Color, Move, Score};

/// Losses from which a move is doubtful, a mistake, a blunder, in centipawns, with the glyph for it.
const GLYPHS: [(i32, u8); 3] = [(300, 4), (150, 2), (70, 6)];

/// A better move is told from this loss on, in centipawns.
const WORTH_TELLING: i32 = 30;

/// Beyond this score, in centipawns, a game is decided: differences mean nothing.
const DECIDED: i32 = 1_500;

/// What is known of a position of the game.
struct Judged {
    side: Color,
    best: Option<Move>,
    best_san: String,
    score: Score,
    depth: u32,
}

/// Annotates all games of the file; the number of those that could not be played through.
pub fn run(orders: &Analyse, file: &Path) -> anyhow::Result<usize> {
    let text = read_text(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut output = io::stdout();
    let mut failures = 0;
    for (index, game) in Reader::new(&text).enumerate() {
        let game = game.map_err(anyhow::Error::from).and_then(|game| annotated(orders, game));
        match game {
            Ok(game) => write!(output, "{game}")?,
            Err(error) => {
                failures += 1;
                eprintln!("sepoy: {}: game {}: {error:#}", file.display(), index + 1);
            }
        }
    }
    Ok(failures)
}

fn annotated(orders: &Analyse, mut pgn: PgnGame) -> anyhow::Result<PgnGame> {
    let (_, moves) = pgn.replay(orders.variant)?;
    let judged = judge(orders, pgn.open(orders.variant)?, &moves)?;
    for ((mv, text), two) in moves.iter().zip(&mut pgn.moves).zip(judged.windows(2)) {
        let [before, after] = two else { continue };
        let loss = if before.best == Some(*mv) { 0 } else { loss(before.score, after.score) };
        let mut comment = eval_tag(after);
        if loss >= WORTH_TELLING {
            comment = format!("{comment} better {} ({})", before.best_san, pawns(before.score, before.side));
        }
        if text.glyphs.is_empty() {
            text.glyphs.extend(GLYPHS.iter().find(|(least, _)| loss >= *least).map(|(_, glyph)| *glyph));
        }
        text.comment = Some(match text.comment.take() {
            Some(old) => format!("{old} {comment}"),
            None => comment,
        });
    }
    pgn.set_tag("Annotator", concat!("Sepoy ", env!("CARGO_PKG_VERSION")));
    Ok(pgn)
}

/// Searches every position of the game, the last one included.
fn judge(orders: &Analyse, start: Box<dyn Game>, moves: &[Move]) -> anyhow::Result<Vec<Judged>> {
    let mut positions = vec![start.clone_game()];
    let mut game = start;
    for &mv in moves {
        game.play(mv);
        positions.push(game.clone_game());
    }
    let work = |shared: &mut Shared, game: Box<dyn Game>| {
        let (thought, _) = orders.search(game.as_ref(), shared);
        let best_san = thought.best_move.map(|mv| san::write(game.as_ref(), mv)).unwrap_or_default();
        Judged {
            side: side(game.as_ref()),
            best: thought.best_move,
            best_san,
            score: thought.score,
            depth: thought.depth,
        }
    };
    let mut judged = Vec::with_capacity(positions.len());
    in_order(
        orders.jobs(),
        positions.into_iter(),
        || orders.shared(),
        work,
        |one| {
            judged.push(one);
            Ok(())
        },
    )?;
    Ok(judged)
}

/// What the move gave away: the best score before it against the score after it, both from the
/// mover's side.
fn loss(before: Score, after: Score) -> i32 {
    let clamp = |score: Score| score.0.clamp(-DECIDED, DECIDED);
    clamp(before) - clamp(-after)
}

/// The score from White's side in pawns, or the moves to mate.
fn pawns(score: Score, side: Color) -> String {
    let white = if side == Color::White { score } else { -score };
    match score.moves_to_mate() {
        // "Mated on the board" has no sign of its own.
        Some(moves) if side == Color::Black => format!("#{}", -moves),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(white.0) / 100.0),
    }
}

/// The command that PGN readers understand, with the depth.
fn eval_tag(after: &Judged) -> String {
    let score = pawns(after.score, after.side);
    format!("[%eval {},{}]", score.trim_start_matches('+'), after.depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_seen_from_the_mover() {
        assert_eq!(loss(Score(50), Score(20)), 70);
        assert_eq!(loss(Score(50), Score(-50)), 0);
        assert_eq!(loss(Score::mate_in(3), Score(-2_000)), 0);
        assert_eq!(loss(Score(0), Score::mate_in(2)), DECIDED);
    }

    #[test]
    fn scores_are_written_from_whites_side() {
        assert_eq!(pawns(Score(35), Color::White), "+0.35");
        assert_eq!(pawns(Score(35), Color::Black), "-0.35");
        assert_eq!(pawns(Score::mate_in(5), Color::White), "#3");
        assert_eq!(pawns(Score::mate_in(5), Color::Black), "#-3");
        assert_eq!(pawns(Score::mated_in(4), Color::Black), "#2");
    }
}
