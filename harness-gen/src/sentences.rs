//! What documentation says about failing and about cost, sentence by sentence: markdown comes in, plain sentences that
//! matter go out. A reader of habits, not of English: what it does not know the form of counts as not said.

mod kind;
mod named;
mod panics;
mod requirements;
mod warnings;

pub use kind::DocKind;
use named::called_after;
pub use named::names_in_code;
pub(crate) use named::{names_functions, primitives_spoken_of, speaks_of_all_functions};
use panics::{Told, is_conditional, panic_told};
use requirements::requires;
pub(crate) use warnings::costs_much_memory;
use warnings::warns;

/// Most sentences kept of one text, and most characters of each: what comes after is prose about something else.
const MOST_SENTENCES: usize = 16;
const MOST_CHARS: usize = 240;

/// One sentence, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocSentence {
    /// What it says.
    pub kind: DocKind,
    /// Without markdown; code stays between backticks.
    pub text: String,
    /// Where it stands: "docs of `bytes::Buf::advance`".
    pub place: String,
}

/// The sentences of a doc comment that say anything of this.
pub fn sentences(docs: &str) -> Vec<(DocKind, String)> {
    let mut found = Vec::new();
    for (in_panics, text) in plain_sentences(docs) {
        if let Some(kind) = kind_of(&text, in_panics)
            && found.len() < MOST_SENTENCES
        {
            found.push((kind, text.chars().take(MOST_CHARS).collect()));
        }
    }
    // An example of what a sentence says covers no more than that.
    if !found.iter().any(|(kind, _)| *kind == DocKind::Panics) {
        found.extend(panicking_examples(docs).map(|example| (DocKind::Panics, example)));
    }
    found
}

/// How a sentence begins that is made of an example which panics on purpose.
pub const EXAMPLE: &str = "An example panics: ";

/// What examples do last that are marked as panicking, or the line that says so. What an example raises itself tells nothing.
fn panicking_examples(docs: &str) -> impl Iterator<Item = String> {
    let blocks = docs.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| {
        let (marks, lines) = block.split_once('\n')?;
        let is_marked = marks.split([',', ' ']).any(|mark| mark.trim() == "should_panic");
        let code = |line: &str| line.split("//").next().unwrap_or_default().trim().to_owned();
        let mut lines = lines.lines().rev().map(str::trim);
        let says_so = lines
            .clone()
            .filter(|line| line.to_lowercase().contains("panic"))
            .map(code)
            .find(|code| !code.is_empty());
        let last = lines.find(|line| line.ends_with([';', ')']) && !line.starts_with("//"));
        let line = says_so.or(last.map(code)).filter(|_| is_marked)?;
        (!line.contains("panic!")).then(|| format!("{EXAMPLE}`{line}`"))
    })
}

/// True for an example that panics because it does not ask whether there is an answer.
pub fn is_unwrapping_example(text: &str) -> bool {
    const UNWRAPS: [&str; 4] = [".unwrap()", ".expect(", ".unwrap_err()", ".expect_err("];
    text.starts_with(EXAMPLE) && UNWRAPS.iter().any(|unwraps| text.contains(unwraps))
}

/// The functions that a doc comment sends its reader to: "acts like [`Vec::push`]", "same as `insert`", "see `x`".
pub(crate) fn references(docs: &str) -> Vec<String> {
    const LEADS: [&str; 9] = [
        "same as",
        "like",
        "similar to",
        "similarly to",
        "equivalent to",
        "shorthand for",
        "alias for",
        "alias of",
        "see",
    ];
    const BUT: [&str; 5] = ["except", "instead", "unlike", "instead,", "without"];
    let mut found = Vec::new();
    for (_, text) in plain_sentences(docs) {
        let lower = text.to_lowercase();
        if lower.split_whitespace().any(|word| BUT.contains(&word)) || differs_in_failing(&lower) {
            continue;
        }
        for lead in LEADS {
            let Some(at) = lower.find(lead) else { continue };
            let starts_word = !lower[..at].ends_with(char::is_alphanumeric);
            let rest = lower[at + lead.len()..].trim_start_matches([' ', ':']);
            let rest = rest.strip_prefix("calling ").unwrap_or(rest);
            let rest = rest.strip_prefix("the ordinary ").unwrap_or(rest);
            if starts_word && rest.starts_with('`') {
                // The case of the name is in the text itself, which is as long where both are ASCII.
                let code = (text.len() + 1)
                    .checked_sub(rest.len())
                    .and_then(|at| text.get(at..));
                let code = code.unwrap_or_default();
                let mut parts = code.split('`');
                let name = parts.next().unwrap_or_default();
                let name = name.split(['(', '<']).next().unwrap_or_default();
                if parts
                    .next()
                    .is_some_and(|why| lead == "see" && is_for_something_else(why))
                {
                    continue;
                }
                found.push(
                    name.trim_start_matches("Self::")
                        .trim_start_matches('.')
                        .to_owned(),
                );
            }
        }
    }
    found
}

/// What is read elsewhere for another purpose than to know what happens: "see `decode_mut` for when to use it".
fn is_for_something_else(why: &str) -> bool {
    const TO_KNOW: [&str; 10] = [
        "detail",
        "more",
        "information",
        "panic",
        "doc",
        "fail",
        "error",
        "condition",
        "semantic",
        "require",
    ];
    let lower = why.trim_start().to_lowercase();
    lower.starts_with("for ") && !TO_KNOW.iter().any(|what| lower.contains(what))
}

/// True if a doc comment says that the function of this name of what is inside is called: "calls `remove` on the inner vector".
pub(crate) fn calls_the_same(docs: &str, name: &str) -> bool {
    const LEADS: [&str; 4] = ["calls `", "forwards to `", "delegates to `", "wraps `"];
    const INSIDE: [&str; 3] = ["inner", "underlying", "wrapped"];
    plain_sentences(docs).into_iter().any(|(_, text)| {
        let lower = text.to_lowercase();
        let named = |lead: &str| {
            lower
                .split_once(lead)
                .and_then(|(_, rest)| rest.split('`').next())
        };
        let is_it = |code: &str| {
            code.split(['(', '<'])
                .next()
                .and_then(|code| code.rsplit("::").next())
                == Some(name)
        };
        let calls = LEADS.iter().filter_map(|lead| named(lead)).any(is_it);
        calls && INSIDE.iter().any(|word| lower.contains(word)) && !differs_in_failing(&lower)
    })
}

/// What a doc comment says has to be done before other functions are called, with the paths of these as they are written.
pub(crate) fn done_before(docs: &str) -> Vec<(String, String)> {
    let sentences = plain_sentences(docs).into_iter();
    let named = sentences.filter_map(|(_, text)| Some((called_after(&text)?.to_owned(), text)));
    named.collect()
}

/// What comes after "but" is another way to fail, and not only a better name.
fn differs_in_failing(lower: &str) -> bool {
    const FAILING: [&str; 12] = [
        "return", "panic", "none", "err", "fail", "check", "allow", "not ", "n't ", "only", "any ", "also",
    ];
    let after = lower.split_once("but ").map(|(_, after)| after);
    after.is_some_and(|after| FAILING.iter().any(|word| after.contains(word)))
}

/// Sentences without markdown, and whether each stands in a section about panics.
fn plain_sentences(docs: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut in_panics = false;
    // What a list is about stands before it.
    let mut lead = String::new();
    for (kind, text) in blocks(docs) {
        let title = text.trim_matches([' ', ':', '.']).to_lowercase();
        if kind == Block::Heading || title == "panics" {
            in_panics = title.starts_with("panic");
            lead.clear();
            continue;
        }
        let mut parts = split_sentences(&text);
        if kind == Block::ListItem && !lead.is_empty() {
            parts = vec![format!("{lead} {text}")];
        }
        if kind == Block::Paragraph {
            lead.clear();
            if let Some(last) = parts.last().filter(|last| last.ends_with(':')) {
                lead.clone_from(last);
            }
        }
        found.extend(parts.into_iter().map(|part| (in_panics, part)));
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Heading,
    Paragraph,
    ListItem,
}

/// Headings, paragraphs and list items, each on one line and without markdown; blocks of code and tables are left out.
fn blocks(docs: &str) -> Vec<(Block, String)> {
    let mut found: Vec<(Block, String)> = Vec::new();
    let (mut is_open, mut in_code) = (false, false);
    for line in docs.lines() {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
            is_open = false;
            continue;
        }
        // Rows of tables are no sentences.
        if in_code || line.starts_with('|') {
            continue;
        }
        let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
        let item = item.or_else(|| {
            numbered
                .strip_prefix(". ")
                .filter(|_| numbered.len() < line.len())
        });
        if line.is_empty() {
            is_open = false;
        } else if line.starts_with('#') {
            found.push((Block::Heading, without_markdown(line.trim_matches(['#', ' ']))));
            is_open = false;
        } else if let Some(item) = item {
            found.push((Block::ListItem, without_markdown(item)));
            is_open = true;
        } else {
            let text = without_markdown(line);
            match found.last_mut() {
                Some((_, last)) if is_open => {
                    last.push(' ');
                    last.push_str(&text);
                }
                _ => found.push((Block::Paragraph, text)),
            }
            is_open = true;
        }
    }
    found
}

/// Emphasis, links and HTML tags removed, code left between backticks.
fn without_markdown(line: &str) -> String {
    let mut plain = String::new();
    for (index, part) in line.split('`').enumerate() {
        if index % 2 == 1 {
            plain.push('`');
            plain.push_str(part);
            plain.push('`');
            continue;
        }
        let mut rest = part;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            let at_edge =
                !plain.ends_with(char::is_alphanumeric) || !after.starts_with(char::is_alphanumeric);
            rest = match c {
                // The name of a link that is defined elsewhere.
                ']' if after.starts_with('[') => after.split_once(']').map_or(after, |(_, behind)| behind),
                '[' | ']' => after,
                // The target of a link, or its name.
                '(' if line_has_closed_link(&plain, rest) => {
                    after.split_once(')').map_or("", |(_, rest)| rest)
                }
                '*' if !(plain.ends_with(' ') && after.starts_with(' ')) => after,
                '_' if at_edge => after,
                '<' if after.starts_with("br") || after.starts_with('/') => {
                    plain.push_str(if plain.ends_with('.') { " " } else { ". " });
                    after.split_once('>').map_or("", |(_, rest)| rest)
                }
                _ => {
                    plain.push(c);
                    after
                }
            };
        }
    }
    plain.replace("].", ".").trim().to_owned()
}

/// A parenthesis right after a word or code that holds an address.
fn line_has_closed_link(before: &str, from: &str) -> bool {
    let target = from[1..].split(')').next().unwrap_or_default();
    !before.ends_with(' ')
        && !before.is_empty()
        && (target.contains("::") || target.contains('/') || target.contains('#') || target.contains(".html"))
        && !target.contains(' ')
}

fn split_sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut in_code = false;
    for (at, c) in text.char_indices() {
        in_code ^= c == '`';
        if in_code || !matches!(c, '.' | '!' | '?') {
            continue;
        }
        let next = text[at + c.len_utf8()..].trim_start();
        // Some write on in small letters.
        let word = text[..at].rsplit(|c: char| !c.is_alphabetic()).next();
        let is_long = word.is_some_and(|word| word.len() > "resp".len() && word != "approx");
        let begins = next
            .starts_with(|c: char| c.is_uppercase() || c == '`' || c == '"' || (is_long && c.is_lowercase()));
        let is_short = ["i.e", "e.g", "etc", "vs", "cf"]
            .iter()
            .any(|short| text[..at].ends_with(short));
        let gap = text[at + c.len_utf8()..].starts_with(' ');
        if gap && begins && !is_short {
            found.push(text[start..=at].trim().to_owned());
            start = at + 1;
        }
    }
    found.push(text[start..].trim().to_owned());
    found.retain(|sentence| sentence.chars().any(char::is_alphabetic));
    found
}

fn kind_of(text: &str, in_panics: bool) -> Option<DocKind> {
    let lower = text.to_lowercase();
    if lower.contains("panic") {
        return match panic_told(&lower) {
            Told::Kind(kind) => Some(kind),
            Told::Nothing if in_panics => Some(DocKind::Panics),
            Told::Nothing | Told::Denial => None,
        };
    }
    if in_panics {
        let denied = ["never", "none", "does not", "doesn't"];
        let is_denial = denied.iter().any(|word| lower.starts_with(word)) && !is_conditional(&lower);
        return Some(if is_denial {
            DocKind::NeverPanics
        } else {
            DocKind::Panics
        });
    }
    // What std's traits say of their methods, and others of misuse: what comes of it nobody promises.
    if leaves_open(&lower) || lower.contains("a logic error if ") {
        return Some(DocKind::Panics);
    }
    if fails_to_build(&lower) {
        return Some(DocKind::FailsToBuild);
    }
    if fails_when(&lower) {
        return Some(DocKind::Fails);
    }
    if binds_to_maker(&lower) {
        return Some(DocKind::BindsToMaker);
    }
    if requires(&lower) {
        return Some(DocKind::Requires);
    }
    // "`line` is a range of indices within `levels`": what lies within and fails nevertheless is not excused by it.
    let describes = |rest: &str| rest.starts_with(" is ") || rest.starts_with(" are ");
    let is_within = lower.starts_with('`')
        && lower.contains(" within `")
        && lower.split('`').nth(2).is_some_and(describes);
    let assumes = lower.starts_with("always ") || lower.contains(" always ") || is_within;
    match (warns(&lower), assumes) {
        (true, _) => Some(DocKind::Warns),
        (false, true) => Some(DocKind::Assumes),
        (false, false) => None,
    }
}

/// Where it says what must be so, that is the sentence's point, and not what comes of it.
fn fails_to_build(lower: &str) -> bool {
    const BUILDING: [&str; 5] = [
        "to build",
        "to compile",
        "compile error",
        "compile-time error",
        "compilation error",
    ];
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "fail" | "fails" | "error" | "errors"))
        && BUILDING.iter().any(|what| lower.contains(what))
        && !lower.contains("must")
        // What is reported then has been built.
        && !lower.contains("return")
}

/// "The cache returned should only be used for searches for this `Regex`."
fn binds_to_maker(lower: &str) -> bool {
    const MADE: [&str; 3] = ["returned", "created", "resulting"];
    const WITH: [&str; 4] = [" this ", " that ", " the given ", " the same "];
    let used = ["only be used", "only be passed to", "not be used with any other"]
        .iter()
        .find_map(|words| lower.split_once(words));
    used.is_some_and(|(made, with)| {
        let is_made = MADE.iter().any(|word| made.contains(word));
        is_made && (lower.contains("any other") || WITH.iter().any(|words| with.contains(words)))
    })
}

/// "This has unspecified behavior if …".
fn leaves_open(lower: &str) -> bool {
    let Some((before, after)) = lower.split_once("unspecified behavio") else {
        return false;
    };
    let mut words = before.split_whitespace();
    let is_denied =
        words.any(|word| matches!(word, "no" | "not" | "never" | "without") || word.ends_with("n't"));
    let is_conditional = [" if ", " when "].iter().any(|word| after.contains(word));
    is_conditional && !is_denied
}

fn fails_when(lower: &str) -> bool {
    const FAILING: [&str; 2] = ["fails", "will fail"];
    const CONDITIONS: [&str; 3] = [" if ", " when ", " unless "];
    let rest = FAILING.iter().find_map(|failing| lower.strip_prefix(failing));
    rest.is_some_and(|rest| CONDITIONS.iter().any(|condition| rest.starts_with(condition)))
}

#[cfg(test)]
mod tests;
