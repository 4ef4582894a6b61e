//! `sepoy show`: a position on the terminal, as SVG, or as PNG.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ColorChoice, ValueEnum};

use super::position::PositionArgs;
use crate::diagram::text::{Marks, TextBoard};
use crate::diagram::{Diagram, Style, png};
use crate::game::Game;
use crate::rules::Outcome;
use crate::types::{Move, Square};

const EXAMPLES: &str = "\
Examples:
  sepoy show
      The start position of chess.
  sepoy show -v madrasi '2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1'
      The board in text, paralysed units in brackets (red on a terminal), and the legal moves,
      marked + check, # mate, = stalemate.
  sepoy show -v madrasi --moves 'e2e4 d7d5' --svg board.svg --png board.png
      Two pictures of the position after 1.e4 d5, the last move tinted.
  sepoy show -v maharajah --style screen --arrow e1d3 --arrow e1h4 --png arrows.png
      In colours, with arrows.";

/// What to show, and how.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Play these moves first, in UCI notation, separated by blanks or commas
    #[arg(short, long, value_name = "MOVES", value_delimiter = ' ')]
    moves: Vec<String>,
    /// Write the diagram as SVG (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the diagram as PNG (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The width of the PNG in pixels; it is as high as wide
    #[arg(long, value_name = "PIXELS", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// The looks of the diagram
    #[arg(long, value_enum, default_value_t = StyleName::Print)]
    style: StyleName,
    /// Draw an arrow between two squares, such as e2e4; may be repeated
    #[arg(long = "arrow", value_name = "SQUARES", value_parser = square_pair)]
    arrows: Vec<(Square, Square)>,
    /// Tint the squares of this move (by default, of the last of --moves)
    #[arg(long, value_name = "SQUARES", value_parser = square_pair)]
    last_move: Option<(Square, Square)>,
    /// Black below
    #[arg(long)]
    flip: bool,
    /// The bare board: no coordinates, no disc for the side to move
    #[arg(long)]
    bare: bool,
    /// Colours in the text
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

/// The styles by name.
#[derive(Clone, Copy, ValueEnum)]
enum StyleName {
    /// Black on white, dark squares hatched
    Print,
    /// Coloured squares, red marks
    Screen,
}

impl StyleName {
    fn style(self) -> Style {
        match self {
            StyleName::Print => Style::PRINT,
            StyleName::Screen => Style::SCREEN,
        }
    }
}

fn square_pair(text: &str) -> Result<(Square, Square), String> {
    let square = |from: usize| text.get(from..from + 2).and_then(|square| square.parse().ok());
    match (square(0), square(2)) {
        (Some(from), Some(to)) if text.len() == 4 => Ok((from, to)),
        _ => Err("expected two squares, such as e2e4".to_owned()),
    }
}

impl Show {
    /// Writes the pictures that are asked for, or else the text.
    ///
    /// # Errors
    /// If the position or a move is wrong, or a file cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut game = self.position.open()?;
        for text in self.moves.iter().flat_map(|text| text.split(',')).filter(|text| !text.is_empty()) {
            let mv = game.parse_move(text).context("--moves")?;
            game.play(mv);
        }
        if self.svg.is_none() && self.png.is_none() {
            self.write_text(&*game)?;
            return Ok(ExitCode::SUCCESS);
        }
        let svg = self.diagram(&*game).to_string();
        if let Some(path) = &self.svg {
            write_file(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_file(path, &png(&svg, self.size)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn diagram(&self, game: &dyn Game) -> Diagram {
        let mut diagram = Diagram::of(game, self.style.style());
        diagram.last_move = self.last_move.or(diagram.last_move);
        diagram.arrows = self.arrows.clone();
        diagram.flipped = self.flip;
        diagram.bare = self.bare;
        diagram
    }

    fn write_text(&self, game: &dyn Game) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let colours = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => out.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        let marks = if colours { Marks::Colours } else { Marks::Brackets };
        write!(out, "{}", TextBoard::new(game, marks).flipped(self.flip))?;
        let moves = game.legal_moves();
        writeln!(out, "Legal moves: {}", moves.len())?;
        let mut names: Vec<String> = moves.into_iter().map(|mv| marked(game, mv)).collect();
        names.sort();
        for line in names.chunks(12) {
            writeln!(out, "  {}", line.join(" "))?;
        }
        Ok(())
    }
}

/// A legal move with its mark: `+` check, `#` mate, `=` stalemate.
fn marked(game: &dyn Game, mv: Move) -> String {
    let mut after = game.clone_game();
    after.play(mv);
    let mark = match (after.checkers().any(), after.legal_moves().is_empty(), after.outcome()) {
        (true, false, _) => "+",
        (true, true, _) => "#",
        (false, true, Some(Outcome::Draw(_))) => "=",
        _ => "",
    };
    format!("{mv}{mark}")
}

fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        io::stdout().lock().write_all(bytes)?;
        return Ok(());
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
