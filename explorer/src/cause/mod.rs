//! Causes: findings that one remedy would make go away, in the order in which a maintainer would care. Pure: reads rows of
//! the report and what is known about items, runs nothing. Where it is not sure that two findings have one remedy, they are
//! two causes: a fault that hides behind another one is lost.

mod blame;
mod evidence;
mod same;
mod score;
#[cfg(test)]
mod tests;

use crate::run_report::{Cause, Class, Finding};
use blame::Blame;
pub use evidence::Evidence;

/// The causes of all confirmed findings, loud classes first, each class by score.
pub fn causes(evidence: &Evidence<'_>) -> Vec<Cause> {
    let confirmed: Vec<usize> = (0..evidence.findings.len())
        .filter(|&index| evidence.findings[index].proof.confirmed)
        .collect();
    let blames: Vec<Blame<'_>> = confirmed
        .iter()
        .map(|&index| Blame::of(evidence, index))
        .collect();
    let mut causes: Vec<Cause> = groups(&blames)
        .into_iter()
        .map(|members| {
            cause(
                evidence,
                members.into_iter().map(|member| confirmed[member]).collect(),
            )
        })
        .collect();
    causes.sort_by(|a, b| order(evidence, a).cmp(&order(evidence, b)));
    causes
}

/// Indices of what belongs together, groups by their first member.
fn groups(blames: &[Blame<'_>]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..blames.len()).collect();
    for b in 0..blames.len() {
        for a in 0..b {
            if leader[a] != leader[b] && same::have_one_remedy(&blames[a], &blames[b]) {
                let (from, to) = (leader[a].max(leader[b]), leader[a].min(leader[b]));
                for other in &mut leader {
                    if *other == from {
                        *other = to;
                    }
                }
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for first in 0..blames.len() {
        let members: Vec<usize> = (first..blames.len())
            .filter(|&other| leader[other] == first)
            .collect();
        if !members.is_empty() {
            groups.push(members);
        }
    }
    groups
}

/// Simplest finding first: its call is the one that is shown.
fn cause(evidence: &Evidence<'_>, mut members: Vec<usize>) -> Cause {
    members.sort_by_key(|&index| simplicity(&evidence.findings[index]));
    let shown = &evidence.findings[members[0]];
    Cause {
        id: shown.id.clone(),
        class: shown.class,
        why: shown.why.clone(),
        score: score::score(shown, evidence.item(shown)),
        findings: members,
    }
}

/// Smaller is simpler.
fn simplicity(finding: &Finding) -> (u32, usize, usize, &str) {
    let examples = &finding.examples;
    let unusual = u32::from(score::is_unusual(&examples.expression));
    (
        examples.depth + unusual,
        examples.expression.chars().count(),
        finding.frames.len(),
        finding.id.as_str(),
    )
}

fn order<'a>(evidence: &'a Evidence<'_>, cause: &'a Cause) -> (Class, std::cmp::Reverse<u32>, impl Ord + 'a) {
    let simplest = &evidence.findings[cause.findings[0]];
    (
        cause.class,
        std::cmp::Reverse(cause.score.total()),
        simplicity(simplest),
    )
}
