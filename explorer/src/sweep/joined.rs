//! Two reports of one package as one: nothing that either of them found is lost. Each was true when it was made; of what both have
//! the newer one is taken.

use crate::coverage::{Coverage, CoverageOutcome, FileCoverage};
use crate::run_report::{Cause, Counts, Finding, ItemResult, ItemStatus, RunReport, Stop, Times};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Why there are two reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The same items were explored again.
    Again,
    /// Other items were explored.
    OtherItems,
}

/// What both found out. The packages are the same, and so is the code.
pub fn joined(newer: RunReport, older: &RunReport, because: Because) -> RunReport {
    let mut report = newer;
    let moved = join_findings(&mut report.findings, &older.findings);
    join_causes(&mut report.causes, older, &moved, &report.findings);
    join_items(&mut report.items, &older.items);
    report.coverage = joined_coverage(report.coverage, &older.coverage);
    for (id, judged) in &older.known.judged {
        let known = &mut report.known.judged;
        known.entry(id.clone()).or_insert_with(|| judged.clone());
    }
    for (id, hash) in &older.known.hashes {
        let hashes = &mut report.known.hashes;
        hashes.entry(id.clone()).or_insert_with(|| hash.clone());
    }
    let is_found = |id: &String| report.findings.iter().any(|finding| finding.id == *id);
    report.known.absent.retain(|absent| !is_found(&absent.id));
    if because == Because::OtherItems {
        report.counts = joined_counts(report.counts, older.counts);
        report.times = joined_times(report.times, older.times);
        report.stop = earliest(report.stop, older.stop);
    }
    report
}

/// Adds findings that are not there, and takes confirmed ones for those that are not. Returns where each older one is now, if it was
/// added. Unconfirmed ones stay last.
fn join_findings(findings: &mut Vec<Finding>, older: &[Finding]) -> BTreeMap<usize, String> {
    let mut taken = BTreeMap::new();
    for (index, finding) in older.iter().enumerate() {
        match findings.iter().position(|known| known.id == finding.id) {
            None => findings.push(finding.clone()),
            Some(known) if finding.proof.confirmed && !findings[known].proof.confirmed => {
                findings[known] = finding.clone();
            }
            Some(_) => continue,
        }
        taken.insert(index, finding.id.clone());
    }
    taken
}

/// Findings that were added go to the cause that has others of theirs, else they bring their own. Positions are made anew.
fn join_causes(
    causes: &mut Vec<Cause>,
    older: &RunReport,
    taken: &BTreeMap<usize, String>,
    findings: &[Finding],
) {
    let position = |id: &str| findings.iter().position(|finding| finding.id == id);
    for cause in &older.causes {
        let ids: Vec<&str> = cause
            .findings
            .iter()
            .map(|&index| older.findings[index].id.as_str())
            .collect();
        let added: Vec<usize> = (cause.findings.iter())
            .filter_map(|index| position(taken.get(index)?))
            .collect();
        let Some(&first) = added.first() else { continue };
        let has_another = |known: &&mut Cause| {
            let mut members = known.findings.iter().map(|&index| findings[index].id.as_str());
            known.class == cause.class && members.any(|id| ids.contains(&id))
        };
        match causes.iter_mut().find(has_another) {
            Some(known) => known.findings.extend(added),
            None => causes.push(Cause {
                id: findings[first].id.clone(),
                findings: added,
                ..cause.clone()
            }),
        }
    }
    // As the causes of one run are sorted, but for what only that run knew.
    causes.sort_by_key(|cause| (cause.class, Reverse(cause.score.total())));
}

/// What is left of a report without these findings. A cause that has others of them stays.
pub fn without(report: RunReport, gone: &BTreeSet<String>) -> RunReport {
    let all = report.clone();
    let mut left = report;
    left.findings.retain(|finding| !gone.contains(&finding.id));
    left.causes.clear();
    let positions = (all.findings.iter().enumerate())
        .filter(|(_, finding)| !gone.contains(&finding.id))
        .map(|(index, finding)| (index, finding.id.clone()));
    join_causes(&mut left.causes, &all, &positions.collect(), &left.findings);
    left.known.judged.retain(|id, _| !gone.contains(id));
    left
}

/// An item got as far as it got in one of them.
fn join_items(items: &mut Vec<ItemResult>, older: &[ItemResult]) {
    let rank = |item: &ItemResult| match item.status {
        ItemStatus::Completed => 3,
        ItemStatus::Called => 2,
        ItemStatus::Unreached => 1,
        ItemStatus::Excluded { .. } => 0,
    };
    let known: BTreeMap<(String, String), usize> = (items.iter().enumerate())
        .map(|(index, item)| ((item.path.clone(), format!("{:?}", item.kind)), index))
        .collect();
    for item in older {
        match known.get(&(item.path.clone(), format!("{:?}", item.kind))) {
            Some(&index) if rank(item) > rank(&items[index]) => items[index] = item.clone(),
            Some(_) => {}
            None => items.push(item.clone()),
        }
    }
}

fn joined_coverage(newer: CoverageOutcome, older: &CoverageOutcome) -> CoverageOutcome {
    let CoverageOutcome::Measured(older) = older else {
        return newer;
    };
    let CoverageOutcome::Measured(newer) = newer else {
        return CoverageOutcome::Measured(older.clone());
    };
    let mut files = newer.files;
    for other in &older.files {
        match files.iter_mut().find(|file| file.file == other.file) {
            // Of a file that has changed, the newer text counts.
            Some(file) if file.text == other.text => add_regions(file, other),
            Some(_) => {}
            None => files.push(other.clone()),
        }
    }
    files.sort_by(|a, b| a.file.cmp(&b.file));
    CoverageOutcome::Measured(Coverage::new(files))
}

fn add_regions(file: &mut FileCoverage, other: &FileCoverage) {
    for (region, count) in &other.regions {
        let known = file.regions.entry(*region).or_insert(0);
        *known = known.saturating_add(*count);
    }
}

fn joined_counts(a: Counts, b: Counts) -> Counts {
    Counts {
        expressions: a.expressions + b.expressions,
        executions: a.executions + b.executions,
        returned: a.returned + b.returned,
        discarded: a.discarded + b.discarded,
        stalled: a.stalled + b.stalled,
        in_vain: a.in_vain + b.in_vain,
        depth_completed: a.depth_completed.min(b.depth_completed),
        edges: match a.edges.executed >= b.edges.executed {
            true => a.edges,
            false => b.edges,
        },
        prune_rounds: a.prune_rounds.max(b.prune_rounds),
    }
}

fn joined_times(a: Times, b: Times) -> Times {
    Times {
        rustdoc: a.rustdoc + b.rustdoc,
        build: a.build + b.build,
        explore: a.explore + b.explore,
        start: a.start + b.start,
        confirm: a.confirm + b.confirm,
        challenge: a.challenge + b.challenge,
        widen: a.widen + b.widen,
        coverage: a.coverage + b.coverage,
        total: a.total + b.total,
    }
}

/// What ended one part early ended the whole early.
fn earliest(a: Stop, b: Stop) -> Stop {
    let rank = |stop: Stop| match stop {
        Stop::Interrupted | Stop::Untested | Stop::Given => 0,
        Stop::Time => 1,
        Stop::Findings => 2,
        Stop::Quiet => 3,
        Stop::Valid => 4,
        Stop::Depth => 5,
        Stop::Exhausted => 6,
    };
    match rank(a) <= rank(b) {
        true => a,
        false => b,
    }
}

/// Ids of confirmed findings, and paths of completed items: what a run can bring.
pub fn brought(report: &RunReport) -> BTreeSet<&str> {
    let confirmed = report.findings.iter().filter(|finding| finding.proof.confirmed);
    let completed = report
        .items
        .iter()
        .filter(|item| item.status == ItemStatus::Completed);
    let ids = confirmed.map(|finding| finding.id.as_str());
    ids.chain(completed.map(|item| item.path.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample_report;

    fn ids(report: &RunReport) -> Vec<&str> {
        report
            .findings
            .iter()
            .map(|finding| finding.id.as_str())
            .collect()
    }

    #[test]
    fn a_report_joined_with_itself_is_itself() {
        let report = sample_report();
        let same = joined(report.clone(), &report, Because::Again);
        assert_eq!(ids(&same), ids(&report));
        assert_eq!(same.causes.len(), report.causes.len());
        assert_eq!(same.items.len(), report.items.len());
    }

    #[test]
    fn what_is_gone_is_gone_from_causes_and_the_rest_stays() {
        let report = sample_report();
        let same = without(report.clone(), &BTreeSet::new());
        assert_eq!(format!("{:?}", same.findings), format!("{:?}", report.findings));
        assert_eq!(format!("{:?}", same.causes), format!("{:?}", report.causes));
        for gone in &report.findings {
            let left = without(report.clone(), &BTreeSet::from([gone.id.clone()]));
            assert_eq!(left.findings.len(), report.findings.len() - 1);
            assert!(!ids(&left).contains(&gone.id.as_str()));
            let members = |report: &RunReport| -> BTreeSet<String> {
                let members = report.causes.iter().flat_map(|cause| &cause.findings);
                members.map(|&index| report.findings[index].id.clone()).collect()
            };
            let mut expected = members(&report);
            expected.remove(&gone.id);
            assert_eq!(members(&left), expected);
        }
    }

    #[test]
    fn what_the_newer_one_did_not_find_stays() {
        let older = sample_report();
        assert!(!older.findings.is_empty() && !older.causes.is_empty());
        let mut newer = older.clone();
        newer.findings.clear();
        newer.causes.clear();
        for item in &mut newer.items {
            item.status = ItemStatus::Unreached;
        }
        let both = joined(newer, &older, Because::Again);
        assert_eq!(ids(&both), ids(&older));
        let members = |report: &RunReport| -> BTreeSet<String> {
            let members = report.causes.iter().flat_map(|cause| &cause.findings);
            members.map(|&index| report.findings[index].id.clone()).collect()
        };
        assert_eq!(members(&both), members(&older));
        assert_eq!(brought(&both), brought(&older));
    }
}
