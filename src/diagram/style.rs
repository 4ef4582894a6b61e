//! The looks of a diagram.

/// Colours, as SVG writes them, and how dark squares are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Light squares.
    pub light: &'static str,
    /// The fill of dark squares.
    pub dark: &'static str,
    /// Dark squares carry diagonal lines, as in print.
    pub hatched: bool,
    /// What surrounds the board, and the white units.
    pub paper: &'static str,
    /// Lines and the black units.
    pub ink: &'static str,
    /// The tint of the squares of the last move.
    pub trace: &'static str,
    /// The mark of a paralysed unit.
    pub mark: &'static str,
    /// Arrows.
    pub arrow: &'static str,
}

impl Style {
    /// Black on white with hatched dark squares: for the page.
    pub const PRINT: Style = Style {
        light: "#fff",
        dark: "#fff",
        hatched: true,
        paper: "#fff",
        ink: "#000",
        trace: "#d4d4d4",
        mark: "#000",
        arrow: "#000",
    };

    /// Coloured squares: for the screen.
    pub const SCREEN: Style = Style {
        light: "#f3e7d0",
        dark: "#b88f66",
        hatched: false,
        paper: "#fff",
        ink: "#1c1917",
        trace: "#e5cf58",
        mark: "#c81e1e",
        arrow: "#1f6f43",
    };
}
