//! What is read of a JSON report, and which of its findings is a bug of the list.

use crate::list::Bug;
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
pub struct Report {
    pub findings: Vec<Finding>,
    pub causes: Vec<Cause>,
}

#[derive(Debug, Deserialize)]
pub struct Finding {
    pub id: String,
    pub item: String,
    pub kind: String,
    pub class: String,
    pub message: Option<String>,
    #[serde(default)]
    pub also_in: Vec<String>,
    pub expression: String,
    pub location: Option<Location>,
    pub frames: Vec<String>,
    pub first_seen: FirstSeen,
    pub confirmed: bool,
}

#[derive(Debug, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
}

#[derive(Debug, Deserialize)]
pub struct FirstSeen {
    pub expressions: u64,
    pub time_ms: u64,
}

#[derive(Debug, Deserialize)]
pub struct Cause {
    pub findings: Vec<String>,
}

/// How a finding was recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// Kind and place.
    Place,
    /// Kind, function and message: the place may be that of the crate's own call, or of what it calls.
    Message,
    /// Kind and function, where the list has no place.
    Function,
}

impl Report {
    pub fn read(path: &Path) -> anyhow::Result<Report> {
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }

    /// The finding that is this bug, the one that was seen first.
    pub fn find(&self, bug: &Bug) -> Option<(&Finding, By)> {
        let alike = self
            .findings
            .iter()
            .filter(|finding| finding.is_confirmed_as(bug));
        alike
            .filter_map(|finding| Some((finding, finding.is(bug)?)))
            .min_by_key(|(finding, by)| (*by, finding.first_seen.time_ms))
    }

    /// Where its cause stands in the report, from 1.
    pub fn rank(&self, finding: &Finding) -> Option<usize> {
        let has_it = |cause: &Cause| cause.findings.contains(&finding.id);
        self.causes.iter().position(has_it).map(|at| at + 1)
    }
}

impl Finding {
    fn is_confirmed_as(&self, bug: &Bug) -> bool {
        let kinds: &[&str] = match bug.kind.as_str() {
            "panic" => &["panic"],
            "hang" => &["timeout"],
            "stack-overflow" => &["stack_overflow"],
            "oom" => &["memory", "abort"],
            _ => &["signal", "abort"],
        };
        self.confirmed && kinds.contains(&self.kind.as_str())
    }

    fn is(&self, bug: &Bug) -> Option<By> {
        if !bug.location.is_empty() {
            let by_message = || self.says(bug).then_some(By::Message);
            return self.is_at(bug).then_some(By::Place).or_else(by_message);
        }
        // Of two words both have to stand in the path of the item, or in the call.
        let words = bug.item();
        let has = |text: &str| words.iter().all(|word| has_word(text, word));
        let in_other = self.also_in.iter().any(|item| has(item));
        (has(&self.item) || has(&self.expression) || in_other).then_some(By::Function)
    }

    fn is_in_call(&self, bug: &Bug) -> bool {
        let last = bug.item().last().copied().unwrap_or_default();
        // What breaks memory shows in whatever is called next.
        if bug.kind == "segv" && has_word(&self.expression, last) {
            return true;
        }
        let mut items = std::iter::once(&self.item).chain(&self.also_in);
        items.any(|item| has_word(item, last)) || self.frames.iter().any(|frame| has_word(frame, last))
    }

    /// The function panics with the list's message.
    fn says(&self, bug: &Bug) -> bool {
        let begin: String = bug.message.chars().take(24).collect();
        let message = self.message.as_deref().unwrap_or_default();
        !begin.is_empty() && message.starts_with(&begin) && self.is_in_call(bug)
    }

    /// The panic's own place; of what has none the function, since where a memory error shows is up to the allocator.
    fn is_at(&self, bug: &Bug) -> bool {
        let Some((file, line)) = bug.location.rsplit_once(':') else {
            return false;
        };
        let line: u32 = line.parse().unwrap_or_default();
        let is_here =
            |at: &Location| (at.file == file || at.file.ends_with(&format!("/{file}"))) && at.line == line;
        if self.location.as_ref().is_some_and(is_here) {
            return true;
        }
        bug.kind != "panic" && self.is_in_call(bug)
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).any(|part| part == word)
}
