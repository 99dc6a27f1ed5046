//! A package of a sweep, and how each go at it ended: what the lines of a journal say.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// A package to sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Package name.
    pub name: String,
    /// Package version; empty if it could not be found.
    pub version: String,
    /// Arguments that name it to a process of this program.
    pub call: Vec<String>,
    /// Stands for all that its exploration depends on; none: it could not be found, for this reason.
    pub fingerprint: Result<String, String>,
}

impl Target {
    /// Where it is, if it was named by its directory.
    pub fn directory(&self) -> Option<String> {
        match &self.call[..] {
            [directory] if Path::new(directory).is_dir() => Some(directory.clone()),
            _ => None,
        }
    }

    /// Name and version, for people.
    pub fn title(&self) -> String {
        format!("{} {}", self.name, self.version).trim_end().to_owned()
    }
}

/// How one go at a package ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// There is a report.
    Explored,
    /// It is as it was, and what is known of it was tried again.
    Replayed,
    /// It is as it was, and nothing is known that could be tried.
    Unchanged,
    /// It could not be explored.
    Failed,
    /// Its time was over before there was a report.
    Overdue,
    /// Nobody came to it: the time of all was over.
    LeftOver,
}

/// The time of one go at a package, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageTime {
    /// All of it.
    pub took_ms: u64,
    /// Of that exploring.
    pub explored_ms: u64,
    /// How long exploring might take.
    pub limit_ms: u64,
}

impl PackageTime {
    /// Of both; the limit is that of the later one.
    pub fn plus(self, later: PackageTime) -> PackageTime {
        PackageTime {
            took_ms: self.took_ms + later.took_ms,
            explored_ms: self.explored_ms + later.explored_ms,
            limit_ms: later.limit_ms,
        }
    }

    /// None of it, and the limit as it was.
    pub fn none_of(self) -> PackageTime {
        PackageTime {
            took_ms: 0,
            explored_ms: 0,
            ..self
        }
    }
}

/// One go at a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageEnd {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
    /// That of its target.
    pub fingerprint: Option<String>,
    /// How it ended.
    pub end: End,
    /// The file in the directory of runs with what is known of it; empty if nothing is.
    pub run: Option<String>,
    /// Its time.
    #[serde(flatten)]
    pub time: PackageTime,
    /// Why exploring ended, in the word of the report.
    pub stop: Option<String>,
    /// What it brought that the run before it had not: findings, and items that completed.
    pub gain: u64,
    /// Confirmed findings.
    pub findings: u64,
    /// Findings that no stand-alone test confirmed.
    #[serde(default)]
    pub unconfirmed: u64,
    /// The exit code of its process.
    pub exit_code: Option<u8>,
    /// What it said in the end, where there is no report.
    pub words: String,
}

impl PackageEnd {
    /// An end with nothing to show.
    pub fn without_run(target: &Target, end: End) -> PackageEnd {
        PackageEnd {
            name: target.name.clone(),
            version: target.version.clone(),
            fingerprint: target.fingerprint.clone().ok(),
            end,
            run: None,
            time: PackageTime::default(),
            stop: None,
            gain: 0,
            findings: 0,
            unconfirmed: 0,
            exit_code: None,
            words: String::new(),
        }
    }

    /// Whether it was a go at this package as it is.
    pub fn is_of(&self, target: &Target) -> bool {
        self.name == target.name
            && self.version == target.version
            && self.fingerprint.as_ref() == target.fingerprint.as_ref().ok()
    }

    /// Name and version, for people.
    pub fn title(&self) -> String {
        format!("{} {}", self.name, self.version).trim_end().to_owned()
    }
}
