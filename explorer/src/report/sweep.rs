//! What people read of a sweep: a line when a package is done, and a table of all at the end.

use super::style::{self, styled};
use super::text::{counted, harmless, seconds, shortened};
use crate::run_report::Finding;
use crate::sweep::{End, PackageEnd};
use serde::Serialize;
use std::time::Duration;

/// Columns of a package's name and version.
const TITLE: usize = 28;
/// Most characters of why a package failed.
const LONGEST_REASON: usize = 200;

/// A finding that nobody had seen before.
#[derive(Clone, Debug, Serialize)]
pub struct NewFinding {
    package: String,
    version: String,
    id: String,
    kind: &'static str,
    item: String,
    message: String,
    expression: String,
    file: Option<String>,
    line: Option<u32>,
}

impl NewFinding {
    /// A finding of a package.
    pub fn of(end: &PackageEnd, finding: &Finding) -> NewFinding {
        let place = finding.location.as_ref();
        NewFinding {
            package: end.name.clone(),
            version: end.version.clone(),
            id: finding.id.clone(),
            kind: finding.kind.word(),
            item: finding.item.clone(),
            message: finding.message.clone(),
            expression: finding.examples.expression.clone(),
            file: place.map(|place| place.file.clone()),
            line: place.map(|place| place.line),
        }
    }
}

/// A JSON document of what is new.
pub fn news(findings: &[NewFinding]) -> anyhow::Result<String> {
    let mut text = serde_json::to_string(&serde_json::json!({ "schema": 1, "new": findings }))?;
    text.push('\n');
    Ok(text)
}

/// One line for a go at a package. `ends` are those before it.
pub fn line(end: &PackageEnd, ends: &[PackageEnd], packages: usize) -> String {
    let is_other = |other: &&PackageEnd| other.title() != end.title();
    let mut others: Vec<String> = ends.iter().filter(is_other).map(PackageEnd::title).collect();
    others.sort();
    others.dedup();
    let done = format!("{}/{packages}", others.len() + 1);
    format!(
        "{done:>9}  {:TITLE$}  {}\n",
        harmless(&end.title(), false),
        outcome(end, &style::GOOD)
    )
}

/// All packages by what became of them, and where the time went.
pub fn summary(ends: &[PackageEnd], is_whole: bool) -> String {
    let mut out = format!(
        "\n{}: {}{}\n",
        styled(style::HEADING, "sweep"),
        counted(ends.len(), "package"),
        match is_whole {
            true => "",
            false => ", interrupted; `cargo explore sweep --resume` goes on with it",
        }
    );
    for end in ends {
        out.push_str(&format!(
            "  {:TITLE$}  {}\n",
            harmless(&end.title(), false),
            outcome(end, &style::HEADING)
        ));
    }
    let sum = |part: fn(&PackageEnd) -> u64| ends.iter().map(part).sum::<u64>();
    let (took, explored) = (sum(|end| end.time.took_ms), sum(|end| end.time.explored_ms));
    if took > 0 {
        out.push_str(&format!(
            "  {} of all workers, of which {} % explored\n",
            seconds(Duration::from_millis(took)),
            explored * 100 / took
        ));
    }
    out
}

/// What became of a package.
fn outcome(end: &PackageEnd, found: &anstyle::Style) -> String {
    let of = |count: u64| counted(usize::try_from(count).unwrap_or(usize::MAX), "finding");
    let findings = match (end.findings, end.unconfirmed) {
        (0, 0) => "nothing found".to_owned(),
        (0, others) => format!("{} unconfirmed", of(others)),
        (count, 0) => styled(*found, &of(count)),
        (count, others) => format!("{} and {others} unconfirmed", styled(*found, &of(count))),
    };
    let explored = || {
        let stop = end.stop.as_deref().unwrap_or("ended");
        format!(
            "explored {} ({stop}), {} in all",
            seconds(Duration::from_millis(end.time.explored_ms)),
            seconds(Duration::from_millis(end.time.took_ms))
        )
    };
    match end.end {
        End::Explored => format!("{findings}; {}", explored()),
        End::Replayed => format!("{findings}; unchanged, tried again and fails as it did"),
        End::Unchanged => format!("{findings}; unchanged"),
        End::Overdue if end.run.is_some() => format!("{findings}; ended by its time, {}", explored()),
        End::Overdue if end.time.took_ms == 0 => {
            format!(
                "{}: unchanged since its time ended it",
                styled(style::NOTE, "overdue")
            )
        }
        End::Overdue => format!(
            "{}: ended by its time after {}, before it was explored",
            styled(style::NOTE, "overdue"),
            seconds(Duration::from_millis(end.time.took_ms))
        ),
        End::LeftOver => format!(
            "{}: the time was over before its turn",
            styled(style::NOTE, "left over")
        ),
        End::Failed => format!("{}: {}", styled(style::BUG, "failed"), reason(&end.words)),
    }
}

/// The first line that says what is wrong.
fn reason(words: &str) -> String {
    let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty());
    // What failed is known from the line that this stands in.
    let begins = |word: &'static str| lines().position(|line| line.starts_with(word));
    let first = begins("because: ").or_else(|| begins("error: ")).unwrap_or(0);
    let mut said = String::new();
    for line in lines().skip(first) {
        let line = line.strip_prefix("because: ").unwrap_or(line);
        said.push_str(
            line.strip_prefix("error: ")
                .filter(|_| said.is_empty())
                .unwrap_or(line),
        );
        // What ends so is said in the next line.
        if !said.ends_with(':') {
            break;
        }
        said.push(' ');
    }
    if said.is_empty() {
        said.push_str("its process said nothing");
    }
    shortened(&harmless(&said, false), LONGEST_REASON)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Target;

    fn end(how: End) -> PackageEnd {
        let target = Target {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            call: Vec::new(),
            fingerprint: Ok("f".to_owned()),
        };
        PackageEnd::without_run(&target, how)
    }

    #[test]
    fn every_end_has_words_and_a_failure_its_reason() {
        let failed = PackageEnd {
            words: "reading the API\nerror: a 1.0.0 could not be explored\n  because: it does not compile\n"
                .to_owned(),
            ..end(End::Failed)
        };
        let others = [
            End::Explored,
            End::Replayed,
            End::Unchanged,
            End::Overdue,
            End::LeftOver,
        ]
        .map(end);
        let ends: Vec<PackageEnd> = others.into_iter().chain([failed]).collect();
        let text = anstream::adapter::strip_str(&summary(&ends, true)).to_string();
        assert!(text.contains("sweep: 6 packages\n"), "{text}");
        assert!(text.contains("failed: it does not compile"), "{text}");
        assert_eq!(
            text.lines().filter(|line| line.contains("a 1.0.0")).count(),
            6,
            "{text}"
        );
    }

    #[test]
    fn what_is_not_confirmed_is_told_as_such() {
        let told = |findings, unconfirmed| {
            let end = PackageEnd {
                findings,
                unconfirmed,
                ..end(End::Unchanged)
            };
            anstream::adapter::strip_str(&line(&end, &[], 1)).to_string()
        };
        assert!(told(0, 0).contains("nothing found;"));
        assert!(told(0, 1).contains("1 finding unconfirmed;"));
        assert!(told(2, 0).contains("2 findings;"));
        assert!(told(2, 3).contains("2 findings and 3 unconfirmed;"));
    }

    #[test]
    fn packages_are_counted_once_however_often_they_are_explored() {
        let before = [end(End::Explored), end(End::Explored)];
        assert!(line(&end(End::Explored), &before, 2).contains("1/2"));
    }
}
