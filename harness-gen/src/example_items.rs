//! Types of the documentation's examples that implement what only users implement: by an `impl`, a derive, or a macro of the
//! crate's. They are made a support file with a module for each example. Only syntax: whether it compiles is for rustc to say,
//! and what does not is left out.

mod taken;

use crate::api::docs::code_blocks_without;
use crate::nesting::nests_deeply;
use crate::support_file::{EXAMPLE, SupportFile, names_its_crate};
use crate::tuning::MOST_EXAMPLES_WITH_TYPES;
use quote::ToTokens;
use rustdoc_types_57 as rustdoc;
use std::collections::BTreeSet;
use std::ops::Range;
use syn::{Attribute, Block, Item, ItemImpl, Macro, Meta, Path, Stmt, Token, punctuated::Punctuated};
use taken::Taken;

/// The examples that have such types.
#[derive(Clone, Debug)]
pub(crate) struct ExampleItems {
    examples: Vec<Example>,
}

/// One of them, as it may be written: with what macros make public, then without.
#[derive(Clone, Debug, PartialEq)]
struct Example {
    text: String,
    otherwise: Option<String>,
}

impl ExampleItems {
    /// Of the first examples of the documentation, in the order of the source, whose types have to do with one of these traits.
    /// `traits`: their paths.
    pub(crate) fn of(krate: &rustdoc::Crate, traits: &BTreeSet<String>) -> ExampleItems {
        let of_macro = |item: &rustdoc::Item| match &item.inner {
            rustdoc::ItemEnum::Macro(_) if item.crate_id == 0 => item.name.clone(),
            _ => None,
        };
        let offered = Offered {
            traits: traits
                .iter()
                .filter_map(|path| path.rsplit("::").next())
                .collect(),
            macros: krate.index.values().filter_map(of_macro).collect(),
        };
        let mut examples = Vec::new();
        for docs in docs_in_order(krate) {
            for code in code_blocks_without(docs, &["compile_fail", "should_panic"]) {
                if examples.len() < MOST_EXAMPLES_WITH_TYPES
                    && let Some(example) = offered.example(&code)
                    && !examples.contains(&example)
                {
                    examples.push(example);
                }
            }
        }
        ExampleItems { examples }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    pub(crate) fn file(&self) -> SupportFile {
        let (texts, _) = self.modules();
        SupportFile::of_examples(texts.concat())
    }

    /// What these lines of the file are in is written otherwise, or left out. False: they are in none of the examples.
    pub(crate) fn mend(&mut self, lines: &[(u32, u32)]) -> bool {
        let (_, places) = self.modules();
        let is_wrong = |place: &Range<usize>| {
            let meets =
                |(first, last): &(u32, u32)| (*first as usize) < place.end && (*last as usize) >= place.start;
            lines.iter().any(meets)
        };
        let wrong: Vec<bool> = places.iter().map(is_wrong).collect();
        let mut mended = Vec::new();
        for (example, is_wrong) in self.examples.drain(..).zip(&wrong) {
            match (is_wrong, example.otherwise) {
                (false, otherwise) => mended.push(Example { otherwise, ..example }),
                (true, Some(text)) => mended.push(Example {
                    text,
                    otherwise: None,
                }),
                (true, None) => {}
            }
        }
        self.examples = mended;
        wrong.contains(&true)
    }

    /// Leaves out what names one of these crates. False: nothing does.
    pub(crate) fn leave_out_users_of(&mut self, crates: &[String]) -> bool {
        let before = self.examples.len();
        self.examples.retain(|example| {
            let file = SupportFile::of_examples(example.text.clone());
            !crates.iter().any(|name| file.has_word(name))
        });
        self.examples.len() < before
    }

    /// The text of each, and its lines, counted from one, behind the last.
    fn modules(&self) -> (Vec<String>, Vec<Range<usize>>) {
        let (mut texts, mut places) = (Vec::new(), Vec::new());
        let mut next = 1;
        for (number, example) in (1..).zip(&self.examples) {
            let text = format!("{EXAMPLE}{number} {{\n{}}}\n", example.text);
            let lines = text.lines().count();
            places.push(next..next + lines);
            next += lines;
            texts.push(text);
        }
        (texts, places)
    }
}

/// All documentation of the crate: its own, then its items' in the order of the source.
fn docs_in_order(krate: &rustdoc::Crate) -> Vec<&str> {
    let mut items: Vec<&rustdoc::Item> = (krate.index.values())
        .filter(|item| item.crate_id == 0 && item.docs.is_some())
        .collect();
    items.sort_by_key(|item| {
        let place = (item.span.as_ref()).map(|span| (span.filename.clone(), span.begin));
        (item.id != krate.root, place, item.id)
    });
    items
        .into_iter()
        .filter_map(|item| item.docs.as_deref())
        .collect()
}

/// What examples are looked through for.
struct Offered<'a> {
    /// Last names of the traits.
    traits: BTreeSet<&'a str>,
    /// The crate's macros.
    macros: BTreeSet<String>,
}

impl Offered<'_> {
    /// The types of an example, none if none of them has to do with the traits.
    fn example(&self, code: &str) -> Option<Example> {
        // Of the whole crate, which a module has not.
        let of_crate = |line: &&str| !line.trim_start().starts_with("#![");
        let lines: Vec<&str> = code.lines().filter(of_crate).collect();
        let code = format!("{{{}\n}}", lines.join("\n"));
        if nests_deeply(&code) {
            return None;
        }
        let block: Block = syn::parse_str(&code).ok()?;
        let mut taken = Taken::of_statements(&block);
        self.take(&block, &mut taken);
        let names_crate = names_its_crate(code.parse().unwrap_or_default());
        (taken.is_of_use && !names_crate).then(|| {
            let without = taken.indented(&code, false);
            let text = taken.indented(&code, true);
            Example {
                otherwise: (text != without).then_some(without),
                text,
            }
        })
    }

    fn take(&self, block: &Block, taken: &mut Taken) {
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Fn(function)) if function.sig.ident == "main" => {
                    self.take(&function.block, taken);
                }
                Stmt::Item(item) => {
                    if self.is_of_use(item) {
                        taken.is_of_use = true;
                    }
                    taken.item(item);
                }
                Stmt::Macro(statement) if self.is_own(&statement.mac) => {
                    taken.is_of_use = true;
                    taken.invocation(&statement.mac, statement.to_token_stream());
                }
                _ => {}
            }
        }
    }

    fn is_own(&self, invocation: &Macro) -> bool {
        last(&invocation.path).is_some_and(|name| self.macros.contains(&name))
    }

    fn is_of_use(&self, item: &Item) -> bool {
        let is_wanted = |path: &Path| last(path).is_some_and(|name| self.traits.contains(name.as_str()));
        match item {
            Item::Impl(ItemImpl {
                trait_: Some(trait_), ..
            }) => is_wanted(&trait_.0),
            Item::Struct(item) => derives(&item.attrs).iter().any(is_wanted),
            Item::Enum(item) => derives(&item.attrs).iter().any(is_wanted),
            // As `m! { … }` at the end of an example.
            Item::Macro(item) => item.ident.is_none() && self.is_own(&item.mac),
            _ => false,
        }
    }
}

fn last(path: &Path) -> Option<String> {
    Some(path.segments.last()?.ident.to_string())
}

fn derives(attributes: &[Attribute]) -> Vec<Path> {
    let list = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("derive") => list
            .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
            .ok(),
        _ => None,
    };
    attributes.iter().filter_map(list).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(traits: &[&str], macros: &[&str], code: &str) -> Option<Example> {
        let offered = Offered {
            traits: traits.iter().copied().collect(),
            macros: macros.iter().map(|name| (*name).to_owned()).collect(),
        };
        offered.example(code)
    }

    #[test]
    fn types_that_implement_the_traits_are_public_and_statements_are_left_out() {
        let code = "#![allow(dead_code)]\nuse k::Adapter;\n/// One.\nstruct One<'a> { link: &'a u8, pub(crate) ü: u8 }\n\
                    struct Pair(u8, pub u8);\nimpl Adapter for One<'_> { fn link(&self) {} }\n\
                    impl Pair { const fn new() -> Pair { Pair(1, 2) }\nfn hidden() {} }\nfn helper() {}\n\
                    let one = (Box::new(One { link: helper(), ü: 1 }), Pair::new());\n";
        let example = of(&["Adapter"], &[], code).unwrap();
        assert_eq!(
            example.text,
            "    use k::Adapter;\n    /// One.\n    pub struct One<'a> { pub link: &'a u8, pub ü: u8 }\n    \
             pub struct Pair(u8, pub u8);\n    impl Adapter for One<'_> { fn link(&self) {} }\n    \
             impl Pair { pub const fn new() -> Pair { Pair(1, 2) }\n    fn hidden() {} }\n    fn helper() {}\n"
        );
        let promised = of(
            &["Adapter"],
            &[],
            &code.replace("impl Adapter", "unsafe impl Adapter"),
        )
        .unwrap();
        assert!(
            promised
                .text
                .contains("pub struct One<'a> { link: &'a u8, pub(crate) ü: u8 }")
        );
        assert_eq!(example.otherwise, None);
        assert_eq!(of(&["Other"], &[], code), None, "nothing has to do with it");
    }

    #[test]
    fn what_a_macro_declares_is_public_where_the_macro_takes_that() {
        let code = "struct T;\nfn main() { m!(#[derive(Debug)] A = T); m!(pub B = T); assert!(true); }\n";
        let example = of(&[], &["m"], code).unwrap();
        let text = "    pub struct T;\n    m!(#[derive(Debug)] pub A = T);\n    m!(pub B = T);\n";
        assert_eq!(example.text, text);
        assert_eq!(example.otherwise.unwrap(), text.replacen("pub A", "A", 1));
    }

    #[test]
    fn derives_count_and_what_names_its_crate_does_not() {
        let code = "#[derive(Clone, k::Key)]\nenum E { A }\n";
        let example = of(&["Key"], &[], code).unwrap();
        assert_eq!(
            example.text,
            "    #[derive(Clone, k::Key)]\n    pub enum E { A }\n"
        );
        assert!(of(&["Key"], &[], &format!("use my_crate::a;\n{code}")).is_some());
        let with_text = format!("{code}const A: &str = \"\n\";");
        assert!(
            of(&["Key"], &[], &with_text)
                .unwrap()
                .text
                .starts_with("#[derive")
        );
        assert_eq!(of(&["Key"], &[], &format!("use crate::a;\n{code}")), None);
        assert_eq!(of(&["Key"], &[], "let x = ;"), None);
    }

    #[test]
    fn what_rustc_refuses_is_written_otherwise_then_left_out() {
        let example = |text: &str, otherwise: Option<&str>| Example {
            text: text.to_owned(),
            otherwise: otherwise.map(str::to_owned),
        };
        let mut items = ExampleItems {
            examples: vec![
                example("a\nb\n", None),
                example("pub c\n", Some("c\n")),
                example("d\n", None),
            ],
        };
        let text = "pub mod example_1 {\na\nb\n}\npub mod example_2 {\npub c\n}\npub mod example_3 {\nd\n}\n";
        assert_eq!(items.file().text(), text);
        assert!(items.mend(&[(6, 6), (9, 9)]));
        assert_eq!(
            items.file().text(),
            "pub mod example_1 {\na\nb\n}\npub mod example_2 {\nc\n}\n"
        );
        assert!(!items.mend(&[(0, 0), (40, 41)]));
        assert!(items.leave_out_users_of(&["c".to_owned()]));
        assert!(items.mend(&[(2, 3)]) && items.is_empty());
    }
}
