//! What stand-alone tests declare of hostile and odd values: the runtime's own text, so that a test does what the harness did. Knows how
//! these texts are cut, and nothing of what is in them.

use crate::harness_types::{HOSTILE, HOSTILE_HASHES, HOSTILE_ITEMS, HOSTILE_READER, ODD_ITEMS, is_hostile};

/// The register as a test has it.
pub(crate) const PLAIN_REGISTRY: &str = include_str!("../../runtime/plain_registry.rs");

/// Each of these types with the text that declares it.
const TYPES: [(&str, &str); 5] = [
    (HOSTILE, include_str!("../../runtime/std_support/hostile.rs")),
    (
        HOSTILE_ITEMS,
        include_str!("../../runtime/std_support/hostile_items.rs"),
    ),
    (
        HOSTILE_READER,
        include_str!("../../runtime/std_support/hostile_reader.rs"),
    ),
    (
        HOSTILE_HASHES,
        include_str!("../../runtime/std_support/hostile_hashes.rs"),
    ),
    (ODD_ITEMS, include_str!("../../runtime/std_support/odd_items.rs")),
];

/// Before the ways to make a value, which are functions for the harness alone.
const WAYS: &str = "// Ways to make one.";

/// What a test declares that names the type of this path; nothing if that is none of these.
pub(crate) fn declarations(path: &str) -> Vec<String> {
    let Some((_, text)) = TYPES.iter().find(|(known, _)| *known == path) else {
        return Vec::new();
    };
    let declared = text.split(WAYS).next().unwrap_or_default();
    let registry = is_hostile(path).then(|| format!("mod registry {{\n{}\n    }}", code(PLAIN_REGISTRY, 8)));
    let declared = code(declared, 4).trim_start().to_owned();
    registry.into_iter().chain([declared]).collect()
}

/// The lines without comments and empty ones, indented.
fn code(text: &str, indentation: usize) -> String {
    let is_code = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with("use crate::")
    };
    let lines: Vec<String> = text
        .lines()
        .filter(is_code)
        .map(|line| format!("{:indentation$}{line}", ""))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_declares_the_type_and_no_way_of_the_harness_to_make_one() {
        for (path, text) in TYPES {
            assert_eq!(text.matches(WAYS).count(), 1, "{path}");
            let declarations = declarations(path);
            let Some((declared, registry)) = declarations.split_last() else {
                panic!("no declaration of {path}")
            };
            assert_eq!(registry.len(), usize::from(is_hostile(path)));
            for registry in registry {
                assert!(
                    registry.starts_with("mod registry {\n        use std::"),
                    "{registry}"
                );
            }
            assert!(
                !declared.contains("crate::") && !declared.contains("//"),
                "{declared}"
            );
            let name = path.rsplit("::").next().unwrap_or(path);
            assert!(declared.contains(&format!("struct {name}")), "{declared}");
            let ways = text.split(WAYS).nth(1).unwrap_or_default();
            let mut functions = ways.lines().filter(|line| line.starts_with("pub fn"));
            assert!(functions.all(|function| !declared.contains(function)));
        }
        assert_eq!(declarations("std::vec::Vec"), Vec::<String>::new());
    }
}
