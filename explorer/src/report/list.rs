//! `--list`: what is explorable, and why the rest is not. Pure: items in, text out.

use super::json::{Crate, SCHEMA, TOOL, Tool, kind_word};
use super::shares::{Excluded, percent};
use super::style::{self, styled};
use super::text::{counted, harmless, paragraph, wrapped};
use harness_gen::{Code, Instance, Item, ItemUse};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The items of one crate.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// Package name.
    pub crate_name: &'a str,
    /// Package version.
    pub crate_version: &'a str,
    /// `path`, `workspace` or `registry`.
    pub source: &'static str,
    /// All public items.
    pub items: &'a [Item],
}

/// A table: status or code, kind, path; instances or reason below. What is excluded comes last, where it is seen
/// first: our own limits, then what nobody could call.
pub fn table(listing: Listing<'_>) -> String {
    let mut out = String::new();
    let name = format!(
        "{} {}",
        harmless(listing.crate_name, false),
        harmless(listing.crate_version, false)
    );
    let _ = writeln!(out, "{}", styled(style::HEADING, &name));
    for item in listing.items {
        if let ItemUse::Explore(instances) = &item.use_ {
            row(&mut out, style::GOOD, EXPLORABLE, item);
            for line in instance_lines(instances) {
                out.push_str(&wrapped(&line, DETAIL));
            }
        }
    }
    let mut excluded: Vec<(Code, &str, &Item)> = listing
        .items
        .iter()
        .filter_map(|item| match &item.use_ {
            ItemUse::Excluded { code, reason } => Some((*code, reason.as_str(), item)),
            ItemUse::Explore(_) => None,
        })
        .collect();
    // The sort is stable: within a code the items keep their order.
    excluded.sort_by_key(|(code, ..)| (code.is_ineligible(), *code));
    for (code, reason, item) in excluded {
        row(&mut out, style::NOTE, code.as_str(), item);
        out.push_str(&wrapped(reason, DETAIL));
    }
    out.push('\n');
    out.push_str(&paragraph(&summary(listing.items), 0));
    out
}

/// The status of an item that is explored.
const EXPLORABLE: &str = "explorable";
/// Columns before instances and reasons: the width of status and kind.
const DETAIL: usize = 28;
/// Instances shown per item; JSON has all.
const SHOWN_INSTANCES: usize = 4;

fn row(out: &mut String, style: anstyle::Style, status: &str, item: &Item) {
    let _ = writeln!(
        out,
        "{} {:<12} {}",
        styled(style, &format!("{status:<14}")),
        kind_word(item.kind),
        harmless(&item.path, false)
    );
}

/// Instances as text: those of a single parameter on one line, `T = bool, i32`, others on a line each.
fn instance_lines(instances: &[Instance]) -> Vec<String> {
    let labels = labels(instances);
    let mut shown: Vec<String> = labels
        .iter()
        .take(SHOWN_INSTANCES)
        .map(|label| (*label).to_owned())
        .collect();
    if labels.len() > shown.len() {
        shown.push(format!("… and {} more", labels.len() - shown.len()));
    }
    let parameters: BTreeSet<Option<&str>> = labels.iter().map(|label| single_parameter(label)).collect();
    match parameters.first() {
        Some(Some(parameter)) if parameters.len() == 1 => {
            let start = format!("{parameter} = ");
            let values: Vec<&str> = shown
                .iter()
                .map(|label| label.strip_prefix(&start).unwrap_or(label))
                .collect();
            vec![format!("{start}{}", values.join(", "))]
        }
        _ => shown,
    }
}

/// The parameter's name if the label is about one parameter only.
fn single_parameter(label: &str) -> Option<&str> {
    let (name, value) = label.split_once(" = ")?;
    (!value.contains(" = ")).then_some(name)
}

fn labels(instances: &[Instance]) -> Vec<&str> {
    let labels = instances.iter().map(|instance| instance.label.as_str());
    labels.filter(|label| !label.is_empty()).collect()
}

fn codes(items: &[Item]) -> Excluded {
    Excluded::of(items.iter().filter_map(|item| match item.use_ {
        ItemUse::Excluded { code, .. } => Some(code),
        ItemUse::Explore(_) => None,
    }))
}

fn summary(items: &[Item]) -> String {
    let excluded = codes(items);
    let eligible = items.len() - excluded.ineligible();
    let explorable = eligible - excluded.eligible();
    let mut text = format!(
        "{explorable} of {} explorable ({})",
        counted(eligible, "eligible item"),
        percent(explorable, eligible)
    );
    for codes in [excluded.eligible_text(), excluded.ineligible_text()]
        .into_iter()
        .flatten()
    {
        let _ = write!(text, "\n{codes}");
    }
    if explorable < items.len() {
        text.push_str("\n`cargo explore explain CODE` says what a code means and what can be done");
    }
    text
}

/// One line of JSON. Its items have the fields of a run's report.
pub fn json(listing: Listing<'_>) -> anyhow::Result<String> {
    let excluded = codes(listing.items);
    let items = listing.items.iter().map(Entry::from_item).collect();
    let document = Document {
        schema: SCHEMA,
        tool: TOOL,
        krate: Crate {
            name: listing.crate_name,
            version: listing.crate_version,
            source: listing.source,
        },
        totals: Totals {
            items: listing.items.len(),
            eligible: listing.items.len() - excluded.ineligible(),
            explorable: listing.items.len() - excluded.ineligible() - excluded.eligible(),
            excluded: excluded.ineligible() + excluded.eligible(),
        },
        items,
    };
    let mut text = serde_json::to_string(&document)?;
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    tool: Tool,
    #[serde(rename = "crate")]
    krate: Crate<'a>,
    totals: Totals,
    items: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Totals {
    items: usize,
    eligible: usize,
    explorable: usize,
    excluded: usize,
}

#[derive(Serialize)]
struct Entry<'a> {
    path: &'a str,
    kind: &'static str,
    status: &'static str,
    code: Option<&'static str>,
    reason: Option<&'a str>,
    instances: Vec<&'a str>,
    /// Nothing was run.
    calls: u64,
    /// Nothing was run.
    depth: u32,
}

impl<'a> Entry<'a> {
    fn from_item(item: &'a Item) -> Self {
        let (status, code, reason, instances) = match &item.use_ {
            ItemUse::Explore(instances) => (EXPLORABLE, None, None, labels(instances)),
            ItemUse::Excluded { code, reason } => {
                ("excluded", Some(code.as_str()), Some(reason.as_str()), Vec::new())
            }
        };
        Self {
            path: &item.path,
            kind: kind_word(item.kind),
            status,
            code,
            reason,
            instances,
            calls: 0,
            depth: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness_gen::ItemKind;

    fn item(path: &str, use_: ItemUse) -> Item {
        Item {
            path: path.into(),
            kind: ItemKind::Function,
            span: None,
            signature: harness_gen::Signature::default(),
            docs: Vec::new(),
            params: Vec::new(),
            reports_failure: false,
            is_property: false,
            use_,
        }
    }

    fn explorable(path: &str, labels: &[&str]) -> Item {
        let instance = |label: &&str| Instance {
            op: plans::OpId(0),
            label: (*label).into(),
            has_type_placeholder: false,
            stands_alone: false,
        };
        item(path, ItemUse::Explore(labels.iter().map(instance).collect()))
    }

    fn excluded(path: &str, code: Code, reason: &str) -> Item {
        let reason = reason.into();
        item(path, ItemUse::Excluded { code, reason })
    }

    fn items() -> Vec<Item> {
        vec![
            excluded("toy::raw", Code::Unsafe, "the function is unsafe"),
            excluded("toy::drive", Code::Generic, "no instance found for V"),
            explorable("toy::fine", &[""]),
            explorable("toy::same", &["T = ?1", "T = i32"]),
            explorable("toy::pair", &["A = u8, B = u8", "A = i8, B = u8"]),
            explorable(
                "toy::many",
                &["N = 0", "N = 1", "N = 2", "N = 3", "N = 4", "N = 5"],
            ),
        ]
    }

    fn listing(items: &[Item]) -> Listing<'_> {
        Listing {
            crate_name: "toy",
            crate_version: "0.1.0",
            source: "path",
            items,
        }
    }

    #[test]
    fn the_table_reads_as_expected() {
        let text = anstream::adapter::strip_str(&table(listing(&items()))).to_string();
        let expected = "\
toy 0.1.0
explorable     function     toy::fine
explorable     function     toy::same
                            T = ?1, i32
explorable     function     toy::pair
                            A = u8, B = u8
                            A = i8, B = u8
explorable     function     toy::many
                            N = 0, 1, 2, 3, … and 2 more
E-GENERIC      function     toy::drive
                            no instance found for V
E-UNSAFE       function     toy::raw
                            the function is unsafe

4 of 5 eligible items explorable (80.0 %)
excluded: E-GENERIC 1
not eligible: E-UNSAFE 1
`cargo explore explain CODE` says what a code means and what can be done
";
        assert_eq!(text, expected, "{text}");
    }

    #[test]
    fn a_crate_without_exclusions_needs_no_explanation() {
        let text = table(listing(&[explorable("toy::fine", &[""])]));
        assert!(
            text.ends_with("\n\n1 of 1 eligible item explorable (100.0 %)\n"),
            "{text}"
        );
    }

    #[test]
    fn the_json_has_totals_and_one_whole_entry_per_item() {
        let items = items();
        let value: serde_json::Value = serde_json::from_str(&json(listing(&items)).unwrap()).unwrap();
        assert_eq!(value["crate"]["source"], "path");
        assert_eq!(
            value["totals"],
            serde_json::json!({"items": 6, "eligible": 5, "explorable": 4, "excluded": 2})
        );
        assert_eq!(
            value["items"][0],
            serde_json::json!({"path": "toy::raw", "kind": "function", "status": "excluded", "code": "E-UNSAFE",
                "reason": "the function is unsafe", "instances": [], "calls": 0, "depth": 0})
        );
        assert_eq!(
            value["items"][2],
            serde_json::json!({"path": "toy::fine", "kind": "function", "status": "explorable", "code": null,
                "reason": null, "instances": [], "calls": 0, "depth": 0})
        );
        assert_eq!(
            value["items"][3]["instances"],
            serde_json::json!(["T = ?1", "T = i32"])
        );
    }
}
