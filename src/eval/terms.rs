//! The list of all evaluation terms: where each group of weights starts, and how long it is.
//!
//! The evaluation is linear: a position is worth the sum of its terms' counts, White's less
//! Black's, times their weights. Play needs the sum, tuning the counts; see [`Collector`].

use crate::types::Color;

/// Receives the terms that a position has.
pub trait Collector {
    /// `side` has the term `count` times.
    fn add(&mut self, side: Color, term: usize, count: i32);
}

/// A group of terms with weights of its own.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is called in the weights file.
    pub name: &'static str,
    /// The number of its first term.
    pub start: usize,
    /// How many terms it has.
    pub len: usize,
}

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Number { $($name),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $($(#[$doc])* pub const $name: usize = start(Number::$name as usize);)*

        /// All groups, in the order of the weights file.
        pub const GROUPS: &[Group] = &[$(Group {
            name: stringify!($name),
            start: $name,
            len: $len,
        }),*];
    };
}

const fn start(group: usize) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < group {
        sum += LENGTHS[i];
        i += 1;
    }
    sum
}

/// How many terms there are.
pub const COUNT: usize = start(LENGTHS.len());

groups! {
    /// To have the move.
    TEMPO: 1,
    /// A unit, by kind.
    MATERIAL: 7,
    /// A unit on a square, by kind and square as its side sees it.
    SQUARE: 7 * 64,
    /// Squares a knight can go to.
    KNIGHT_MOBILITY: 9,
    /// Squares a bishop can go to.
    BISHOP_MOBILITY: 14,
    /// Squares a rook can go to.
    ROOK_MOBILITY: 15,
    /// Squares a queen can go to.
    QUEEN_MOBILITY: 28,
    /// Two bishops or more.
    BISHOP_PAIR: 1,
    /// A rook on a file without own pawns: enemy pawns there, none there.
    ROOK_FILE: 2,
    /// A minor piece that a pawn guards and no enemy pawn can drive away: knight, bishop.
    OUTPOST: 2,
    /// Own pawns on squares of a bishop's colour, by their number.
    BISHOP_PAWNS: 9,
    /// A knight or bishop right behind a pawn.
    BEHIND_PAWN: 1,
    /// Steps from a knight or bishop to the own king: knight, bishop.
    KING_DISTANCE: 2,
    /// A rook behind a passed pawn of its side.
    ROOK_BEHIND_PASSED: 1,
    /// A pawn without neighbours on adjacent files.
    ISOLATED: 1,
    /// A pawn with an own pawn ahead of it.
    DOUBLED: 1,
    /// A pawn left behind whose next square an enemy pawn attacks.
    BACKWARD: 1,
    /// A pawn that an own pawn guards, by rank.
    SUPPORTED: 8,
    /// A pawn beside an own pawn, by rank.
    PHALANX: 8,
    /// A pawn whose way no enemy pawn blocks or guards, by rank.
    PASSED: 8,
    /// A passed pawn that cannot step ahead, by rank.
    PASSED_BLOCKED: 8,
    /// A passed pawn that can step ahead unharmed, by rank.
    PASSED_SAFE: 8,
    /// A passed pawn whose way to the end is neither blocked nor attacked, by rank.
    PASSED_FREE: 8,
    /// A passed pawn whose own king is so many steps from the square ahead.
    PASSED_OWN_KING: 8,
    /// A passed pawn whose enemy king is so many steps from the square ahead.
    PASSED_ENEMY_KING: 8,
    /// The foremost shelter pawn on a file beside the king: file from the edge, rank (0: none).
    SHELTER: 32,
    /// The foremost enemy pawn on a file beside the king: file from the edge, rank (0: none).
    STORM: 32,
    /// The enemy king's danger, on a scale.
    KING_DANGER: 40,
    /// A pawn attacks a unit of this kind.
    PAWN_THREAT: 7,
    /// A pawn can step ahead unharmed and attack a unit of this kind.
    PUSH_THREAT: 7,
    /// A knight or bishop attacks a unit of this kind.
    MINOR_THREAT: 7,
    /// A rook attacks a unit of this kind.
    ROOK_THREAT: 7,
    /// A unit of this kind that is attacked and not guarded.
    HANGING: 7,
    /// Squares that the side attacks and the enemy, who attacks them too, does not hold firmly.
    RESTRICTED: 1,
    /// Squares of the middle files in the own half, without own pawn, that no enemy pawn attacks.
    SPACE: 1,
    /// A unit that cannot move because its like observes it, by kind.
    PARALYSED: 7,
    /// The same, when an enemy of another kind attacks it.
    PARALYSED_ATTACKED: 7,
    /// The same, when it is attacked by another kind and not guarded by a unit that could recapture.
    PARALYSED_HANGING: 7,
    /// Safe squares the maharajah can go to.
    SAFE_SQUARES: 36,
    /// The maharajah's distance from the enemy king.
    HUNT: 8,
    /// Squares beside the king, and its own, that the maharajah attacks.
    HUNT_RING: 10,
    /// A unit that another of its side guards, by kind.
    GUARDED: 7,
    /// A unit that nobody guards and the maharajah attacks, by kind.
    LOOSE: 7,
    /// The maharajah stands on an attacked square.
    HARRIED: 1,
    /// Squares of the board that the army attacks, in eighths.
    CONTROL: 9,
}
