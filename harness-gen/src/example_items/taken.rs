//! What of an example becomes a module: its items, public as far as its statements show that users make and call them, and what its
//! macros declare.

use crate::spans::ends;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::ops::Range;
use syn::{Block, Fields, Ident, ImplItem, Item, Macro, Stmt, Visibility};

/// Whether an example has types that are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    #[default]
    None,
    /// A macro may declare one.
    Maybe,
    Sure,
}

/// How what was taken is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// With `pub` in front of what macros declare.
    Public,
    /// With macros as they are called in the example.
    AsItIs,
    /// Without calls of macros.
    WithoutMacros,
}

/// What of an example is taken, by its places in the text.
#[derive(Default)]
pub(super) struct Taken {
    parts: Vec<Part>,
    /// What is written in the place of what.
    edits: Vec<(Range<usize>, &'static str)>,
    pub(super) use_: Use,
    statements: Statements,
}

enum Part {
    Item(Range<usize>),
    /// A call of a macro, and where in it a `pub` may stand.
    Invocation(Range<usize>, Option<usize>),
    /// What is written instead of something.
    Instead(String),
}

/// What the statements of an example do, which is what users may do: how a type is made otherwise may not be known outside of it.
#[derive(Default)]
struct Statements {
    /// Names in front of braces or parentheses, as in `Pair { left, right }` and `Pair(1, 2)`.
    made: BTreeSet<String>,
    names: BTreeSet<String>,
    /// There is an impl that promises what the compiler cannot see: of whose type nobody else may say what is in it.
    has_promises: bool,
}

impl Statements {
    /// What macros of the crate are given says nothing.
    fn note(&mut self, block: &Block, macros: &BTreeSet<String>) {
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Fn(function)) if function.sig.ident == "main" => {
                    self.note(&function.block, macros);
                }
                Stmt::Macro(statement) if calls_one_of(macros, &statement.mac) => {}
                Stmt::Item(Item::Impl(item)) => self.has_promises |= item.unsafety.is_some(),
                Stmt::Item(_) => {}
                other => self.note_tokens(other.to_token_stream()),
            }
        }
    }

    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(name) => {
                    if let Some(TokenTree::Group(_)) = tokens.peek() {
                        self.made.insert(name.to_string());
                    }
                    self.names.insert(name.to_string());
                }
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                _ => {}
            }
        }
    }

    fn make(&self, ty: &Ident) -> bool {
        !self.has_promises && self.made.contains(&ty.to_string())
    }

    /// What they name, and `new`, where an example shows no more than the type.
    fn call(&self, name: &Ident) -> bool {
        !self.has_promises && (name == "new" || self.names.contains(&name.to_string()))
    }
}

/// True for a call of one of these macros.
pub(super) fn calls_one_of(macros: &BTreeSet<String>, invocation: &Macro) -> bool {
    let name = invocation.path.segments.last();
    name.is_some_and(|name| macros.contains(&name.ident.to_string()))
}

impl Taken {
    /// Nothing yet of an example with this code.
    pub(super) fn of_statements(block: &Block, macros: &BTreeSet<String>) -> Taken {
        let mut taken = Taken::default();
        taken.statements.note(block, macros);
        taken
    }

    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Struct(item) => {
                self.publish(&item.vis, item.struct_token.to_token_stream());
                if self.statements.make(&item.ident) {
                    self.fields(&item.fields);
                }
            }
            // Whoever has it has its variants.
            Item::Enum(item) if !self.statements.has_promises => {
                self.publish(&item.vis, item.enum_token.to_token_stream());
            }
            Item::Impl(item) if item.trait_.is_none() => {
                for member in &item.items {
                    match member {
                        ImplItem::Fn(method) if self.statements.call(&method.sig.ident) => {
                            self.publish(&method.vis, method.sig.to_token_stream());
                        }
                        ImplItem::Const(known) if self.statements.call(&known.ident) => {
                            self.publish(&known.vis, known.const_token.to_token_stream());
                        }
                        _ => {}
                    }
                }
            }
            // A module cannot have the attribute; what is meant are the macros.
            Item::ExternCrate(item) if item.attrs.iter().any(|known| known.path().is_ident("macro_use")) => {
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
                return self.parts.push(Part::Instead(format!("use {name}::*;")));
            }
            _ => {}
        }
        self.parts.push(Part::Item(range(item.to_token_stream())));
    }

    fn fields(&mut self, fields: &Fields) {
        for field in fields {
            let first = match &field.ident {
                Some(name) => name.to_token_stream(),
                None => field.ty.to_token_stream(),
            };
            self.publish(&field.vis, first);
        }
    }

    /// `first`: what stands behind the visibility.
    fn publish(&mut self, visibility: &Visibility, first: TokenStream) {
        match visibility {
            Visibility::Public(_) => {}
            Visibility::Inherited => {
                let at = range(first).start;
                self.edits.push((at..at, "pub "));
            }
            restricted => self.edits.push((range(restricted.to_token_stream()), "pub")),
        }
    }

    /// A macro may take a `pub` in front of what it declares.
    pub(super) fn invocation(&mut self, invocation: &Macro, whole: TokenStream) {
        let mut tokens = invocation.tokens.clone().into_iter().peekable();
        while let Some(TokenTree::Punct(sign)) = tokens.peek()
            && sign.as_char() == '#'
        {
            // The attribute and its brackets.
            tokens.next();
            tokens.next();
        }
        let place = match tokens.next() {
            Some(TokenTree::Ident(first)) if first != "pub" => Some(first.span().byte_range().start),
            _ => None,
        };
        self.parts.push(Part::Invocation(range(whole), place));
    }

    /// What was taken of the code, a part behind the other.
    pub(super) fn text(&self, code: &str, written: Written) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Item(place) => {
                    let inside = self
                        .edits
                        .iter()
                        .filter(|(edit, _)| place.start <= edit.start && edit.end <= place.end);
                    text.push_str(&edited(code, place, inside.cloned().collect()));
                }
                Part::Invocation(..) if written == Written::WithoutMacros => continue,
                Part::Invocation(place, public) => {
                    let public = public.filter(|_| written == Written::Public);
                    text.push_str(&edited(
                        code,
                        place,
                        public.map(|at| (at..at, "pub ")).into_iter().collect(),
                    ));
                }
                Part::Instead(line) => text.push_str(line),
            }
            text.push('\n');
        }
        text
    }
}

/// This place of the code with what is written in the place of what.
fn edited(code: &str, place: &Range<usize>, mut edits: Vec<(Range<usize>, &'static str)>) -> String {
    edits.sort_by_key(|(edit, _)| edit.start);
    let (mut text, mut at) = (String::new(), place.start);
    for (edit, instead) in edits {
        text.push_str(code.get(at..edit.start).unwrap_or_default());
        text.push_str(instead);
        at = edit.end;
    }
    text.push_str(code.get(at..place.end).unwrap_or_default());
    text
}

/// Where these tokens are in the text that was parsed.
fn range(tokens: TokenStream) -> Range<usize> {
    ends(tokens).map_or(0..0, |(first, last)| {
        first.byte_range().start..last.byte_range().end
    })
}
