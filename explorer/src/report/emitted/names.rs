//! What tests are called: after the item and what it does, with words of the message where that is not enough.

use crate::outcome::FaultKind;
use crate::run_report::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// Words of a message in a name at most.
const MOST_WORDS: usize = 4;

/// One name for each finding, all different and none of them taken.
pub(super) fn test_names(findings: &[&Finding], taken: &BTreeSet<&str>) -> Vec<String> {
    let plain: Vec<String> = findings.iter().map(|finding| plain_name(finding)).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &plain {
        *times.entry(name).or_default() += 1;
    }
    let mut used: BTreeSet<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    let mut names = Vec::with_capacity(findings.len());
    for (finding, name) in findings.iter().zip(&plain) {
        let wanted = match times[name.as_str()] {
            1 => name.clone(),
            _ => with_message(name, &finding.message),
        };
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
        let free = candidates.find(|name| !used.contains(name)).unwrap_or(wanted);
        used.insert(free.clone());
        names.push(free);
    }
    names
}

/// `stack_pop_panics` for `own::Stack::pop`.
fn plain_name(finding: &Finding) -> String {
    let does = match finding.kind {
        FaultKind::Panic => "panics",
        FaultKind::Timeout => "does_not_return",
        FaultKind::Memory => "takes_too_much_memory",
        FaultKind::StackOverflow => "overflows_the_stack",
        FaultKind::Abort => "aborts",
        FaultKind::Signal(_) => "crashes",
        FaultKind::Exit(_) => "ends_the_process",
        FaultKind::Property => "does_not_hold",
        FaultKind::DoubleDrop => "drops_a_value_twice",
        FaultKind::InvalidUse => "uses_a_value_that_is_not_there",
        FaultKind::Leak => "leaks_memory",
        FaultKind::Slow => "takes_time_out_of_proportion",
    };
    let mut segments: Vec<&str> = finding.item.split("::").collect();
    let function = segments.pop().unwrap_or_default();
    // Of `<own::Stack<T> as Trait>::pop` the type, as of `own::Stack<T>::pop`; a module says nothing here.
    let before = finding.item.rsplit_once("::").map_or("", |(before, _)| before);
    let implementor = before.trim_start_matches(['<', '&']).trim_start_matches("mut ");
    let implementor = implementor.split([' ', '<', '>']).next().unwrap_or(implementor);
    let ty = implementor.rsplit("::").next().unwrap_or_default();
    let is_type = before.starts_with('<') || ty.starts_with(|c: char| c.is_uppercase());
    let parts = [if is_type { ty } else { "" }, function, does];
    let words: Vec<String> = (parts.iter())
        .map(|part| snake(part))
        .filter(|part| !part.is_empty())
        .collect();
    let name = words.join("_");
    match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("call_{name}"),
        false => name,
    }
}

fn with_message(name: &str, message: &str) -> String {
    let words = message.split(|c: char| !c.is_ascii_alphabetic());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(str::to_ascii_lowercase)
        .collect();
    match words.is_empty() {
        true => name.to_owned(),
        false => format!("{name}_{}", words.join("_")),
    }
}

/// Words of letters and digits with `_` between them: `int_tree` for `IntTree<'_>`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            out.push('_');
        } else {
            if c.is_ascii_uppercase() && was_lower {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    let words: Vec<&str> = out.split('_').filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// True if the name stands in the text by itself: behind a path or a dot it is another's.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = &text[..at];
        !before.ends_with(is_word)
            && !before.ends_with("::")
            && !before.ends_with('.')
            && !text[at + name.len()..].starts_with(is_word)
    })
}
