//! `.config/explore.toml` of a workspace, and `[package.metadata.explore]` of a package's manifest. What is not known there is a
//! mistake, told with what is nearest; a version that is asked for and not there is told before that.

use super::keys::{Form, Key, suggestion};
use super::merged::{Layer, Origin, Value};
use crate::config::KEYS;
use anyhow::{Context, bail, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// Where it lies in a workspace.
pub const FILE: &str = ".config/explore.toml";
/// The table of a manifest.
pub const MANIFEST_TABLE: &str = "package.metadata.explore";
/// The profile that holds where none is named, and that others inherit from.
const DEFAULT: &str = "default";

/// The file, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigFile {
    /// Where it is; none: there is none.
    path: Option<PathBuf>,
    profiles: BTreeMap<String, Profile>,
    packages: BTreeMap<String, BTreeMap<&'static str, Value>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Profile {
    inherits: Option<String>,
    values: BTreeMap<&'static str, Value>,
}

impl ConfigFile {
    /// The nearest directory upwards that has the file beside a manifest.
    fn root(start: &Path) -> Option<&Path> {
        let mut directories = start.ancestors();
        directories.find(|directory| directory.join(FILE).is_file() && directory.join("Cargo.toml").is_file())
    }

    /// The text of the file that [`find`](Self::find) reads, whether it can be used or not.
    pub fn text(start: &Path) -> Option<String> {
        fs::read_to_string(Self::root(start)?.join(FILE)).ok()
    }

    /// The file in the nearest directory upwards that has it beside a manifest; an empty one if none has.
    pub fn find(start: &Path) -> anyhow::Result<ConfigFile> {
        let Some(root) = Self::root(start) else {
            return Ok(ConfigFile::default());
        };
        let path = root.join(FILE);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        Self::parse(&path, root, &text).with_context(|| format!("`{}` cannot be used", path.display()))
    }

    /// Reads the text of a file of the workspace at `root`.
    fn parse(path: &Path, root: &Path, text: &str) -> anyhow::Result<ConfigFile> {
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| anyhow::anyhow!("it is not TOML: {error}"))?;
        // A newer version knows more keys.
        check_version(&table)?;
        let mut file = ConfigFile {
            path: Some(path.to_owned()),
            ..ConfigFile::default()
        };
        for (name, value) in &table {
            match name.as_str() {
                "explore-version" => {}
                "profile" => {
                    for (name, table) in tables(name, value)? {
                        let place = format!("profile.{name}");
                        file.profiles.insert(name.clone(), profile(&place, table, root)?);
                    }
                }
                "package" => {
                    for (name, table) in tables(name, value)? {
                        let values = values(&format!("package.{name}"), table, root)?;
                        file.packages.insert(name.clone(), values);
                    }
                }
                other => {
                    let known = ["explore-version", "profile", "package"];
                    let near = suggestion(other, known.into_iter());
                    bail!("there is no key `{other}`{near}\nhelp: options stand in `[profile.{DEFAULT}]`");
                }
            }
        }
        for name in file.profiles.keys() {
            file.way(name)?;
        }
        Ok(file)
    }

    /// What holds for a package, or for all, with what beats the others first.
    pub fn layers(&self, profile: Option<&str>, package: Option<&str>) -> anyhow::Result<Vec<Layer>> {
        let mut layers = Vec::new();
        if let Some((name, values)) = package.and_then(|name| self.packages.get_key_value(name)) {
            layers.push(self.layer(format!("package.{name}"), values));
        }
        let named = profile.unwrap_or(DEFAULT);
        if profile.is_none_or(|profile| profile == DEFAULT) && !self.profiles.contains_key(DEFAULT) {
            return Ok(layers);
        }
        for (name, profile) in self.way(named)? {
            layers.push(self.layer(format!("profile.{name}"), &profile.values));
        }
        Ok(layers)
    }

    /// True if it says something of this package.
    pub fn has_package(&self, name: &str) -> bool {
        self.packages.contains_key(name)
    }

    fn layer(&self, table: String, values: &BTreeMap<&'static str, Value>) -> Layer {
        Layer {
            origin: Origin::File(self.path.clone().unwrap_or_default(), table),
            values: values.clone(),
        }
    }

    /// A profile and those that it inherits from, itself first.
    fn way(&self, name: &str) -> anyhow::Result<Vec<(&str, &Profile)>> {
        let mut way: Vec<(&str, &Profile)> = Vec::new();
        let mut next = Some(name);
        while let Some(name) = next {
            let Some((name, profile)) = self.profiles.get_key_value(name) else {
                let near = suggestion(name, self.profiles.keys().map(String::as_str));
                bail!(
                    "there is no profile `{name}`{near}\nhelp: write `[profile.{name}]` into `{FILE}` of the workspace"
                );
            };
            ensure!(
                way.iter().all(|(known, _)| known != name),
                "the profile `{name}` inherits from itself"
            );
            way.push((name, profile));
            let by_default =
                Some(DEFAULT).filter(|other| *other != name && self.profiles.contains_key(*other));
            next = profile.inherits.as_deref().or(by_default);
        }
        Ok(way)
    }
}

/// What the manifest of a package says of exploring it.
pub fn of_manifest(directory: &Path) -> anyhow::Result<Option<Layer>> {
    let path = directory.join("Cargo.toml");
    // Whatever else is wrong with it is for cargo to say.
    let Some(manifest) = (fs::read_to_string(&path).ok()).and_then(|text| text.parse::<Table>().ok()) else {
        return Ok(None);
    };
    let table = ["package", "metadata", "explore"]
        .iter()
        .try_fold(&manifest, |table, name| table.get(*name)?.as_table());
    let Some(table) = table else { return Ok(None) };
    let values = values(MANIFEST_TABLE, table, directory)
        .with_context(|| format!("`{}` cannot be used", path.display()))?;
    Ok(Some(Layer {
        origin: Origin::File(path, MANIFEST_TABLE.to_owned()),
        values,
    }))
}

fn check_version(table: &Table) -> anyhow::Result<()> {
    let Some(wanted) = table.get("explore-version") else {
        return Ok(());
    };
    let wanted = wanted.as_str().unwrap_or_default();
    let own = env!("CARGO_PKG_VERSION");
    let (Ok(range), Ok(own_version)) = (
        semver::VersionReq::parse(&format!(">={wanted}")),
        semver::Version::parse(own),
    ) else {
        bail!("`explore-version` is no version\nhelp: write for instance `explore-version = \"0.1\"`");
    };
    ensure!(
        range.matches(&own_version),
        "it needs cargo-explore {wanted} or newer, and this is {own}\nhelp: `cargo install cargo-explore` gets the newest"
    );
    Ok(())
}

fn tables<'a>(name: &str, value: &'a toml::Value) -> anyhow::Result<Vec<(&'a String, &'a Table)>> {
    let table = value
        .as_table()
        .with_context(|| format!("`{name}` is no table; write `[{name}.NAME]`"))?;
    let each = table.iter().map(|(of, value)| {
        let table = value.as_table();
        let table = table.with_context(|| format!("`{name}.{of}` is no table; write `[{name}.NAME]`"))?;
        Ok((of, table))
    });
    each.collect()
}

fn profile(place: &str, table: &Table, root: &Path) -> anyhow::Result<Profile> {
    let mut table = table.clone();
    let inherits = match table.remove("inherits") {
        None => None,
        Some(toml::Value::String(name)) => Some(name),
        Some(_) => bail!("`inherits` in `[{place}]` is the name of a profile"),
    };
    Ok(Profile {
        inherits,
        values: values(place, &table, root)?,
    })
}

/// The keys of a table with their values; paths are relative to `root`.
fn values(place: &str, table: &Table, root: &Path) -> anyhow::Result<BTreeMap<&'static str, Value>> {
    let mut values = BTreeMap::new();
    for (name, value) in table {
        let Some(key) = Key::named(name) else {
            let near = suggestion(name, KEYS.iter().map(|key| key.name));
            bail!("there is no key `{name}` in `[{place}]`{near}");
        };
        let value = value_of(key, value, root)
            .with_context(|| format!("`{name} = {value}` in `[{place}]` has another form than it needs"))?;
        values.insert(key.name, value);
    }
    Ok(values)
}

fn value_of(key: Key, value: &toml::Value, root: &Path) -> anyhow::Result<Value> {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) => Ok(value.to_string()),
        _ => bail!("write a text or a number"),
    };
    Ok(match (key.form, value) {
        (Form::Flag, toml::Value::Boolean(is_on)) => Value::Flag(*is_on),
        (Form::Flag, _) => bail!("write `true` or `false`"),
        (Form::Many, toml::Value::Array(all)) => {
            Value::Texts(all.iter().map(text).collect::<anyhow::Result<_>>()?)
        }
        (Form::Path, value) => {
            let path = root.join(text(value)?);
            Value::Texts(vec![path.to_string_lossy().into_owned()])
        }
        (Form::One | Form::Many, value) => Value::Texts(vec![text(value)?]),
    })
}

#[cfg(test)]
mod tests;
