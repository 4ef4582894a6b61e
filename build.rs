//! Fills the slider attack table at build time, in the index order of the target: PEXT where the
//! processor has it, magic multiplication elsewhere.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/types/attacks"]
mod attacks {
    mod geometry;
    mod magics;

    use geometry::{BISHOP, BISHOP_STEPS, Lookup, ROOK, ROOK_STEPS, TABLE_SIZE, magic_index, walk};

    /// The whole table, bishops first, as `geometry` lays it out.
    pub fn table(by_pext: bool) -> Vec<u64> {
        let mut table = vec![0; TABLE_SIZE];
        fill(&mut table, &BISHOP, &BISHOP_STEPS, by_pext);
        fill(&mut table, &ROOK, &ROOK_STEPS, by_pext);
        table
    }

    fn fill(table: &mut [u64], lookups: &[Lookup; 64], steps: &[(i32, i32); 4], by_pext: bool) {
        for (square, lookup) in lookups.iter().enumerate() {
            // Subsets come in ascending order, which is the order of their PEXT indices.
            let mut subset = 0u64;
            let mut rank = lookup.offset as usize;
            loop {
                let index = if by_pext { rank } else { magic_index(lookup, subset) };
                table[index] = walk(square, steps, subset);
                subset = subset.wrapping_sub(lookup.mask) & lookup.mask;
                rank += 1;
                if subset == 0 {
                    break;
                }
            }
        }
    }
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/types/attacks");
    let by_pext =
        env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|features| features.split(',').any(|f| f == "bmi2"));
    let bytes: Vec<u8> = attacks::table(by_pext).into_iter().flat_map(u64::to_le_bytes).collect();
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("sliders.bin"), bytes)
}
