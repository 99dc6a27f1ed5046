//! The values that a failing call was made of, as a tree: what decides is marked, what does not matter is grey, and says so in
//! words, too.

use crate::report::text::{LONGEST_MESSAGE, harmless, shortened};
use crate::run_report::{Examples, Finding};
use crate::shape::Others;
use harness_gen::render::{ValuePart, ValueRow};
use maud::{Markup, html};

/// Values are shown this deep within each other; what is deeper follows at the same depth.
const DEEPEST: u32 = 24;
/// In trees of more rows than this, what lies deep is folded.
const OPEN_ROWS: usize = 40;
const OPEN_DEPTH: u32 = 2;

/// The tree of a finding's smallest plan; nothing where it is a call without arguments.
pub(super) fn tree(finding: &Finding) -> Markup {
    let examples = &finding.examples;
    let rows = &examples.values;
    let view = View {
        examples,
        deciding: deciding(examples),
        is_folded: rows.len() > OPEN_ROWS,
    };
    html! {
        @if rows.len() > 1 {
            p class="label" { "Its values (marked: what decides; grey: any value fails alike)" }
            div class="tree" { (view.list(rows, Standing::Open)) }
        }
    }
}

/// What is known of a value and all in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// What is decided in it may decide.
    Open,
    /// The condition is about other arguments.
    Beside,
    /// Any other fails alike.
    Any,
}

struct View<'a> {
    examples: &'a Examples,
    /// Arguments of the call that decide; none means all may.
    deciding: Vec<&'a str>,
    is_folded: bool,
}

/// The arguments that the condition of the failure is about.
fn deciding(examples: &Examples) -> Vec<&str> {
    let condition = examples.trigger.as_ref().map_or("", |trigger| &trigger.condition);
    let words: Vec<&str> = condition
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let arguments = examples.values.iter().filter(|row| row.depth == 1);
    let names = arguments.filter_map(|row| row.name.as_deref());
    names.filter(|name| words.contains(name)).collect()
}

impl View<'_> {
    /// Rows of one depth with what is below each.
    fn list(&self, rows: &[ValueRow], standing: Standing) -> Markup {
        let mut groups: Vec<&[ValueRow]> = Vec::new();
        let mut rest = rows;
        while let Some(first) = rest.first() {
            let is_beside = |row: &ValueRow| row.depth <= first.depth || first.depth >= DEEPEST;
            let end = rest[1..]
                .iter()
                .position(is_beside)
                .map_or(rest.len(), |end| end + 1);
            let (group, later) = rest.split_at(end);
            groups.push(group);
            rest = later;
        }
        html! { ul { @for group in groups { li { (self.value(group, standing)) } } } }
    }

    /// A value above its parts, within a value of this standing.
    fn value(&self, rows: &[ValueRow], around: Standing) -> Markup {
        let (row, parts) = (&rows[0], &rows[1..]);
        let is_named = (row.name.as_deref()).is_some_and(|name| self.deciding.contains(&name));
        let standing = match around {
            _ if row.part == ValuePart::Unread || row.letter.is_some() => Standing::Any,
            Standing::Open if row.depth == 1 && !self.deciding.is_empty() && !is_named => Standing::Beside,
            around => around,
        };
        let text = |is_leaf| self.text(row, standing, is_leaf);
        html! {
            @if parts.is_empty() { (text(true)) }
            @else if self.is_folded && row.depth >= OPEN_DEPTH {
                details { summary { (text(false)) } (self.list(parts, standing)) }
            }
            @else { (text(false)) (self.list(parts, standing)) }
        }
    }

    fn text(&self, row: &ValueRow, standing: Standing, is_leaf: bool) -> Markup {
        let text = shortened(&row.text, LONGEST_MESSAGE);
        let is_plain = is_leaf && row.part != ValuePart::Call;
        let decides = standing == Standing::Open && row.depth > 0 && (is_plain || self.is_only(row));
        html! {
            @if let Some(name) = &row.name { span class="soft" { (harmless(name, false)) ": " } }
            @if decides { mark title="It decides." { code { (text) } } }
            @else if row.part == ValuePart::Unread {
                code class="any" title="Nothing looks at it: any value fails alike." { (text) }
                span class="soft" { " any value" }
            }
            @else if let Some(letter) = &row.letter {
                code class="any" title=(self.tried(letter)) { (text) }
                span class="soft" { " any " (harmless(letter, false)) }
            }
            @else { code class=[(standing == Standing::Any).then_some("any")] { (text) } }
        }
    }

    /// True if values of no other variant of its enum fail.
    fn is_only(&self, row: &ValueRow) -> bool {
        let mut made = row
            .text
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'));
        let choices = self.examples.shape.constructors.iter();
        let mut only = choices.filter(|choice| choice.others == Others::NoneFails);
        // Around it there may be a borrow or a box.
        only.any(|choice| made.any(|name| choice.own.rsplit("::").next() == name.rsplit("::").next()))
    }

    fn tried(&self, letter: &str) -> String {
        let mut values = self.examples.shape.values.iter();
        let tried = values
            .find(|value| value.letter == letter)
            .map_or(0, |value| value.tried);
        format!("Every other value that was tried here fails alike ({tried} of {tried}).")
    }
}
