//! Purpose: text of a stranger that tries to be more than text wherever a report shows it. Every function fails for `true`,
//! and what its messages, docs, name or source lines hold must stay text in each format.

#![allow(text_direction_codepoint_in_comment, text_direction_codepoint_in_literal, mixed_script_confusables)]

#[path = "a<b>&'c'|`d` %0A.rs"]
pub mod file;

/// Promises nothing. <script>alert("docs of markup")</script> <!-- --> ]]> ``` | **bold** [link](javascript:alert(1))
pub fn markup(trigger: bool) -> u8 {
    if trigger {
        panic!("<script>alert('message')</script><img src=x onerror=alert(1)>\"quoted\" 'single' &amp; ]]> --> {{0}} [link](https://example.org)"); // </script><script>alert("source")</script>
    }
    1
}

/// Promises nothing.
pub fn terminal(trigger: bool) -> u8 {
    if trigger {
        panic!("\u{1b}[31mred\u{1b}]0;title\u{7}\u{9b}2J\r\u{8}over\0nul\u{7f}"); // [2J]0;owned
    }
    1
}

/// Promises nothing.
pub fn directions(trigger: bool) -> u8 {
    if trigger {
        panic!("\u{202e}desrever\u{2066}\u{200f}\u{61c}\u{2028}line"); // ‮desrever‏‬
    }
    1
}

/// Promises nothing.
pub fn commands(trigger: bool) -> u8 {
    if trigger {
        panic!("first\n::error file=a.rs,line=1::message\n##[error]message\n::add-mask::e\r\n::stop-commands::x\n%0A::warning::percent");
    }
    1
}

/// Promises nothing.
pub fn markdown(trigger: bool) -> u8 {
    if trigger {
        panic!("`code` ``` | cell | **bold** _it_ # heading\n\n```\n</details>\n\n# Heading\n| a | b |\n|---|---|\n@everyone #1 ![image](https://example.org/i.png) $x$");
    }
    1
}

/// # Panics
///
/// Panics if `trigger` is true: <script>alert("documented")</script> ]]> --> `code` | ‮cell‬ [31m ::error::docs
pub fn documented(trigger: bool) -> u8 {
    assert!(!trigger, "no <script>alert('documented')</script>");
    1
}

/// Refuses its argument in words that are hostile.
pub fn refuses(trigger: bool) -> u8 {
    if trigger {
        panic!("trigger must not be true <b onmouseover='alert(1)'>`|`</b> ::error::refused [31m");
    }
    1
}

/// A type whose name runs from right to left.
pub struct שלום;

impl שלום {
    /// Promises nothing.
    pub fn עולם(trigger: bool) -> u8 {
        assert!(!trigger, "\u{5e9}\u{5dc}\u{5d5}\u{5dd} ]]>");
        1
    }
}

/// Promises nothing. What it is given is shown in the call.
pub fn argument(text: &str) -> u8 {
    if text == "<script>`|\u{1b}\u{202e}]]>\n::error::x" {
        panic!("told");
    }
    1
}
