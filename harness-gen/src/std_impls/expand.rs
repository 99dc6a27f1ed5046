//! Expands `#[each(…)]` and named sets in the tables: text to one token stream per item. Works on tokens, so that what
//! a test hands to rustc is what the solver reads.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;

type Tokens = Vec<TokenTree>;

/// Reads tables one after the other; sets of earlier ones are known in later ones.
#[derive(Default)]
pub(super) struct Expander {
    sets: BTreeMap<String, Vec<Tokens>>,
}

/// `#[each(names: rows)]`.
struct Each {
    names: Vec<String>,
    rows: Vec<Vec<Tokens>>,
}

impl Expander {
    /// The items of a table, expanded; declarations of sets are kept and left out.
    pub(super) fn expand(&mut self, table: &str) -> Vec<TokenStream> {
        let Ok(tokens) = table.parse::<TokenStream>() else {
            return Vec::new();
        };
        let mut items = Vec::new();
        let mut item: Tokens = Vec::new();
        for token in without_file_comments(tokens) {
            let ends = match &token {
                TokenTree::Punct(p) => p.as_char() == ';',
                TokenTree::Group(g) => g.delimiter() == Delimiter::Brace && !starts_with(&item, "use"),
                _ => false,
            };
            item.push(token);
            if ends {
                self.item(std::mem::take(&mut item), &mut items);
            }
        }
        items
    }

    fn item(&mut self, item: Tokens, items: &mut Vec<TokenStream>) {
        if starts_with(&item, "type") {
            let name = item[1].to_string();
            if let Some(TokenTree::Group(group)) = item.get(3) {
                let members = self.members(group.stream());
                self.sets.insert(name, members);
            }
            return;
        }
        let mut rest = item.as_slice();
        let mut attributes = Vec::new();
        while let [TokenTree::Punct(_), TokenTree::Group(attribute), after @ ..] = rest {
            attributes.extend(self.attribute(attribute.stream()));
            rest = after;
        }
        let mut expanded: Vec<Tokens> = vec![rest.to_vec()];
        // From the first attribute to the last, which varies fastest: types of one may contain names of later ones.
        for each in &attributes {
            expanded = expanded
                .iter()
                .flat_map(|item| each.rows.iter().map(|row| replace(item, &each.names, row)))
                .collect();
        }
        let mut known: Vec<String> = Vec::new();
        for tokens in expanded {
            let stream: TokenStream = tokens.into_iter().collect();
            let text = stream.to_string();
            if !known.contains(&text) {
                known.push(text);
                items.push(stream);
            }
        }
    }

    fn attribute(&self, attribute: TokenStream) -> Option<Each> {
        let mut tokens = attribute.into_iter();
        let name = tokens.next()?;
        if name.to_string() != "each" {
            return None;
        }
        let TokenTree::Group(group) = tokens.next()? else {
            return None;
        };
        let inside: Tokens = group.stream().into_iter().collect();
        // The first colon that is not half of a `::`.
        let colon = inside
            .iter()
            .position(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ':'))?;
        let names: Vec<String> = inside[..colon]
            .iter()
            .filter(|t| matches!(t, TokenTree::Ident(_)))
            .map(ToString::to_string)
            .collect();
        let members = self.members(inside[colon + 1..].iter().cloned().collect());
        let rows = if names.len() == 1 {
            members.into_iter().map(|member| vec![member]).collect()
        } else {
            members.into_iter().filter_map(|row| self.row(&row)).collect()
        };
        Some(Each { names, rows })
    }

    /// `[A, B]` as its two types.
    fn row(&self, row: &[TokenTree]) -> Option<Vec<Tokens>> {
        match row {
            [TokenTree::Group(group)] => Some(split(group.stream())),
            _ => None,
        }
    }

    /// A list of types, with the sets in it replaced by their members.
    fn members(&self, list: TokenStream) -> Vec<Tokens> {
        let mut members = Vec::new();
        for part in split(list) {
            match part.as_slice() {
                [TokenTree::Ident(name)] if self.sets.contains_key(&name.to_string()) => {
                    members.extend(self.sets[&name.to_string()].iter().cloned());
                }
                _ => members.push(part),
            }
        }
        members
    }
}

/// Splits at the commas that are outside `<…>`.
fn split(list: TokenStream) -> Vec<Tokens> {
    let mut parts = Vec::new();
    let mut part: Tokens = Vec::new();
    let mut depth = 0usize;
    let mut after_minus = false;
    for token in list {
        let mark = match &token {
            TokenTree::Punct(p) => Some(p.as_char()),
            _ => None,
        };
        match mark {
            Some('<') => depth += 1,
            Some('>') if !after_minus => depth = depth.saturating_sub(1),
            Some(',') if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        after_minus = mark == Some('-');
        part.push(token);
    }
    parts.push(part);
    parts.retain(|p| !p.is_empty());
    parts
}

fn replace(item: &[TokenTree], names: &[String], by: &[Tokens]) -> Tokens {
    let mut out = Tokens::new();
    for token in item {
        match token {
            TokenTree::Ident(name) => match names.iter().position(|n| name == n) {
                Some(position) => out.extend(by[position].iter().cloned()),
                None => out.push(token.clone()),
            },
            TokenTree::Group(group) => {
                let inside: Tokens = group.stream().into_iter().collect();
                let inside: TokenStream = replace(&inside, names, by).into_iter().collect();
                out.push(TokenTree::Group(proc_macro2::Group::new(
                    group.delimiter(),
                    inside,
                )));
            }
            other => out.push(other.clone()),
        }
    }
    out
}

/// Leaves out what `//!` comments become: `#![doc = "…"]`.
fn without_file_comments(tokens: TokenStream) -> Tokens {
    let mut out: Tokens = Vec::new();
    for token in tokens {
        let inner = matches!(&token, TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket)
            && matches!(out.last(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
        if inner {
            out.truncate(out.len() - 2);
        } else {
            out.push(token);
        }
    }
    out
}

fn starts_with(item: &[TokenTree], word: &str) -> bool {
    matches!(item.first(), Some(TokenTree::Ident(name)) if *name == word)
}
