//! What holds for exploring, a line for each key, with where it is said.

use super::style::{self, styled};
use super::text::{harmless, line};
use crate::config::{Form, Key, Value};

/// Columns of a key with its value.
const WIDTH: usize = 34;

/// A key.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which.
    pub key: Key,
    /// What is said of it; none: nothing.
    pub value: Option<Value>,
    /// Where.
    pub origin: Option<String>,
    /// What holds then.
    pub default: Option<String>,
}

/// `time-limit = "30s"  # [profile.default] of .config/explore.toml`, as the file has it.
pub fn lines(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows {
        let (value, origin) = match (&row.value, &row.default) {
            (Some(value), _) => (text(row.key, value), row.origin.clone().unwrap_or_default()),
            (None, Some(default)) => (quoted(default), "default".to_owned()),
            (None, None) if row.key.form == Form::Flag => ("false".to_owned(), "default".to_owned()),
            (None, None) => {
                let unset = format!("# {}", row.key.name);
                let space = " ".repeat(WIDTH.saturating_sub(unset.len()));
                line(&mut out, &format!("{unset}{space}  # not set"));
                continue;
            }
        };
        let said = harmless(&format!("{} = {value}", row.key.name), false);
        let space = " ".repeat(WIDTH.saturating_sub(said.chars().count()));
        let said = match row.value {
            Some(_) => styled(style::HEADING, &said),
            None => said,
        };
        line(
            &mut out,
            &format!("{said}{space}  # {}", harmless(&origin, false)),
        );
    }
    out
}

fn text(key: Key, value: &Value) -> String {
    match value {
        Value::Flag(is_on) => is_on.to_string(),
        Value::Texts(texts) => match (key.form, &texts[..]) {
            (Form::One | Form::Path, [text]) => quoted(text),
            (_, texts) => {
                let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
                format!("[{}]", texts.join(", "))
            }
        },
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
