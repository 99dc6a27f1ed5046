//! Rows of the result, as lines for people and as files.

use crate::expected::{Expectation, Outcome};
use crate::trial::{Tool, Trial};
use anyhow::Context;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::path::Path;

/// What one tool made of one case.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Paper.
    pub paper: String,
    /// Item.
    pub item: String,
    /// Kinds one of which must be found, or `nothing`.
    pub expected: String,
    /// Tool.
    pub tool: String,
    /// Kind that was found.
    pub found: Option<String>,
    /// Inputs tried until the fault, or in all.
    pub executions: Option<u64>,
    /// Milliseconds until the fault, or in all.
    pub time_ms: f64,
    /// Milliseconds until the fault from when the process that runs inputs was ready: for other tools the same.
    pub ready_ms: Option<f64>,
    /// Depth of the finding in steps, or depth completed.
    pub depth: Option<u64>,
    /// Size of the counterexample; see [`size_of`].
    pub size: Option<usize>,
    /// The smallest counterexample.
    pub counterexample: String,
}

impl Row {
    /// The row of a trial.
    pub fn of_trial(expectation: &Expectation, tool: Tool, trial: Trial) -> Row {
        let counterexample = trial.counterexample.unwrap_or_default();
        let trial_found_ms = trial.found.as_ref().map(|_| trial.time_ms);
        Row {
            paper: expectation.paper.clone(),
            item: expectation.item.clone(),
            expected: match &expectation.outcome {
                Outcome::Found { kinds, .. } => kinds.join("|"),
                Outcome::Clean => "nothing".to_owned(),
            },
            tool: format!("{tool:?}").to_lowercase(),
            found: trial.found,
            executions: trial.executions,
            time_ms: trial.time_ms,
            ready_ms: trial_found_ms,
            depth: None,
            // A tuple of the arguments: nothing around them counts, but what the test makes of them does.
            size: (!counterexample.is_empty()).then(|| words_of(&counterexample) + trial.calls),
            counterexample,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let executions = self
            .executions
            .map_or("?".to_owned(), |number| number.to_string());
        let found = self.found.as_deref().unwrap_or("-");
        write!(
            f,
            "{:14} {:60} {found:14} {executions:>12} inputs {:>10.2} ms  {}",
            self.tool,
            self.item,
            self.ready_ms.unwrap_or(self.time_ms),
            self.counterexample
        )
    }
}

/// Size of the arguments in an expression of Rust: its words (names and numbers), without those that stand for nothing in
/// a value (paths, `Box::new`, `vec!`) and without the name of the function that is called. A placeholder is a word.
pub fn size_of(expression: &str) -> usize {
    words_of(expression).saturating_sub(1)
}

fn words_of(text: &str) -> usize {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().chain([' ']);
    while let Some(char) = chars.next() {
        if char == '"' || char == '\'' {
            // What is in front says what kind of text it is.
            let is_list = std::mem::take(&mut word) == "b";
            words.extend(quoted(&mut chars, char).into_iter().skip(usize::from(is_list)));
        } else if char.is_alphanumeric()
            || matches!(char, '_' | '?')
            || matches!(char, ':' | '.') && !word.is_empty()
        {
            word.push(char);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    // A name that is given by `let` says nothing, either.
    let named: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| *word == "let")
        .filter_map(|(index, _)| words[index + 1..].iter().find(|word| *word != "mut").cloned())
        .collect();
    words
        .iter()
        .filter(|word| !stands_for_nothing(word) && !named.contains(*word))
        .count()
}

/// A text is one word and one for each of its characters; a character is one word.
fn quoted(chars: &mut impl Iterator<Item = char>, quote: char) -> Vec<String> {
    let mut words = vec!["text".to_owned()];
    while let Some(char) = chars.next().filter(|char| *char != quote) {
        if char == '\\' && chars.next() == Some('u') {
            // `\u{..}`
            let _ = chars.find(|char| *char == '}');
        }
        words.push("character".to_owned());
    }
    if quote == '\'' {
        words.truncate(1);
    }
    words
}

/// Whether a word only turns one type into another, or gives a name.
fn stands_for_nothing(word: &str) -> bool {
    let conversions = [
        "as_slice",
        "as_str",
        "concat",
        "into_iter",
        "leak",
        "to_string",
        "unwrap",
    ];
    let last = word.trim_matches([':', '.']).rsplit("::").next().unwrap_or(word);
    word.contains("Box::new")
        || word.ends_with(':')
        || word.ends_with("Vec::new")
        || matches!(last, "vec" | "let" | "match" | "mut" | "as" | "_" | "")
        || conversions.contains(&last)
}

/// Writes `cases.csv` and `table.md`.
pub fn write(directory: &Path, rows: &[Row]) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory)?;
    let mut csv = csv::Writer::from_path(directory.join("cases.csv"))?;
    for row in rows {
        csv.serialize(row)?;
    }
    csv.flush()?;
    let table = directory.join("table.md");
    std::fs::write(&table, format!("{}\n{}", table_of(rows), summary(rows)))
        .with_context(|| format!("cannot write {}", table.display()))
}

fn table_of(rows: &[Row]) -> String {
    let mut text = String::from(
        "| paper | item | tool | found | depth | inputs | ms | ms once ready | size | counterexample |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {:.1} | {} | {} | {} |",
            row.paper,
            row.item,
            row.tool,
            row.found.as_deref().unwrap_or("–"),
            number(row.depth),
            number(row.executions),
            row.time_ms,
            row.ready_ms.map_or(String::new(), |ms| format!("{ms:.2}")),
            row.size.map_or(String::new(), |size| size.to_string()),
            if row.counterexample.is_empty() {
                String::new()
            } else {
                let short: String = row.counterexample.chars().take(120).collect();
                format!("`{}`", short.replace('|', "\\|"))
            }
        );
    }
    text
}

/// The median of so many numbers, of which those that are missing are larger than all others.
fn median(numbers: impl Iterator<Item = f64>, count: usize) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(count / 2).copied().unwrap_or(f64::NAN)
}

/// Found by whom, and who was sooner and smaller, side by side with each other tool.
pub fn summary(rows: &[Row]) -> String {
    let faults: Vec<&Row> = rows.iter().filter(|row| row.expected != "nothing").collect();
    let mut by_tool: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &faults {
        by_tool.entry(&row.tool).or_default().push(row);
    }
    let mut text = String::new();
    for (tool, of_tool) in &by_tool {
        let found: Vec<&&Row> = of_tool.iter().filter(|row| row.found.is_some()).collect();
        let whole = median(found.iter().map(|row| row.time_ms), found.len());
        let ready = median(found.iter().filter_map(|row| row.ready_ms), found.len());
        let of_all = median(found.iter().filter_map(|row| row.ready_ms), of_tool.len());
        let _ = writeln!(
            text,
            "- {tool}: found {} of {}; median time to the fault {whole:.2} ms, once ready {ready:.2} ms; with those not found \
             as never, once ready {of_all:.2} ms",
            found.len(),
            of_tool.len()
        );
    }
    let ours: BTreeMap<(&str, &str), Vec<&Row>> =
        faults.iter().filter(|row| row.tool == "cargo-explore").fold(
            BTreeMap::new(),
            |mut all: BTreeMap<(&str, &str), Vec<&Row>>, row| {
                all.entry((&row.paper, &row.item)).or_default().push(row);
                all
            },
        );
    let missed: BTreeSet<&str> = faults
        .iter()
        .filter(|row| row.found.is_some() && row.tool != "cargo-explore")
        .filter(|row| {
            let same = ours.get(&(row.paper.as_str(), row.item.as_str()));
            same.is_none_or(|ours| ours.iter().all(|ours| ours.found.is_none()))
        })
        .map(|row| row.item.as_str())
        .collect();
    let _ = writeln!(
        text,
        "- found by another tool and not by cargo-explore: {missed:?}"
    );
    let larger: Vec<String> = faults
        .iter()
        .filter(|row| row.tool != "cargo-explore")
        .filter_map(|row| {
            let ours = ours.get(&(row.paper.as_str(), row.item.as_str()))?;
            let least = ours.iter().filter_map(|ours| ours.size).min()?;
            (least > row.size?)
                .then(|| format!("{} ({least}, {} {})", row.item, row.tool, row.size.unwrap_or(0)))
        })
        .collect();
    let _ = writeln!(text, "- counterexample larger than another tool's: {larger:?}");
    let wrong: Vec<&str> = rows
        .iter()
        .filter(|row| row.expected == "nothing" && row.found.is_some())
        .map(|row| row.item.as_str())
        .collect();
    let clean = rows.iter().filter(|row| row.expected == "nothing").count();
    let _ = writeln!(text, "- correct versions: {clean}, with a finding: {wrong:?}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_values_and_not_what_is_around_them() {
        assert_eq!(size_of("insert(0, Branch(?1, 0, ?2))"), 5);
        assert_eq!(
            size_of("t::insert(0, t::Tree::Branch(Box::new(t::Tree::Leaf), -3, ?2))"),
            5
        );
        assert_eq!(words_of("(0, Branch(Leaf, 0, Leaf))"), 5);
        assert_eq!(size_of("f(vec![1, 2])"), words_of("([1, 2],)"));
        assert_eq!(size_of("f(\"ab\")"), words_of("(\"ab\",)"));
        assert_eq!(words_of("Point { x: 1, y: 2.5 }"), 3);
        assert_eq!(words_of("('\\u{10ffff}', '\\'', 'a')"), 3);
        assert_eq!(size_of("f(b\"a\\n\".as_slice())"), 2);
        assert_eq!(
            size_of("f(&mut { let mut v = S::new(); v.g(); v }, Vec::new())"),
            2
        );
    }
}
