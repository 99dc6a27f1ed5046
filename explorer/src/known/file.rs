//! The file as a whole: found, read, changed in one entry at a time, and replaced by a new one. What people wrote stays as
//! they wrote it: comments, order, layout, keys that the program does not know. A file that is not there is an empty one; one
//! that cannot be read is never written.

use super::entry::{Entry, nearest, unknown_keys};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use toml_edit::{ArrayOfTables, Document, DocumentMut, Item, RawString, Table};

/// Where it lies in a workspace.
pub const FILE: &str = ".config/explore/known.toml";

/// Key of the entries.
const ENTRIES: &str = "finding";

/// Begins a file that this program makes.
const HEADER: &str = "\
# What has been judged of the findings of `cargo explore`. Findings in here are silent in later runs.
# Verdicts: expected, bug (acknowledged), duplicate (of = \"ID\"), not-ours, later. Edit as you like; entries are sorted by
# package, item and id, so that merges rarely conflict.

";

/// The file, read.
#[derive(Clone, Debug)]
pub struct KnownFile {
    path: PathBuf,
    document: DocumentMut,
    entries: Vec<Entry>,
    warnings: Vec<String>,
}

impl KnownFile {
    /// Where the file of a workspace is, whether it is there or not.
    pub fn path_in(workspace_root: &Path) -> PathBuf {
        workspace_root.join(FILE)
    }

    /// Reads a file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        };
        Self::parse(path, &text)
    }

    /// Reads the text of a file.
    pub(super) fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let shown = path.display();
        let document = Document::parse(text).map_err(|error| {
            let help = match text.lines().any(|line| line.starts_with("<<<<<<<")) {
                true => "finish the merge: keep the entries of both sides, without the lines of marks",
                false => "mend that line, or take the file back to what it was",
            };
            anyhow::anyhow!(
                "`{shown}` is not TOML: {}\nhelp: {help}",
                error.to_string().trim_end()
            )
        })?;
        let (mut entries, mut warnings) = (Vec::new(), Vec::new());
        for (key, _) in document.iter().filter(|(key, _)| *key != ENTRIES) {
            let suggestion = meant(nearest(key, &[ENTRIES]));
            warnings.push(format!(
                "`{shown}` has the unknown key `{key}`{suggestion}; it is left alone"
            ));
        }
        let tables = match document.get(ENTRIES) {
            None => None,
            Some(Item::ArrayOfTables(tables)) => Some(tables),
            Some(_) => bail!(
                "`{shown}` has a `{ENTRIES}` that is no list of tables\nhelp: begin each entry with `[[{ENTRIES}]]`"
            ),
        };
        let mut lines: BTreeMap<(String, String), usize> = BTreeMap::new();
        for table in tables.into_iter().flatten() {
            let line = line_of(text, table);
            let entry = Entry::read(table).map_err(|wrong| {
                anyhow::anyhow!("`{shown}`, line {line}: the entry {wrong}\nhelp: mend it, or remove it: its finding is then shown again")
            })?;
            for (key, suggestion) in unknown_keys(table) {
                let suggestion = meant(suggestion);
                warnings.push(format!(
                    "`{shown}`, line {line}: unknown key `{key}`{suggestion}; it is left alone"
                ));
            }
            let first = lines.insert((entry.subject.package.clone(), entry.id.clone()), line);
            if let Some(first) = first {
                bail!(
                    "`{shown}` judges {} twice, in lines {first} and {line}\nhelp: keep one of them",
                    entry.id
                );
            }
            entries.push(entry);
        }
        Ok(Self {
            path: path.to_owned(),
            document: document.into_mut(),
            entries,
            warnings,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All entries, as the file has them.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a person should know of the file.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The entry on a finding of a package.
    pub fn entry(&self, package: &str, id: &str) -> Option<&Entry> {
        self.position(package, id).map(|at| &self.entries[at])
    }

    fn position(&self, package: &str, id: &str) -> Option<usize> {
        let is_it = |entry: &Entry| entry.id == id && is_of(entry, package);
        self.entries.iter().position(is_it)
    }

    /// Adds an entry at its place, or changes the one that there is.
    pub fn put(&mut self, entry: Entry) {
        let at = self.position(&entry.subject.package, &entry.id);
        if let Some(at) = at {
            self.replace(at, entry);
            return;
        }
        let is_later = |known: &Entry| known.order() > entry.order();
        let at = self
            .entries
            .iter()
            .position(is_later)
            .unwrap_or(self.entries.len());
        let mut table = Table::new();
        entry.write(&mut table);
        self.make_room(at, &mut table);
        if let Some(tables) = self.tables() {
            tables.insert(at, table);
        }
        self.entries.insert(at, entry);
    }

    /// Changes the entry at a position, which stays where it is, with its comments.
    pub fn replace(&mut self, at: usize, entry: Entry) {
        if let Some(table) = self.tables().and_then(|tables| tables.get_mut(at)) {
            entry.write(table);
            self.entries[at] = entry;
        }
    }

    /// Takes an entry out, with the comment that stands directly above it.
    pub fn remove(&mut self, package: &str, id: &str) -> Option<Entry> {
        let at = self.position(package, id)?;
        let tables = self.tables()?;
        let (kept, _) = parted(&prefix(tables.get(at)?));
        tables.remove(at);
        // What stands apart from the entry is not about it alone.
        if !kept.trim().is_empty() {
            match tables.get_mut(at) {
                Some(next) => {
                    let own = prefix(next).trim_start_matches('\n').to_owned();
                    next.decor_mut().set_prefix(format!("{kept}{own}"));
                }
                None => {
                    let trailing = text_of(self.document.trailing());
                    self.document.set_trailing(format!("{kept}{trailing}"));
                }
            }
        }
        Some(self.entries.remove(at))
    }

    /// Replaces the file by what it is now, in one step.
    pub fn save(&self) -> anyhow::Result<()> {
        let named = || format!("cannot write `{}`", self.path.display());
        let directory = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(directory).with_context(named)?;
        let mut fresh = tempfile::Builder::new()
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(directory)
            .with_context(named)?;
        fresh.write_all(self.text().as_bytes()).with_context(named)?;
        fresh.as_file().sync_all().with_context(named)?;
        fresh.persist(&self.path).with_context(named)?;
        Ok(())
    }

    /// The text of the file as it is now.
    pub fn text(&self) -> String {
        self.document.to_string()
    }

    fn tables(&mut self) -> Option<&mut ArrayOfTables> {
        let empty = Item::ArrayOfTables(ArrayOfTables::new());
        self.document
            .entry(ENTRIES)
            .or_insert(empty)
            .as_array_of_tables_mut()
    }

    /// The new first entry comes below what stands at the head of the file.
    fn make_room(&mut self, at: usize, fresh: &mut Table) {
        if at > 0 {
            fresh.decor_mut().set_prefix("\n");
            return;
        }
        let is_new = self.document.to_string().trim().is_empty();
        let Some(first) = self.tables().and_then(|tables| tables.get_mut(0)) else {
            // Comments of a file without entries are all at its end.
            let trailing = text_of(self.document.trailing());
            let head = match is_new {
                true => HEADER.to_owned(),
                false => ending_in_a_blank_line(&trailing),
            };
            fresh.decor_mut().set_prefix(head);
            self.document.set_trailing("");
            return;
        };
        let (head, own) = parted(&prefix(first));
        first
            .decor_mut()
            .set_prefix(format!("\n{}", own.trim_start_matches('\n')));
        fresh.decor_mut().set_prefix(head);
    }
}

/// True if an entry is about this package. One without a package is about any.
pub(super) fn is_of(entry: &Entry, package: &str) -> bool {
    entry.subject.package.is_empty() || entry.subject.package == package
}

fn prefix(table: &Table) -> String {
    table.decor().prefix().map_or(String::new(), text_of)
}

fn text_of(raw: &RawString) -> String {
    raw.as_str().unwrap_or_default().to_owned()
}

fn ending_in_a_blank_line(text: &str) -> String {
    match text.trim().is_empty() {
        true => String::new(),
        false => format!("{}\n\n", text.trim_end()),
    }
}

/// What stands above an entry: up to the last blank line, and the comment directly above it.
fn parted(prefix: &str) -> (String, String) {
    match prefix.rfind("\n\n") {
        Some(at) => (prefix[..at + 2].to_owned(), prefix[at + 2..].to_owned()),
        None => (String::new(), prefix.to_owned()),
    }
}

fn line_of(text: &str, table: &Table) -> usize {
    let start = table.span().map_or(0, |span| span.start);
    text.get(..start).unwrap_or_default().matches('\n').count() + 1
}

fn meant(suggestion: Option<&'static str>) -> String {
    suggestion.map_or(String::new(), |known| format!(" (did you mean `{known}`?)"))
}

#[cfg(test)]
mod tests;
