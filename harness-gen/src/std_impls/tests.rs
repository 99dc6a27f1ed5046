//! The tables against the compiler: every impl that they claim has to exist, associated types included.

use super::*;
use crate::harness_types::Names;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fmt::Write as _;
use std::process::Command;

#[test]
fn every_line_of_the_tables_is_read() {
    let (names, items) = expanded();
    assert!(items.len() > 1000, "{}", items.len());
    let unread: Vec<String> = items
        .into_iter()
        .filter(|item| read::implementation(&names, item.clone()).is_none())
        .map(|item| item.to_string())
        .collect();
    assert!(unread.is_empty(), "{unread:#?}");
}

#[test]
fn lifetimes_are_erased_and_paths_are_canonical() {
    let impls = std_impls();
    let texts: Vec<String> = impls
        .iter()
        .filter(|i| i.trait_.as_ref().is_some_and(|t| t.name() == "IntoIterator"))
        .map(|i| {
            let types: Vec<String> = i
                .types
                .iter()
                .map(|(member, t)| format!("{} = {}", member.name, t.render(Names::Person)))
                .collect();
            format!("{}: {}", i.self_type.render(Names::Person), types.join(", "))
        })
        .collect();
    let has = |text: &str| assert!(texts.iter().any(|t| t == text), "{texts:#?}");
    has("&std::vec::Vec<T>: Item = &T, IntoIter = std::slice::Iter<T>");
    has(
        "std::collections::HashMap<K, V, S>: Item = (K, V), IntoIter = std::collections::hash_map::IntoIter<K, V>",
    );
    has("I: Item = <I as std::iter::Iterator>::Item, IntoIter = I");
}

#[test]
fn parameters_that_an_impl_of_a_family_does_not_use_are_dropped() {
    let impls = std_impls();
    let clone_of_vec = impls.iter().find(|i| {
        i.self_type.head() == Some("std::vec::Vec") && i.trait_.as_ref().is_some_and(|t| t.name() == "Clone")
    });
    let params: Vec<&str> = clone_of_vec
        .iter()
        .flat_map(|i| &i.generics.params)
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(params, ["T"]);
}

#[test]
fn the_compiler_confirms_every_impl() {
    let (_, items) = expanded();
    let mut source = String::from("#![allow(warnings)]\n");
    for line in super::NAMES.lines() {
        // Sets are no Rust types.
        if line.starts_with("type ") {
            break;
        }
        if !line.starts_with("//!") {
            writeln!(source, "{line}").unwrap();
        }
    }
    for (number, item) in items.iter().enumerate() {
        writeln!(source, "{}", assertion(number, item)).unwrap();
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("impls.rs");
    std::fs::write(&file, source).unwrap();
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "--error-format",
            "short",
            "-o",
        ])
        .arg(directory.path().join("impls.rmeta"))
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}",
        explained(&text, &std::fs::read_to_string(&file).unwrap())
    );
}

/// Each message with the line that it is about.
fn explained(messages: &str, source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let mut out = String::new();
    for message in messages.lines().take(140) {
        let number = message
            .split(':')
            .nth(1)
            .and_then(|n| n.parse::<usize>().ok())
            .unwrap_or(0);
        let line = lines.get(number.wrapping_sub(1)).unwrap_or(&"");
        writeln!(out, "{message}\n    {line}").unwrap();
    }
    out
}

/// A function that compiles exactly if the impl exists: its own bounds have to imply what the other asks for.
fn assertion(number: usize, item: &TokenStream) -> String {
    let item = syn::parse2::<syn::ItemImpl>(named_lifetimes(item.clone(), false)).unwrap();
    let mut params = Vec::new();
    let mut args = Vec::new();
    let mut wheres = Vec::new();
    for param in &item.generics.params {
        match param {
            syn::GenericParam::Lifetime(_) => {}
            syn::GenericParam::Type(ty) => {
                params.push(ty.ident.to_string());
                args.push(ty.ident.to_string());
                let mut bounds: Vec<String> = ty.bounds.iter().map(text).collect();
                bounds.push("'static".to_owned());
                // `?Sized` has to stand at the parameter.
                let name = params.pop().unwrap();
                params.push(format!("{name}: {}", bounds.join(" + ")));
            }
            syn::GenericParam::Const(constant) => {
                params.push(format!("const {}: usize", constant.ident));
                args.push(constant.ident.to_string());
            }
        }
    }
    for predicate in item.generics.where_clause.iter().flat_map(|w| &w.predicates) {
        wheres.push(text(predicate));
    }
    let types: Vec<String> = item
        .items
        .iter()
        .map(|member| match member {
            syn::ImplItem::Type(ty) => format!("{} = {}", ty.ident, text(&ty.ty)),
            _ => panic!("only types"),
        })
        .collect();
    let trait_ = with_bindings(&text(&item.trait_.as_ref().unwrap().0), &types);
    let claim = format!("{}: {trait_}", text(&*item.self_ty));
    let (params, args, wheres) = (params.join(", "), args.join(", "), wheres.join(", "));
    let comma = if wheres.is_empty() { "" } else { ", " };
    format!(
        "fn need_{number}<{params}>() where {wheres}{comma}{claim} {{}} fn check_{number}<{params}>() where {wheres} {{ need_{number}::<{args}>() }}"
    )
}

fn text(part: &(impl quote::ToTokens + ?Sized)) -> String {
    part.to_token_stream().to_string()
}

fn with_bindings(trait_: &str, types: &[String]) -> String {
    if types.is_empty() {
        return trait_.to_owned();
    }
    match trait_.strip_suffix('>') {
        Some(open) => format!("{open}, {}>", types.join(", ")),
        None => format!("{trait_}<{}>", types.join(", ")),
    }
}

/// Everything lives for ever: elided lifetimes are not allowed in where clauses, and the model has none anyway.
fn named_lifetimes(tokens: TokenStream, elision: bool) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut position = 0;
    while position < tokens.len() {
        let token = &tokens[position];
        match token {
            TokenTree::Punct(p) if p.as_char() == '\'' => {
                // A declaration `<'a, …>` stays as it is and is not used.
                let declared =
                    matches!(out.last(), Some(TokenTree::Ident(i)) if *i == "impl") || declares(&out);
                if declared {
                    out.push(token.clone());
                    out.push(tokens[position + 1].clone());
                } else {
                    out.extend("'static".parse::<TokenStream>().unwrap());
                }
                position += 1;
            }
            TokenTree::Punct(p) if p.as_char() == '&' && !elision => {
                out.push(token.clone());
                let named =
                    matches!(tokens.get(position + 1), Some(TokenTree::Punct(p)) if p.as_char() == '\'');
                if !named {
                    out.extend("'static".parse::<TokenStream>().unwrap());
                }
            }
            TokenTree::Group(group) => {
                let call = matches!(out.last(), Some(TokenTree::Ident(i)) if ["Fn", "FnMut", "FnOnce", "fn"].contains(&i.to_string().as_str()))
                    && group.delimiter() == Delimiter::Parenthesis;
                let inside = named_lifetimes(group.stream(), elision || call);
                out.push(TokenTree::Group(proc_macro2::Group::new(
                    group.delimiter(),
                    inside,
                )));
            }
            other => out.push(other.clone()),
        }
        position += 1;
    }
    out.into_iter().collect()
}

/// True inside the list of lifetimes right after `impl <`.
fn declares(out: &[TokenTree]) -> bool {
    let text: Vec<String> = out.iter().map(ToString::to_string).collect();
    text.len() >= 2
        && text[0] == "impl"
        && text[1] == "<"
        && text[2..]
            .iter()
            .all(|t| t == "," || t == "'" || t.chars().all(char::is_alphanumeric))
        && text[2..].iter().filter(|t| *t == "'").count() == text[2..].iter().filter(|t| *t == ",").count()
}
