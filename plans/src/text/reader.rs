//! Who reads what an author makes: one for each place of texts.

use super::first_texts::class_text;
use crate::sample;
use std::collections::BTreeSet;

/// How far a reader of the script has come, and what it had.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub(super) at_urgent: usize,
    pub(super) at: usize,
    pub(super) at_grown: usize,
    pub(super) at_deep: usize,
    pub(super) at_promising: usize,
    at_class: usize,
    made: BTreeSet<u64>,
}

impl Reader {
    /// Whether it has not had this text, which it has then.
    pub(super) fn is_new(&mut self, text: &[u8]) -> bool {
        self.made.insert(fingerprint(text))
    }

    /// So many short texts of a character of each class that it has not had, or all that are left.
    pub(super) fn class_texts(&mut self, count: usize) -> Vec<Vec<u8>> {
        let mut texts = Vec::new();
        while texts.len() < count
            && let Some(text) = class_text(self.at_class)
        {
            self.at_class += 1;
            if self.is_new(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

/// Two texts that share it are taken for the same.
fn fingerprint(text: &[u8]) -> u64 {
    sample::fingerprint(text.iter().copied().map(u64::from))
}
