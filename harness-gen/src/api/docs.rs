//! What doc comments offer to plans: literals of code examples, inputs the author thought of.

use crate::tuning::{LONGEST_DOC_LITERAL, MOST_DOC_LITERALS};
use proc_macro2::{TokenStream, TokenTree};
use std::str::FromStr;

/// Literals in order of first appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DocLiterals {
    /// String literals.
    pub(crate) strs: Vec<String>,
    /// Integer literals.
    pub(crate) ints: Vec<i128>,
    /// Char literals.
    pub(crate) chars: Vec<char>,
    /// Byte string literals.
    pub(crate) bytes: Vec<Vec<u8>>,
}

impl DocLiterals {
    /// Adds the literals of all Rust code blocks of one doc comment.
    pub(crate) fn add_docs(&mut self, docs: &str) {
        for block in code_blocks_without(docs, &[]) {
            if let Ok(tokens) = TokenStream::from_str(&block) {
                self.add_tokens(tokens);
            }
        }
    }

    fn add_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Literal(literal) => self.add_literal(syn::Lit::new(literal)),
                _ => {}
            }
        }
    }

    fn add_literal(&mut self, literal: syn::Lit) {
        match literal {
            syn::Lit::Str(text) if text.value().len() <= LONGEST_DOC_LITERAL => {
                // What separates the parts of a text is what a longer one is made with.
                for c in text.value().chars().filter(char::is_ascii_punctuation) {
                    keep(&mut self.chars, c);
                }
                keep(&mut self.strs, text.value());
            }
            syn::Lit::ByteStr(bytes) if bytes.value().len() <= LONGEST_DOC_LITERAL => {
                keep(&mut self.bytes, bytes.value())
            }
            syn::Lit::Int(int) => {
                if let Ok(value) = int.base10_parse::<i128>() {
                    keep(&mut self.ints, value);
                }
            }
            syn::Lit::Char(char) => keep(&mut self.chars, char.value()),
            _ => {}
        }
    }
}

fn keep<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if list.len() < MOST_DOC_LITERALS && !list.contains(&value) {
        list.push(value);
    }
}

/// Texts of the fenced blocks that rustdoc would take for Rust, hidden-line marks removed, indented as behind the fence. `unwanted`
/// words after the fence exclude a block.
pub(crate) fn code_blocks_without(docs: &str, unwanted: &[&str]) -> Vec<String> {
    const NOT_RUST: [&str; 9] = [
        "text", "toml", "json", "sh", "bash", "console", "ignore", "c", "txt",
    ];
    let mut blocks = Vec::new();
    let mut current: Option<(String, bool)> = None;
    let mut indentation = 0;
    for line in docs.lines() {
        let trimmed = line.trim_start();
        let indented = line.len() - trimmed.len();
        if let Some(info) = trimmed.strip_prefix("```") {
            match current.take() {
                Some((text, true)) => blocks.push(text),
                Some(_) => {}
                None => {
                    indentation = indented;
                    let rust = !info
                        .split([',', ' '])
                        .any(|word| NOT_RUST.contains(&word.trim()) || unwanted.contains(&word.trim()));
                    current = Some((String::new(), rust));
                }
            }
        } else if let Some((text, _)) = &mut current {
            let code = match trimmed.strip_prefix("# ") {
                Some(hidden) => hidden,
                None if trimmed == "#" => "",
                // Which may be within a character: not all space is of one byte.
                None => line.get(indentation.min(indented)..).unwrap_or(trimmed),
            };
            text.push_str(code);
            text.push('\n');
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_examples_are_found_inside_macros_too() {
        let docs = "Parses.\n\n```\n# use x::y;\nassert_eq!(y(\"1.2.3\", 42, 'q'), b\"ab\");\n```\n\n```text\n\"no\"\n```";
        let mut found = DocLiterals::default();
        found.add_docs(docs);
        assert_eq!(found.strs, ["1.2.3"]);
        assert_eq!(found.ints, [42]);
        assert_eq!(found.chars, ['.', 'q']);
        assert_eq!(found.bytes, [b"ab".to_vec()]);
    }

    #[test]
    fn code_is_indented_as_behind_its_fence() {
        let docs = "- One:\n  ```\n  if a {\n      b\n   c\n #  d\n  #\n x\n  ```\n";
        let wide = "  ```\n\u{3000}a\n\u{a0}\u{a0}b\n";
        assert!(code_blocks_without(wide, &[]).is_empty(), "it has no end");
        assert_eq!(code_blocks_without(docs, &[]), ["if a {\n    b\n c\n d\n\nx\n"]);
    }
}
