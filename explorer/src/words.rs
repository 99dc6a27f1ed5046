//! How what other crates and the program's own text name is written into stored reports and read again: words that live as long
//! as the program, and strategies.

use plans::Strategy;
use serde::{Deserialize, Deserializer, Serialize};

/// A word of the program's own text.
pub type Word = &'static str;

/// Reads a word. Each stays for the rest of the process, which reads few reports.
pub fn word<'de, D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
    Ok(String::deserialize(from)?.leak())
}

/// Reads words with numbers.
pub fn parts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Word, u32)>, D::Error> {
    let parts = Vec::<(String, u32)>::deserialize(from)?;
    let kept = |(word, points): (String, u32)| (&*word.leak(), points);
    Ok(parts.into_iter().map(kept).collect())
}

/// The strategies of a crate that knows nothing of files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Strategy")]
pub enum StrategyWords {
    /// `deepening`.
    Deepening,
    /// `dfs`.
    DepthFirst,
    /// `random`.
    Random {
        /// `--seed`.
        seed: u64,
    },
    /// `novelty`.
    Novelty {
        /// `--seed`.
        seed: u64,
    },
}
