//! Notation for people and files: SAN, PGN and EPD under any of the rule sets.

pub mod epd;
pub mod pgn;
pub mod san;
