//! Lists of bugs: exact version, kind, function, place and message, as far as whoever published a bug said them.

use anyhow::Context;
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct List {
    bug: Vec<Bug>,
}

/// One published bug.
#[derive(Clone, Debug, Deserialize)]
pub struct Bug {
    pub id: String,
    #[serde(rename = "crate")]
    pub package: String,
    pub version: String,
    /// panic, hang, stack-overflow, oom, or segv for everything that memory errors come to.
    pub kind: String,
    pub function: String,
    /// `FILE:LINE` below the root of the crate; that of a dependency begins with its name and version.
    #[serde(default)]
    pub location: String,
    #[serde(default)]
    pub message: String,
    /// Stated as a precondition by the crate itself.
    #[serde(default)]
    pub documented: bool,
    /// Lines of a manifest: features in them are needed to have the function.
    #[serde(default)]
    pub deps: String,
    /// Documentation hides the function: `--hidden`.
    #[serde(default)]
    pub hidden: bool,
}

impl Bug {
    /// What `cargo explore` is given.
    pub fn spec(&self) -> String {
        format!("{}@{}", self.package, self.version)
    }

    /// The features without which the function is not there.
    pub fn features(&self) -> Vec<String> {
        let listed = |line: &str| Some(line.split_once("features=[")?.1.split_once(']')?.0.to_owned());
        let own = self.deps.lines().next().and_then(listed).unwrap_or_default();
        own.split(',')
            .map(|name| name.trim().trim_matches('"').to_owned())
            .filter(|name| !name.is_empty())
            .collect()
    }

    /// Last two words of the function's path: the type and the method, or the module and the function.
    pub fn item(&self) -> Vec<&str> {
        let path = self.function.split([' ', '(']).next().unwrap_or_default();
        let words = path.rsplit("::").take(2);
        let mut words: Vec<&str> = words
            .map(|word| word.split('<').next().unwrap_or_default())
            .collect();
        words.reverse();
        words
    }
}

pub fn read(file: &Path) -> anyhow::Result<Vec<Bug>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let list: List = toml::from_str(&text).with_context(|| format!("{} is no list", file.display()))?;
    Ok(list.bug)
}
