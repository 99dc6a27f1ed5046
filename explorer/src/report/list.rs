//! `--list`: what is explorable, and why the rest is not. Pure: items in, text out.

use super::json::{Crate, SCHEMA, TOOL, Tool, kind_word};
use super::style::{self, styled};
use super::text::{harmless, wrapped};
use harness_gen::{Item, ItemUse};
use serde::Serialize;
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

/// A table: status, kind, path; for excluded items code and reason below.
pub fn table(listing: Listing<'_>) -> String {
    let mut out = String::new();
    let name = format!(
        "{} {}",
        harmless(listing.crate_name, false),
        harmless(listing.crate_version, false)
    );
    let _ = writeln!(out, "{}", styled(style::HEADING, &name));
    let mut explorable = 0;
    for item in listing.items {
        let (status, detail) = match &item.use_ {
            ItemUse::Explore(instances) => {
                explorable += 1;
                let labels: Vec<&str> = instances
                    .iter()
                    .map(|i| i.label.as_str())
                    .filter(|label| !label.is_empty())
                    .collect();
                (styled(style::GOOD, "explorable"), labels.join("; "))
            }
            ItemUse::Excluded { code, reason } => {
                (styled(style::NOTE, "excluded  "), format!("{code}: {reason}"))
            }
        };
        let _ = writeln!(
            out,
            "{status} {:<12} {}",
            kind_word(item.kind),
            harmless(&item.path, false)
        );
        if !detail.is_empty() {
            out.push_str(&wrapped(&detail, 24));
        }
    }
    let excluded = listing.items.len() - explorable;
    let _ = writeln!(
        out,
        "{explorable} explorable, {excluded} excluded (`cargo explore explain CODE` says more)\n"
    );
    out
}

/// One line of JSON.
pub fn json(listing: Listing<'_>) -> anyhow::Result<String> {
    let items = listing.items.iter().map(Entry::from_item).collect();
    let document = Document {
        schema: SCHEMA,
        tool: TOOL,
        krate: Crate {
            name: listing.crate_name,
            version: listing.crate_version,
            source: listing.source,
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
    items: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    path: &'a str,
    kind: &'static str,
    status: &'static str,
    code: Option<&'static str>,
    reason: Option<&'a str>,
    instances: Vec<&'a str>,
}

impl<'a> Entry<'a> {
    fn from_item(item: &'a Item) -> Self {
        let (status, code, reason, instances) = match &item.use_ {
            ItemUse::Explore(instances) => (
                "explorable",
                None,
                None,
                instances.iter().map(|instance| instance.label.as_str()).collect(),
            ),
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness_gen::{Code, ItemKind};

    fn items() -> Vec<Item> {
        let item = |path: &str, use_| Item {
            path: path.into(),
            kind: ItemKind::Function,
            span: None,
            panics_text: None,
            is_property: false,
            use_,
        };
        let reason = "unsafe functions are not called".into();
        vec![
            item("toy::fine", ItemUse::Explore(Vec::new())),
            item(
                "toy::raw",
                ItemUse::Excluded {
                    code: Code::Unsafe,
                    reason,
                },
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
    fn the_table_names_codes_and_reasons() {
        let items = items();
        let text = anstream::adapter::strip_str(&table(listing(&items))).to_string();
        assert!(text.contains("explorable function     toy::fine\n"), "{text}");
        assert!(text.contains("excluded   function     toy::raw\n"), "{text}");
        assert!(
            text.contains("E-UNSAFE: unsafe functions are not called\n"),
            "{text}"
        );
        assert!(text.contains("1 explorable, 1 excluded"), "{text}");
    }

    #[test]
    fn the_json_has_one_entry_per_item() {
        let items = items();
        let value: serde_json::Value = serde_json::from_str(&json(listing(&items)).unwrap()).unwrap();
        assert_eq!(value["items"][1]["code"], "E-UNSAFE");
        assert_eq!(value["items"][0]["status"], "explorable");
        assert_eq!(value["crate"]["source"], "path");
    }
}
