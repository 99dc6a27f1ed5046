//! How far the expression of a finding is an example of more, in few lines, each with the runs that it was counted in: what
//! placeholders were challenged with, where any value fails, where some value of each variant of an enum fails, or of none.

use crate::report::style::{self, styled};
use crate::report::text::{shortened, wrapped};
use crate::run_report::Finding;
use crate::shape::{AnyValue, Choice, Others, Shape, TriedVariant};

/// Lines about variants at most.
const SHOWN_CHOICES: usize = 2;
/// Characters of a part that a line names; the JSON report has all.
const LONGEST_PART: usize = 40;

/// The lines, or nothing. A condition says more than what is true of single values, so these are left out beside one.
pub(super) fn render(out: &mut String, finding: &Finding) {
    let shape = &finding.examples.shape;
    let has_condition = finding.examples.trigger.is_some();
    if let Some(text) = hole_counts(finding) {
        out.push_str(&wrapped(&text, 2));
    }
    if let Some(text) = shape.text.as_ref().filter(|_| !has_condition) {
        out.push_str(&wrapped(&letters(shape), 2));
        let text = wrapped(text, 4);
        out.push_str(&styled(style::CODE, text.trim_end_matches('\n')));
        out.push('\n');
    }
    for text in variants(finding) {
        out.push_str(&wrapped(&text, 2));
    }
}

/// The same as lines without styles, but for what placeholders were challenged with.
pub(in crate::report) fn shape_lines(finding: &Finding) -> Vec<String> {
    let shape = &finding.examples.shape;
    let text = (shape.text.as_ref()).filter(|_| finding.examples.trigger.is_none());
    let mut lines: Vec<String> = text
        .map(|text| format!("{} {text}", letters(shape)))
        .into_iter()
        .collect();
    lines.extend(variants(finding));
    lines
}

/// What is said of variants.
fn variants(finding: &Finding) -> Vec<String> {
    let shape = &finding.examples.shape;
    let has_condition = finding.examples.trigger.is_some();
    let mut said: Vec<String> = Vec::new();
    let mut has_variant = false;
    for choice in &shape.constructors {
        let is_of_variant = choice.others == Others::NoneFails;
        // Within what has to be this variant, others have to be theirs as a rule.
        if said.len() < SHOWN_CHOICES && !(is_of_variant && (has_variant || has_condition)) {
            let text = sentence(shape, choice);
            has_variant |= is_of_variant && text.is_some();
            said.extend(text);
        }
    }
    said
}

/// `?1: any value (12 of 12 tried fail), ?2: any value (9 of 9), all at once (12 of 12)`
pub(in crate::report) fn hole_counts(finding: &Finding) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for row in finding
        .examples
        .holes
        .iter()
        .filter(|row| !row.challenged_with.is_empty())
    {
        let name = match row.hole {
            Some(number) => format!("?{number}: any value"),
            None => "all at once".to_owned(),
        };
        let count = row.challenged_with.len();
        let words = if told.is_empty() { " tried fail" } else { "" };
        told.push(format!("{name} ({count} of {count}{words})"));
    }
    (!told.is_empty()).then(|| told.join(", "))
}

/// `Fails with any x (12 of 12 tried) and y (3 of 3, 9 more discarded), together 12 of 12:`
fn letters(shape: &Shape) -> String {
    let value = |(at, value): (usize, &AnyValue)| {
        let tried = if at == 0 { " tried" } else { "" };
        let discarded = match value.discarded {
            0 => String::new(),
            more => format!(", {more} more discarded"),
        };
        let count = value.tried;
        format!("{} ({count} of {count}{tried}{discarded})", value.letter)
    };
    let mut values: Vec<String> = shape.values.iter().enumerate().map(value).collect();
    let last = values.pop().unwrap_or_default();
    let all = match values.is_empty() {
        true => last,
        false => format!("{} and {last}", values.join(", ")),
    };
    match shape.together {
        0 => format!("Fails with any {all}:"),
        count => format!("Fails with any {all}, together {count} of {count}:"),
    }
}

/// What is said of the variants of a place; none where some fail and others do not, or where any value fails.
fn sentence(shape: &Shape, choice: &Choice) -> Option<String> {
    if shape.values.iter().any(|value| value.at == choice.at) {
        return None;
    }
    let own = choice
        .at
        .named(&format!("`{}`", shortened(&choice.at.text, LONGEST_PART)));
    let others = choice.tried.iter().filter(|row| row.variant != choice.own);
    match choice.others {
        Others::EachFails => {
            let counts: Vec<String> = others.map(counted).collect();
            Some(format!(
                "with each variant of `{}` in place of {own} some value fails ({} tried)",
                enum_name(choice),
                counts.join(", ")
            ))
        }
        Others::NoneFails => {
            let runs: usize = others.map(|row| row.runs).sum();
            Some(format!(
                "with no other variant of `{}` in place of {own} it was seen to fail in this way (0 of {runs} tried)",
                enum_name(choice)
            ))
        }
        _ => None,
    }
}

fn enum_name(choice: &Choice) -> &str {
    choice.own.split("::").next().unwrap_or_default()
}

/// `Add 3 of 5`
fn counted(row: &TriedVariant) -> String {
    let name = row.variant.rsplit("::").next().unwrap_or_default();
    format!("{name} {} of {}", row.failing, row.runs)
}
