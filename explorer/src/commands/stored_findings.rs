//! Findings of stored runs, read from the JSON report, which later versions of the program can read, too; and from the
//! beginnings of their ids to findings.

use super::stored_runs::Mistake;
use crate::engine::verify::Claim;
use crate::store::StoredRun;
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Ids in a message at most.
const IDS_SHOWN: usize = 5;

/// A run and some of its findings.
pub(super) type Found = (StoredRun, Vec<StoredFinding>);

/// What is asked of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredFinding {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) expression: String,
    pub(super) claim: Claim,
}

impl StoredFinding {
    /// True if the report for people shows it by itself, or as a refusal that no text speaks of.
    pub(super) fn is_shown(&self) -> bool {
        matches!(self.class.as_str(), "bug" | "precondition")
    }
}

#[derive(Deserialize)]
struct Document {
    findings: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    class: String,
    kind: String,
    message: String,
    item: String,
    expression: String,
    plan: Option<String>,
    #[serde(default)]
    history: Vec<CallEntry>,
}

#[derive(Deserialize)]
struct CallEntry {
    plan: Option<String>,
    times: u32,
}

/// All findings of a run.
pub(super) fn findings_of(run: &StoredRun) -> anyhow::Result<Vec<StoredFinding>> {
    let document: Document = serde_json::from_str(&run.document)
        .with_context(|| format!("the report of the run {} cannot be read", run.facts.name))?;
    let finding = |entry: Entry| StoredFinding {
        id: entry.id,
        class: entry.class,
        expression: entry.expression,
        claim: Claim {
            plan: entry.plan,
            history: (entry.history.into_iter())
                .map(|call| (call.plan, call.times))
                .collect(),
            kind: entry.kind,
            message: entry.message,
            item: entry.item,
        },
    };
    Ok(document.findings.into_iter().map(finding).collect())
}

/// The findings with these ids, each from the first run that has one. No further run is read once all are found.
pub(super) fn with_ids(
    runs: impl Iterator<Item = StoredRun>,
    ids: &[&String],
) -> anyhow::Result<Result<Vec<Found>, Mistake>> {
    let mut open: Vec<&String> = ids.to_vec();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut found = Vec::new();
    for run in runs {
        let all = findings_of(&run)?;
        let mut chosen: Vec<StoredFinding> = Vec::new();
        for id in std::mem::take(&mut open) {
            let matching: Vec<&StoredFinding> = all
                .iter()
                .filter(|finding| finding.id.starts_with(id.as_str()))
                .collect();
            match matching[..] {
                [] => open.push(id),
                [only] if chosen.contains(only) => {}
                [only] => chosen.push(only.clone()),
                ref several => return Ok(Err(ambiguous(id, several))),
            }
        }
        known.extend(all.into_iter().map(|finding| (finding.id, finding.claim.item)));
        if !chosen.is_empty() {
            found.push((run, chosen));
        }
        if open.is_empty() {
            return Ok(Ok(found));
        }
    }
    Ok(Err(unknown(open[0], &known)))
}

fn ambiguous(id: &str, several: &[&StoredFinding]) -> Mistake {
    let shown: Vec<String> = (several.iter().take(IDS_SHOWN))
        .map(|finding| format!("`{}` ({})", finding.id, finding.claim.item))
        .collect();
    anyhow::anyhow!(
        "`{id}` is the beginning of {} ids\nhelp: say more of it: {}",
        several.len(),
        shown.join(", ")
    )
}

fn unknown(id: &str, known: &BTreeMap<String, String>) -> Mistake {
    if known.is_empty() {
        return anyhow::anyhow!(
            "there is no finding `{id}`\nhelp: no stored run has findings; explore first"
        );
    }
    let mut near: Vec<(usize, &String, &String)> = (known.iter())
        .map(|(other, item)| {
            // What was typed may be a beginning.
            let same_length: String = other.chars().take(id.chars().count()).collect();
            (strsim::damerau_levenshtein(id, &same_length), other, item)
        })
        .collect();
    near.sort();
    let shown: Vec<String> = (near.iter().take(IDS_SHOWN))
        .map(|(_, id, item)| format!("`{id}` ({item})"))
        .collect();
    anyhow::anyhow!(
        "there is no finding `{id}` in the stored runs\nhelp: the nearest ids are {}; a file of runs has a name with `.zip`",
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Facts, FeatureChoice, FedWith, HumanTexts, Origin};

    fn run(name: &str, ids: &[&str]) -> StoredRun {
        let findings: Vec<serde_json::Value> = (ids.iter())
            .map(|id| {
                serde_json::json!({"id": id, "class": "bug", "kind": "panic", "message": "", "item": "a::f",
                                   "expression": "f()", "plan": null, "a later addition": 1})
            })
            .collect();
        StoredRun {
            facts: Facts {
                format: Facts::FORMAT,
                name: name.into(),
                command: String::new(),
                tool_version: String::new(),
                package: "a".into(),
                version: "0.1.0".into(),
                origin: Origin::Registry,
                features: FeatureChoice::default(),
                properties: Vec::new(),
                fed_with: FedWith::default(),
                is_complete: true,
                exit_code: 100,
            },
            document: serde_json::json!({ "findings": findings }).to_string(),
            human: HumanTexts::default(),
            report: None,
        }
    }

    fn find(ids: &[&str]) -> Result<Vec<(String, Vec<String>)>, String> {
        let runs = [run("2", &["abc1", "abd2"]), run("1", &["abc1", "fff0"])];
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let found =
            with_ids(runs.into_iter(), &ids.iter().collect::<Vec<_>>()).expect("the runs can be read");
        let named = |(run, findings): Found| {
            let ids = findings.into_iter().map(|finding| finding.id).collect();
            (run.facts.name, ids)
        };
        match found {
            Ok(found) => Ok(found.into_iter().map(named).collect()),
            Err(mistake) => Err(mistake.to_string()),
        }
    }

    #[test]
    fn ids_may_be_abbreviated_and_the_newest_run_has_them_first() {
        let of = |name: &str, ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            (name.to_owned(), ids)
        };
        assert_eq!(find(&["abc"]), Ok(vec![of("2", &["abc1"])]));
        assert_eq!(
            find(&["f", "abd2"]),
            Ok(vec![of("2", &["abd2"]), of("1", &["fff0"])])
        );
        assert_eq!(find(&["abc1", "abc"]), Ok(vec![of("2", &["abc1"])]));
    }

    #[test]
    fn what_is_ambiguous_or_unknown_is_told_with_what_there_is() {
        let text = find(&["ab"]).unwrap_err();
        assert!(
            text.contains("beginning of 2 ids") && text.contains("`abd2` (a::f)"),
            "{text}"
        );
        let text = find(&["abc1", "ffe"]).unwrap_err();
        assert!(text.contains("no finding `ffe`"), "{text}");
        assert!(text.contains("nearest ids are `fff0` (a::f)"), "{text}");
    }
}
