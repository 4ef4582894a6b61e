//! Late-move reductions: moves far down the order are searched less deep at first.

use once_cell::sync::Lazy;

const SIZE: usize = 64;
/// A ply, in the unit of the table.
const PLY: i32 = 1_024;

static TABLE: Lazy<[[i32; SIZE]; SIZE]> = Lazy::new(|| {
    let mut table = [[0; SIZE]; SIZE];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let plies = 0.75 + (depth as f64).ln() * (number as f64).ln() / 2.2;
            *entry = (plies * f64::from(PLY)) as i32;
        }
    }
    table
});

/// What speaks for and against a reduction.
pub(super) struct Circumstances {
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) improving: bool,
    pub(super) quiet: bool,
    /// The move gives check, or parries one.
    pub(super) check: bool,
    /// The move has changed which units are paralysed.
    pub(super) stirs: bool,
    /// The history of a quiet move.
    pub(super) history: i32,
}

/// Plies by which the `number`-th move of a node (from 1) is reduced at this depth.
pub(super) fn late_move(depth: i32, number: usize, now: &Circumstances) -> i32 {
    let row = depth.clamp(0, SIZE as i32 - 1) as usize;
    let mut amount = TABLE[row][number.min(SIZE - 1)];
    if now.pv {
        amount -= PLY;
    }
    if now.cut {
        amount += PLY;
    }
    if !now.improving {
        amount += PLY / 2;
    }
    if now.check {
        amount -= PLY;
    }
    if now.stirs {
        amount -= PLY / 2;
    }
    if now.quiet {
        amount -= now.history / 9;
    } else {
        amount -= PLY;
    }
    (amount / PLY).max(0)
}
