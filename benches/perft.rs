//! The generator: perft with bulk counting, one thread, by rule set.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sepoy::movegen::perft;
use sepoy::position::Position;
use sepoy::rules::{Chess, Rules, Variant, Visitor};

fn main() {
    divan::main();
}

struct Start<'a, 'b>(Bencher<'a, 'b>, u32);

impl Visitor for Start<'_, '_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        count(self.0, &Position::<R>::start(), self.1);
    }
}

fn count<R: Rules>(bencher: Bencher, position: &Position<R>, depth: u32) {
    let leaves = perft(position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(black_box(position), depth));
}

#[divan::bench(args = Variant::ALL, sample_count = 10)]
fn start_position(bencher: Bencher, variant: Variant) {
    variant.dispatch(Start(bencher, 5));
}

#[divan::bench(sample_count = 10)]
fn kiwipete(bencher: Bencher) {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    if let Ok((position, _)) = Position::<Chess>::from_fen(KIWIPETE) {
        count(bencher, &position, 4);
    }
}
