//! The position that a tool is about: the arguments `--variant` and `FEN`.

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::game::{self, Game};
use crate::rules::Variant;

/// A rule set and a position.
#[derive(Args)]
pub struct PositionArgs {
    /// The rules
    #[arg(short, long, value_name = "NAME", default_value = Variant::Chess.name(), value_parser = variants())]
    pub variant: Variant,
    /// The position as FEN, in quotes, or `startpos`
    #[arg(default_value = "startpos")]
    pub fen: String,
}

/// Accepts the names of the rule sets and lists them in the help.
pub fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse::<Variant>())
}

impl PositionArgs {
    /// Opens the game; what had to be mended in the FEN is told on standard error.
    ///
    /// # Errors
    /// If the FEN is none, or these rules do not allow its position.
    pub fn open(&self) -> anyhow::Result<Box<dyn Game>> {
        let fen = Some(self.fen.as_str()).filter(|fen| *fen != "startpos");
        let (game, warnings) =
            game::open(self.variant, fen).with_context(|| format!("cannot set up '{}'", self.fen))?;
        for warning in warnings {
            eprintln!("sepoy: warning: {warning}");
        }
        Ok(game)
    }
}
