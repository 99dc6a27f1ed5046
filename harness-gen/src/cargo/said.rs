//! What cargo writes, line by line and bounded: a build script writes as much as it likes, and a failed one has cargo repeat all of it.

use crate::tuning::{FIRST_WORDS, LAST_WORDS, LONGEST_MESSAGE, LONGEST_WORDS};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Lines that wait to be looked at; who writes more waits.
pub(super) const MOST_WAITING: usize = 256;

/// A line, without its end.
pub(super) enum Line {
    /// A message on standard output.
    Out(String),
    /// What is being done, of the standard error stream.
    Progress(String),
}

/// Sends the lines of standard output. Two pipes need two readers, or a full one would block cargo for ever.
pub(super) fn forward_messages(pipe: impl Read + Send + 'static, lines: SyncSender<Line>) {
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        while let Some(line) = next_line(&mut pipe, LONGEST_MESSAGE) {
            if lines.send(Line::Out(line)).is_err() {
                return;
            }
        }
    });
}

/// Sends what `progress` makes of the lines of the standard error stream, and keeps the others.
pub(super) fn forward_words(
    pipe: impl Read + Send + 'static,
    progress: fn(&str) -> Option<String>,
    lines: SyncSender<Line>,
) -> Arc<Mutex<Words>> {
    let words = Arc::default();
    let kept = Arc::clone(&words);
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        while let Some(line) = next_line(&mut pipe, LONGEST_WORDS) {
            match progress(&line) {
                Some(progress) => {
                    if lines.send(Line::Progress(progress)).is_err() {
                        return;
                    }
                }
                None => locked(&kept).add(line),
            }
        }
    });
    words
}

/// What was kept so far.
pub(super) fn text_of(words: &Mutex<Words>) -> String {
    std::mem::take(&mut *locked(words)).text()
}

fn locked(words: &Mutex<Words>) -> MutexGuard<'_, Words> {
    // Nothing panics while it is held.
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next line, as far as it is short enough.
fn next_line(pipe: &mut impl BufRead, longest: usize) -> Option<String> {
    let mut bytes = Vec::new();
    let read = pipe.by_ref().take(longest as u64).read_until(b'\n', &mut bytes);
    if !read.is_ok_and(|count| count > 0) {
        return None;
    }
    if !bytes.ends_with(b"\n") && bytes.len() >= longest {
        pipe.skip_until(b'\n').ok()?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// The first lines and the last ones.
#[derive(Default)]
pub(super) struct Words {
    first: String,
    last: VecDeque<String>,
    /// Bytes in `last`.
    held: usize,
    left_out: usize,
}

impl Words {
    /// Adds a line.
    fn add(&mut self, line: String) {
        if self.last.is_empty() && self.first.len() + line.len() < FIRST_WORDS {
            self.first.push_str(&line);
            self.first.push('\n');
            return;
        }
        self.held += line.len() + 1;
        self.last.push_back(line);
        while self.held > LAST_WORDS
            && let Some(gone) = self.last.pop_front()
        {
            self.held -= gone.len() + 1;
            self.left_out += 1;
        }
    }

    /// All that is kept.
    fn text(self) -> String {
        let mut text = self.first;
        if self.left_out > 0 {
            text.push_str(&format!("[{} lines left out]\n", self.left_out));
        }
        for line in self.last {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut pipe = BufReader::with_capacity(3, &b"abcdefgh\nij\r\n\nk"[..]);
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut pipe, 4)).collect();
        assert_eq!(lines, ["abcd", "ij", "", "k"]);
    }

    #[test]
    fn of_a_flood_the_beginning_and_the_end_are_kept() {
        let mut words = Words::default();
        for number in 0..1_000_000 {
            words.add(format!("line {number}"));
        }
        let text = words.text();
        assert!(text.len() < 2 * (FIRST_WORDS + LAST_WORDS));
        assert!(text.starts_with("line 0\nline 1\n") && text.ends_with("\nline 999999\n"));
        assert!(text.contains(" lines left out]\n"));
        let mut few = Words::default();
        few.add("one".to_owned());
        few.add("two".to_owned());
        assert_eq!(few.text(), "one\ntwo\n");
    }
}
