//! Reads a rustdoc JSON file: the format number first, then the document in the types of that format.

use crate::error::Error;
use crate::tuning::{DEEPEST_JSON, JSON_STACK};
use rustdoc_types_57 as rustdoc;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The formats that can be read.
pub const SUPPORTED_FORMATS: &[u32] = &[57];

pub(crate) struct Document {
    pub(crate) format: u32,
    pub(crate) krate: rustdoc::Crate,
}

impl Document {
    /// All documentation of the crate: its own, then its items' in the order of the source.
    pub(crate) fn docs_in_order(&self) -> Vec<&str> {
        let mut items: Vec<&rustdoc::Item> = (self.krate.index.values())
            .filter(|item| item.crate_id == 0 && item.docs.is_some())
            .collect();
        items.sort_by_key(|item| {
            let place = (item.span.as_ref()).map(|span| (span.filename.clone(), span.begin));
            (item.id != self.krate.root, place, item.id)
        });
        items
            .into_iter()
            .filter_map(|item| item.docs.as_deref())
            .collect()
    }

    /// Lets items be seen that the crate's authors have hidden. What derives hide is rustc's own, and what is hidden in a type is
    /// not for others to fill in.
    pub(crate) fn show_hidden(&mut self) {
        use rustdoc::ItemEnum as Kind;
        let is_derived =
            |item: &&rustdoc::Item| item.attrs.contains(&rustdoc::Attribute::AutomaticallyDerived);
        let derived = self.krate.index.values().filter(is_derived);
        let members = derived.filter_map(|item| match &item.inner {
            Kind::Impl(def) => Some(def.items.clone()),
            _ => None,
        });
        let derived: BTreeSet<rustdoc::Id> = members.flatten().collect();
        for item in self.krate.index.values_mut() {
            let is_part = matches!(
                item.inner,
                Kind::StructField(_) | Kind::Variant(_) | Kind::TypeAlias(_)
            );
            if item.crate_id != 0 || is_part || derived.contains(&item.id) {
                continue;
            }
            for attribute in item.attrs.iter_mut().filter(|attribute| hides(attribute)) {
                *attribute = rustdoc::Attribute::Other(SHOWN.to_owned());
            }
        }
    }

    /// Names of the crate's macros.
    pub(crate) fn macros(&self) -> BTreeSet<String> {
        let of_macro = |item: &rustdoc::Item| match &item.inner {
            rustdoc::ItemEnum::Macro(_) if item.crate_id == 0 => item.name.clone(),
            _ => None,
        };
        self.krate.index.values().filter_map(of_macro).collect()
    }
}

/// `#[doc(hidden)]`: not part of what the crate promises.
pub(crate) fn hides(attribute: &rustdoc::Attribute) -> bool {
    matches!(attribute, rustdoc::Attribute::Other(text) if text.contains("doc(hidden)") || text.contains("#[doc(hidden"))
}

/// In the place of an attribute that hid an item.
const SHOWN: &str = "#[shown]";

/// Documentation hides the item, but it is to be seen.
pub(crate) fn is_shown_anyway(item: &rustdoc::Item) -> bool {
    let is_it = |attribute: &rustdoc::Attribute| matches!(attribute, rustdoc::Attribute::Other(text) if text == SHOWN);
    item.attrs.iter().any(is_it)
}

#[derive(Deserialize)]
struct Header {
    format_version: u32,
}

pub(crate) fn read(path: &Path) -> Result<Document, Error> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::WorkDir {
        path: path.to_owned(),
        source,
    })?;
    parse(&text).map_err(|problem| match problem {
        Problem::Format(found) => Error::UnsupportedFormat {
            found,
            supported: SUPPORTED_FORMATS,
        },
        Problem::Json(text) => Error::Rustdoc {
            package: path.display().to_string(),
            rendered: format!("its JSON cannot be read: {text}"),
        },
    })
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    Format(u32),
    Json(String),
}

pub(crate) fn parse(text: &str) -> Result<Document, Problem> {
    let json = |e: serde_json::Error| Problem::Json(e.to_string());
    let header: Header = serde_json::from_str(text).map_err(json)?;
    if !SUPPORTED_FORMATS.contains(&header.format_version) {
        return Err(Problem::Format(header.format_version));
    }
    let krate = parse_deep(text)?;
    Ok(Document {
        format: header.format_version,
        krate,
    })
}

/// Types nest as deep as their author likes: the numbers of typenum make documents of 389 levels, and the parser stops at
/// 128 of its own accord. Here it gets a stack for as many as are accepted.
fn parse_deep(text: &str) -> Result<rustdoc::Crate, Problem> {
    let depth = depth(text);
    if depth > DEEPEST_JSON {
        return Err(Problem::Json(format!(
            "{depth} levels are more than {DEEPEST_JSON}"
        )));
    }
    let parse = || {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        deserializer.disable_recursion_limit();
        let krate = rustdoc::Crate::deserialize(&mut deserializer)?;
        deserializer.end().map(|()| krate)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(JSON_STACK);
        let parsed = thread.spawn_scoped(scope, parse);
        let parsed = parsed.map_err(|error| Problem::Json(format!("no thread could be started: {error}")))?;
        match parsed.join() {
            Ok(parsed) => parsed.map_err(|error| Problem::Json(error.to_string())),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Most objects and lists within each other.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_texts() {
        assert_eq!(depth(r#"{"a": [1, {}], "b": "[[[[\"[[[[", "c": []}"#), 3);
        assert_eq!(depth("1"), 0);
    }

    #[test]
    fn documents_of_deep_types_are_read() {
        let document = |levels: usize| {
            let ty = "{\"slice\":".repeat(levels) + "{\"primitive\":\"u8\"}" + &"}".repeat(levels);
            format!(
                r#"{{"root":0,"crate_version":null,"includes_private":false,"index":{{"0":{{"id":0,"crate_id":0,"name":"A",
                "span":null,"visibility":"public","docs":null,"links":{{}},"attrs":[],"deprecation":null,
                "inner":{{"type_alias":{{"type":{ty},"generics":{{"params":[],"where_predicates":[]}}}}}}}}}},
                "paths":{{}},"external_crates":{{}},"target":{{"triple":"","target_features":[]}},"format_version":57}}"#
            )
        };
        for levels in [1, DEEPEST_JSON - 6] {
            let read = parse(&document(levels));
            assert!(read.is_ok(), "{levels}: {:?}", read.err());
        }
        assert!(matches!(
            parse(&document(DEEPEST_JSON)).err(),
            Some(Problem::Json(_))
        ));
    }

    #[test]
    fn an_unknown_format_is_named_before_the_document_is_read() {
        assert_eq!(
            parse("{\"format_version\": 9000, \"index\": 3}").err(),
            Some(Problem::Format(9000))
        );
        assert!(matches!(parse("[]").err(), Some(Problem::Json(_))));
    }
}
