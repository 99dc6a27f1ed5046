//! One entry of the file: a ruling and what it is about, read from a TOML table and written into one. Keys that it does not
//! know stay where they are; they are told with the known key that is nearest.

use crate::judged::{Ruling, Verdict};
use toml_edit::{Item, Table, Value};

/// A ruling and the finding that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the finding.
    pub id: String,
    /// The ruling.
    pub ruling: Ruling,
    /// What it is about, for people, and to find it again.
    pub subject: Subject,
}

/// A finding as it was when it was judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// Package name.
    pub package: String,
    /// Path of the called item.
    pub item: String,
    /// `src/lib.rs:26`.
    pub place: String,
    /// What the fault says.
    pub message: String,
    /// The smallest expression.
    pub expression: String,
    /// Depth of its plan.
    pub depth: Option<u32>,
    /// Of the judged code and docs.
    pub hash: String,
}

/// All keys, in the order in which they are written.
const KEYS: [&str; 14] = [
    "id",
    "verdict",
    "of",
    "package",
    "item",
    "place",
    "message",
    "expression",
    "reason",
    "who",
    "date",
    "expires",
    "depth",
    "hash",
];

impl Entry {
    /// Order of entries that nobody has put elsewhere.
    pub(super) fn order(&self) -> (&str, &str, &str) {
        (&self.subject.package, &self.subject.item, &self.id)
    }

    /// The entry in a table. An error says what is wrong with it.
    pub(super) fn read(table: &Table) -> Result<Entry, String> {
        let text = |key: &str| text_of(table, key);
        let id = text("id")?.ok_or("has no `id`")?;
        let word = text("verdict")?.ok_or("has no `verdict`")?;
        let verdict = Verdict::of_word(&word).ok_or_else(|| {
            let words = Verdict::ALL.map(Verdict::word).join("`, `");
            format!("has the unknown verdict `{word}`; verdicts are `{words}`")
        })?;
        let of = text("of")?;
        if (verdict == Verdict::Duplicate) != of.is_some() {
            return Err("needs `of = \"ID\"` if its verdict is `duplicate`, and only then".to_owned());
        }
        let ruling = Ruling {
            verdict,
            of,
            reason: text("reason")?.unwrap_or_default(),
            who: text("who")?,
            date: date_of(table, "date")?,
            expires: date_of(table, "expires")?,
        };
        let depth = match table.get("depth") {
            None => None,
            Some(item) => {
                let depth = item.as_integer().and_then(|depth| u32::try_from(depth).ok());
                Some(depth.ok_or("has a `depth` that is no number")?)
            }
        };
        let subject = Subject {
            package: text("package")?.unwrap_or_default(),
            item: text("item")?.unwrap_or_default(),
            place: text("place")?.unwrap_or_default(),
            message: text("message")?.unwrap_or_default(),
            expression: text("expression")?.unwrap_or_default(),
            depth,
            hash: text("hash")?.unwrap_or_default(),
        };
        Ok(Entry { id, ruling, subject })
    }

    /// Writes the entry into a table, whose other keys and comments stay.
    pub(super) fn write(&self, table: &mut Table) {
        let (ruling, subject) = (&self.ruling, &self.subject);
        for key in KEYS {
            let value = match key {
                "id" => Some(self.id.as_str().into()),
                "verdict" => Some(ruling.verdict.word().into()),
                "of" => ruling.of.as_deref().map(Value::from),
                "package" => filled(&subject.package),
                "item" => filled(&subject.item),
                "place" => filled(&subject.place),
                "message" => filled(&subject.message),
                "expression" => filled(&subject.expression),
                "reason" => filled(&ruling.reason),
                "who" => ruling.who.as_deref().map(Value::from),
                "date" => ruling.date.as_deref().map(date),
                "expires" => ruling.expires.as_deref().map(date),
                "depth" => subject.depth.map(|depth| i64::from(depth).into()),
                _ => filled(&subject.hash),
            };
            put(table, key, value);
        }
    }
}

/// Keys of a table that no entry has, each with the nearest one that there is.
pub(super) fn unknown_keys(table: &Table) -> Vec<(String, Option<&'static str>)> {
    let unknown = table.iter().filter(|(key, _)| !KEYS.contains(key));
    unknown
        .map(|(key, _)| (key.to_owned(), nearest(key, &KEYS)))
        .collect()
}

/// The word that somebody may have meant.
pub(super) fn nearest(word: &str, words: &[&'static str]) -> Option<&'static str> {
    let distance = |known: &&&str| strsim::damerau_levenshtein(word, known);
    let near = words.iter().min_by_key(distance)?;
    (strsim::damerau_levenshtein(word, near) <= near.len().div_ceil(3)).then_some(near)
}

fn text_of(table: &Table, key: &str) -> Result<Option<String>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(item) => match item.as_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(format!("has a `{key}` that is no text; put it between quotes")),
        },
    }
}

/// A day, as TOML's own date or as a text.
fn date_of(table: &Table, key: &str) -> Result<Option<String>, String> {
    let Some(item) = table.get(key) else {
        return Ok(None);
    };
    let text = match (item.as_datetime(), item.as_str()) {
        (Some(date), _) => date.to_string(),
        (None, Some(text)) => text.to_owned(),
        _ => String::new(),
    };
    match is_date(&text) {
        true => Ok(Some(text)),
        false => Err(format!(
            "has a `{key}` that is no day; write `{key} = 2026-11-22`"
        )),
    }
}

/// True for `2026-11-22`: days in this form are in the order of their texts.
pub fn is_date(text: &str) -> bool {
    let date = text.parse::<toml_edit::Datetime>();
    text.len() == 10 && date.is_ok_and(|date| date.date.is_some() && date.time.is_none())
}

fn filled(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| text.into())
}

fn date(text: &str) -> Value {
    text.parse::<toml_edit::Datetime>()
        .map_or_else(|_| text.into(), Value::from)
}

fn is_same(old: &Value, new: &Value) -> bool {
    match (old.as_str(), new.as_str()) {
        (Some(old), Some(new)) => old == new,
        _ => old.to_string().trim() == new.to_string().trim(),
    }
}

/// Sets or removes a key; where it stood, and the comment behind it, stay.
fn put(table: &mut Table, key: &str, value: Option<Value>) {
    match (table.get_mut(key).and_then(Item::as_value_mut), value) {
        (_, None) => {
            table.remove(key);
        }
        // As it was written: the same text may be between other quotes.
        (Some(old), Some(new)) if is_same(old, &new) => {}
        (Some(old), Some(mut new)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (None, Some(new)) => {
            table.insert(key, Item::Value(new));
        }
    }
}
