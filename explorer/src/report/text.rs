//! Text for terminals: foreign text made harmless, lines kept short, figures made readable.

use std::time::Duration;

/// Columns that reports keep to.
pub(super) const WIDTH: usize = 80;
/// Characters of a message shown; the JSON report has all that was kept.
pub(super) const LONGEST_MESSAGE: usize = 240;

/// `text` with everything escaped that could move the cursor, change colors or reorder characters. Line feeds and
/// tabs are kept if `keep_lines`.
pub(super) fn harmless(text: &str, keep_lines: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' if keep_lines => out.push(character),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{2028}'
            | '\u{2029}' => {
                out.extend(character.escape_unicode());
            }
            control if control.is_control() => out.extend(control.escape_unicode()),
            plain => out.push(plain),
        }
    }
    out
}

/// JSON whose characters do nothing in a terminal: serde escapes the first control characters only. All of these stand in
/// strings, where an escape means the same.
pub(super) fn plain_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            plain => out.push(plain),
        }
    }
    out
}

/// One line of at most `width` characters; what is cut off is marked.
pub(super) fn shortened(text: &str, width: usize) -> String {
    let text = harmless(text, false);
    if text.chars().count() <= width {
        return text;
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Harmless lines of at most `WIDTH` columns, each after `indent` spaces, broken at spaces where there are some. What
/// was broken goes on two columns further, so that lines can be told apart.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    broken(text, indent, 2)
}

/// Like [`wrapped`], for prose: what was broken goes on in the same column.
pub(super) fn paragraph(text: &str, indent: usize) -> String {
    broken(text, indent, 0)
}

fn broken(text: &str, indent: usize, further: usize) -> String {
    let room = WIDTH.saturating_sub(indent).max(20);
    let text = harmless(text, true);
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        let mut hanging = 0;
        loop {
            let space = room - hanging;
            let end = rest.char_indices().nth(space).map(|(at, _)| at);
            let (now, later) = match end {
                None => (rest, ""),
                Some(end) => match rest[..end].rfind(' ').filter(|at| *at > 0) {
                    Some(at) => (&rest[..at], &rest[at + 1..]),
                    None => rest.split_at(end),
                },
            };
            out.push_str(&" ".repeat(indent + hanging));
            out.push_str(now);
            out.push('\n');
            if later.is_empty() {
                break;
            }
            rest = later;
            hanging = further;
        }
    }
    out
}

/// Adds one line.
pub(super) fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Harmless lines, each after `indent` spaces, as long as they are: for source that people copy.
pub(super) fn indented(text: &str, indent: usize) -> String {
    let mut out = String::new();
    for line in harmless(text, true).lines() {
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// `0.25 s`, `12.3 s`, `3 min 20 s`.
pub(super) fn seconds(duration: Duration) -> String {
    let all = duration.as_secs_f64();
    match duration.as_secs() {
        0..=9 => format!("{all:.2} s"),
        10..=119 => format!("{all:.1} s"),
        whole => format!("{} min {} s", whole / 60, whole % 60),
    }
}

/// `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 bug`, `2 bugs`, `no bugs`.
pub(super) fn counted(number: usize, singular: &str) -> String {
    match number {
        0 => format!("no {singular}s"),
        1 => format!("1 {singular}"),
        more => format!("{more} {singular}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_do_not_reach_the_terminal() {
        assert_eq!(
            harmless("a\u{1b}[31mb\u{7}\r\n", false),
            "a\\u{1b}[31mb\\u{7}\\r\\n"
        );
        assert_eq!(harmless("one\n\ttwo\u{202e}", true), "one\n\ttwo\\u{202e}");
        assert_eq!(harmless("\u{9b}2J", true), "\\u{9b}2J");
    }

    #[test]
    fn json_is_harmless_and_means_the_same() {
        let text = "\u{9b}2J\u{7f}\u{202e}\u{1b}é";
        let json = plain_json(&serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""\u009b2J\u007f\u202e\u001bé""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn lines_are_wrapped_at_spaces_or_anywhere() {
        let text = wrapped(&"word ".repeat(40), 4);
        assert!(
            text.lines()
                .all(|line| line.chars().count() <= WIDTH && line.starts_with("    ")),
            "{text}"
        );
        let text = wrapped(&"é".repeat(200), 2);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches('é').count(), 200);
        assert_eq!(wrapped("short", 2), "  short\n");
        let long = "word ".repeat(20);
        assert!(wrapped(&long, 4).lines().last().unwrap().starts_with("      w"));
        assert!(paragraph(&long, 4).lines().last().unwrap().starts_with("    w"));
    }

    #[test]
    fn cut_lines_are_marked() {
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }

    #[test]
    fn figures_are_readable() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
        assert_eq!(seconds(Duration::from_millis(250)), "0.25 s");
        assert_eq!(seconds(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(
            (counted(0, "bug"), counted(1, "bug"), counted(2, "bug")),
            ("no bugs".into(), "1 bug".into(), "2 bugs".into())
        );
    }
}
