//! What differs between two versions of a crate's source, and which of its items can come to run what differs. It errs on one
//! side only: an item that is said to reach nothing of it reaches nothing of it, as far as names tell. Pure: texts in, answers
//! out; nothing is compiled.
//!
//! Not seen: files that are read while the crate runs, and what other crates' procedural macros make of names in ways of their own.

mod graph;
mod items;
mod mentions;
mod nodes;

pub use items::Affected;

use graph::{Graph, Reaching};
use mentions::{How, Mention};
use nodes::{Kind, Node, of_package};
use std::collections::{BTreeMap, BTreeSet};

/// The Rust files of one package, by path relative to its directory.
pub type PackageSource = BTreeMap<String, String>;

/// Two versions of a crate and of the packages by path that it is built from, in the same order; the explored one comes first.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    /// As it is.
    pub now: Vec<PackageSource>,
    /// As it was.
    pub then: Vec<PackageSource>,
    /// Names of other files that differ, and of the directories that they are in.
    pub data: BTreeSet<String>,
    /// Why everything has to be taken to differ, whatever the files say.
    pub everything: Option<String>,
}

/// What differs.
#[derive(Debug)]
pub struct Changes {
    graph: Graph,
    reaching: Reaching,
    titles: BTreeSet<String>,
    everything: Option<String>,
}

impl Changes {
    /// Compares two versions.
    pub fn between(versions: &Versions) -> Changes {
        let all = |packages: &[PackageSource]| -> Vec<Node> {
            let packages = packages.iter().enumerate();
            packages
                .flat_map(|(package, files)| of_package(package, files))
                .collect()
        };
        let (now, mut then) = (all(&versions.now), all(&versions.then));
        let kept = matched(&now, &mut then);
        let graph = Graph::new(now);
        let mut changed: BTreeSet<usize> = (0..graph.nodes.len()).filter(|index| !kept[*index]).collect();
        let whole = what_changes_all(&graph.nodes, &changed, &then);
        let titles = titles(&graph.nodes, &changed, &then);
        changed.extend(in_other_surroundings(&graph, &changed, &then));
        changed.extend(left_behind(&graph, &then));
        changed.extend(reading(&graph.nodes, &versions.data));
        let reaching = graph.reaching(&changed);
        let everything = versions.everything.clone().or(whole).or_else(|| {
            let why = "what has changed is reached by a macro of another crate that makes items";
            reaching.is_everything.then(|| why.to_owned())
        });
        Changes {
            graph,
            reaching,
            titles,
            everything,
        }
    }

    /// True if nothing differs that is compiled.
    pub fn is_empty(&self) -> bool {
        self.everything.is_none() && !self.reaching.nodes.contains(&true)
    }

    /// What differs, as people call it.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.titles.iter().map(String::as_str)
    }

    /// Why everything has to be taken to differ.
    pub fn everything(&self) -> Option<&str> {
        self.everything.as_deref()
    }

    /// Whether what stands at a line of the explored package reaches what differs. None: nothing stands there.
    fn at_line(&self, file: &str, line: usize) -> Option<bool> {
        let nodes = self.graph.nodes.iter().enumerate();
        let around = nodes.filter(|(_, node)| {
            let (first, last) = node.lines;
            node.file.0 == 0 && node.file.1 == file && (first..=last).contains(&line)
        });
        let (index, _) = around.min_by_key(|(_, node)| node.lines.1 - node.lines.0)?;
        Some(self.reaching.nodes[index])
    }

    /// Whether what may have this name reaches what differs.
    fn by_name(&self, name: &str, how: How) -> bool {
        let mention = Mention {
            name: name.to_owned(),
            how,
        };
        let meant = self.graph.meant(None, &mention);
        meant.into_iter().any(|index| self.reaching.nodes[index])
    }
}

/// For each part of today whether there was the same; takes those out of what there was.
fn matched(now: &[Node], then: &mut Vec<Node>) -> Vec<bool> {
    let identity = |node: &Node| (node.file.0, node.key.clone(), node.piece.text.clone());
    let mut known: BTreeMap<(usize, String, String), usize> = BTreeMap::new();
    for node in now {
        *known.entry(identity(node)).or_default() += 1;
    }
    let mut used: BTreeMap<(usize, String, String), usize> = BTreeMap::new();
    then.retain(|node| {
        let key = identity(node);
        let is_there =
            known.get(&key).copied().unwrap_or_default() > used.get(&key).copied().unwrap_or_default();
        if is_there {
            *used.entry(key).or_default() += 1;
        }
        !is_there
    });
    now.iter()
        .map(|node| match used.get_mut(&identity(node)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        })
        .collect()
}

/// What has changed so that nothing can be said of anything.
fn what_changes_all(now: &[Node], changed: &BTreeSet<usize>, then: &[Node]) -> Option<String> {
    let different = changed.iter().map(|&index| &now[index]).chain(then);
    for node in different {
        let file = &node.file.1;
        match node.kind {
            Kind::Unread => return Some(format!("`{file}` has changed, which cannot be read as Rust")),
            Kind::Inner if file.ends_with("lib.rs") => {
                return Some(format!("attributes of the whole crate in `{file}` have changed"));
            }
            // A module that is there under other conditions, or whose file was there before.
            Kind::Module => {
                let name = node.names.iter().next().map_or("", String::as_str);
                let is_of_it =
                    |file: &str| file.ends_with(&format!("{name}.rs")) || file.contains(&format!("{name}/"));
                let is_new = |other: &Node| other.kind != Kind::Module && is_of_it(&other.file.1);
                let comes = changed.iter().any(|&index| is_new(&now[index])) || then.iter().any(is_new);
                let has_been = now
                    .iter()
                    .enumerate()
                    .any(|(index, other)| !changed.contains(&index) && is_of_it(&other.file.1));
                if has_been || !comes {
                    return Some(format!("the declaration of the module `{name}` has changed"));
                }
            }
            _ => {}
        }
    }
    None
}

fn titles(now: &[Node], changed: &BTreeSet<usize>, then: &[Node]) -> BTreeSet<String> {
    let different = changed.iter().map(|&index| &now[index]).chain(then);
    different.map(Node::title).collect()
}

/// Parts whose names may mean something else: those that mention what is imported now or was, and all of a file where that may
/// be a trait, with methods that nobody names.
fn in_other_surroundings(graph: &Graph, changed: &BTreeSet<usize>, then: &[Node]) -> BTreeSet<usize> {
    let now = &graph.nodes;
    let is_no_trait = |name: &str| !name.starts_with(char::is_uppercase) || graph.is_type(name);
    let mut files: BTreeSet<&(usize, String)> = BTreeSet::new();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for node in changed.iter().map(|&index| &now[index]).chain(then) {
        let all_known = node.brings.iter().all(|name| name != "*" && is_no_trait(name));
        match node.kind {
            Kind::Import if all_known => names.extend(node.brings.iter().map(String::as_str)),
            Kind::Import | Kind::Inner => drop(files.insert(&node.file)),
            _ => {}
        }
    }
    let all = now.iter().enumerate();
    all.filter(|(_, node)| {
        let mut mentions = node.piece.mentions.iter();
        files.contains(&node.file) || mentions.any(|mention| names.contains(mention.name.as_str()))
    })
    .map(|(index, _)| index)
    .collect()
}

/// Parts that mention what is gone. Of what is there in another way, the new way is reached.
fn left_behind(graph: &Graph, then: &[Node]) -> BTreeSet<usize> {
    let place = |node: &Node| (node.file.0, node.key.clone());
    let there: BTreeSet<(usize, String)> = graph.nodes.iter().map(place).collect();
    let names: BTreeSet<&String> = then
        .iter()
        .filter(|node| !there.contains(&place(node)))
        .flat_map(|node| {
            let owner = node.owner.as_ref();
            let implicit = owner.filter(|owner| owner.of_trait.is_some() || node.kind == Kind::Impl);
            node.names
                .iter()
                .chain(implicit.into_iter().flat_map(|owner| &owner.types))
        })
        .filter(|name| !name.is_empty())
        .collect();
    let all = graph.nodes.iter().enumerate();
    all.filter(|(_, node)| {
        let own = node.owner.iter().flat_map(|owner| &owner.types);
        let mentioned = node.piece.mentions.iter().map(|mention| &mention.name);
        mentioned.chain(own).any(|name| names.contains(name))
    })
    .map(|(index, _)| index)
    .collect()
}

/// Parts with texts that name other files that have changed.
fn reading(now: &[Node], data: &BTreeSet<String>) -> BTreeSet<usize> {
    let all = now.iter().enumerate();
    all.filter(|(_, node)| {
        node.piece.literals.iter().any(|text| {
            let mut parts = text.split(['/', '\\', '"', '#']).filter(|part| !part.is_empty());
            parts.any(|part| data.contains(part))
        })
    })
    .map(|(index, _)| index)
    .collect()
}

#[cfg(test)]
mod tests;
