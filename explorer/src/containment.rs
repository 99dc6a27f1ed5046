//! How much containment is asked for, and how much holds.

use crate::words::{self, Word};
use serde::{Deserialize, Serialize};

/// How much containment is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxMode {
    /// Every layer holds, or nothing is run.
    Strict,
    /// Whatever the system offers.
    Degraded,
    /// Resource limits only.
    Off,
}

impl SandboxMode {
    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Degraded => "degraded",
            Self::Off => "off",
        }
    }

    /// The mode with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Strict, Self::Degraded, Self::Off]
            .into_iter()
            .find(|mode| mode.word() == word)
    }
}

/// The enforced containment, probed by denied acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// `strict`, `degraded` or `off`.
    #[serde(deserialize_with = "words::word")]
    pub level: Word,
    /// Names of the layers that hold, e.g. `landlock`, `seccomp`, `rlimits`.
    pub layers: Vec<String>,
    /// What builds had: [`CONTAINED`], [`PARTLY_CONTAINED`] or [`OPEN`].
    #[serde(default = "open", deserialize_with = "words::word")]
    pub build: Word,
}

/// Every layer held.
pub const CONTAINED: Word = "contained";
/// Not every layer held.
pub const PARTLY_CONTAINED: Word = "degraded";
/// Build scripts and procedural macros ran as the user.
pub const OPEN: Word = "open";

/// What builds had before they could be contained.
fn open() -> Word {
    OPEN
}
