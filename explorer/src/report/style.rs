//! The few colors there are. Text is always styled; the stream takes the styles out where they are not wanted.

use anstyle::{AnsiColor, Style};

pub(super) const BUG: Style = AnsiColor::Red.on_default().bold();
pub(super) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const HEADING: Style = Style::new().bold();
pub(super) const CODE: Style = AnsiColor::Cyan.on_default();

/// `text` in a style.
pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
