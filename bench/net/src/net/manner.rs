//! How a random crate is explored.

use super::types::{INTS, NESTING};

/// The options that decide which plans are run, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// All values of a bounded nesting, parts watched.
    Nesting,
    /// The same, watched as wholes.
    WholeValues,
    /// The same, with nothing watched.
    Eager,
    /// All plans to a depth.
    Depth(u32),
    /// As users have it, until the time limit.
    Usual,
}

impl Manner {
    /// By its name; `depth9` has a number.
    pub(crate) fn named(name: &str) -> Option<Manner> {
        Some(match name {
            "nesting" => Manner::Nesting,
            "whole" => Manner::WholeValues,
            "eager" => Manner::Eager,
            "usual" => Manner::Usual,
            _ => Manner::Depth(name.strip_prefix("depth")?.parse().ok()?),
        })
    }

    /// See [`Manner::named`].
    pub(crate) fn name(self) -> String {
        match self {
            Manner::Nesting => "nesting".to_owned(),
            Manner::WholeValues => "whole".to_owned(),
            Manner::Eager => "eager".to_owned(),
            Manner::Usual => "usual".to_owned(),
            Manner::Depth(depth) => format!("depth{depth}"),
        }
    }

    /// What the explorer is called with, beside the package. Findings are told as JSON. The time limit is that of the
    /// usual manner, which need not come to an end by itself.
    pub(crate) fn arguments(self, crate_name: &str, time_limit: &str) -> Vec<String> {
        let ints: Vec<String> = INTS.iter().map(i64::to_string).collect();
        let mut arguments = vec!["--item".to_owned(), format!("{crate_name}::f*")];
        arguments.extend([
            "--ints".to_owned(),
            ints.join(","),
            "--only-given-constants".to_owned(),
        ]);
        let time_limit = if self == Manner::Usual { time_limit } else { "20m" };
        arguments.extend(["--until", time_limit].map(str::to_owned));
        arguments.extend(["--format", "json", "--quiet", "--no-coverage"].map(str::to_owned));
        match self {
            Manner::Usual => {}
            Manner::Depth(depth) => arguments.extend(["--depth".to_owned(), depth.to_string()]),
            Manner::Nesting | Manner::WholeValues | Manner::Eager => {
                arguments.extend(["--nesting".to_owned(), NESTING.to_string()]);
            }
        }
        match self {
            Manner::WholeValues => arguments.push("--whole-values".to_owned()),
            Manner::Eager => arguments.push("--eager".to_owned()),
            Manner::Nesting | Manner::Depth(_) | Manner::Usual => {}
        }
        arguments
    }
}
