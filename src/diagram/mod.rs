//! Pictures of a position: SVG and PNG diagrams, and the board in text.

mod glyphs;
mod png;
mod shapes;
mod style;
mod svg;
pub mod text;

pub use png::{PngError, png};
pub use style::Style;

use crate::game::Game;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square};

/// What a diagram shows. Its `Display` is the SVG document.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Who stands where.
    pub units: Vec<(Square, Piece)>,
    /// The units that get the mark of paralysis.
    pub paralysed: Bitboard,
    /// The side to move, shown by a disc beside the board.
    pub side: Color,
    /// A unit still to be placed, shown beside the board.
    pub in_hand: Option<Piece>,
    /// The move that led here: its squares are tinted.
    pub last_move: Option<(Square, Square)>,
    /// Arrows from square to square.
    pub arrows: Vec<(Square, Square)>,
    /// Black sits below.
    pub flipped: bool,
    /// The board alone: no coordinates, no side to move, no unit in hand.
    pub bare: bool,
    /// Colours and hatching.
    pub style: Style,
    /// The title of the SVG document, for screen readers and search.
    pub title: String,
}

impl Diagram {
    /// The present position of a game, with the last of its moves.
    pub fn of(game: &dyn Game, style: Style) -> Self {
        let (board, state) = (game.board(), game.state());
        let units = board.occupied().filter_map(|square| Some((square, board.piece_at(square)?)));
        Diagram {
            units: units.collect(),
            paralysed: game.paralysed(),
            side: state.side,
            in_hand: state.pocket.then_some(Piece::new(state.side, PieceKind::Maharajah)),
            last_move: game.moves().last().map(|mv| (mv.from(), mv.to())),
            arrows: Vec::new(),
            flipped: false,
            bare: false,
            style,
            title: format!("{}: {}", game.variant(), game.fen()),
        }
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{ColorU8, Pixmap};

    use super::*;

    /// One pixel for each unit of the picture.
    fn pixels(diagram: &Diagram) -> Pixmap {
        let width = diagram.side_length() as u32;
        Pixmap::decode_png(&png(&diagram.to_string(), width).unwrap()).unwrap()
    }

    /// Every piece once: the white ones from a1, the black ones from a3, one square apart from each other.
    fn gallery(style: Style) -> Diagram {
        let mut units = Vec::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let square = Square::new((color.index() * 16 + kind.index()) as u8);
                units.push((square, Piece::new(color, kind)));
            }
        }
        Diagram {
            units,
            paralysed: Bitboard::EMPTY,
            side: Color::White,
            in_hand: None,
            last_move: None,
            arrows: Vec::new(),
            flipped: false,
            bare: true,
            style,
            title: String::from("<a & b>"),
        }
    }

    /// The colours of a square's pixels, the upper left corner of a bare board at (6, 6).
    fn colours(picture: &Pixmap, square: Square) -> Vec<ColorU8> {
        let (left, top) = (6 + u32::from(square.file()) * 100, 6 + u32::from(7 - square.rank()) * 100);
        (0..100 * 100)
            .filter_map(|i| picture.pixel(left + i % 100, top + i / 100))
            .map(|pixel| pixel.demultiply())
            .collect()
    }

    fn dark_share(picture: &Pixmap, square: Square) -> f64 {
        let all = colours(picture, square);
        all.iter().filter(|colour| colour.red() < 90).count() as f64 / all.len() as f64
    }

    #[test]
    fn every_piece_is_drawn_and_the_sides_differ() {
        let picture = pixels(&gallery(Style::SCREEN));
        for kind in PieceKind::ALL {
            let white = dark_share(&picture, Square::new(kind.index() as u8));
            let black = dark_share(&picture, Square::new(16 + kind.index() as u8));
            assert!(white > 0.03, "{kind:?}: {white}");
            assert!(black > white + 0.1, "{kind:?}: {white} {black}");
        }
        assert_eq!(dark_share(&picture, Square::E8), 0.0);
    }

    #[test]
    fn no_two_kinds_look_alike() {
        let picture = pixels(&gallery(Style::SCREEN));
        // Squares of one shade: a1 c1 e1 g1 and a3 c3 e3 g3; then the other shade.
        for (first, second) in [(0, 2), (0, 4), (0, 6), (2, 4), (2, 6), (4, 6), (1, 3), (1, 5), (3, 5)] {
            let (a, b) = (colours(&picture, Square::new(first)), colours(&picture, Square::new(second)));
            let different = a.iter().zip(&b).filter(|(a, b)| a != b).count();
            assert!(different > 500, "{first} {second}: {different}");
        }
    }

    #[test]
    fn paralysis_is_marked_in_the_colour_of_the_style() {
        let mut diagram = gallery(Style::SCREEN);
        diagram.paralysed = Bitboard::of(Square::D1);
        let picture = pixels(&diagram);
        let is_mark = |colour: &&ColorU8| (colour.red(), colour.green(), colour.blue()) == (200, 30, 30);
        assert!(colours(&picture, Square::D1).iter().filter(is_mark).count() > 500);
        assert_eq!(colours(&picture, Square::C1).iter().filter(is_mark).count(), 0);
    }

    #[test]
    fn the_last_move_and_arrows_change_their_squares_only() {
        let plain = gallery(Style::SCREEN);
        let mut marked = plain.clone();
        marked.last_move = Some((Square::at(0, 5), Square::at(0, 7)));
        marked.arrows = vec![(Square::at(4, 5), Square::at(7, 5))];
        let (plain, marked) = (pixels(&plain), pixels(&marked));
        let changed: Vec<String> = Square::all()
            .filter(|&square| colours(&plain, square) != colours(&marked, square))
            .map(|square| square.to_string())
            .collect();
        assert_eq!(changed, ["a6", "e6", "f6", "g6", "h6", "a8"]);
    }

    #[test]
    fn a_flipped_board_is_the_board_turned_round() {
        let mut turned = gallery(Style::PRINT);
        for unit in &mut turned.units {
            unit.0 = Square::new(63 - unit.0.index() as u8);
        }
        let mut flipped = gallery(Style::PRINT);
        flipped.flipped = true;
        assert!(pixels(&flipped).data() == pixels(&turned).data());
    }

    #[test]
    fn coordinates_side_and_hand_stand_beside_the_board() {
        let mut diagram = gallery(Style::PRINT);
        assert!(diagram.to_string().contains("<title>&lt;a &amp; b&gt;</title>"));
        diagram.bare = false;
        diagram.in_hand = Some(Piece::new(Color::White, PieceKind::Maharajah));
        let white = pixels(&diagram);
        diagram.side = Color::Black;
        let black = pixels(&diagram);
        assert_eq!(white.width(), 904);
        // The white disc is hollow and stands below, the black one is filled and stands above.
        let (x, below, above) = (880, 52 + 784, 52 + 16);
        assert_eq!(white.pixel(x, below).unwrap().red(), 255);
        assert_eq!(black.pixel(x, above).unwrap().red(), 0);
        let ink_in = |left: u32, top: u32| {
            (0..46 * 46).any(|i| white.pixel(left + i % 46, top + i / 46).unwrap().red() < 90)
        };
        assert!(ink_in(857, 766), "the unit in hand");
        assert!(ink_in(10, 52 + 727), "the 1 of the first rank");
        assert!(ink_in(79, 856), "the a of the a-file");
        assert!(!ink_in(857, 400));
    }

    #[test]
    fn a_size_that_cannot_be_is_an_error() {
        let svg = gallery(Style::PRINT).to_string();
        assert!(matches!(png(&svg, 0), Err(PngError::Size(0))));
        assert!(png(&svg, u32::MAX).is_err());
        assert!(matches!(png("no drawing", 100), Err(PngError::Svg(_))));
    }
}
