//! Reads `cases.txt` of the papers' crates: what each case must come to.

use anyhow::Context;
use std::path::{Path, PathBuf};

/// The papers' directories in `corpus/papers`.
const PAPERS: [&str; 5] = [
    "irulan",
    "type-targeted-testing",
    "data-flow",
    "smartcheck",
    "survey",
];

/// What must come of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A finding of one of these kinds, whose message contains this.
    Found {
        /// Words of the report.
        kinds: Vec<String>,
        /// Part of the message; may be empty.
        message: String,
    },
    /// No finding.
    Clean,
}

/// One line of `cases.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The paper's directory.
    pub paper: String,
    /// Directory of the crate.
    pub directory: PathBuf,
    /// Path of the item.
    pub item: String,
    /// What must come of it.
    pub outcome: Outcome,
}

/// All expectations, paper after paper, in the order in which they are written.
pub fn read(corpus: &Path) -> anyhow::Result<Vec<Expectation>> {
    let mut all = Vec::new();
    for paper in PAPERS {
        let directory = corpus.join(paper);
        let file = directory.join("cases.txt");
        let text =
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        for line in text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let expectation = expectation(paper, &directory, line);
            all.push(expectation.with_context(|| format!("{}: `{line}`", file.display()))?);
        }
    }
    Ok(all)
}

fn expectation(paper: &str, directory: &Path, line: &str) -> Option<Expectation> {
    let mut words = line.split_whitespace().peekable();
    let mut directory = directory.to_owned();
    if words.next_if_eq(&"crate").is_some() {
        directory.push(words.next()?);
    }
    let outcome = words.next()?;
    let item = words.next()?.to_owned();
    let outcome = match outcome {
        "found" => Outcome::Found {
            kinds: words.next()?.split('|').map(str::to_owned).collect(),
            message: words.collect::<Vec<_>>().join(" "),
        },
        "clean" => Outcome::Clean,
        _ => return None,
    };
    Some(Expectation {
        paper: paper.to_owned(),
        directory,
        item,
        outcome,
    })
}
