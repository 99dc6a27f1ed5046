//! The file of `--support`: Rust functions of the user's that build arguments, beside what the explored crate, its
//! dependencies and std give; or types of the documentation's examples. Here it is read and made a module of a stand-alone test;
//! whether it compiles is for rustc to say.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What its functions' paths begin with, in plans and in stand-alone tests: a crate in a harness, a module in a test.
pub(crate) const SUPPORT_CRATE: &str = "explore_support";

/// Package name and directory of its copy.
pub(crate) const SUPPORT_PACKAGE: &str = "explore-support";

/// How the place of its code ends in panics and backtraces.
pub const SUPPORT_SOURCE: &str = "explore-support/src/lib.rs";

/// Where a support file is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SupportOrigin {
    /// The user's.
    #[default]
    Given,
    /// The documentation of the explored crate.
    Examples,
}

impl SupportOrigin {
    /// What stands before the module in a stand-alone test. Everything behind it is the file.
    pub fn mark(self) -> &'static str {
        match self {
            SupportOrigin::Given => "\n// The file of --support.\n",
            SupportOrigin::Examples => "\n// Types of the documentation's examples.\n",
        }
    }
}

/// A stand-alone test without its support file, that file as a module, and where it is from; none if there is none.
pub fn split_support(test: &str) -> Option<(&str, SupportOrigin, &str)> {
    [SupportOrigin::Given, SupportOrigin::Examples]
        .into_iter()
        .find_map(|origin| {
            let (test, module) = test.split_once(origin.mark())?;
            Some((test, origin, module))
        })
}

/// A file of support functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportFile {
    path: PathBuf,
    text: String,
    // Only those of the user's are kept.
    #[serde(skip)]
    origin: SupportOrigin,
}

impl SupportFile {
    /// Reads a file. An error says what to do.
    pub fn read(path: &Path) -> Result<SupportFile, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{error}\nhelp: give the path of a file of Rust functions"))?;
        SupportFile::new(path, &text)
    }

    /// A file with this text.
    pub(crate) fn new(path: &Path, text: &str) -> Result<SupportFile, String> {
        // In front of a module's items it would be an error.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // What is no Rust is left to rustc, which says more about it.
        let tokens = text.parse().unwrap_or_default();
        if names_its_crate(tokens) {
            return Err("it has a path that begins with `crate::`, and in stand-alone tests it is a module\n\
                        help: write `self::` for what is in the file, and the crate's name for what is explored"
                .to_owned());
        }
        Ok(SupportFile {
            path: path.to_owned(),
            text: text.to_owned(),
            origin: SupportOrigin::Given,
        })
    }

    /// A file of types of the documentation's examples, none of which names its crate.
    pub(crate) fn of_examples(text: String) -> SupportFile {
        SupportFile {
            path: PathBuf::from("examples of the documentation"),
            text,
            origin: SupportOrigin::Examples,
        }
    }

    /// True for a file of the user's.
    pub fn is_given(&self) -> bool {
        self.origin == SupportOrigin::Given
    }

    /// As the user named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All of it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// True if it may use the crate with this name: the user's file if the word is in it, examples if it stands where crates do.
    pub(crate) fn may_use(&self, name: &str) -> bool {
        match self.origin {
            SupportOrigin::Given => has_word(&self.text, name),
            SupportOrigin::Examples => names_as_crate(self.text.parse().unwrap_or_default(), name),
        }
    }

    /// As a module behind a stand-alone test: of examples those that it names.
    pub(crate) fn module(&self, test: &str) -> String {
        let is_named = |name: &str| test.contains(&format!("{SUPPORT_CRATE}::{name}::"));
        let text = match self.origin {
            SupportOrigin::Given => self.text.clone(),
            SupportOrigin::Examples => (examples(&self.text).into_iter())
                .filter(|(name, _)| is_named(name))
                .map(|(_, text)| text)
                .collect(),
        };
        format!("{}{MODULE}{}{END_OF_MODULE}", self.origin.mark(), text.trim_end())
    }
}

/// What a module of an example begins with, before what names it.
pub(crate) const EXAMPLE: &str = "pub mod example_";

const MODULE: &str = "#[allow(unused)]\nmod explore_support {\n";
const END_OF_MODULE: &str = "\n}\n";

/// The modules of a file of examples, with their names.
fn examples(text: &str) -> Vec<(&str, &str)> {
    let begins = |(at, _): &(usize, &str)| *at == 0 || text[..*at].ends_with('\n');
    let mut starts: Vec<usize> = (text.match_indices(EXAMPLE).filter(begins))
        .map(|(at, _)| at)
        .collect();
    starts.push(text.len());
    let module = |part: &[usize]| {
        let module = &text[part[0]..part[1]];
        let name = module.split(' ').nth(2).unwrap_or_default();
        (name, module)
    };
    starts.windows(2).map(module).collect()
}

/// One module for several tests of one run, of those that stand behind each ([`split_support`]).
pub fn merged_support(origin: SupportOrigin, modules: &[&str]) -> String {
    match (origin, modules) {
        (_, []) => String::new(),
        (SupportOrigin::Given, [first, ..]) => (*first).to_owned(),
        (SupportOrigin::Examples, modules) => {
            let inside = modules.iter().filter_map(|module| {
                let inside = module.trim_end().strip_prefix(MODULE)?;
                inside.strip_suffix(END_OF_MODULE.trim_end())
            });
            let all: BTreeMap<&str, &str> = inside
                .flat_map(examples)
                .map(|(name, text)| (name, text.trim_end()))
                .collect();
            let texts: Vec<&str> = all.into_values().collect();
            format!("{MODULE}{}{END_OF_MODULE}", texts.join("\n"))
        }
    }
}

/// True if the path, or that of the static it lends, leads into the file.
pub(crate) fn is_of_support_file(path: &str) -> bool {
    let inside = path.trim_start_matches('&').strip_prefix(SUPPORT_CRATE);
    inside.is_some_and(|inside| inside.starts_with("::"))
}

/// True if the name is the first of a path, or stands behind `use` or `crate`.
pub(crate) fn names_as_crate(tokens: TokenStream, name: &str) -> bool {
    let mut before: Vec<String> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                if names_as_crate(group.stream(), name) {
                    return true;
                }
                before.clear();
            }
            TokenTree::Ident(ident) => {
                let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint);
                let last = |back: usize| before.iter().rev().nth(back).map(String::as_str);
                // As the `time` of `std::time::Duration`.
                let is_inside =
                    last(0) == Some(":") && last(1) == Some(":") && last(2).is_some_and(|word| word != "use");
                if ident == name && !is_inside && (is_path || matches!(last(0), Some("use" | "crate"))) {
                    return true;
                }
                before.push(ident.to_string());
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' => before.push(":".to_owned()),
            _ => before.clear(),
        }
    }
    false
}

/// `crate` followed by `::`, in a macro, too: in stand-alone tests the file is a module.
pub(crate) fn names_its_crate(tokens: TokenStream) -> bool {
    let mut before_is_crate = false;
    for token in tokens {
        let is_crate = match token {
            TokenTree::Group(group) => {
                if names_its_crate(group.stream()) {
                    return true;
                }
                false
            }
            TokenTree::Ident(ident) => ident == "crate",
            TokenTree::Punct(punct) if before_is_crate && punct.as_char() == ':' => return true,
            _ => false,
        };
        before_is_crate = is_crate;
    }
    false
}

/// True if the word is in the text, and is no part of a longer one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Result<SupportFile, String> {
        SupportFile::new(Path::new("tests/support.rs"), text)
    }

    #[test]
    fn paths_that_would_lead_elsewhere_in_a_test_are_refused() {
        for text in [
            "use crate::one;",
            "pub fn f() -> u8 { g!(crate :: one()) }",
            "macro_rules! m { () => { $crate::f() } }",
            "pub(in crate::m) fn f() {}",
        ] {
            let refused = file(text).expect_err(text);
            assert!(refused.contains("help: write `self::`"), "{refused}");
        }
        for text in [
            "pub(crate) fn f() {}",
            "// crate::f\npub fn f() -> &'static str { \"crate::f\" }",
            "this is { no Rust",
        ] {
            assert!(file(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn words_are_whole_words() {
        let file = file("use hex;\npub fn f() { serde_json::from_str() }").unwrap();
        assert!(has_word(&file.text, "hex") && has_word(&file.text, "serde_json"));
        assert!(
            !has_word(&file.text, "serde") && !has_word(&file.text, "json") && !has_word(&file.text, "rand")
        );
    }

    #[test]
    fn examples_use_crates_where_crates_stand() {
        let text = "use hex;\nuse rand::Rng;\n// url::Url\nfn f() { let log = 1; m!(serde_json::from_str(time: 1)); extern crate bytes; let a: std::time::Duration = ::num::one(); }";
        let file = SupportFile::of_examples(text.to_owned());
        for (name, expected) in [
            ("hex", true),
            ("rand", true),
            ("serde_json", true),
            ("bytes", true),
            ("num", true),
            ("url", false),
            ("log", false),
            ("time", false),
            ("from_str", false),
        ] {
            assert_eq!(file.may_use(name), expected, "{name}");
        }
    }

    #[test]
    fn what_is_kept_of_a_file_is_its_path_and_its_text() {
        let kept = serde_json::to_string(&file("fn f() {}").unwrap()).unwrap();
        assert_eq!(kept, "{\"path\":\"tests/support.rs\",\"text\":\"fn f() {}\"}");
    }

    #[test]
    fn what_leads_into_the_file_is_told_by_its_first_segment() {
        assert!(is_of_support_file("explore_support::session"));
        assert!(is_of_support_file("&explore_support::deep::TABLE"));
        assert!(!is_of_support_file("explore_support_more::session"));
        assert!(!is_of_support_file("own::explore_support::session"));
    }

    #[test]
    fn a_file_is_a_module_with_its_attributes_inside() {
        let module = file("\u{feff}//! Purpose.\n#![allow(dead_code)]\npub fn f() -> u8 { 1 }\n\n")
            .unwrap()
            .module("");
        let parsed: syn::ItemMod = syn::parse_str(&module).expect("it is one item");
        assert_eq!(parsed.content.map(|(_, items)| items.len()), Some(1));
    }

    #[test]
    fn of_examples_those_that_a_test_names_stand_behind_it() {
        let text = |numbers: &[u32]| -> String {
            let module = |number| {
                format!("pub mod example_{number} {{\n    struct S;\n    // pub mod example_9 {{\n}}\n")
            };
            numbers.iter().map(module).collect()
        };
        let file = SupportFile::of_examples(text(&[1, 10, 2]));
        let behind = |names: &str| {
            let test = format!("fn t() {{ {names} }}\n");
            let whole = test.clone() + &file.module(&test);
            let (before, origin, module) = split_support(&whole).unwrap();
            assert_eq!((before, origin), (test.as_str(), SupportOrigin::Examples));
            module.to_owned()
        };
        let one = behind("explore_support::example_1::S");
        let others = behind("explore_support::example_10::S, explore_support::example_2::S");
        let module = |numbers: &[u32]| format!("{MODULE}{}{END_OF_MODULE}", text(numbers).trim_end());
        assert_eq!(one, module(&[1]));
        assert_eq!(others, module(&[10, 2]));
        assert_eq!(
            merged_support(SupportOrigin::Examples, &[&others, &one, &others]),
            module(&[1, 10, 2])
        );
        assert_eq!(merged_support(SupportOrigin::Given, &["a", "a"]), "a");
    }
}
