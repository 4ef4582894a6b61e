//! From self-play to weights: `sepoy datagen` plays games and keeps their quiet positions, `sepoy
//! tune` fits the weights of the evaluation to them.

mod chances;
mod datagen;
mod record;
mod selfplay;
mod tune;

pub use datagen::Datagen;
pub use tune::Tune;
