//! Examples as they are written: blocks of code, and of each the calls in the order in which they happen, with what names stand
//! for at that time. Only syntax: nothing here knows a type.

use crate::api::docs::code_blocks_without;
use crate::nesting::nests_deeply;
use std::collections::BTreeMap;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{
    Attribute, Block, Expr, ExprCall, ExprMethodCall, ExprTuple, Item, Lit, Local, Meta, Pat, Stmt, Token,
};

/// Code that shows how a crate is used.
#[derive(Default)]
pub(crate) struct Examples {
    docs: Vec<Block>,
    tests: Vec<Block>,
}

impl Examples {
    /// Adds the code blocks of a text in Markdown.
    pub(crate) fn add_docs(&mut self, docs: &str) {
        let blocks = code_blocks_without(docs, &["compile_fail", "should_panic"]);
        for code in blocks.iter().filter(|code| !nests_deeply(code)) {
            self.docs
                .extend(syn::parse_str(&format!("{{{code}\n}}")).ok().map(straightened));
        }
    }

    /// Adds the examples in the documentation of a file of Rust, and its tests.
    pub(crate) fn add_file(&mut self, text: &str) {
        if !nests_deeply(text)
            && let Ok(file) = syn::parse_file(text)
        {
            self.add_attributes(&file.attrs);
            self.add_items(&file.items);
        }
    }

    /// All of them, those that people read first.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.docs.iter().chain(&self.tests)
    }

    fn add_items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(function) => {
                    self.add_attributes(&function.attrs);
                    if function
                        .attrs
                        .iter()
                        .any(|attribute| attribute.path().is_ident("test"))
                    {
                        self.tests.push(straightened((*function.block).clone()));
                    }
                }
                Item::Mod(module) => {
                    self.add_attributes(&module.attrs);
                    self.add_items(module.content.as_ref().map_or(&[], |(_, items)| items));
                }
                Item::Impl(implementation) => {
                    self.add_attributes(&implementation.attrs);
                    for item in &implementation.items {
                        if let syn::ImplItem::Fn(method) = item {
                            self.add_attributes(&method.attrs);
                        }
                    }
                }
                Item::Trait(definition) => {
                    self.add_attributes(&definition.attrs);
                    for item in &definition.items {
                        if let syn::TraitItem::Fn(method) = item {
                            self.add_attributes(&method.attrs);
                        }
                    }
                }
                Item::Struct(definition) => self.add_attributes(&definition.attrs),
                Item::Enum(definition) => self.add_attributes(&definition.attrs),
                Item::Macro(definition) => self.add_attributes(&definition.attrs),
                _ => {}
            }
        }
    }

    fn add_attributes(&mut self, attributes: &[Attribute]) {
        let line = |attribute: &Attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => Some(text.value()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let lines: Vec<String> = attributes.iter().filter_map(line).collect();
        if !lines.is_empty() {
            self.add_docs(&lines.join("\n"));
        }
    }
}

/// The block with what is asserted and printed in the place of the macros that do it.
fn straightened(mut block: Block) -> Block {
    const MACROS: [&str; 9] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "println",
        "print",
        "eprintln",
        "dbg",
        "matches",
    ];
    for statement in &mut block.stmts {
        match statement {
            Stmt::Macro(invocation) if MACROS.iter().any(|name| invocation.mac.path.is_ident(name)) => {
                if let Some(elems) = listed(invocation.mac.tokens.clone()) {
                    let tuple = ExprTuple {
                        attrs: Vec::new(),
                        paren_token: Paren::default(),
                        elems: elems.into_iter().collect(),
                    };
                    *statement = Stmt::Expr(Expr::Tuple(tuple), None);
                }
            }
            Stmt::Item(Item::Fn(function)) => *function.block = straightened((*function.block).clone()),
            Stmt::Expr(expr, _) => {
                if let Some(body) = body(expr) {
                    *body = straightened(body.clone());
                }
            }
            _ => {}
        }
    }
    block
}

/// The block of a statement that may run it any number of times.
fn body(expr: &mut Expr) -> Option<&mut Block> {
    match expr {
        Expr::ForLoop(inner) => Some(&mut inner.body),
        Expr::While(inner) => Some(&mut inner.body),
        Expr::If(inner) => Some(&mut inner.then_branch),
        Expr::Block(inner) => Some(&mut inner.block),
        _ => None,
    }
}

/// What happens in an example.
pub(super) enum Step<'e> {
    /// A name stands for a value from now on.
    Bind(String, &'e Expr),
    /// Something is called.
    Call(&'e Expr),
}

/// The steps of a block, inner calls before those that they are arguments of.
pub(super) fn steps(block: &Block) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    of_block(block, &mut steps);
    steps
}

fn of_block<'e>(block: &'e Block, steps: &mut Vec<Step<'e>>) {
    for statement in &block.stmts {
        match statement {
            Stmt::Local(Local {
                pat,
                init: Some(init),
                ..
            }) => {
                of_expr(&init.expr, steps);
                if let Some(name) = bound_name(pat) {
                    steps.push(Step::Bind(name, &init.expr));
                }
            }
            Stmt::Expr(expr, _) => of_expr(expr, steps),
            Stmt::Item(Item::Fn(function)) => of_block(&function.block, steps),
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => {}
        }
    }
}

fn of_expr<'e>(expr: &'e Expr, steps: &mut Vec<Step<'e>>) {
    let is_call = matches!(
        expr,
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Binary(_) | Expr::Index(_) | Expr::Unary(_)
    );
    for part in parts(expr) {
        match part {
            Part::Expr(inner) => of_expr(inner, steps),
            Part::Block(block) => of_block(block, steps),
        }
    }
    if is_call {
        steps.push(Step::Call(expr));
    }
}

enum Part<'e> {
    Expr(&'e Expr),
    Block(&'e Block),
}

/// What is evaluated on the way to the value of an expression; of code that may run any number of times its body, once.
fn parts(expr: &Expr) -> Vec<Part<'_>> {
    fn expr_of(inner: &Expr) -> Vec<Part<'_>> {
        vec![Part::Expr(inner)]
    }
    match expr {
        Expr::Call(call) => call.args.iter().map(Part::Expr).collect(),
        Expr::MethodCall(call) => {
            let receiver = std::iter::once(&*call.receiver);
            receiver.chain(&call.args).map(Part::Expr).collect()
        }
        Expr::Binary(binary) => vec![Part::Expr(&binary.left), Part::Expr(&binary.right)],
        Expr::Index(index) => vec![Part::Expr(&index.expr), Part::Expr(&index.index)],
        Expr::Assign(assign) => expr_of(&assign.right),
        Expr::Reference(inner) => expr_of(&inner.expr),
        Expr::Paren(inner) => expr_of(&inner.expr),
        Expr::Group(inner) => expr_of(&inner.expr),
        Expr::Try(inner) => expr_of(&inner.expr),
        Expr::Unary(inner) => expr_of(&inner.expr),
        Expr::Cast(inner) => expr_of(&inner.expr),
        Expr::Field(inner) => expr_of(&inner.base),
        Expr::Let(inner) => expr_of(&inner.expr),
        Expr::ForLoop(inner) => vec![Part::Expr(&inner.expr), Part::Block(&inner.body)],
        Expr::While(inner) => vec![Part::Expr(&inner.cond), Part::Block(&inner.body)],
        Expr::If(inner) => vec![Part::Expr(&inner.cond), Part::Block(&inner.then_branch)],
        Expr::Match(inner) => expr_of(&inner.expr),
        Expr::Block(inner) => vec![Part::Block(&inner.block)],
        Expr::Tuple(inner) => inner.elems.iter().map(Part::Expr).collect(),
        Expr::Array(inner) => inner.elems.iter().map(Part::Expr).collect(),
        _ => Vec::new(),
    }
}

fn bound_name(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(ident) => Some(ident.ident.to_string()),
        Pat::Type(typed) => bound_name(&typed.pat),
        Pat::Reference(inner) => bound_name(&inner.pat),
        // What is inside of `Some` and `Ok` is had by the same value.
        Pat::TupleStruct(inner) if inner.elems.len() == 1 => bound_name(inner.elems.first()?),
        _ => None,
    }
}

/// What a name stands for: the value that it was bound to, and the methods that were called on it since, each as it was then.
#[derive(Clone)]
pub(super) struct Bound<'e> {
    pub(super) value: &'e Expr,
    pub(super) calls: Vec<&'e ExprMethodCall>,
}

/// What names are bound to.
#[derive(Default)]
pub(super) struct Bindings<'e> {
    /// By name what it was bound to, one after the other.
    names: BTreeMap<String, Vec<Bound<'e>>>,
}

impl<'e> Bindings<'e> {
    pub(super) fn bind(&mut self, name: String, value: &'e Expr) {
        let bound = Bound {
            value,
            calls: Vec::new(),
        };
        self.names.entry(name).or_default().push(bound);
    }

    /// A call that may have changed what it was called on.
    pub(super) fn change(&mut self, call: &'e Expr) {
        if let Expr::MethodCall(method) = call
            && let Some(name) = variable(&method.receiver)
            && let Some(bound) = self.names.get_mut(&name).and_then(|bound| bound.last_mut())
        {
            bound.calls.push(method);
        }
    }

    /// All of them.
    pub(super) fn scope(&self) -> Scope<'_, 'e> {
        Scope {
            bindings: self,
            hidden: None,
        }
    }
}

/// What names stand for in the value of a name: it cannot stand for itself.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'e> {
    bindings: &'s Bindings<'e>,
    hidden: Option<&'s Hidden<'s>>,
}

/// A name of which the last binding does not count, once for each time that it is there.
pub(super) struct Hidden<'s> {
    name: &'s str,
    outer: Option<&'s Hidden<'s>>,
}

impl<'s, 'e> Scope<'s, 'e> {
    pub(super) fn get(self, name: &str) -> Option<&'s Bound<'e>> {
        let hidden = std::iter::successors(self.hidden, |hidden| hidden.outer);
        let hidden = hidden.filter(|hidden| hidden.name == name).count();
        self.bindings.names.get(name)?.iter().rev().nth(hidden)
    }

    /// What is hidden where one more name is.
    pub(super) fn hiding(self, name: &'s str) -> Hidden<'s> {
        Hidden {
            name,
            outer: self.hidden,
        }
    }

    pub(super) fn before<'t>(self, hidden: &'t Hidden<'t>) -> Scope<'t, 'e>
    where
        's: 't,
    {
        Scope {
            bindings: self.bindings,
            hidden: Some(hidden),
        }
    }
}

/// The name, if the expression is one, or a reference to one.
pub(super) fn variable(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Reference(inner) => variable(&inner.expr),
        Expr::Paren(inner) => variable(&inner.expr),
        _ => None,
    }
}

/// A call of a function by its path: the last name of it, and the one before.
pub(super) fn called(call: &ExprCall) -> Option<(String, Option<String>)> {
    match &*call.func {
        Expr::Path(path) => Some(last_names(&path.path)),
        _ => None,
    }
}

/// The last name of a path, and the one before.
pub(super) fn last_names(path: &syn::Path) -> (String, Option<String>) {
    let mut names = path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    (names.next().unwrap_or_default(), names.next())
}

/// The elements of `vec![…]` where they are listed.
pub(super) fn listed(tokens: proc_macro2::TokenStream) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    Some(parser.parse2(tokens).ok()?.into_iter().collect())
}
