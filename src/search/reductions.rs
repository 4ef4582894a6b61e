//! Late-move reductions: moves far down the order are searched less deep at first.

use once_cell::sync::Lazy;

const SIZE: usize = 64;

static TABLE: Lazy<[[u8; SIZE]; SIZE]> = Lazy::new(|| {
    let mut table = [[0; SIZE]; SIZE];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = (0.6 + (depth as f64).ln() * (number as f64).ln() / 2.4) as u8;
        }
    }
    table
});

/// Plies by which the `number`-th move of a node (from 1) is reduced at this depth.
pub(super) fn late_move(depth: i32, number: usize) -> i32 {
    if number < 4 {
        return 0;
    }
    let row = depth.clamp(0, SIZE as i32 - 1) as usize;
    i32::from(TABLE[row][number.min(SIZE - 1)])
}
