//! What people have judged, in a run's report: how many findings are not shown for that, and each ruling that somebody has to
//! look at again, in one line. Also what the commands say that judge.

use super::style::{self, styled};
use super::text::{harmless, line, wrapped};
use crate::judged::{Absence, Absent, Judged, Known, Verdict};
use crate::known::{FILE, Unknown};
use crate::run_report::{Finding, RunReport};
use std::path::Path;

/// The lines, or nothing.
pub(super) fn render(out: &mut String, report: &RunReport, shows_all: bool) {
    let known = &report.known;
    let before = out.len();
    if !shows_all && !known.judged.is_empty() {
        let hidden = hidden(report);
        let bugs = known_bugs(known);
        let bugs = match bugs {
            0 => String::new(),
            1 => " (1 of them a known bug)".to_owned(),
            more => format!(" ({more} of them known bugs)"),
        };
        let verb = if hidden == 1 { "is" } else { "are" };
        let text = format!("{hidden} judged in {FILE} {verb} not shown{bugs}; `--all` shows them.");
        if hidden > 0 {
            out.push_str(&wrapped(&text, 0));
        }
    }
    for finding in &report.findings {
        if let Some(judged) = known.judged.get(&finding.id) {
            outdated(out, finding, judged);
        }
    }
    for absent in &known.absent {
        told(out, absence_word(&absent.absence), &absence(absent));
    }
    if out.len() > before {
        out.push('\n');
    }
}

/// Findings that are judged, and not part of a cause that is shown.
pub(super) fn hidden(report: &RunReport) -> usize {
    let of_causes = report.causes.iter().filter(|cause| report.is_settled(cause));
    let unreliable = report
        .findings
        .iter()
        .filter(|finding| !finding.proof.confirmed && report.known.judged.contains_key(&finding.id));
    of_causes.map(|cause| cause.findings.len()).sum::<usize>() + unreliable.count()
}

/// Findings that are judged to be bugs.
pub(super) fn known_bugs(known: &Known) -> usize {
    let is_bug = |judged: &&Judged| judged.ruling.verdict == Verdict::Bug;
    known.judged.values().filter(is_bug).count()
}

fn outdated(out: &mut String, finding: &Finding, judged: &Judged) {
    let name = format!("{} `{}`", finding.id, finding.item);
    let ruling = judged.ruling.sentence();
    if let Some(stale) = &judged.stale {
        told(out, "stale", &format!("{name} was {ruling}; since then {stale}"));
    }
    if judged.is_expired {
        let day = judged.ruling.expires.as_deref().unwrap_or_default();
        told(
            out,
            "expired",
            &format!("{name} was {ruling}; that held until {day}"),
        );
    }
}

fn told(out: &mut String, title: &str, text: &str) {
    let text = wrapped(&format!("{title}: {}", harmless(text, false)), 0);
    let rest = text.strip_prefix(title).unwrap_or(&text);
    out.push_str(&format!("{}{rest}", styled(style::NOTE, title)));
}

fn absence_word(absence: &Absence) -> &'static str {
    match absence {
        Absence::Passing => "passing",
        Absence::Gone => "gone",
        Absence::Renamed(_) => "renamed",
    }
}

fn absence(absent: &Absent) -> String {
    let Absent { id, item, ruling, .. } = absent;
    let ruling = ruling.sentence();
    match &absent.absence {
        Absence::Passing => format!("{id} `{item}` was {ruling}; it was expected to fail and passes"),
        Absence::Gone => format!("{id} `{item}` was {ruling}; there is no such item"),
        Absence::Renamed(same) => {
            format!(
                "{same} is the same as {id} `{item}`, which was {ruling}; `accept {same} --same-as {id}` takes it over"
            )
        }
    }
}

/// What a judging command has done: the file, and one line for each finding.
pub fn written(path: &Path, verb: &str, findings: &[(String, String)]) -> String {
    let mut out = String::new();
    let words = match findings.len() {
        1 => "1 finding".to_owned(),
        more => format!("{more} findings"),
    };
    let path = harmless(&path.display().to_string(), false);
    line(&mut out, &format!("{words} {verb} in {path}"));
    for (id, item) in findings {
        line(
            &mut out,
            &format!("  {}  {}", harmless(id, false), harmless(item, false)),
        );
    }
    out
}

/// Why a finding was not found by what was typed, and which there are.
pub fn unknown(unknown: &Unknown, place: &str) -> String {
    let Unknown {
        typed,
        near,
        is_ambiguous,
    } = unknown;
    let near = near.join(", ");
    match (is_ambiguous, near.is_empty()) {
        (true, _) => format!("`{typed}` begins several ids\nhelp: give more digits of one of {near}"),
        (false, true) => format!("there is no finding `{typed}` in {place}, which has none"),
        (false, false) => format!("there is no finding `{typed}` in {place}\nhelp: the nearest are {near}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::Ruling;
    use crate::report::human::{self, Shown};
    use crate::report::json::tests::sample;

    fn ruling(verdict: Verdict, reason: &str) -> Ruling {
        Ruling {
            verdict,
            of: None,
            reason: reason.to_owned(),
            who: None,
            date: None,
            expires: Some("2020-01-01".to_owned()),
        }
    }

    fn plain(report: &RunReport, shown: Shown) -> String {
        anstream::adapter::strip_str(&human::render(report, shown)).to_string()
    }

    #[test]
    fn what_is_judged_is_counted_in_one_line_and_shown_on_demand() {
        let mut report = sample();
        let judged = Judged {
            ruling: ruling(Verdict::Bug, "see #7"),
            stale: None,
            is_expired: false,
        };
        report.known.judged.insert(report.findings[0].id.clone(), judged);
        let text = plain(&report, Shown::Bugs);
        assert!(
            !text.contains("duplicate value 0") && text.contains("no new bugs found"),
            "{text}"
        );
        let line = "1 judged in .config/explore/known.toml is not shown (1 of them a known bug);\n  `--all` shows them.\n";
        assert!(text.contains(line), "{text}");
        let text = plain(&report, Shown::All);
        assert!(
            text.contains("bug 1/1") && text.contains("  judged bug: see #7\n"),
            "{text}"
        );
        assert!(!text.contains("is not shown"), "{text}");
    }

    #[test]
    fn rulings_to_look_at_again_are_told_one_by_one() {
        let mut report = sample();
        let judged = Judged {
            ruling: ruling(Verdict::Expected, "so it is"),
            stale: Some("its code has changed".to_owned()),
            is_expired: true,
        };
        report.known.judged.insert(report.findings[0].id.clone(), judged);
        for (id, absence) in [
            ("one", Absence::Passing),
            ("two", Absence::Gone),
            ("old", Absence::Renamed("new".to_owned())),
        ] {
            report.known.absent.push(Absent {
                id: id.to_owned(),
                item: "a::b".to_owned(),
                ruling: ruling(Verdict::Expected, "\u{1b}x"),
                absence,
            });
        }
        let text = plain(&report, Shown::Bugs).replace("\n  ", " ");
        for expected in [
            "stale: 0123456789ab `int_tree::insert` was judged expected: so it is; since then its code has changed\n",
            "expired: 0123456789ab `int_tree::insert` was judged expected: so it is; that held until 2020-01-01\n",
            "passing: one `a::b` was judged expected: \\u{1b}x; it was expected to fail and passes\n",
            "gone: two `a::b` was judged expected: \\u{1b}x; there is no such item\n",
            "renamed: new is the same as old `a::b`, which was judged expected",
        ] {
            assert!(text.contains(expected), "missing: {expected}\nin: {text}");
        }
    }
}
