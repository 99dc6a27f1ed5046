//! The words of a crate: the texts that its documentation, its code and its tests write down, the nearest first. Read from
//! tokens, so code that does not parse or is not compiled has words, too.

use crate::api::docs::code_blocks_without;
use crate::call::{Call, LearnedKind};
use crate::request::Constants;
use crate::seeds::{Examples, seeds};
use crate::support::literals::{learned_kind, number_size};
use crate::support_set::SupportSet;
use crate::tuning::{
    LEAST_NUMBER, LEAST_TOKENS_OF_A_TABLE, LONGEST_EXAMPLE, LONGEST_WORD, MOST_NUMBERS, MOST_SOURCE_BYTES,
    MOST_WORDS,
};
use plans::{Grammar, OpId, TextKind, TypeId, Vocabulary};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What is known of texts in this grammar of a crate that lies there.
pub(crate) fn vocabulary(
    crate_root: &Path,
    constants: &Constants,
    set: &SupportSet,
    grammar: &Grammar,
) -> Vocabulary {
    if constants.only_given {
        // Whoever wants these texts and no others gets no others.
        return Vocabulary::default();
    }
    let mut vocabulary = Vocabulary {
        words: constants.words.clone(),
        ..Vocabulary::default()
    };
    let written = written(crate_root);
    vocabulary.words.extend(written.words);
    vocabulary.numbers = written.numbers;
    vocabulary.seeds = seeds(&written.examples, set, grammar);
    let ids = set.type_ids();
    let id = |key| TypeId(u32::try_from(ids[key]).unwrap_or(u32::MAX));
    for key in &set.types {
        let kind = match learned_kind(&key.ty) {
            Some(LearnedKind::Str) => TextKind::Utf8,
            Some(LearnedKind::Bytes) => TextKind::Bytes,
            Some(LearnedKind::Number { .. }) => match number_size(&key.ty) {
                Some(size) => TextKind::Integer(size),
                None => continue,
            },
            Some(LearnedKind::Char) => TextKind::Character,
            None => continue,
        };
        if grammar.learned_of(id(key)).is_empty() {
            continue;
        }
        let of_kind = match kind.is_text() {
            true => &mut vocabulary.kinds,
            false => &mut vocabulary.scalars,
        };
        of_kind.insert(id(key), kind);
    }
    for (op, def) in (0..).map(OpId).zip(&set.ops) {
        let Call::Literal(text) = &def.call else {
            continue;
        };
        let ty = id(&def.result);
        let kind = vocabulary.scalars.get(&ty).or(vocabulary.kinds.get(&ty));
        let Some(kind) = kind.copied() else {
            continue;
        };
        if !kind.is_text() {
            vocabulary.scalar_literals.insert(op, ty);
        }
        match kind {
            TextKind::Integer(_) => {}
            TextKind::Character => vocabulary
                .characters
                .extend(bytes_of(text).map(|bytes| (op, bytes))),
            TextKind::Utf8 | TextKind::Bytes => {
                (vocabulary.literals).extend(bytes_of(text).map(|bytes| (op, (ty, bytes))));
            }
        }
    }
    vocabulary
}

/// The bytes of a literal as arms have it.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let text = text.strip_suffix(".as_slice()").unwrap_or(text);
    match syn::parse_str::<syn::Lit>(text).ok()? {
        syn::Lit::Str(text) => Some(text.value().into_bytes()),
        syn::Lit::ByteStr(bytes) => Some(bytes.value()),
        syn::Lit::Char(character) => Some(character.value().to_string().into_bytes()),
        _ => None,
    }
}

/// What a crate writes down: of each kind examples first, then code, then tests.
struct Written {
    words: Vec<Vec<u8>>,
    numbers: Vec<i128>,
    examples: Examples,
}

fn written(crate_root: &Path) -> Written {
    let mut found = Found::default();
    let mut examples = Examples::default();
    let mut left = MOST_SOURCE_BYTES;
    let mut read = |path: &Path| -> Option<String> {
        let size = usize::try_from(std::fs::metadata(path).ok()?.len()).ok()?;
        left = left.checked_sub(size)?;
        std::fs::read_to_string(path).ok()
    };
    if let Some(readme) = read(&crate_root.join("README.md")) {
        found.add_docs(&readme);
        examples.add_docs(&readme);
    }
    for (directory, place) in [("src", Place::Code), ("tests", Place::Tests)] {
        for text in sources(&crate_root.join(directory))
            .iter()
            .filter_map(|file| read(file))
        {
            examples.add_file(&text);
            if let Ok(tokens) = TokenStream::from_str(&text) {
                found.add_code(tokens, place);
            }
        }
    }
    Written {
        numbers: found.take_numbers(),
        words: found.into_words(),
        examples,
    }
}

/// The manifest and all Rust files of a package that can be read, in order of their paths: none of what was built, none that is hidden.
pub(crate) fn package_files(root: &Path) -> Vec<PathBuf> {
    let is_of_package = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name != "target" && !name.starts_with('.') && !path.is_symlink()
    };
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_of_package).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false => files.push(path),
        }
    }
    let is_read =
        |file: &PathBuf| file.ends_with("Cargo.toml") || file.extension().is_some_and(|end| end == "rs");
    files.retain(|file| is_read(file) && std::fs::File::open(file).is_ok());
    files
}

/// All Rust files below a directory, in order of their paths.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        // A link may lead in a circle.
        let Ok(kind) = std::fs::symlink_metadata(&path).map(|data| data.file_type()) else {
            continue;
        };
        if kind.is_dir() {
            files.extend(sources(&path));
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Where a literal stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In an example of the documentation.
    Example,
    Code,
    Tests,
}

/// Words by where they were found, each once.
#[derive(Default)]
struct Found {
    known: BTreeSet<Vec<u8>>,
    examples: Vec<Vec<u8>>,
    code: Vec<Vec<u8>>,
    tests: Vec<Vec<u8>>,
    /// Numbers of examples, of code and of tests.
    numbers: [Vec<i128>; 3],
    /// In so many tables.
    tables: u32,
}

impl Found {
    fn into_words(self) -> Vec<Vec<u8>> {
        let Found {
            mut examples,
            mut code,
            mut tests,
            ..
        } = self;
        // Short ones are parts of many texts.
        for words in [&mut examples, &mut code, &mut tests] {
            words.sort_by_key(Vec::len);
        }
        let mut words = Vec::new();
        for (part, share) in [(examples, 2), (code, 2), (tests, 1)] {
            words.extend(part.into_iter().take(MOST_WORDS * share / 5));
        }
        words
    }

    /// Each number once.
    fn take_numbers(&mut self) -> Vec<i128> {
        let mut known = BTreeSet::new();
        let all = std::mem::take(&mut self.numbers).into_iter().flatten();
        all.filter(|number| *number > LEAST_NUMBER && known.insert(*number))
            .take(MOST_NUMBERS)
            .collect()
    }

    fn add_docs(&mut self, docs: &str) {
        for block in code_blocks_without(docs, &[]) {
            if let Ok(tokens) = TokenStream::from_str(&block) {
                self.add_code(tokens, Place::Example);
            }
        }
    }

    /// Adds the literals of code, and those of the examples in its doc comments.
    fn add_code(&mut self, tokens: TokenStream, place: Place) {
        let mut docs = String::new();
        let mut tokens = tokens.into_iter().peekable();
        let mut is_test = place == Place::Tests;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    if matches!(tokens.peek(), Some(TokenTree::Punct(inner)) if inner.as_char() == '!') {
                        tokens.next();
                    }
                    if let Some(TokenTree::Group(group)) = tokens.peek()
                        && group.delimiter() == Delimiter::Bracket
                    {
                        let attribute = group.stream();
                        is_test |= is_cfg_test(&attribute);
                        match doc_text(attribute) {
                            Some(line) => docs.extend([line.as_str(), "\n"]),
                            None => self.add_docs(&std::mem::take(&mut docs)),
                        }
                        tokens.next();
                    }
                }
                TokenTree::Group(group) => {
                    let place = match (place, is_test && group.delimiter() == Delimiter::Brace) {
                        (Place::Code, true) => Place::Tests,
                        (place, _) => place,
                    };
                    is_test &= group.delimiter() != Delimiter::Brace;
                    let inner = group.stream();
                    let is_long = inner.clone().into_iter().nth(LEAST_TOKENS_OF_A_TABLE).is_some();
                    let is_table = u32::from(is_long && group.delimiter() == Delimiter::Bracket);
                    self.tables += is_table;
                    self.add_code(inner, place);
                    self.tables -= is_table;
                }
                TokenTree::Literal(literal) => self.add_literal(syn::Lit::new(literal), place),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
        self.add_docs(&docs);
    }

    fn add_literal(&mut self, literal: syn::Lit, place: Place) {
        let bytes = match literal {
            syn::Lit::Str(text) => text.value().into_bytes(),
            syn::Lit::ByteStr(bytes) => bytes.value(),
            syn::Lit::Char(char) => char.value().to_string().into_bytes(),
            syn::Lit::Int(number) => {
                // Those of a table are as good as any.
                if let (0, Ok(number)) = (self.tables, number.base10_parse()) {
                    self.numbers[place as usize].push(number);
                }
                return;
            }
            _ => return,
        };
        let longest = match place {
            Place::Code => LONGEST_WORD,
            Place::Example | Place::Tests => LONGEST_EXAMPLE,
        };
        // What code says in sentences it says to people.
        let is_sentence = place == Place::Code && bytes.iter().filter(|byte| **byte == b' ').count() > 1;
        if bytes.is_empty() || bytes.len() > longest || is_sentence || !self.known.insert(bytes.clone()) {
            return;
        }
        match place {
            Place::Example => self.examples.push(bytes),
            Place::Code => self.code.push(bytes),
            Place::Tests => self.tests.push(bytes),
        }
    }
}

/// The text of `doc = "…"`.
fn doc_text(attribute: TokenStream) -> Option<String> {
    let mut tokens = attribute.into_iter();
    match (tokens.next()?, tokens.next()?, tokens.next()?) {
        (TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)) if name == "doc" => {
            match syn::Lit::new(text) {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether it is `cfg(test)` or `test`.
fn is_cfg_test(attribute: &TokenStream) -> bool {
    matches!(
        attribute.to_string().replace(' ', "").as_str(),
        "cfg(test)" | "test"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_from_examples_code_and_tests() {
        let directory = tempfile::tempdir().expect("a directory");
        let source = directory.path().join("src/inner");
        std::fs::create_dir_all(&source).expect("a directory");
        std::fs::write(
            source.join("lib.rs"),
            "/// Reads.\n///\n/// ```\n/// f(\"1.5 kg\");\n/// ```\npub fn f(s: &str) -> bool {\n    if s == \"kg\" { panic!(\"what is \
             this thing\") }\n    s.as_bytes() == b\"\\x7fELF\" || s.contains('é') || s.len() < 599\n}\n/// `[0]`\n///\n/// ```\n/// g(4096);\n/// ```\npub const SMALL: u8 = 3;\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn g() { \
             super::f(\"a b c d\"); }\n}\n",
        )
        .expect("a file");
        let Written { words, numbers, .. } = written(directory.path());
        let expected: [&[u8]; 5] = [b"1.5 kg", b"kg", "é".as_bytes(), b"\x7fELF", b"a b c d"];
        assert_eq!(words, expected);
        assert_eq!(numbers, [4_096, 599]);
    }
}
