//! The diagram as an SVG document.

use std::fmt;

use super::shapes::shape;
use super::{Diagram, Style, glyphs};
use crate::types::{Color, Piece, Square};

/// The side of a square, in the units of the picture.
const SQUARE: f64 = 100.0;
/// The side of the board.
const BOARD: f64 = 8.0 * SQUARE;
/// Room around the board for coordinates, the side to move, the unit in hand.
const MARGIN: f64 = 52.0;
/// Room around a bare board: the frame alone.
const BARE_MARGIN: f64 = 6.0;
/// The distance of the hatching's lines, along an edge of the square.
const HATCH: usize = 10;
/// How large the unit in hand is, to one on the board.
const IN_HAND_SCALE: f64 = 0.46;

impl Diagram {
    /// The width of the picture, which is also its height.
    pub fn side_length(&self) -> f64 {
        BOARD + 2.0 * self.margin()
    }

    fn margin(&self) -> f64 {
        if self.bare { BARE_MARGIN } else { MARGIN }
    }

    /// The upper left corner of a square, from that of the board.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (column, row) = match self.flipped {
            false => (square.file(), 7 - square.rank()),
            true => (7 - square.file(), square.rank()),
        };
        (f64::from(column) * SQUARE, f64::from(row) * SQUARE)
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = &self.style;
        writeln!(f, r#"<path fill="{}" d="M0 0H{BOARD}V{BOARD}H0Z"/>"#, style.light)?;
        let dark = || Square::all().filter(|square| (square.file() + square.rank()) % 2 == 0);
        write!(f, r#"<path fill="{}" d=""#, style.dark)?;
        for square in dark() {
            write_square(f, self.corner(square))?;
        }
        writeln!(f, r#""/>"#)?;
        if let Some((from, to)) = self.last_move {
            write!(f, r#"<path fill="{}" d=""#, style.trace)?;
            write_square(f, self.corner(from))?;
            write_square(f, self.corner(to))?;
            writeln!(f, r#""/>"#)?;
        }
        if style.hatched {
            write!(f, r#"<path stroke="{}" stroke-width="1.3" d=""#, style.ink)?;
            for square in dark() {
                write_hatching(f, self.corner(square))?;
            }
            writeln!(f, r#""/>"#)?;
        }
        let ink = style.ink;
        writeln!(f, r#"<path fill="none" stroke="{ink}" stroke-width="4" d="M-2 -2H802V802H-2Z"/>"#)
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            r#"<g fill="none" stroke="{}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">"#,
            self.style.ink
        )?;
        for (i, (file, rank)) in (0u8..).zip(glyphs::FILES.iter().zip(&glyphs::RANKS)) {
            let (x, y) = self.centre(Square::at(i, i));
            let left = x - glyphs::WIDTH / 2.0;
            writeln!(f, r#"<path transform="translate({left} {})" d="{file}"/>"#, BOARD + 18.0)?;
            let top = y - glyphs::HEIGHT / 2.0;
            writeln!(f, r#"<path transform="translate({} {top})" d="{rank}"/>"#, -28.0)?;
        }
        writeln!(f, "</g>")
    }

    /// The disc of the side to move, beside that side's end of the board, and the unit in hand.
    fn write_beside(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = &self.style;
        let x = BOARD + MARGIN / 2.0 + 2.0;
        let below = |color: Color| (color == Color::White) != self.flipped;
        let y = if below(self.side) { BOARD - 16.0 } else { 16.0 };
        let fill = colour_of(self.side, style);
        writeln!(
            f,
            r#"<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="{}" stroke-width="3"/>"#,
            style.ink
        )?;
        let Some(piece) = self.in_hand else { return Ok(()) };
        let size = SQUARE * IN_HAND_SCALE;
        let top = if below(piece.color) { BOARD - 40.0 - size } else { 40.0 };
        let left = x - size / 2.0;
        writeln!(
            f,
            r##"<use xlink:href="#{}" transform="translate({left} {top}) scale({IN_HAND_SCALE})"/>"##,
            name(piece)
        )
    }

    /// Each piece that occurs, drawn once.
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces: Vec<Piece> = self.units.iter().map(|unit| unit.1).chain(self.in_hand).collect();
        pieces.sort_by_key(|piece| (piece.color.index(), piece.kind));
        pieces.dedup();
        writeln!(f, "<defs>")?;
        for piece in pieces {
            write_piece(f, piece, &self.style)?;
        }
        writeln!(f, "</defs>")
    }

    fn write_units(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(square, piece) in &self.units {
            let (x, y) = self.corner(square);
            writeln!(f, r##"<use xlink:href="#{}" x="{x}" y="{y}"/>"##, name(piece))?;
        }
        for square in self.paralysed {
            write_paralysis(f, self.corner(square), &self.style)?;
        }
        Ok(())
    }
}

/// The SVG document.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, margin) = (self.side_length(), self.margin());
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{} {} {side} {side}">"#,
            -margin, -margin
        )?;
        writeln!(f, "<title>{}</title>", escaped(&self.title))?;
        self.write_definitions(f)?;
        let paper = self.style.paper;
        writeln!(f, r#"<rect x="{0}" y="{0}" width="{side}" height="{side}" fill="{paper}"/>"#, -margin)?;
        self.write_board(f)?;
        if !self.bare {
            self.write_coordinates(f)?;
            self.write_beside(f)?;
        }
        self.write_units(f)?;
        for &(from, to) in &self.arrows {
            write_arrow(f, self.centre(from), self.centre(to), &self.style)?;
        }
        writeln!(f, "</svg>")
    }
}

fn write_square(f: &mut fmt::Formatter<'_>, (x, y): (f64, f64)) -> fmt::Result {
    write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
}

/// Lines that rise to the right, each cut at the edges of the square.
fn write_hatching(f: &mut fmt::Formatter<'_>, (x, y): (f64, f64)) -> fmt::Result {
    for sum in (HATCH / 2..2 * SQUARE as usize).step_by(HATCH) {
        let sum = sum as f64;
        let (near, far) = ((sum - SQUARE).max(0.0), sum.min(SQUARE));
        write!(f, "M{} {}L{} {}", x + near, y + far, x + far, y + near)?;
    }
    Ok(())
}

/// The name of a piece's drawing, such as `wN`.
fn name(piece: Piece) -> String {
    format!("{}{}", piece.color.letter(), piece.kind.letter())
}

fn colour_of(color: Color, style: &Style) -> &'static str {
    match color {
        Color::White => style.paper,
        Color::Black => style.ink,
    }
}

fn write_piece(f: &mut fmt::Formatter<'_>, piece: Piece, style: &Style) -> fmt::Result {
    let shape = shape(piece.kind);
    let (fill, line) = (colour_of(piece.color, style), colour_of(!piece.color, style));
    write!(f, r#"<g id="{}" stroke-linecap="round" stroke-linejoin="round">"#, name(piece))?;
    if style.hatched {
        // A rim of paper keeps the hatching away from the piece.
        let (paper, outline) = (style.paper, shape.parts.concat());
        write!(f, r#"<path fill="{paper}" stroke="{paper}" stroke-width="9" d="{outline}"/>"#)?;
    }
    write!(f, r#"<g fill="{fill}" stroke="{}" stroke-width="3.2">"#, style.ink)?;
    for part in shape.parts {
        write!(f, r#"<path d="{part}"/>"#)?;
    }
    write!(f, r#"</g><g fill="none" stroke="{line}" stroke-width="3">"#)?;
    let seams = if piece.color == Color::Black { shape.seams } else { &[] };
    for path in shape.lines.iter().chain(seams) {
        write!(f, r#"<path d="{path}"/>"#)?;
    }
    write!(f, "</g>")?;
    if !shape.dots.is_empty() {
        write!(f, r#"<path fill="{line}" d="{}"/>"#, shape.dots.concat())?;
    }
    writeln!(f, "</g>")
}

/// Brackets at both sides of the square, as in the text board: the unit is put in irons.
fn write_paralysis(f: &mut fmt::Formatter<'_>, (x, y): (f64, f64), style: &Style) -> fmt::Result {
    let path = "M18 6H6V94H18M82 6H94V94H82";
    write!(f, r#"<g fill="none" stroke-linejoin="miter" transform="translate({x} {y})">"#)?;
    if style.hatched {
        write!(f, r#"<path stroke="{}" stroke-width="11" d="{path}"/>"#, style.paper)?;
    }
    writeln!(f, r#"<path stroke="{}" stroke-width="5" d="{path}"/></g>"#, style.mark)
}

/// From near one centre to the other centre: shaft and head as one outline, drawn along the x-axis
/// and turned.
fn write_arrow(
    f: &mut fmt::Formatter<'_>,
    (x, y): (f64, f64),
    (to_x, to_y): (f64, f64),
    style: &Style,
) -> fmt::Result {
    let (dx, dy) = (to_x - x, to_y - y);
    let (length, angle) = (dx.hypot(dy), dy.atan2(dx).to_degrees());
    let neck = length - 34.0;
    writeln!(
        f,
        r#"<path fill="{}" fill-opacity=".7" stroke="{}" stroke-width="2" transform="translate({x} {y}) rotate({angle:.3})" d="M22 -6H{neck:.2}V-18L{:.2} 0L{neck:.2} 18V6H22Z"/>"#,
        style.arrow,
        style.paper,
        length - 2.0
    )
}

/// Text for the inside of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
