//! Which file of a crate uses what which other file defines. Names are followed through re-exports to the file that
//! defines them, so importing through a facade counts as importing what lies behind it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Attribute, Expr, Item, ItemUse, Lit, UseTree, Visibility};

/// A file, what it uses, and for each of these one name that shows it.
pub(crate) type Uses = BTreeMap<PathBuf, BTreeMap<PathBuf, String>>;

type Segments = Vec<String>;

/// One leaf of a `use`.
struct Import {
    path: Segments,
    /// The name it gets here; none for `*`.
    name: Option<String>,
    is_shown_outside: bool,
}

struct Module {
    file: PathBuf,
    defined: BTreeSet<String>,
    imports: Vec<Import>,
    /// Everything but modules and imports.
    code: TokenStream,
}

/// Where a path leads.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    File(PathBuf),
    Module(Segments),
}

/// The modules of one crate.
pub(crate) struct Modules {
    modules: BTreeMap<Segments, Module>,
}

impl Modules {
    /// Reads a crate from its root file on. `text` gives the text of a file that exists.
    pub(crate) fn read(root: &Path, text: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut crate_ = Self {
            modules: BTreeMap::new(),
        };
        crate_.read_file(root, root.parent().expect("a file"), Vec::new(), text);
        crate_
    }

    fn read_file(&mut self, file: &Path, below: &Path, at: Segments, text: &dyn Fn(&Path) -> Option<String>) {
        let Some(source) = text(file) else {
            panic!("{} does not exist", file.display());
        };
        let parsed = syn::parse_file(&source).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.read_items(parsed.items, file, below, at, text);
    }

    fn read_items(
        &mut self,
        items: Vec<Item>,
        file: &Path,
        below: &Path,
        at: Segments,
        text: &dyn Fn(&Path) -> Option<String>,
    ) {
        let mut module = Module {
            file: file.to_owned(),
            defined: BTreeSet::new(),
            imports: Vec::new(),
            code: TokenStream::new(),
        };
        for item in items.into_iter().filter(|item| !is_for_tests(item)) {
            module.defined.extend(defined_name(&item));
            match item {
                Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let (place, below) = (extended(&at, &name), below.join(&name));
                    if let Some((_, items)) = inner.content {
                        self.read_items(items, file, &below, place, text);
                    } else {
                        let flat = below.with_extension("rs");
                        let file = match (path_attribute(&inner.attrs), text(&flat)) {
                            (Some(path), _) => from(file, &path),
                            (None, Some(_)) => flat,
                            (None, None) => below.join("mod.rs"),
                        };
                        self.read_file(&file, &below, place, text);
                    }
                }
                Item::Use(import) => module.imports.extend(imports(&import)),
                item => item.to_tokens(&mut module.code),
            }
        }
        self.modules.insert(at, module);
    }

    /// What each file uses of the others.
    pub(crate) fn uses(&self) -> Uses {
        let mut found = Uses::new();
        for (at, module) in &self.modules {
            let mut paths = Paths::default();
            paths.collect(module.code.clone());
            let used = paths
                .found
                .iter()
                .chain(paths.imports.iter().map(|import| &import.path))
                .chain(
                    module
                        .imports
                        .iter()
                        .filter(|import| !import.is_shown_outside)
                        .map(|import| &import.path),
                );
            let mine = found.entry(module.file.clone()).or_default();
            for path in used {
                for target in self.resolve(at, path, &paths.imports, None) {
                    if let Target::File(file) = target
                        && file != module.file
                    {
                        mine.entry(file).or_insert_with(|| path.join("::"));
                    }
                }
            }
        }
        found
    }

    /// Imports from this crate that lead nowhere: whoever follows imports would miss them.
    pub(crate) fn lost(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (at, module) in &self.modules {
            for import in &module.imports {
                let is_own = ["crate", "super", "self"].contains(&import.path[0].as_str());
                if is_own && self.resolve(at, &import.path, &[], Some(import)).is_empty() {
                    found.push(format!("{}: {}", module.file.display(), import.path.join("::")));
                }
            }
        }
        found
    }

    /// Where a path written in module `at` leads. `local` are the imports of functions there; `written_by` is the
    /// import whose path it is: an import does not explain its own first segment.
    fn resolve(
        &self,
        at: &Segments,
        path: &[String],
        local: &[Import],
        written_by: Option<&Import>,
    ) -> BTreeSet<Target> {
        let mut module = at.clone();
        let mut rest = path;
        while let [first, more @ ..] = rest {
            match first.as_str() {
                "crate" => module.clear(),
                "super" => drop(module.pop()),
                "self" => {}
                _ => break,
            }
            rest = more;
        }
        let mut found = self.look_up(&module, rest, written_by);
        if let [first, more @ ..] = path {
            for import in local.iter().filter(|import| import.name.as_ref() == Some(first)) {
                found.extend(self.resolve(at, &joined(&import.path, more), &[], Some(import)));
            }
        }
        found
    }

    /// Where `path` leads from `module` on.
    fn look_up(&self, module: &Segments, path: &[String], written_by: Option<&Import>) -> BTreeSet<Target> {
        let Some(here) = self.modules.get(module) else {
            return BTreeSet::new();
        };
        let [first, rest @ ..] = path else {
            return BTreeSet::from([Target::Module(module.clone())]);
        };
        let mut found = BTreeSet::new();
        if here.defined.contains(first) {
            found.insert(Target::File(here.file.clone()));
        }
        let child = extended(module, first);
        if self.modules.contains_key(&child) {
            found.extend(self.look_up(&child, rest, None));
        }
        for import in &here.imports {
            if written_by.is_some_and(|by| std::ptr::eq(by, import)) {
                continue;
            }
            let path = match &import.name {
                Some(name) if name == first => joined(&import.path, rest),
                None if found.is_empty() && written_by.is_none() => joined(&import.path, path),
                _ => continue,
            };
            found.extend(self.resolve(module, &path, &[], Some(import)));
        }
        found
    }
}

fn extended(path: &[String], name: &str) -> Segments {
    joined(path, &[name.to_owned()])
}

fn joined(path: &[String], more: &[String]) -> Segments {
    path.iter().chain(more).cloned().collect()
}

/// The text of `#[path = "…"]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("path"))
        .find_map(
            |attribute| match &attribute.meta.require_name_value().ok()?.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => Some(text.value()),
                    _ => None,
                },
                _ => None,
            },
        )
}

/// A file named beside another one.
fn from(file: &Path, name: &str) -> PathBuf {
    let mut found = file.to_owned();
    found.pop();
    for part in Path::new(name) {
        if part == ".." {
            found.pop();
        } else {
            found.push(part);
        }
    }
    found
}

fn is_for_tests(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string() == "cfg (test)"
    })
}

/// The name an item gives to its module, unless it is a module or an import.
fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn imports(item: &ItemUse) -> Vec<Import> {
    let is_shown_outside = !matches!(item.vis, Visibility::Inherited);
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), &item.tree)];
    while let Some((path, tree)) = open.pop() {
        let mut leaf = |path: Segments, name: Option<String>| {
            found.push(Import {
                path,
                name,
                is_shown_outside,
            });
        };
        match tree {
            UseTree::Path(tree) => open.push((extended(&path, &tree.ident.to_string()), &tree.tree)),
            UseTree::Group(tree) => open.extend(tree.items.iter().map(|tree| (path.clone(), tree))),
            UseTree::Glob(_) => leaf(path, None),
            UseTree::Name(tree) if tree.ident == "self" => leaf(path.clone(), path.last().cloned()),
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                leaf(extended(&path, &name), Some(name));
            }
            UseTree::Rename(tree) => {
                leaf(
                    extended(&path, &tree.ident.to_string()),
                    Some(tree.rename.to_string()),
                );
            }
        }
    }
    found
}

/// Paths in the order of the text, and what functions import for themselves.
#[derive(Default)]
struct Paths {
    found: Vec<Segments>,
    imports: Vec<Import>,
}

impl Paths {
    fn collect(&mut self, code: TokenStream) {
        let trees: Vec<TokenTree> = code.into_iter().collect();
        let mut next = 0;
        while next < trees.len() {
            let start = next;
            next += 1;
            match &trees[start] {
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Ident(word) if word == "use" => {
                    let length = trees[start..]
                        .iter()
                        .take_while(|tree| !is_punct(tree, ';'))
                        .count();
                    let text: TokenStream = trees.iter().skip(start).take(length + 1).cloned().collect();
                    // `use<'a>` in a signature is none.
                    if let Ok(item) = syn::parse2::<ItemUse>(text) {
                        self.imports.extend(imports(&item));
                        next = start + length + 1;
                    }
                }
                TokenTree::Ident(word) if !is_within(&trees[..start]) => {
                    let mut path = vec![word.to_string()];
                    while let [first, second, TokenTree::Ident(word), ..] = &trees[next..]
                        && is_punct(first, ':')
                        && is_punct(second, ':')
                    {
                        path.push(word.to_string());
                        next += 3;
                    }
                    if path.len() > 1 || can_be_an_import(&path[0], trees.get(next)) {
                        self.found.push(path);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether what follows is a field, a method, a lifetime or the rest of a path.
fn is_within(before: &[TokenTree]) -> bool {
    match before {
        [.., second, first] if is_punct(first, '.') => !is_punct(second, '.'),
        [.., second, first] if is_punct(first, ':') => is_punct(second, ':'),
        [.., first] => is_punct(first, '\''),
        [] => false,
    }
}

/// Variables and fields share the names of functions; a function that is imported is called or has its path written.
fn can_be_an_import(name: &str, next: Option<&TokenTree>) -> bool {
    name.starts_with(char::is_uppercase)
        || next.is_some_and(|next| {
            is_punct(next, '!')
                || matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
        })
}

fn is_punct(tree: &TokenTree, wanted: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// What `from` uses in a crate of these files.
fn used_in(files: &[(&str, &str)], from: &str) -> Vec<String> {
    let text = |path: &Path| {
        files
            .iter()
            .find(|(name, _)| Path::new(name) == path)
            .map(|(_, text)| (*text).to_owned())
    };
    let uses = Modules::read(Path::new("lib.rs"), &text).uses();
    uses[Path::new(from)]
        .keys()
        .map(|file| file.display().to_string())
        .collect()
}

#[test]
fn imports_are_followed_to_the_file_that_defines_a_name() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; pub use a::Thing; pub(crate) use b::deep::{Other as Renamed, run}; use std::fmt;",
        ),
        (
            "a.rs",
            "use crate::Renamed; use super::b; fn one(_: Renamed) { b::deep::run() }",
        ),
        (
            "b/mod.rs",
            "pub(crate) mod deep; pub(super) use deep::Other; #[cfg(test)] mod tests; struct Sibling;",
        ),
        (
            "b/deep.rs",
            "use super::*; pub struct Other; pub fn run() { use crate::Thing as T; T::new(); let _: Sibling; }",
        ),
    ];
    assert_eq!(used_in(&files, "lib.rs"), [""; 0], "a facade only shows");
    assert_eq!(used_in(&files, "a.rs"), ["b/deep.rs"]);
    assert_eq!(used_in(&files, "b/mod.rs"), [""; 0]);
    let files = [
        &files[..1],
        &[(
            "a.rs",
            "pub struct Thing; fn f(run: u8) { x.run(run); crate::run!(); }",
        )],
        &files[2..],
    ]
    .concat();
    assert_eq!(used_in(&files, "b/deep.rs"), ["a.rs", "b/mod.rs"]);
    assert_eq!(used_in(&files, "a.rs"), ["b/deep.rs"], "by a path without import");
    let elsewhere = [
        ("lib.rs", "mod a;"),
        ("a.rs", "#[path = \"x/../c/d.rs\"] mod d; fn f() { d::run() }"),
        ("c/d.rs", "pub fn run() {}"),
    ];
    assert_eq!(used_in(&elsewhere, "a.rs"), ["c/d.rs"]);
}

#[test]
fn code_inside_modules_of_tests_and_names_of_fields_do_not_count() {
    let files = [
        (
            "lib.rs",
            "pub mod a; pub use a::size; struct S { size: u8 } fn f(s: S) -> u8 { let size = s.size; size } \
             #[cfg(test)] mod tests { use super::a::size; }",
        ),
        ("a.rs", "pub fn size() {}"),
    ];
    assert_eq!(used_in(&files, "lib.rs"), [""; 0]);
    let called = files[0].1.replace("s.size;", "size();");
    assert_eq!(used_in(&[("lib.rs", &called), files[1]], "lib.rs"), ["a.rs"]);
}
