//! Problems and proofs.

pub mod maharajah;
