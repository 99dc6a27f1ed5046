//! What holds of all that is said: what was typed beats the environment, which beats the manifest of the package, which beats the
//! file, which beats defaults. A list is replaced as a whole.

use super::keys::{Form, KEYS, Key, variable};
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// What is said of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a flag.
    Flag(bool),
    /// One text for each time that the option would be typed.
    Texts(Vec<String>),
}

/// Where something is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In this environment variable.
    Variable(String),
    /// In this table of this file.
    File(PathBuf, String),
    /// In the environment.
    Environment,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "{name}"),
            Self::File(path, table) => write!(f, "[{table}] of {}", path.display()),
            Self::Environment => write!(f, "the environment"),
        }
    }
}

/// What is said in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Where.
    pub origin: Origin,
    /// Of which keys.
    pub values: BTreeMap<&'static str, Value>,
}

/// A value that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Of this key.
    pub key: Key,
    /// What it is.
    pub value: Value,
    /// Where it is said.
    pub origin: Origin,
}

/// What holds besides what was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// In the order of keys.
    pub entries: Vec<Entry>,
}

impl Merged {
    /// Merges layers, of which the first beats the others. `typed` are the long options that were typed.
    pub fn of(typed: &BTreeSet<String>, layers: &[Layer]) -> Merged {
        let entry = |key: Key| {
            let is_meant = |name: &str| name == key.name || key.rivals.contains(&name);
            if typed.iter().any(|name| is_meant(name)) {
                return None;
            }
            let decides = |layer: &&Layer| layer.values.keys().any(|name| is_meant(name));
            let layer = layers.iter().find(decides)?;
            Some(Entry {
                key,
                value: layer.values.get(key.name)?.clone(),
                origin: match &layer.origin {
                    Origin::Environment => Origin::Variable(variable(key.name)),
                    other => other.clone(),
                },
            })
        };
        Merged {
            entries: KEYS.into_iter().filter_map(entry).collect(),
        }
    }

    /// The arguments that say the same.
    pub fn arguments(&self) -> Vec<OsString> {
        self.entries.iter().flat_map(Entry::arguments).collect()
    }
}

impl Entry {
    /// The arguments that say the same; none of a flag that is off.
    pub fn arguments(&self) -> Vec<OsString> {
        let name = self.key.name;
        match &self.value {
            Value::Flag(false) => Vec::new(),
            Value::Flag(true) => vec![format!("--{name}").into()],
            Value::Texts(texts) => (texts.iter())
                .map(|text| format!("--{name}={text}").into())
                .collect(),
        }
    }
}

/// What the environment says. Lists of globs are separated by spaces; other lists are written as they are typed.
pub fn of_environment(variable_of: impl Fn(&str) -> Option<OsString>) -> anyhow::Result<Layer> {
    let mut values = BTreeMap::new();
    for key in KEYS {
        let name = variable(key.name);
        let Some(text) = variable_of(&name) else { continue };
        let Ok(text) = text.into_string() else {
            bail!("`{name}` is not Unicode")
        };
        let value = match key.form {
            Form::Flag => match text.as_str() {
                "true" | "1" => Value::Flag(true),
                "false" | "0" | "" => Value::Flag(false),
                other => bail!("`{name}={other}` is neither true nor false"),
            },
            Form::Many if ["item", "skip-item", "property"].contains(&key.name) => {
                Value::Texts(text.split_whitespace().map(str::to_owned).collect())
            }
            Form::One | Form::Path | Form::Many => Value::Texts(vec![text]),
        };
        values.insert(key.name, value);
    }
    Ok(Layer {
        origin: Origin::Environment,
        values,
    })
}

#[cfg(test)]
mod tests;
