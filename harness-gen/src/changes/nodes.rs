//! The parts of a package's source that can change by themselves: functions, types, constants, macros, what an `impl` says
//! before its braces. What is compiled for tests alone is left out; bodies are looked into for what they define.

use super::mentions::{How, Mention, Piece};
use crate::nesting::nests_deeply;
use crate::spans::ends;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Expr, Generics, ImplItem, Item, Signature, Stmt, TraitItem, UseTree};

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A function or an associated constant or type. Its name may stand after a dot or a type.
    Function,
    /// A type, a trait, a constant, a module's declaration.
    Named,
    /// What an `impl` says before its braces.
    Impl,
    /// A `macro_rules`.
    Macro,
    /// A call of a macro that makes items.
    Made,
    /// An import. Its names are those that it gives to what has others.
    Import,
    /// The declaration of a module in another file.
    Module,
    /// Attributes of a file.
    Inner,
    /// A file that is no Rust of this program's knowledge.
    Unread,
}

/// What a function belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Owner {
    /// Names in the type that the `impl` is for, and in the arguments of its trait.
    pub(super) types: BTreeSet<String>,
    /// The trait.
    pub(super) of_trait: Option<String>,
    /// It holds for types that are not named: it is a trait's own, or of a type parameter.
    pub(super) is_of_all: bool,
    /// As written.
    header: String,
}

/// A part of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// What it is called; of what defines several names, all.
    pub(super) names: BTreeSet<String>,
    /// What it is, where: parts of two versions with the same are versions of one part.
    pub(super) key: String,
    /// Package and file.
    pub(super) file: (usize, String),
    /// First and last line.
    pub(super) lines: (usize, usize),
    pub(super) owner: Option<Owner>,
    pub(super) piece: Piece,
    /// Names of type parameters.
    pub(super) generics: BTreeSet<String>,
    /// Of an import, the names that it brings; `*` for all that are there.
    pub(super) brings: BTreeSet<String>,
}

impl Node {
    /// What people call it.
    pub(super) fn title(&self) -> String {
        let name = self.names.iter().next().map_or("", String::as_str);
        let owner = self.owner.as_ref().map_or("", |owner| owner.header.as_str());
        match (self.kind, owner) {
            (Kind::Import | Kind::Inner | Kind::Unread, _) => self.file.1.clone(),
            (Kind::Made, _) => format!("{name}!"),
            (Kind::Impl, header) => format!("impl {header}"),
            (_, "") => name.to_owned(),
            (_, header) => format!("{header}::{name}"),
        }
    }
}

/// The parts of all files of a package, without files that are modules for tests.
pub(super) fn of_package(package: usize, files: &BTreeMap<String, String>) -> Vec<Node> {
    let read: Vec<Reader> = files
        .iter()
        .map(|(file, text)| of_file(package, file, text))
        .collect();
    let declared: BTreeSet<&String> = read.iter().flat_map(|reader| &reader.declared).collect();
    let for_tests = read.iter().flat_map(|reader| &reader.for_tests);
    let for_tests: BTreeSet<String> = for_tests
        .filter(|module| !declared.contains(module))
        .cloned()
        .collect();
    let is_for_tests = |node: &Node| {
        let file = node.file.1.as_str();
        let is_in = |module: &String| {
            let rest = file.strip_prefix(module.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        for_tests.iter().any(is_in)
    };
    let all = read.into_iter().flat_map(|reader| reader.nodes);
    all.filter(|node| !is_for_tests(node)).collect()
}

fn of_file(package: usize, file: &str, text: &str) -> Reader {
    let mut reader = Reader {
        file: (package, file.to_owned()),
        path: vec![file.to_owned()],
        owner: None,
        generics: BTreeSet::new(),
        nodes: Vec::new(),
        for_tests: Vec::new(),
        declared: Vec::new(),
    };
    match (!nests_deeply(text)).then(|| syn::parse_file(text)) {
        Some(Ok(parsed)) => {
            reader.add_inner(&parsed.attrs);
            parsed.items.into_iter().for_each(|item| reader.item(item));
        }
        Some(Err(_)) | None => reader.unread(text),
    }
    reader
}

struct Reader {
    file: (usize, String),
    /// The file and the modules in it, with their attributes.
    path: Vec<String>,
    owner: Option<Owner>,
    generics: BTreeSet<String>,
    nodes: Vec<Node>,
    /// Files of modules for tests, without `.rs`.
    for_tests: Vec<String>,
    /// Those of other modules.
    declared: Vec<String>,
}

impl Reader {
    fn unread(&mut self, text: &str) {
        // What can be told of it: its words.
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let names: BTreeSet<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let mut node = self.node(Kind::Unread, &[], TokenStream::new());
        let all = names.iter().map(|name| Mention {
            name: name.clone(),
            how: How::Any,
        });
        node.piece.mentions = all.collect();
        node.piece.text = text.to_owned();
        node.names = names;
        node.lines = (1, usize::MAX);
        self.nodes.push(node);
    }

    fn add_inner(&mut self, attributes: &[Attribute]) {
        let tokens: TokenStream = attributes.iter().map(ToTokens::to_token_stream).collect();
        let node = self.node(Kind::Inner, &[], tokens);
        if !node.piece.text.is_empty() {
            self.nodes.push(node);
        }
    }

    fn node(&self, kind: Kind, names: &[String], tokens: TokenStream) -> Node {
        let owner = self.owner.as_ref().map_or("", |owner| owner.header.as_str());
        let lines = lines(tokens.clone());
        Node {
            kind,
            names: names.iter().cloned().collect(),
            key: format!(
                "{}\n{owner}\n{kind:?}\n{}",
                self.path.join("\n"),
                names.join("\n")
            ),
            file: self.file.clone(),
            lines,
            owner: self.owner.clone(),
            piece: Piece::of(tokens),
            generics: self.generics.clone(),
            brings: BTreeSet::new(),
        }
    }

    fn add(&mut self, kind: Kind, name: &str, tokens: TokenStream) {
        let node = self.node(kind, &[plain(name)], tokens);
        self.nodes.push(node);
    }

    fn item(&mut self, item: Item) {
        if is_for_tests(attributes_of(&item)) {
            if let Item::Mod(module) = &item {
                self.for_tests.extend(self.file_of(module));
            }
            return;
        }
        let tokens = item.to_token_stream();
        match item {
            Item::Fn(function) => self.function(&function.sig, tokens, function.block.stmts),
            Item::Const(constant) => {
                self.add(Kind::Named, &constant.ident.to_string(), tokens);
                if let Expr::Block(block) = *constant.expr {
                    self.block(block.block.stmts);
                }
            }
            Item::Static(constant) => self.add(Kind::Named, &constant.ident.to_string(), tokens),
            Item::Struct(named) => self.ty(&named.ident.to_string(), &named.generics, tokens),
            Item::Union(named) => self.ty(&named.ident.to_string(), &named.generics, tokens),
            Item::Enum(named) => {
                let variants = named.variants.iter().map(|variant| variant.ident.to_string());
                let names: Vec<String> = [named.ident.to_string()].into_iter().chain(variants).collect();
                let kept = self.with_generics(&named.generics);
                let mut node = self.node(Kind::Named, &names[..1], tokens);
                node.names = names.iter().map(|name| plain(name)).collect();
                self.nodes.push(node);
                self.generics = kept;
            }
            Item::Type(alias) => self.ty(&alias.ident.to_string(), &alias.generics, tokens),
            Item::TraitAlias(alias) => self.add(Kind::Named, &alias.ident.to_string(), tokens),
            Item::Trait(declared) => self.declared_trait(declared),
            Item::Impl(implemented) => self.implemented(implemented),
            Item::Macro(called) => self.called(&called, tokens),
            Item::Mod(module) => self.module(module),
            Item::Use(import) => {
                let mut node = self.node(Kind::Import, &[], tokens);
                brought("", &import.tree, &mut node.brings);
                node.names = node.piece.aliases.clone();
                node.key.push_str(&node.piece.text);
                self.nodes.push(node);
            }
            Item::ExternCrate(_) => {
                let mut node = self.node(Kind::Import, &[], tokens);
                node.brings.insert("*".to_owned());
                node.key.push_str(&node.piece.text);
                self.nodes.push(node);
            }
            other => self.made("", other.to_token_stream()),
        }
    }

    fn function(&mut self, signature: &Signature, tokens: TokenStream, body: Vec<Stmt>) {
        let kept = self.with_generics(&signature.generics);
        self.add(Kind::Function, &signature.ident.to_string(), tokens);
        self.block(body);
        self.generics = kept;
    }

    fn ty(&mut self, name: &str, generics: &Generics, tokens: TokenStream) {
        let kept = self.with_generics(generics);
        self.add(Kind::Named, name, tokens);
        self.generics = kept;
    }

    /// Everything that the arguments and the definition of a macro name may be made by it.
    fn called(&mut self, called: &syn::ItemMacro, tokens: TokenStream) {
        let path = called.mac.path.segments.last();
        let name = path.map(|segment| segment.ident.to_string()).unwrap_or_default();
        if let ("macro_rules", Some(ident)) = (name.as_str(), &called.ident) {
            let mut node = self.node(Kind::Macro, &[plain(&ident.to_string())], tokens);
            node.piece = everything(node.piece);
            self.nodes.push(node);
            return;
        }
        self.made(&name, tokens);
    }

    /// What makes items: by a macro of this name, or in ways that are not known.
    fn made(&mut self, by: &str, tokens: TokenStream) {
        let mut node = self.node(Kind::Made, &[], tokens);
        node.names = node
            .piece
            .mentions
            .iter()
            .map(|mention| mention.name.clone())
            .collect();
        node.key.push_str(&format!("{by} {}", node.piece.text));
        node.piece = everything(node.piece);
        self.nodes.push(node);
    }

    /// A type that belongs to a trait or an impl: its name stands for others.
    fn associated_type(&mut self, name: &str, tokens: TokenStream) {
        self.add(Kind::Function, name, tokens);
        if let Some(node) = self.nodes.last_mut() {
            node.piece.aliases.insert(plain(name));
        }
    }

    fn module(&mut self, module: syn::ItemMod) {
        let attributes: TokenStream = module.attrs.iter().map(ToTokens::to_token_stream).collect();
        let name = module.ident.to_string();
        let Some((_, items)) = module.content else {
            self.declared.extend(self.file_of(&module));
            self.add(Kind::Module, &name, module.to_token_stream());
            return;
        };
        self.path
            .push(format!("mod {name} {}", Piece::of(attributes).text));
        items.into_iter().for_each(|item| self.item(item));
        self.path.pop();
    }

    /// The file of a module, without `.rs`. One that has another path, or is declared in a module of this file, is not found.
    fn file_of(&self, module: &syn::ItemMod) -> Option<String> {
        let has_path = module
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("path"));
        if module.content.is_some() || has_path || self.path.len() > 1 {
            return None;
        }
        let file = self.file.1.strip_suffix(".rs").unwrap_or(&self.file.1);
        let (directory, name) = file.rsplit_once('/').unwrap_or(("", file));
        let above = match name {
            "lib" | "mod" | "main" => directory,
            _ => file,
        };
        Some(format!("{above}/{}", plain(&module.ident.to_string())))
    }

    fn declared_trait(&mut self, mut declared: syn::ItemTrait) {
        let name = plain(&declared.ident.to_string());
        let items = declared.items.clone();
        for item in &mut declared.items {
            if let TraitItem::Fn(function) = item {
                function.default = None;
            }
        }
        let kept = self.with_generics(&declared.generics);
        self.add(Kind::Named, &name, declared.to_token_stream());
        let owner = Owner {
            types: BTreeSet::new(),
            of_trait: Some(name.clone()),
            is_of_all: true,
            header: name,
        };
        let outer = self.owner.replace(owner);
        for item in items {
            match item {
                TraitItem::Fn(function) if is_for_tests(&function.attrs) => {}
                TraitItem::Fn(function) => {
                    let tokens = function.to_token_stream();
                    let body = function.default.map(|block| block.stmts).unwrap_or_default();
                    self.function(&function.sig, tokens, body);
                }
                TraitItem::Const(constant) => {
                    self.add(
                        Kind::Function,
                        &constant.ident.to_string(),
                        constant.to_token_stream(),
                    );
                }
                TraitItem::Type(ty) => self.associated_type(&ty.ident.to_string(), ty.to_token_stream()),
                // A macro that makes items of the trait is in the trait's own text.
                _ => {}
            }
        }
        self.owner = outer;
        self.generics = kept;
    }

    fn implemented(&mut self, mut implemented: syn::ItemImpl) {
        let kept = self.with_generics(&implemented.generics);
        let items = std::mem::take(&mut implemented.items);
        let of_trait = implemented.trait_.as_ref().map(|(path, _)| path.clone());
        let mut types = words(implemented.self_ty.to_token_stream());
        let last = of_trait.as_ref().and_then(|path| path.segments.last());
        if let Some(last) = last {
            types.extend(words(last.arguments.to_token_stream()));
        }
        let is_of_all = types.iter().any(|name| self.generics.contains(name));
        let trait_words = of_trait.as_ref().map(|path| compact(&path.to_token_stream()));
        let of = compact(&implemented.self_ty.to_token_stream());
        let owner = Owner {
            types,
            of_trait: last.map(|segment| segment.ident.to_string()),
            is_of_all,
            header: trait_words.map_or(of.clone(), |name| format!("<{of} as {name}>")),
        };
        let outer = self.owner.replace(owner);
        // Two of them may be for the same type with other bounds: their parts are versions of one part then, which costs nothing but
        // care.
        self.add(Kind::Impl, "", implemented.to_token_stream());
        if let Some(node) = self.nodes.last_mut() {
            node.lines = (0, 0);
        }
        for item in items {
            self.implemented_item(item);
        }
        self.owner = outer;
        self.generics = kept;
    }

    fn implemented_item(&mut self, item: ImplItem) {
        match item {
            ImplItem::Fn(function) if is_for_tests(&function.attrs) => {}
            ImplItem::Fn(function) => {
                let tokens = function.to_token_stream();
                self.function(&function.sig, tokens, function.block.stmts);
            }
            ImplItem::Const(constant) => {
                self.add(
                    Kind::Function,
                    &constant.ident.to_string(),
                    constant.to_token_stream(),
                );
            }
            ImplItem::Type(ty) => self.associated_type(&ty.ident.to_string(), ty.to_token_stream()),
            other => self.made("", other.to_token_stream()),
        }
    }

    /// What bodies define is there for everybody: an `impl` in a function holds outside of it.
    fn block(&mut self, statements: Vec<Stmt>) {
        for statement in statements {
            if let Stmt::Item(item) = statement {
                self.item(item);
            }
        }
    }

    /// Adds names of type parameters; returns those that were known.
    fn with_generics(&mut self, generics: &Generics) -> BTreeSet<String> {
        let kept = self.generics.clone();
        let named = generics
            .type_params()
            .map(|parameter| parameter.ident.to_string());
        self.generics.extend(named);
        kept
    }
}

/// A piece whose names may be those of anything.
fn everything(mut piece: Piece) -> Piece {
    let any = |mention: Mention| Mention {
        how: match mention.how {
            How::Macro => How::Macro,
            _ => How::Any,
        },
        name: mention.name,
    };
    piece.mentions = piece.mentions.into_iter().map(any).collect();
    piece
}

fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

/// All names in tokens.
fn words(tokens: TokenStream) -> BTreeSet<String> {
    let piece = Piece::of(tokens);
    piece.mentions.into_iter().map(|mention| mention.name).collect()
}

/// Tokens as people write them, nearly.
fn compact(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let text = ["::", "<", ">", "&"].iter().fold(text, |text, mark| {
        text.replace(&format!(" {mark} "), mark)
            .replace(&format!("{mark} "), mark)
    });
    text.replace(" >", ">").replace(" <", "<").replace(" ,", ",")
}

/// The names that an import brings.
fn brought(parent: &str, tree: &UseTree, names: &mut BTreeSet<String>) {
    let mut add = |name: String| {
        let name = plain(&name);
        names.insert(if name == "self" { parent.to_owned() } else { name })
    };
    match tree {
        UseTree::Path(path) => brought(&path.ident.to_string(), &path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| brought(parent, tree, names)),
        UseTree::Rename(rename) => drop(add(rename.rename.to_string())),
        UseTree::Name(name) => drop(add(name.ident.to_string())),
        UseTree::Glob(_) => drop(add("*".to_owned())),
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string().replace(' ', "");
        text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
    })
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// First and last line of tokens.
fn lines(tokens: TokenStream) -> (usize, usize) {
    ends(tokens).map_or((0, 0), |(first, last)| (first.start().line, last.end().line))
}
