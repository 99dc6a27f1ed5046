//! Types of the documentation's examples that implement what only users implement: by an `impl`, a derive, or a macro of the
//! crate's. They are made a support file with a module for each example. Only syntax: whether it compiles is for rustc to say,
//! and what does not is left out.

mod taken;

use crate::api::docs::code_blocks_without;
use crate::cargo::short_hash;
use crate::nesting::nests_deeply;
use crate::rustdoc_json::Document;
use crate::support_file::{EXAMPLE, SupportFile, names_as_crate, names_its_crate};
use crate::tuning::MOST_EXAMPLES_WITH_TYPES;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use syn::{Attribute, Block, Item, ItemImpl, Meta, Path, Stmt, Token, punctuated::Punctuated};
use taken::{Taken, Use, Written, calls_one_of};

/// The examples that have such types.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ExampleItems {
    examples: Vec<Example>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Example {
    /// The same for the same text in other versions of the crate.
    name: String,
    text: String,
    /// How else it may be written, to be tried from the last on.
    otherwise: Vec<String>,
}

impl ExampleItems {
    /// Of the documentation, in the order of the source, the first whose types have to do with one of these traits: those with an impl or
    /// a derive, then those that call macros. `traits`: their paths.
    pub(crate) fn of(document: &Document, traits: &BTreeSet<String>) -> ExampleItems {
        let offered = Offered {
            traits: traits
                .iter()
                .filter_map(|path| path.rsplit("::").next())
                .collect(),
            macros: document.macros(),
        };
        let mut examples: Vec<(bool, Example)> = Vec::new();
        for docs in document.docs_in_order() {
            for code in code_blocks_without(docs, &["compile_fail", "should_panic", "no_run"]) {
                if let Some(found) = offered.example(&code)
                    && !examples.iter().any(|(_, known)| known.name == found.1.name)
                {
                    examples.push(found);
                }
            }
        }
        examples.sort_by_key(|(is_sure, _)| !is_sure);
        examples.truncate(MOST_EXAMPLES_WITH_TYPES);
        ExampleItems {
            examples: examples.into_iter().map(|(_, example)| example).collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    pub(crate) fn file(&self) -> SupportFile {
        SupportFile::of_examples(self.modules().collect())
    }

    /// What these lines of the file are in is written otherwise, or left out: at once, if no attempt may be wasted. False: they are in
    /// none of the examples.
    pub(crate) fn mend(&mut self, lines: &[(u32, u32)], at_once: bool) -> bool {
        let mut next = 1;
        let is_wrong = |module: String| {
            let first_line = next;
            next += module.lines().count();
            let meets =
                |(first, last): &(u32, u32)| (*first as usize) < next && (*last as usize) >= first_line;
            lines.iter().any(meets)
        };
        let wrong: Vec<bool> = self.modules().map(is_wrong).collect();
        let mut are_wrong = wrong.iter();
        self.examples.retain_mut(|example| match are_wrong.next() {
            Some(true) if at_once => false,
            Some(true) => match example.otherwise.pop() {
                Some(text) => {
                    example.text = text;
                    true
                }
                None => false,
            },
            _ => true,
        });
        wrong.contains(&true)
    }

    /// Leaves out what names one of these crates. False: nothing does.
    pub(crate) fn leave_out_users_of(&mut self, crates: &[String]) -> bool {
        let before = self.examples.len();
        self.examples.retain(|example| {
            let tokens: TokenStream = example.text.parse().unwrap_or_default();
            !crates.iter().any(|name| names_as_crate(tokens.clone(), name))
        });
        self.examples.len() < before
    }

    /// The module of each.
    fn modules(&self) -> impl Iterator<Item = String> {
        let module = |example: &Example| format!("{EXAMPLE}{} {{\n{}}}\n", example.name, example.text);
        self.examples.iter().map(module)
    }
}

/// What examples are looked through for.
struct Offered<'a> {
    /// Last names of the traits.
    traits: BTreeSet<&'a str>,
    /// The crate's macros.
    macros: BTreeSet<String>,
}

impl Offered<'_> {
    /// The types of an example, and whether one of them is sure to have to do with the traits; none if none has.
    fn example(&self, code: &str) -> Option<(bool, Example)> {
        // Of the whole crate, which a module has not.
        let of_crate = |line: &&str| !line.trim_start().starts_with("#![");
        let lines: Vec<&str> = code.lines().filter(of_crate).collect();
        let code = format!("{{{}\n}}", lines.join("\n"));
        if nests_deeply(&code) {
            return None;
        }
        let tokens: TokenStream = code.parse().ok()?;
        let block: Block = syn::parse2(tokens.clone()).ok()?;
        let mut taken = Taken::of_statements(&block, &self.macros);
        self.take(&block, &mut taken);
        let is_refused = || names_its_crate(tokens.clone()) || is_for_the_whole_program(tokens.clone());
        if taken.use_ == Use::None || is_refused() {
            return None;
        }
        let is_changed_by_space = has_long_literal(tokens);
        let written = |how| match taken.text(&code, how) {
            text if is_changed_by_space => text,
            text => indented(&text),
        };
        let text = written(Written::Public);
        let mut otherwise = Vec::new();
        for how in [Written::WithoutMacros, Written::AsItIs] {
            let other = written(how);
            let is_of_use = how == Written::AsItIs || taken.use_ == Use::Sure;
            if is_of_use && other != text && !otherwise.contains(&other) {
                otherwise.push(other);
            }
        }
        let name = format!("{:.6}", short_hash(&text));
        let example = Example {
            name,
            text,
            otherwise,
        };
        Some((taken.use_ == Use::Sure, example))
    }

    fn take(&self, block: &Block, taken: &mut Taken) {
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Fn(function)) if function.sig.ident == "main" => {
                    self.take(&function.block, taken);
                }
                Stmt::Item(item) => {
                    if self.is_of_use(item) {
                        taken.use_ = Use::Sure;
                    }
                    taken.item(item);
                }
                Stmt::Macro(statement) if calls_one_of(&self.macros, &statement.mac) => {
                    taken.use_ = taken.use_.max(Use::Maybe);
                    taken.invocation(&statement.mac, statement.to_token_stream());
                }
                _ => {}
            }
        }
    }

    fn is_of_use(&self, item: &Item) -> bool {
        let is_wanted = |path: &Path| {
            let name = path.segments.last();
            name.is_some_and(|name| self.traits.contains(name.ident.to_string().as_str()))
        };
        match item {
            Item::Impl(ItemImpl {
                trait_: Some(trait_), ..
            }) => is_wanted(&trait_.0),
            Item::Struct(item) => derives(&item.attrs).iter().any(is_wanted),
            Item::Enum(item) => derives(&item.attrs).iter().any(is_wanted),
            _ => false,
        }
    }
}

/// What an example that has it does to the harness, or asks of the linker.
fn is_for_the_whole_program(tokens: TokenStream) -> bool {
    const ATTRIBUTES: [&str; 6] = [
        "global_allocator",
        "panic_handler",
        "no_mangle",
        "export_name",
        "link_section",
        "ctor",
    ];
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => ATTRIBUTES.iter().any(|attribute| name == attribute),
        TokenTree::Group(group) => is_for_the_whole_program(group.stream()),
        _ => false,
    })
}

/// True if a literal goes over several lines.
fn has_long_literal(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Literal(literal) => {
            let span = literal.span();
            span.start().line != span.end().line
        }
        TokenTree::Group(group) => has_long_literal(group.stream()),
        _ => false,
    })
}

/// As the inside of a module.
fn indented(text: &str) -> String {
    let line = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("    {line}\n"),
    };
    text.lines().map(line).collect()
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
        offered.example(code).map(|(_, example)| example)
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
        assert!(example.otherwise.is_empty());
        assert_eq!(of(&["Other"], &[], code), None, "nothing has to do with it");
    }

    #[test]
    fn what_a_macro_declares_is_public_where_the_macro_takes_that() {
        let code = "struct T;\nfn main() { m!(#[derive(Debug)] A = T); m!(pub B = T); assert!(true); }\n";
        let example = of(&[], &["m"], code).unwrap();
        let text = "    pub struct T;\n    m!(#[derive(Debug)] pub A = T);\n    m!(pub B = T);\n";
        assert_eq!(example.text, text);
        assert_eq!(example.otherwise, [text.replacen("pub A", "A", 1)]);
        // What it is given makes nothing, and where an impl is there the macros may be what is wrong.
        let code = "struct T { a: u8 }\nimpl W for T {}\nm!(A = T { a: 1 });";
        let example = of(&["W"], &["m"], code).unwrap();
        assert!(
            example.text.starts_with("    pub struct T { a: u8 }\n"),
            "{}",
            example.text
        );
        let macros: Vec<bool> = (example.otherwise.iter())
            .map(|text| text.contains("m!"))
            .collect();
        assert_eq!(macros, [false, true], "the last is tried first");
    }

    #[test]
    fn macros_of_old_editions_are_brought_by_name() {
        let code = "#[macro_use]\nextern crate my_crate;\nextern crate other;\nm!(pub A);";
        let example = of(&[], &["m"], code).unwrap();
        assert_eq!(
            example.text,
            "    use my_crate::*;\n    extern crate other;\n    m!(pub A);\n"
        );
    }

    #[test]
    fn what_is_for_the_whole_program_is_left_out() {
        for line in [
            "#[global_allocator]\nstatic A: S = S;",
            "#[unsafe(no_mangle)]\nfn f() {}",
        ] {
            assert_eq!(
                of(&["W"], &[], &format!("struct S;\nimpl W for S {{}}\n{line}")),
                None
            );
        }
    }

    #[test]
    fn of_what_promises_something_nothing_private_is_public() {
        let code = "enum E { A { a: u8 } }\nunsafe impl W for E {}\nimpl E { fn new() -> E { E::A { a: 1 } }\npub fn get(&self) {} }\n\
                    let e = E::A { a: E::new() };";
        let example = of(&["W"], &[], code).unwrap();
        assert!(
            example.text.starts_with("    enum E") && example.text.contains("{ fn new()"),
            "{}",
            example.text
        );
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
        let example = |name: &str, text: &str, otherwise: &[&str]| Example {
            name: name.to_owned(),
            text: text.to_owned(),
            otherwise: otherwise.iter().map(|text| (*text).to_owned()).collect(),
        };
        let mut items = ExampleItems {
            examples: vec![
                example("a", "a\nb\n", &[]),
                example("b", "pub c\n", &["hex::c\n", "c\n"]),
                example("c", "d\n", &[]),
            ],
        };
        let text = "pub mod example_a {\na\nb\n}\npub mod example_b {\npub c\n}\npub mod example_c {\nd\n}\n";
        assert_eq!(items.file().text(), text);
        assert!(items.mend(&[(6, 6), (9, 9)], false));
        assert_eq!(
            items.file().text(),
            "pub mod example_a {\na\nb\n}\npub mod example_b {\nc\n}\n"
        );
        assert!(!items.mend(&[(0, 0), (40, 41)], false));
        assert!(items.mend(&[(5, 7)], false) && items.file().text().contains("hex::c"));
        assert!(items.leave_out_users_of(&["hex".to_owned()]));
        assert!(items.mend(&[(2, 3)], true) && items.is_empty());
    }
}
