//! Calls of exported macros, taken from doc examples: what stands between the parentheses, with the imports and the
//! annotated type around it. A macro has no signature, so whether an invocation compiles on its own is rustc's
//! decision.

use super::docs::code_blocks_without;
use crate::tuning::{LONGEST_INVOCATION, MOST_INVOCATIONS};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Blocks that are not meant to compile, to return or to run.
const NOT_CALLS: [&str; 3] = ["compile_fail", "should_panic", "no_run"];
/// What is tried where no example could be had. Equal arguments, because macros that compare are common.
const GUESSES: [&str; 6] = ["", "0", "0, 0", "\"a\"", "[0]", "[0], [0]"];

/// One invocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MacroCall {
    /// `use …;` lines of the example.
    pub(crate) imports: String,
    /// The type that the example says the value has.
    pub(crate) annotation: Option<String>,
    /// What stands between the parentheses, on one line.
    pub(crate) arguments: String,
    /// No example: what such a call does wrong is no finding.
    pub(crate) is_guess: bool,
}

/// Distinct invocations of `name!` in the Rust code blocks of a doc comment.
pub(crate) fn calls_in_docs(docs: &str, name: &str, lib_name: &str) -> Vec<MacroCall> {
    let mut found: Vec<MacroCall> = Vec::new();
    // Most doc comments do not mention the macro; tokenizing them would be for nothing.
    if !docs.contains(name) {
        return found;
    }
    for block in code_blocks_without(docs, &NOT_CALLS) {
        let Ok(tokens) = TokenStream::from_str(&block) else {
            continue;
        };
        let mut imports = String::new();
        collect_imports(tokens.clone(), lib_name, &mut imports);
        let mut calls = Vec::new();
        collect_calls(tokens, name, &mut calls);
        for mut call in calls {
            call.imports.clone_from(&imports);
            let known = found.iter().any(|other| other.arguments == call.arguments);
            let fits = call.arguments.len() <= LONGEST_INVOCATION && !text_of(&call).contains('\n');
            if !known && fits && found.len() < MOST_INVOCATIONS {
                found.push(call);
            }
        }
    }
    found
}

/// The invocations of the examples; where all of them use local variables, or there are none, also guesses.
pub(crate) fn with_guesses(mut calls: Vec<MacroCall>) -> Vec<MacroCall> {
    if calls.iter().any(is_closed) {
        return calls;
    }
    for guess in GUESSES {
        calls.push(MacroCall {
            arguments: guess.to_owned(),
            is_guess: true,
            ..MacroCall::default()
        });
    }
    calls
}

fn text_of(call: &MacroCall) -> String {
    let annotation = call.annotation.as_deref().unwrap_or_default();
    format!("{}{annotation}{}", call.imports, call.arguments)
}

/// `use` lines of std and of the crate itself; others name crates that only its tests have.
fn collect_imports(tokens: TokenStream, lib_name: &str, imports: &mut String) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => collect_imports(group.stream(), lib_name, imports),
            TokenTree::Ident(ident) if ident == "use" => {
                let line: Vec<TokenTree> = tokens.by_ref().take_while(|t| !is_punct(t, ';')).collect();
                let first = line.iter().find_map(|token| match token {
                    TokenTree::Ident(ident) => Some(ident.to_string()),
                    _ => None,
                });
                if first.is_some_and(|first| first == lib_name || super::std_paths::is_std(&first)) {
                    let line = format!("use {};", TokenStream::from_iter(line));
                    if !imports.contains(&line) {
                        imports.push_str(&line);
                        imports.push(' ');
                    }
                }
            }
            _ => {}
        }
    }
}

fn collect_calls(tokens: TokenStream, name: &str, calls: &mut Vec<MacroCall>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut statement = 0;
    for (position, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let before = position.checked_sub(2).map(|start| &tokens[start..position]);
            match before {
                Some([TokenTree::Ident(ident), mark]) if ident == name && is_punct(mark, '!') => {
                    calls.push(MacroCall {
                        imports: String::new(),
                        annotation: annotation(&tokens[statement..position - 2]),
                        arguments: group.stream().to_string(),
                        is_guess: false,
                    });
                }
                _ => collect_calls(group.stream(), name, calls),
            }
            if group.delimiter() == Delimiter::Brace {
                statement = position + 1;
            }
        } else if is_punct(token, ';') {
            statement = position + 1;
        }
    }
}

/// The type in `let pattern: Type =`, which is what stands before an invocation.
fn annotation(before: &[TokenTree]) -> Option<String> {
    let is_let = matches!(before.first(), Some(TokenTree::Ident(ident)) if ident == "let");
    // `let value: Type = krate::` before `name!`.
    let end = before.iter().rposition(|token| is_punct(token, '='))?;
    let only_a_path = before[end + 1..]
        .iter()
        .all(|token| matches!(token, TokenTree::Ident(_)) || is_punct(token, ':'));
    let start = before[..end].iter().position(|token| is_punct(token, ':'))? + 1;
    (is_let && only_a_path).then(|| {
        before[start..end]
            .iter()
            .cloned()
            .collect::<TokenStream>()
            .to_string()
    })
}

/// No name in it looks like a local variable: a lower-case name alone, neither called nor part of a path.
fn is_closed(call: &MacroCall) -> bool {
    TokenStream::from_str(&call.arguments).is_ok_and(tokens_are_closed)
}

fn tokens_are_closed(tokens: TokenStream) -> bool {
    const WORDS: [&str; 8] = ["true", "false", "mut", "as", "move", "in", "let", "pub"];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().all(|(position, token)| match token {
        TokenTree::Group(group) => tokens_are_closed(group.stream()),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            let before = position.checked_sub(1).map(|at| &tokens[at]);
            let after = tokens.get(position + 1);
            let in_path = before.is_some_and(|token| is_punct(token, '.') || is_punct(token, ':'))
                || after.is_some_and(|token| {
                    is_punct(token, ':') || is_punct(token, '!') || matches!(token, TokenTree::Group(_))
                });
            in_path || WORDS.contains(&name.as_str()) || !name.starts_with(|c: char| c.is_ascii_lowercase())
        }
        _ => true,
    })
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(docs: &str) -> Vec<String> {
        let calls = calls_in_docs(docs, "sum", "adder");
        calls.into_iter().map(|call| call.arguments).collect()
    }

    #[test]
    fn invocations_are_found_inside_others_and_once() {
        let docs = "```\nassert_eq!(adder::sum!(1, 2), sum![1, 2]);\nlet s = sum! { 3 };\nsummary!(4);\n```";
        assert_eq!(arguments(docs), ["1 , 2", "3"]);
    }

    #[test]
    fn examples_that_shall_fail_are_no_calls() {
        assert!(arguments("```should_panic\nsum!(1);\n```\n```compile_fail\nsum!(2);\n```\n").is_empty());
        assert!(arguments("Not code: sum!(1)").is_empty());
    }

    #[test]
    fn imports_and_the_annotated_type_come_along() {
        let docs = "```\nuse adder::Sum;\nuse other::Thing;\n# fn main() {\nuse std::rc::Rc;\n\
                    let total: Rc<Sum> = adder::sum!(1);\n# }\n```";
        let calls = calls_in_docs(docs, "sum", "adder");
        assert_eq!(calls.len(), 1);
        assert_eq!(
            calls[0].imports,
            "use adder :: Sum ; use std :: rc :: Rc ; ".replace(" ;", ";")
        );
        assert_eq!(calls[0].annotation.as_deref(), Some("Rc < Sum >"));
        assert_eq!(
            calls_in_docs("```\nlet a = sum!(1);\n```", "sum", "adder")[0].annotation,
            None
        );
    }

    #[test]
    fn guesses_are_made_where_examples_use_local_variables() {
        let call = |text: &str| MacroCall {
            arguments: text.to_owned(),
            ..MacroCall::default()
        };
        assert_eq!(with_guesses(vec![call("1, f(2), Vec::new()")]).len(), 1);
        assert_eq!(with_guesses(vec![call("1, missing")]).len(), 1 + GUESSES.len());
        assert_eq!(with_guesses(Vec::new()).len(), GUESSES.len());
    }
}
