//! What a fault says, without the input that it says it of.

/// Longest normalised message, in characters: the rest is data more often than not.
const MESSAGE_CHARS: usize = 200;

/// The message without what depends on the very input: numbers, quoted parts, and the values that assertions and
/// `unwrap` append.
pub fn normalise_message(message: &str) -> String {
    let mut normal = String::new();
    // Only assertions print values line by line; elsewhere a quoted text may go over several lines.
    let lines: Vec<&str> = match message.starts_with("assertion ") {
        true => message.lines().collect(),
        false => vec![message],
    };
    for line in lines {
        let (kept, cut) = without_appended_value(line);
        if !normal.is_empty() {
            normal.push('\n');
        }
        let (kept, text) = without_sliced_text(kept);
        replace_data(kept, &mut normal);
        normal.push_str(text);
        if cut {
            normal.push('_');
        }
    }
    match normal.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => normal[..end].to_owned(),
        None => normal,
    }
}

/// Splits off the `Debug` text at the end of a line of std's own messages.
fn without_appended_value(line: &str) -> (&str, bool) {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    for label in ["left: ", "right: "] {
        if trimmed.starts_with(label) {
            return (&line[..indent + label.len()], true);
        }
    }
    for label in ["` value: ", "Err` value: "] {
        if let Some(at) = line.find(label) {
            return (&line[..at + label.len()], true);
        }
    }
    (line, false)
}

/// Splits off the text at the end of std's messages about slices of strings, which is told as it is: quotes in it close nothing.
/// Returns what stands for it.
fn without_sliced_text(line: &str) -> (&str, &'static str) {
    let label = match () {
        () if line.contains("byte index ") => " of `",
        () if line.starts_with("begin ") => " when slicing `",
        () => return (line, ""),
    };
    let Some(at) = line.find(label) else {
        return (line, "");
    };
    let text = &line[at + label.len()..];
    // A long text is cut, and how long it is says nothing of the fault.
    if !text.ends_with('`') && !text.ends_with("`[...]") {
        return (line, "");
    }
    (&line[..at + label.len() - 1], "`_`")
}

/// Where the bracket or brace that opens at `at` is closed; none if nothing opens there or it stays open.
fn closing(chars: &[char], at: usize) -> Option<usize> {
    let close = match chars[at] {
        '[' => ']',
        '{' => '}',
        // `SystemTimeError(1ns)`, but not `(os error 14)`.
        '(' if at > 0 && chars[at - 1].is_alphanumeric() => ')',
        _ => return None,
    };
    let mut depth = 0usize;
    for (position, c) in chars.iter().enumerate().skip(at) {
        if *c == chars[at] {
            depth += 1;
        } else if *c == close {
            depth -= 1;
            if depth == 0 {
                return Some(position);
            }
        }
    }
    None
}

fn replace_data(line: &str, out: &mut String) {
    let chars: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        // The parts of a printed collection are data, however many there are.
        if let Some(end) = closing(&chars, at) {
            out.push(c);
            out.push('_');
            out.push(chars[end]);
            at = end + 1;
            continue;
        }
        let after_word = at > 0 && chars[at - 1].is_alphanumeric();
        if c.is_ascii_digit()
            || (c == '-' && !after_word && chars.get(at + 1).is_some_and(char::is_ascii_digit))
        {
            at = number_end(&chars, at);
            out.push('#');
        } else if let Some(end) = quoted_end(&chars, at, after_word) {
            out.extend([c, '_', c]);
            at = end + 1;
        } else {
            out.push(c);
            at += 1;
        }
    }
}

/// Position behind the number that begins at `at`. Addresses are told in hexadecimal.
fn number_end(chars: &[char], at: usize) -> usize {
    let is_address = chars[at] == '0'
        && chars.get(at + 1) == Some(&'x')
        && chars.get(at + 2).is_some_and(char::is_ascii_hexdigit);
    let (from, is_digit): (usize, fn(&char) -> bool) = match is_address {
        true => (at + 2, char::is_ascii_hexdigit),
        false => (at + 1, char::is_ascii_digit),
    };
    let digits = chars[from..].iter().take_while(|c| is_digit(c)).count();
    from + digits
}

/// Position of the closing quote if a quotation opens at `at`. An apostrophe inside a word opens none.
fn quoted_end(chars: &[char], at: usize, after_word: bool) -> Option<usize> {
    let quote = chars[at];
    if !matches!(quote, '"' | '`' | '\'') || (quote == '\'' && after_word) {
        return None;
    }
    let mut end = at + 1;
    while end < chars.len() {
        if chars[end] == '\\' {
            end += 2;
            continue;
        }
        let closes_word = quote != '\'' || !chars.get(end + 1).is_some_and(|c| c.is_alphanumeric());
        if chars[end] == quote && closes_word {
            return Some(end);
        }
        end += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expected: &str) {
        assert_eq!(normalise_message(message), expected);
    }

    #[test]
    fn normalised_messages_hold_no_data() {
        check(
            "index out of bounds: the len is 3 but the index is 17",
            "index out of bounds: the len is # but the index is #",
        );
        check("duplicate -5", "duplicate #");
        check(
            "subset pointer is 0x7ffe12ab, self is 0x1",
            "subset pointer is #, self is #",
        );
        check("no `key` in \"map\" at 'x'", "no `_` in \"_\" at '_'");
        check("can't parse what isn't there", "can't parse what isn't there");
        check("inside 'é' (bytes 0..2) of `é`", "inside '_' (bytes #..#) of `_`");
        check(
            "assertion `left == right` failed: sizes\n  left: [1]\n right: Foo",
            "assertion `_` failed: sizes\n  left: _\n right: _",
        );
        check(
            "called `Result::unwrap()` on an `Err` value: Bad { at: 3 }",
            "called `_` on an `_` value: _",
        );
        let sliced = "byte index # is not a char boundary; it is inside '_' (bytes #..#) of `_`";
        for text in ["é", "`é", "Jun¿`\0", "a\nb` [c", ""] {
            check(
                &format!("byte index 4 is not a char boundary; it is inside '¿' (bytes 3..5) of `{text}`"),
                sliced,
            );
        }
        check(
            "begin <= end (4 <= 2) when slicing `a`b:`",
            "begin <= end (# <= #) when slicing `_`",
        );
        check(
            "byte index 9 is out of bounds of `a`[...]",
            "byte index # is out of bounds of `_`",
        );
        check(
            "Section `[a]\nb = c` does not exist",
            "Section `_` does not exist",
        );
        check("unterminated ` quote and \\", "unterminated ` quote and \\");
        check("", "");
    }

    #[test]
    fn normalising_twice_changes_nothing() {
        for message in [
            "a 1 `b` \"c\"",
            "x: -12..-3",
            "left: 5",
            "called `Result::unwrap()` on an `Err` value: 3",
        ] {
            let once = normalise_message(message);
            assert_eq!(normalise_message(&once), once);
        }
    }
}
