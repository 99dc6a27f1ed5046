//! What is kept of a run: everything that reports are made of, the reports that people and scripts had, and what is needed to
//! find the package again.

use crate::run_report::RunReport;
use anyhow::Context;
use harness_gen::SupportFile;
use harness_gen::{HiddenItems, StandIns};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One crate and run.
#[derive(Clone, Debug)]
pub struct StoredRun {
    /// What it is a run of.
    pub facts: Facts,
    /// The JSON report, one line.
    pub document: String,
    /// What people read.
    pub human: HumanTexts,
    /// What other reports are made of; none if another version of the program wrote it in a way that this one cannot read.
    pub report: Option<RunReport>,
}

impl StoredRun {
    /// What other reports are made of.
    pub fn whole(&self) -> anyhow::Result<&RunReport> {
        self.report.as_ref().with_context(|| {
            format!(
                "the run {} was kept by another version of this program, which leaves text and JSON only\nhelp: \
                 explore again, or use --format human or json",
                self.facts.name
            )
        })
    }
}

/// The report for people as it was made, with styles: the source that it quotes may be another one by now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HumanTexts {
    /// As it is shown by default.
    pub short: String,
    /// With `--all`.
    pub all: String,
}

/// What a run is of, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The version of the form that a run is kept in.
    pub format: u32,
    /// Its name in the store.
    pub name: String,
    /// The command that it was part of: runs of one command have this in common.
    pub command: String,
    /// The version of this program that made it.
    pub tool_version: String,
    /// Package name.
    pub package: String,
    /// Package version.
    pub version: String,
    /// Where the package was.
    pub origin: Origin,
    /// Which of its features were on.
    pub features: FeatureChoice,
    /// Globs of `--property`.
    pub properties: Vec<String>,
    /// What calls were fed with besides what the crate builds.
    #[serde(flatten)]
    pub fed_with: FedWith,
    /// False: the process ended before the run did, and this is what was known until then.
    pub is_complete: bool,
    /// What the run exited with.
    pub exit_code: u8,
}

/// What calls are fed with besides what the crate builds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FedWith {
    /// The file of `--support` as it was.
    #[serde(default)]
    pub support: Option<SupportFile>,
    /// What stood for type parameters.
    #[serde(default)]
    pub stand_ins: StandIns,
    /// What became of items that documentation hides.
    #[serde(default)]
    pub hidden_items: HiddenItems,
}

/// Where a package was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// In this directory.
    Directory(PathBuf),
    /// In the registry.
    Registry,
}

/// Which features of a package were on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureChoice {
    /// By name.
    pub named: Vec<String>,
    /// All.
    pub all: bool,
    /// The default ones.
    pub default: bool,
}

impl Facts {
    /// The version of the form that this program writes.
    pub const FORMAT: u32 = 1;

    /// Name and version, for people.
    pub fn title(&self) -> String {
        format!("{} {}", self.package, self.version)
    }
}
