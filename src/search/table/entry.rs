//! One entry of the table in two words, and the cache line that holds four of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::Bound;
use crate::types::{Move, Score};

/// Entries in a cluster: four times sixteen bytes are a cache line.
pub(super) const CLUSTER: usize = 4;

/// The values the five bits of the age run through.
pub(super) const AGES: u8 = 32;

/// No static evaluation is known.
const NO_EVAL: i16 = i16::MAX;

/// What an entry says, unpacked. The score is as stored: mates count from the entry's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Data {
    pub(super) mv: Move,
    pub(super) score: Score,
    pub(super) eval: Option<Score>,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) pv: bool,
    pub(super) age: u8,
}

impl Data {
    /// Sixteen bits each for move, score and evaluation, eight for the depth, two for the bound,
    /// one for the principal variation, five for the age.
    pub(super) fn pack(self) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
        let kind = self.bound as u64 | u64::from(self.pv) << 2 | u64::from(self.age % AGES) << 3;
        u64::from(self.mv.bits())
            | u64::from(self.score.0 as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth) << 48
            | kind << 56
    }

    /// The inverse of [`Data::pack`]; `None` if nothing was stored.
    pub(super) fn unpack(word: u64) -> Option<Self> {
        let kind = (word >> 56) as u8;
        let bound = match kind & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (word >> 32) as i16;
        Some(Data {
            mv: Move::from_bits(word as u16),
            score: Score(i32::from((word >> 16) as i16)),
            eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
            depth: (word >> 48) as u8,
            bound,
            pv: kind & 4 != 0,
            age: kind >> 3,
        })
    }
}

/// An entry: the data, and the key combined with the data.
///
/// The two words are read and written without a lock, each atomically. If two threads write
/// at once, the words of different writers do not fit together and the entry reads as empty
/// (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
#[derive(Default)]
pub(super) struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    /// The data word, if it belongs to this key.
    #[inline(always)]
    pub(super) fn matching(&self, key: u64) -> Option<Data> {
        let data = self.data.load(Relaxed);
        if self.check.load(Relaxed) == key ^ data { Data::unpack(data) } else { None }
    }

    /// The data, whatever position it belongs to.
    #[inline(always)]
    pub(super) fn any(&self) -> Option<Data> {
        Data::unpack(self.data.load(Relaxed))
    }

    /// Overwrites the entry.
    #[inline(always)]
    pub(super) fn write(&self, key: u64, data: Data) {
        let data = data.pack();
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }

    /// Empties the entry.
    pub(super) fn clear(&self) {
        self.check.store(0, Relaxed);
        self.data.store(0, Relaxed);
    }
}

/// A cache line of entries.
#[repr(align(64))]
#[derive(Default)]
pub(super) struct Cluster(pub(super) [Entry; CLUSTER]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn a_cluster_is_a_cache_line() {
        assert_eq!(size_of::<Cluster>(), 64);
        assert_eq!(align_of::<Cluster>(), 64);
    }

    #[test]
    fn packing_is_reversible() {
        for score in [Score::mate_in(3), Score::mated_in(200), Score::DRAW, Score(-731)] {
            for eval in [None, Some(Score(-77)), Some(Score::MAX_EVAL)] {
                for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                    let mv = Move::normal(Square::E1, Square::H8);
                    let data = Data { mv, score, eval, depth: 200, bound, pv: score.is_mate(), age: 31 };
                    assert_eq!(Data::unpack(data.pack()), Some(data));
                }
            }
        }
        assert_eq!(Data::unpack(0), None);
    }
}
