//! The letters and digits at the edge of the board, as strokes: a diagram then needs no font and
//! looks the same everywhere.

/// The width of every glyph.
pub(super) const WIDTH: f64 = 10.0;
/// The height of a digit; the letters stand on the same base line.
pub(super) const HEIGHT: f64 = 14.0;

/// The strokes of files a to h, in SVG path syntax.
pub(super) const FILES: [&str; 8] = [
    "M9.5 5V14M9.5 9.5a4.5 4.5 0 1 1 -9 0a4.5 4.5 0 1 1 9 0",
    "M.5 0V14M9.5 9.5a4.5 4.5 0 1 1 -9 0a4.5 4.5 0 1 1 9 0",
    "M8.8 6.8A4.5 4.5 0 1 0 8.8 12.2",
    "M9.5 0V14M9.5 9.5a4.5 4.5 0 1 1 -9 0a4.5 4.5 0 1 1 9 0",
    "M.5 9.5H9.5A4.5 4.5 0 1 0 8.3 12.6",
    "M8.5 .5C5 -.6 4 1.5 4 4V14M1 5H7.5",
    "M9.5 9.5a4.5 4.5 0 1 1 -9 0a4.5 4.5 0 1 1 9 0M9.5 5V14C9.5 18 6 19 1.5 17.7",
    "M1 0V14M1 9C1.5 3.5 9 3.5 9 9V14",
];

/// The strokes of ranks 1 to 8.
pub(super) const RANKS: [&str; 8] = [
    "M2 3L5.5 .5V14",
    "M1 3.8C1.3 -1 9 -.8 8.8 4C8.6 7.5 3 10.5 1 14H9",
    "M1 .5H8.5L4.7 5.5C10 5.7 10.3 14 4.5 14C2.7 14 1.2 13 .7 11.5",
    "M7 14V.5L.5 10H9.5",
    "M8.5 .5H2.2L1.4 6.5C4.5 4.3 9.3 5.2 9.3 9.5C9.3 14.5 2.7 15.4 .8 12",
    "M7.8 .5C3.5 3 .5 6 .5 9.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
    "M.5 .5H9L4 14",
    "M8.2 3.6a3.2 3.2 0 1 1 -6.4 0a3.2 3.2 0 1 1 6.4 0M8.9 10.4a3.9 3.6 0 1 1 -7.8 0a3.9 3.6 0 1 1 7.8 0",
];
