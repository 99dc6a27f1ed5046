//! The figures of a report against judgements: classes, duplicates, first ten, lost.

use crate::judged::Row;
use crate::report::{Finding, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Sums over one or several crates.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Judged causes, and those of them that the report has.
    pub judged: usize,
    pub found: usize,
    /// Of the found ones: those whose class is the judged one, and those that are silent where they should be.
    pub agreeing: usize,
    pub agreeing_in_silence: usize,
    /// Causes that are shown one by one, and those of them whose judged cause was shown before.
    pub shown: usize,
    pub duplicates: usize,
    /// The same with the silent ones.
    pub all_shown: usize,
    pub all_duplicates: usize,
    /// Judged defects among the first ten, and how many there could be.
    pub first_ten: usize,
    pub possible: usize,
    /// Judged defects that are hidden.
    pub lost: usize,
    /// Findings that nobody judged.
    pub unjudged: usize,
}

impl Figures {
    pub fn add(&mut self, other: &Figures) {
        for (sum, more) in [
            (&mut self.judged, other.judged),
            (&mut self.found, other.found),
            (&mut self.agreeing, other.agreeing),
            (&mut self.agreeing_in_silence, other.agreeing_in_silence),
            (&mut self.shown, other.shown),
            (&mut self.duplicates, other.duplicates),
            (&mut self.all_shown, other.all_shown),
            (&mut self.all_duplicates, other.all_duplicates),
            (&mut self.first_ten, other.first_ten),
            (&mut self.possible, other.possible),
            (&mut self.lost, other.lost),
            (&mut self.unjudged, other.unjudged),
        ] {
            *sum += more;
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, of: usize| match of {
            0 => "none".to_owned(),
            _ => format!("{:.1} %", 100.0 * part as f64 / of as f64),
        };
        writeln!(
            out,
            "judged causes {}, found {}; findings that nobody judged {}",
            self.judged, self.found, self.unjudged
        )?;
        writeln!(
            out,
            "classes agree: {} of {} ({}); silent or not: {}",
            self.agreeing,
            self.found,
            share(self.agreeing, self.found),
            share(self.agreeing_in_silence, self.found)
        )?;
        writeln!(
            out,
            "duplicates: {} of {} shown ({}); with silent ones {} of {} ({})",
            self.duplicates,
            self.shown,
            share(self.duplicates, self.shown),
            self.all_duplicates,
            self.all_shown,
            share(self.all_duplicates, self.all_shown)
        )?;
        writeln!(
            out,
            "defects among the first ten: {} of {} possible",
            self.first_ten, self.possible
        )?;
        write!(out, "lost: {}", self.lost)
    }
}

/// One crate.
pub struct Measured {
    pub figures: Figures,
    /// A line each.
    pub disagreements: Vec<String>,
}

impl Measured {
    pub fn of(rows: &[Row], report: &Report) -> Measured {
        let matches = Matches::of(rows, report);
        let mut measured = Measured {
            figures: Figures {
                unjudged: report.findings.len() - matches.row_of.len(),
                ..Figures::default()
            },
            disagreements: Vec::new(),
        };
        for finding in &report.findings {
            if !matches.row_of.contains_key(finding.id.as_str()) {
                measured.note(format!(
                    "not judged: {} {} ({}: {})",
                    finding.class,
                    finding.expression,
                    finding.site(),
                    finding.why
                ));
            }
        }
        measured.classes(rows, &matches);
        measured.shown(report, &matches);
        measured
    }

    fn note(&mut self, line: String) {
        self.disagreements.push(line);
    }

    /// Classes of judged causes, and defects that are hidden.
    fn classes(&mut self, rows: &[Row], matches: &Matches<'_>) {
        let mut causes: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            causes.entry(&row.cause).or_default().push(row);
        }
        self.figures.judged = causes.len();
        for (cause, members) in causes {
            let found: Vec<&Finding> = (matches.pairs.iter())
                .filter(|(row, _)| members.iter().any(|member| std::ptr::eq(*member, *row)))
                .map(|(_, finding)| *finding)
                .collect();
            let judged = members[0].class();
            if found.is_empty() {
                self.note(format!("not found: {judged} {cause} ({})", members[0].expression));
                continue;
            }
            let is_silent = |class: &str| !matches!(class, "bug" | "precondition");
            self.figures.found += 1;
            self.figures.agreeing += usize::from(found.iter().all(|finding| finding.class == judged));
            let in_silence = found
                .iter()
                .all(|finding| is_silent(&finding.class) == is_silent(judged));
            self.figures.agreeing_in_silence += usize::from(in_silence);
            for finding in found.iter().filter(|finding| finding.class != judged) {
                self.note(format!(
                    "class: {cause} is {judged}, reported as {} ({}): {} at {}",
                    finding.class,
                    finding.why,
                    finding.expression,
                    finding.site()
                ));
            }
            if judged == "bug" && !matches.heads.contains(cause) {
                self.figures.lost += 1;
                self.note(format!("LOST: {cause} ({})", members[0].expression));
            }
        }
    }

    /// What a reader sees, in order.
    fn shown(&mut self, report: &Report, matches: &Matches<'_>) {
        let (mut seen, mut place) = (BTreeSet::new(), 0);
        for cause in &report.causes {
            let is_shown = matches!(cause.class.as_str(), "bug" | "precondition");
            let row = (cause.findings.iter()).find_map(|id| matches.row_of.get(id.as_str()));
            let is_repeat = row.is_some_and(|row| !seen.insert(row.cause.as_str()));
            self.figures.all_shown += 1;
            self.figures.all_duplicates += usize::from(is_repeat);
            if is_shown {
                self.figures.shown += 1;
                self.figures.duplicates += usize::from(is_repeat);
            }
            if let (true, Some(row)) = (is_repeat, row) {
                self.note(format!(
                    "duplicate ({}): {} {}",
                    cause.class, row.cause, row.expression
                ));
            }
            let is_first = row.is_some_and(|row| row.verdict == "defect") && !is_repeat;
            if cause.class == "bug" && place < 10 {
                self.figures.first_ten += usize::from(is_first);
                place += 1;
            }
            let others = cause
                .findings
                .iter()
                .filter_map(|id| matches.row_of.get(id.as_str()));
            let joined: BTreeSet<&str> = others.map(|row| row.cause.as_str()).collect();
            if joined.len() > 1 {
                self.note(format!(
                    "joined ({}): {}",
                    cause.class,
                    joined.into_iter().collect::<Vec<_>>().join(", ")
                ));
            }
        }
        let defects: BTreeSet<&str> = (matches.pairs.iter())
            .filter(|(row, _)| row.verdict == "defect")
            .map(|(row, _)| row.cause.as_str())
            .collect();
        self.figures.possible = defects.len().min(10);
    }
}

/// Which finding is which judged one: the same item, kind and line, else the same item, kind and expression, else the same
/// item and kind where all judged ones have one cause.
struct Matches<'a> {
    pairs: Vec<(&'a Row, &'a Finding)>,
    row_of: BTreeMap<&'a str, &'a Row>,
    /// Judged causes that a shown cause of class `bug` begins with.
    heads: BTreeSet<&'a str>,
}

impl<'a> Matches<'a> {
    fn of(rows: &'a [Row], report: &'a Report) -> Matches<'a> {
        let mut pairs: Vec<(&Row, &Finding)> = Vec::new();
        for finding in report.findings.iter() {
            let alike = |row: &&Row| row.item == finding.item && row.kind == finding.kind;
            let at_one_place = || {
                rows.iter()
                    .filter(alike)
                    .filter(|row| !row.site.is_empty() && row.site == finding.site())
            };
            let by_expression = || {
                rows.iter()
                    .filter(alike)
                    .find(|row| row.expression == finding.expression)
            };
            // Two judged findings of one line are told apart by their order, that of size.
            let is_taken = |row: &&Row| pairs.iter().any(|(taken, _)| std::ptr::eq(*taken, *row));
            let exact = at_one_place().find(|row| row.expression == finding.expression);
            let placeless = || {
                rows.iter()
                    .filter(alike)
                    .find(|row| row.site.is_empty() && finding.site().is_empty())
            };
            // The place of code that a macro wrote was told otherwise once.
            let by_cause = || {
                let first = rows.iter().find(alike)?;
                let mut others = rows.iter().filter(alike);
                others.all(|row| row.cause == first.cause).then_some(first)
            };
            let row = exact
                .or_else(|| at_one_place().find(|row| !is_taken(row)))
                .or_else(|| at_one_place().next())
                .or_else(by_expression)
                .or_else(placeless)
                .or_else(by_cause);
            if let Some(row) = row {
                pairs.push((row, finding));
            }
        }
        let row_of: BTreeMap<&str, &Row> = pairs
            .iter()
            .map(|(row, finding)| (finding.id.as_str(), *row))
            .collect();
        let heads = (report.causes.iter())
            .filter(|cause| cause.class == "bug")
            .filter_map(|cause| cause.findings.iter().find_map(|id| row_of.get(id.as_str())))
            .map(|row| row.cause.as_str())
            .collect();
        Matches { pairs, row_of, heads }
    }
}
