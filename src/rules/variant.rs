//! The rule sets by name, and the one `match` that leads from a name to its rules.

use std::fmt;
use std::str::FromStr;

use super::{Chess, Isardam, IsardamB, Madrasi, MadrasiRi, Maharajah, Rules};

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Orthodox chess: what is played where nothing else is said.
    #[default]
    Chess,
    /// Like units that attack each other are paralysed; kings are not.
    Madrasi,
    /// Madrasi with kings taking part (rex inclusive).
    MadrasiRi,
    /// Moves that would lead to a Madrasi paralysis are illegal; type A.
    Isardam,
    /// Isardam, type B: capturing the king is exempt.
    IsardamB,
    /// One queen-and-knight against the full army.
    Maharajah,
}

/// Something to do with a rule set that is known only when the program runs.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it, compiled for the rule set `R`.
    fn visit<R: Rules>(self) -> Self::Output;
}

impl Variant {
    /// All rule sets.
    pub const ALL: [Variant; 6] = [
        Variant::Chess,
        Variant::Madrasi,
        Variant::MadrasiRi,
        Variant::Isardam,
        Variant::IsardamB,
        Variant::Maharajah,
    ];

    /// The name used in UCI, on the command line and in data files.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Madrasi => "madrasi",
            Variant::MadrasiRi => "madrasi-ri",
            Variant::Isardam => "isardam",
            Variant::IsardamB => "isardam-b",
            Variant::Maharajah => "maharajah",
        }
    }

    /// Other names that are understood.
    const ALIASES: [(&'static str, Variant); 3] = [
        ("standard", Variant::Chess),
        ("normal", Variant::Chess),
        ("madrasi-rex-inclusive", Variant::MadrasiRi),
    ];

    /// Other names of this rule set that are understood.
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        Self::ALIASES.into_iter().filter(move |(_, variant)| *variant == self).map(|(name, _)| name)
    }

    /// Runs the visitor under the rules of this name.
    pub fn dispatch<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Variant::Chess => visitor.visit::<Chess>(),
            Variant::Madrasi => visitor.visit::<Madrasi>(),
            Variant::MadrasiRi => visitor.visit::<MadrasiRi>(),
            Variant::Isardam => visitor.visit::<Isardam>(),
            Variant::IsardamB => visitor.visit::<IsardamB>(),
            Variant::Maharajah => visitor.visit::<Maharajah>(),
        }
    }

    /// The usual start position.
    pub fn start_fen(self) -> &'static str {
        struct StartFen;
        impl Visitor for StartFen {
            type Output = &'static str;
            fn visit<R: Rules>(self) -> &'static str {
                R::START_FEN
            }
        }
        self.dispatch(StartFen)
    }

    /// The start position with the maharajah still in the pocket, if there is one to be placed.
    pub fn start_in_hand(self) -> Option<&'static str> {
        struct StartInHand;
        impl Visitor for StartInHand {
            type Output = Option<&'static str>;
            fn visit<R: Rules>(self) -> Self::Output {
                R::START_IN_HAND
            }
        }
        self.dispatch(StartInHand)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{0}' (known: chess madrasi madrasi-ri isardam isardam-b maharajah)")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Variant::ALL.into_iter().find(|variant| variant.name() == text);
        let alias =
            || Variant::ALIASES.into_iter().find(|(name, _)| *name == text).map(|(_, variant)| variant);
        named.or_else(alias).ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}
