//! What is said of a fuzz package that was written, and of inputs that came back.

use super::text::counted;
use crate::engine::given::{Given, GivenEnd};
use std::path::PathBuf;

/// A fuzz package that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Where.
    pub directory: PathBuf,
    /// What to type now.
    pub commands: Vec<String>,
    /// Number of targets.
    pub targets: usize,
    /// Number of inputs that they begin with.
    pub inputs: usize,
    /// Number of panics that end no target.
    pub known: usize,
    /// Number of faults that end one.
    pub others: usize,
}

/// Where it is, and what to type now.
pub fn exported(exported: &Exported) -> String {
    let mut text = format!(
        "{} with {} to begin with in `{}`\n",
        counted(exported.targets, "target"),
        counted(exported.inputs, "input"),
        exported.directory.display()
    );
    if exported.known > 0 {
        text.push_str(&format!(
            "{} that exploring has found {} no target\n",
            counted(exported.known, "panic"),
            if exported.known == 1 { "ends" } else { "end" }
        ));
    }
    if exported.others > 0 {
        text.push_str(&format!(
            "{} that {} no panics end targets: they are to be mended first\n",
            counted(exported.others, "fault"),
            if exported.others == 1 { "is" } else { "are" }
        ));
    }
    text.push('\n');
    for command in &exported.commands {
        text.push_str(&format!("    {command}\n"));
    }
    text
}

/// What became of each input.
pub fn imported(given: &[Given]) -> String {
    given
        .iter()
        .map(|given| {
            let call = given.expression.as_deref().unwrap_or_default();
            let name = &given.name;
            match &given.end {
                GivenEnd::Failed(how) => format!("{name}: {call}\n  {}\n", how.replace('\n', "\n  ")),
                GivenEnd::Passed => format!(
                    "{name}: {call}\n  does not fail here; a sanitizer may see what a plain build does not\n"
                ),
                GivenEnd::NoPlan(why) => format!("{name}: {why}\n"),
            }
        })
        .collect()
}
