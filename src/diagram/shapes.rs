//! The pieces as vector paths: our own drawings, in the Staunton manner of printed diagrams.
//!
//! Each piece stands in a box of 100 by 100 units, y downwards, its foot on y = 88. Paths are in
//! SVG syntax.

use crate::types::PieceKind;

/// One piece, drawn from back to front.
pub(super) struct Shape {
    /// Closed outlines, filled with the colour of the side and edged in ink.
    pub parts: &'static [&'static str],
    /// Lines inside the parts: ink on a white unit, paper on a black one.
    pub lines: &'static [&'static str],
    /// Lines that only a black unit needs, where the edges of its parts melt together.
    pub seams: &'static [&'static str],
    /// Small closed areas (eye, nostril), filled like `lines`.
    pub dots: &'static [&'static str],
}

/// The drawing of a kind.
pub(super) fn shape(kind: PieceKind) -> &'static Shape {
    match kind {
        PieceKind::Pawn => &PAWN,
        PieceKind::Knight => &KNIGHT,
        PieceKind::Bishop => &BISHOP,
        PieceKind::Rook => &ROOK,
        PieceKind::Queen => &QUEEN,
        PieceKind::King => &KING,
        PieceKind::Maharajah => &MAHARAJAH,
    }
}

/// The foot that all but the pawn stand on.
const FOOT: &str = "M21 88V82.5C21 78.5 24 76.5 28 76.5H72C76 76.5 79 78.5 79 82.5V88Z";
/// The shine on the foot of a black unit.
const FOOT_SHINE: &str = "M27 82H73";
/// The stem of the crowned pieces.
const STEM: &str = "M33 60C36 68 33 73 27 77H73C67 73 64 68 67 60Z";
/// The ring around that stem.
const STEM_RING: &str = "M33 70C44 66 56 66 67 70";
/// Where a crown meets the stem.
const CROWN_SEAM: &str = "M33 61C45 57.5 55 57.5 67 61";

const PAWN: Shape = Shape {
    parts: &[
        "M43 45C43 58 39 68 31 77H69C61 68 57 58 57 45Z",
        "M26 88V83C26 79 29 77 33 77H67C71 77 74 79 74 83V88Z",
        "M37 30a13 13 0 1 1 26 0a13 13 0 1 1 -26 0Z",
        "M36 46C36 43 38 41.5 41 41.5H59C62 41.5 64 43 64 46S62 50 59 50H41C38 50 36 48.5 36 46Z",
    ],
    lines: &[],
    seams: &["M38 46H62", "M32 82H68"],
    dots: &[],
};

const KNIGHT: Shape = Shape {
    parts: &[
        "M76 77C79 52 74 28 53 19L50 9L43 18C36 21 31 26 29 33C27 40 22 46 17 53C14 58 15 64 20 67\
         C24 69 28 67 31 63C36 62 42 60 47 54C47 62 35 66 31 77Z",
        FOOT,
    ],
    lines: &["M53 19C66 30 71 50 69 72"],
    seams: &[FOOT_SHINE],
    dots: &[
        "M34.9 32a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0Z",
        "M19.7 58a1.8 1.8 0 1 1 3.6 0a1.8 1.8 0 1 1 -3.6 0Z",
    ],
};

const BISHOP: Shape = Shape {
    parts: &[
        "M42 58C42 67 37 72 30 77H70C63 72 58 67 58 58Z",
        FOOT,
        "M50 20C62 28 70 37 70 46C70 53 65 58 58 59H42C35 58 30 53 30 46C30 37 38 28 50 20Z",
        "M34 60.5C34 57.5 36 56 39 56H61C64 56 66 57.5 66 60.5S64 65 61 65H39C36 65 34 63.5 34 60.5Z",
        "M44.5 15a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1 -11 0Z",
    ],
    lines: &["M50 31V49M42 39H58"],
    seams: &["M37 60.5H63", FOOT_SHINE],
    dots: &[],
};

const ROOK: Shape = Shape {
    parts: &[
        "M35 38C35 55 33 66 28 77H72C67 66 65 55 65 38Z",
        FOOT,
        "M25 15H35.5V21.5H44.5V15H55.5V21.5H64.5V15H75V31C75 36 72 39.5 67 39.5H33C28 39.5 25 36 25 31Z",
    ],
    lines: &["M29 31H71"],
    seams: &["M38 41H62", FOOT_SHINE],
    dots: &[],
};

const QUEEN: Shape = Shape {
    parts: &[
        STEM,
        FOOT,
        "M31 63L15 31L33 46L32 21L44 43L50 17L56 43L68 21L67 46L85 31L69 63C57 59 43 59 31 63Z",
        "M10.2 29a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1 -9.6 0Z",
        "M27.2 20a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1 -9.6 0Z",
        "M45.2 16a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1 -9.6 0Z",
        "M63.2 20a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1 -9.6 0Z",
        "M80.2 29a4.8 4.8 0 1 1 9.6 0a4.8 4.8 0 1 1 -9.6 0Z",
    ],
    lines: &[STEM_RING],
    seams: &[CROWN_SEAM, FOOT_SHINE],
    dots: &[],
};

const KING: Shape = Shape {
    parts: &[
        STEM,
        FOOT,
        "M31 63C20 57 13 49 14 40C15 30 26 26 35 29C42 31 47 36 50 42C53 36 58 31 65 29C74 26 85 30 86 40\
         C87 49 80 57 69 63C57 59 43 59 31 63Z",
        "M50 47C42 38 42 31 50 24C58 31 58 38 50 47Z",
        "M47.3 6.5H52.7V12H58.5V17H52.7V24H47.3V17H41.5V12H47.3Z",
    ],
    lines: &[STEM_RING, "M50 47V58"],
    seams: &[
        CROWN_SEAM,
        "M34 56C25 51 20 46 20.5 40C21 35 27 33 33 35C40 37 46 44 48 53",
        "M66 56C75 51 80 46 79.5 40C79 35 73 33 67 35C60 37 54 44 52 53",
        FOOT_SHINE,
    ],
    dots: &[],
};

/// A turban with a jewel and a plume.
const MAHARAJAH: Shape = Shape {
    parts: &[
        STEM,
        FOOT,
        "M50 34C38 25 38 12 53 4C62 14 61 26 50 34Z",
        "M29 63C17 58 11 47 15 38C20 28 34 24 50 24C66 24 80 28 85 38C89 47 83 58 71 63C58 59.5 42 59.5 29 63Z",
        "M50 29.5C54.5 33 57 36.5 57 40.5C57 45 54 48 50 48C46 48 43 45 43 40.5C43 36.5 45.5 33 50 29.5Z",
    ],
    lines: &[
        STEM_RING,
        "M43.5 35C37 31 28 31 19.5 35.5M80.5 35.5C72 31 63 31 56.5 35",
        "M42 41.5C33 39 24 42 17 48.5M83 48.5C76 42 67 39 58 41.5",
        "M44 47C37 48 31 53 28 60M72 60C69 53 63 48 56 47",
        "M50.5 24C50 18 51 14 54 10",
    ],
    seams: &[
        "M50 35C53 37.5 53.5 39 53.5 41C53.5 43 52 44.5 50 44.5C48 44.5 46.5 43 46.5 41C46.5 39 47 37.5 50 35Z",
        "M33 63C45 60.5 55 60.5 67 63",
        FOOT_SHINE,
    ],
    dots: &[],
};
