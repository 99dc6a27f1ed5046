//! What became of stored findings: lines for people, or one JSON document for each package.

use super::json::{Crate, SCHEMA, TOOL, Tool};
use super::style::{self, styled};
use super::text::{LONGEST_MESSAGE, counted, harmless, line, shortened, wrapped};
use crate::engine::verify::{Failure, Verdict};
use crate::outcome::Location;
use serde::Serialize;
use std::collections::BTreeMap;

/// Columns of a verdict.
const VERDICT_WIDTH: usize = 20;

/// The findings of one run, and what became of them.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The run that has the findings.
    pub run: String,
    /// The package whose code was run: name, version, and where it comes from.
    pub package: (String, String, &'static str),
    /// In the order of the run.
    pub findings: Vec<ReplayedFinding>,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct ReplayedFinding {
    /// Its id.
    pub id: String,
    /// The item.
    pub item: String,
    /// The word of its kind.
    pub kind: String,
    /// Its message.
    pub message: String,
    /// Its smallest expression.
    pub expression: String,
    /// What became of it.
    pub verdict: Verdict,
}

/// All verdicts, in the order in which they are shown.
const ORDER: [&str; 5] = [
    "still failing",
    "failing otherwise",
    "cannot tell",
    "no longer reachable",
    "fixed",
];

/// For people: a line for each finding with what there is to say of it, those first that fail, and a line that counts.
pub fn human(replayed: &Replayed) -> String {
    let mut out = String::new();
    for word in ORDER {
        for finding in (replayed.findings.iter()).filter(|finding| finding.verdict.word() == word) {
            one(&mut out, finding);
        }
    }
    let (name, version, _) = &replayed.package;
    let title = format!("{} {}", harmless(name, false), harmless(version, false));
    let counts: Vec<String> = (ORDER.iter())
        .map(|word| (count(replayed, word), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let counts = match counts.is_empty() {
        true => "nothing to replay".to_owned(),
        false => counts.join(", "),
    };
    let of = counted(replayed.findings.len(), "finding");
    let run = harmless(&replayed.run, false);
    let title = styled(style::HEADING, &title);
    line(&mut out, &format!("{title}: {counts} (of {of} of the run {run})"));
    out
}

fn count(replayed: &Replayed, word: &str) -> usize {
    let findings = replayed.findings.iter();
    findings.filter(|finding| finding.verdict.word() == word).count()
}

fn one(out: &mut String, finding: &ReplayedFinding) {
    let style = match &finding.verdict {
        Verdict::StillFailing(_) | Verdict::FailingOtherwise(_) => style::BUG,
        Verdict::CannotTell(_) => style::NOTE,
        Verdict::Fixed | Verdict::NoLongerReachable(_) => style::GOOD,
    };
    let word = finding.verdict.word();
    let space = " ".repeat(VERDICT_WIDTH.saturating_sub(word.len()));
    let (id, item) = (harmless(&finding.id, false), harmless(&finding.item, false));
    line(out, &format!("{}{space} {id}  {item}", styled(style, word)));
    let was = told(&finding.kind, &finding.message);
    let details = match &finding.verdict {
        Verdict::StillFailing(at) => vec![format!("{was}{}", place(at.as_ref()))],
        Verdict::FailingOtherwise(now) => vec![
            format!("was {was}"),
            format!(
                "now {}{}",
                told(now.kind.word(), &now.message),
                place(now.location.as_ref())
            ),
        ],
        Verdict::Fixed => vec![
            format!("returns now: {}", finding.expression),
            format!("was {was}"),
        ],
        Verdict::NoLongerReachable(why) | Verdict::CannotTell(why) => {
            vec![shortened(why, LONGEST_MESSAGE), format!("was {was}")]
        }
    };
    for detail in details {
        out.push_str(&wrapped(&detail, 4));
    }
}

/// `panic: the trigger was pulled`
fn told(kind: &str, message: &str) -> String {
    let kind = kind.replace('_', " ");
    match message.is_empty() {
        true => kind,
        false => format!("{kind}: {}", shortened(message, LONGEST_MESSAGE)),
    }
}

fn place(at: Option<&Location>) -> String {
    at.map_or_else(String::new, |at| {
        format!(", {}:{}:{}", at.file, at.line, at.column)
    })
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    tool: Tool,
    #[serde(rename = "crate")]
    krate: Crate<'a>,
    run: &'a str,
    totals: BTreeMap<String, usize>,
    findings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    item: &'a str,
    kind: &'a str,
    message: &'a str,
    expression: &'a str,
    verdict: String,
    /// How it fails now, if it does in another way.
    now: Option<Now<'a>>,
    /// Where it fails now.
    location: Option<Place<'a>>,
    /// Of what is not reachable, or cannot be told: why.
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct Now<'a> {
    kind: &'static str,
    message: &'a str,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

/// One document on one line.
pub fn json(replayed: &Replayed) -> anyhow::Result<String> {
    let (name, version, source) = &replayed.package;
    let key = |word: &str| word.replace(' ', "_");
    let mut text = serde_json::to_string(&Document {
        schema: SCHEMA,
        tool: TOOL,
        krate: Crate {
            name,
            version,
            source,
        },
        run: &replayed.run,
        totals: (ORDER.iter())
            .map(|word| (key(word), count(replayed, word)))
            .collect(),
        findings: replayed.findings.iter().map(Entry::of).collect(),
    })?;
    text.push('\n');
    Ok(text)
}

impl<'a> Entry<'a> {
    fn of(finding: &'a ReplayedFinding) -> Entry<'a> {
        let (mut now, mut location, mut reason) = (None, None, None);
        match &finding.verdict {
            Verdict::StillFailing(at) => location = at.as_ref(),
            Verdict::FailingOtherwise(Failure {
                kind,
                message,
                location: at,
            }) => {
                now = Some(Now {
                    kind: kind.word(),
                    message,
                });
                location = at.as_ref();
            }
            Verdict::Fixed => {}
            Verdict::NoLongerReachable(why) | Verdict::CannotTell(why) => reason = Some(why.as_str()),
        }
        Entry {
            id: &finding.id,
            item: &finding.item,
            kind: &finding.kind,
            message: &finding.message,
            expression: &finding.expression,
            verdict: finding.verdict.word().replace(' ', "_"),
            now,
            location: location.map(|at| Place {
                file: &at.file,
                line: at.line,
                column: at.column,
            }),
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::FaultKind;
    use serde_json::{Value, json};

    fn sample() -> Replayed {
        let at = Location {
            file: "src/lib.rs".into(),
            line: 3,
            column: 5,
        };
        let verdicts = [
            Verdict::Fixed,
            Verdict::NoLongerReachable("there is no `a::f`".into()),
            Verdict::CannotTell("the property\u{1b}[2J discards it".into()),
            Verdict::FailingOtherwise(Failure {
                kind: FaultKind::StackOverflow,
                message: "stack overflow".into(),
                location: None,
            }),
            Verdict::StillFailing(Some(at)),
        ];
        let finding = |(number, verdict): (usize, Verdict)| ReplayedFinding {
            id: format!("{number:012}"),
            item: "a::f".into(),
            kind: "panic".into(),
            message: "no element 3".into(),
            expression: "f(3)".into(),
            verdict,
        };
        Replayed {
            run: "20261122-000000-001-a".into(),
            package: ("a".into(), "0.2.0".into(), "path"),
            findings: verdicts.into_iter().enumerate().map(finding).collect(),
        }
    }

    #[test]
    fn people_read_first_what_fails_and_how() {
        let text = anstream::adapter::strip_str(&human(&sample())).to_string();
        let expected = "\
still failing        000000000004  a::f
    panic: no element 3, src/lib.rs:3:5
failing otherwise    000000000003  a::f
    was panic: no element 3
    now stack overflow: stack overflow
cannot tell          000000000002  a::f
    the property\\u{1b}[2J discards it
    was panic: no element 3
no longer reachable  000000000001  a::f
    there is no `a::f`
    was panic: no element 3
fixed                000000000000  a::f
    returns now: f(3)
    was panic: no element 3
a 0.2.0: 1 still failing, 1 failing otherwise, 1 cannot tell, 1 no longer reachable, 1 fixed (of 5 findings of the run 20261122-000000-001-a)
";
        assert_eq!(text, expected);
    }

    #[test]
    fn scripts_read_one_document() {
        let document: Value = serde_json::from_str(&super::json(&sample()).unwrap()).unwrap();
        assert_eq!(document["crate"]["version"], "0.2.0");
        assert_eq!(document["totals"]["no_longer_reachable"], 1);
        let findings = &document["findings"];
        assert_eq!(
            findings[4]["location"],
            json!({"file": "src/lib.rs", "line": 3, "column": 5})
        );
        assert_eq!(
            findings[3]["now"],
            json!({"kind": "stack_overflow", "message": "stack overflow"})
        );
        assert_eq!(findings[1]["reason"], "there is no `a::f`");
        assert_eq!(findings[0]["verdict"], "fixed");
    }
}
