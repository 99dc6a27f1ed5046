//! What differs between two versions of a crate's source, and which of its items can come to run what differs. It errs on one
//! side only: an item that is said to reach nothing of it reaches nothing of it, as far as names tell. Pure: texts in, answers
//! out; nothing is compiled.
//!
//! Not seen: files that are read while the crate runs, and what other crates' procedural macros make of names in ways of their own.

mod graph;
mod items;
mod mentions;
mod nodes;

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
        let now = all(&versions.now);
        let (kept, then) = matched(&now, all(&versions.then));
        let graph = Graph::new(now);
        let mut changed: BTreeSet<usize> = (0..graph.nodes.len()).filter(|index| !kept[*index]).collect();
        let different: Vec<&Node> = (changed.iter().map(|&index| &graph.nodes[index]))
            .chain(&then)
            .collect();
        let whole = what_changes_all(&graph.nodes, &changed, &different);
        let titles = different.iter().map(|node| node.title()).collect();
        changed.extend(in_other_surroundings(&graph, &different));
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

/// For each part of today whether there was the same, and what there was besides.
fn matched(now: &[Node], then: Vec<Node>) -> (Vec<bool>, Vec<Node>) {
    fn identity(node: &Node) -> (usize, &str, &str) {
        (node.file.0, &node.key, &node.piece.text)
    }
    let mut open: BTreeMap<(usize, &str, &str), Vec<usize>> = BTreeMap::new();
    for (index, node) in now.iter().enumerate() {
        open.entry(identity(node)).or_default().push(index);
    }
    let same = then.iter().map(|node| open.get_mut(&identity(node))?.pop());
    let same: Vec<Option<usize>> = same.collect();
    let mut kept = vec![false; now.len()];
    for index in same.iter().flatten() {
        kept[*index] = true;
    }
    let gone = then.into_iter().zip(same).filter(|(_, same)| same.is_none());
    (kept, gone.map(|(node, _)| node).collect())
}

/// What has changed so that nothing can be said of anything.
fn what_changes_all(now: &[Node], changed: &BTreeSet<usize>, different: &[&Node]) -> Option<String> {
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
                let comes = different.iter().any(|other| is_new(other));
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

/// Positions of the parts of which something holds.
fn positions(nodes: &[Node], holds: impl Fn(&Node) -> bool) -> BTreeSet<usize> {
    let all = nodes.iter().enumerate();
    all.filter(|(_, node)| holds(node))
        .map(|(index, _)| index)
        .collect()
}

/// Parts whose names may mean something else: those that mention what is imported now or was, and all of a file where that may
/// be a trait, with methods that nobody names.
fn in_other_surroundings(graph: &Graph, different: &[&Node]) -> BTreeSet<usize> {
    let is_no_trait = |name: &str| !name.starts_with(char::is_uppercase) || graph.is_type(name);
    let mut files: BTreeSet<&(usize, String)> = BTreeSet::new();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for node in different {
        let all_known = node.brings.iter().all(|name| name != "*" && is_no_trait(name));
        match node.kind {
            Kind::Import if all_known => names.extend(node.brings.iter().map(String::as_str)),
            Kind::Import | Kind::Inner => drop(files.insert(&node.file)),
            _ => {}
        }
    }
    positions(&graph.nodes, |node| {
        let mut mentions = node.piece.mentions.iter();
        files.contains(&node.file) || mentions.any(|mention| names.contains(mention.name.as_str()))
    })
}

/// Parts that mention what is gone. Of what is there in another way, the new way is reached.
fn left_behind(graph: &Graph, then: &[Node]) -> BTreeSet<usize> {
    fn place(node: &Node) -> (usize, &str) {
        (node.file.0, &node.key)
    }
    let there: BTreeSet<(usize, &str)> = graph.nodes.iter().map(place).collect();
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
    positions(&graph.nodes, |node| {
        let own = node.owner.iter().flat_map(|owner| &owner.types);
        let mentioned = node.piece.mentions.iter().map(|mention| &mention.name);
        mentioned.chain(own).any(|name| names.contains(name))
    })
}

/// Parts with texts that name other files that have changed.
fn reading(now: &[Node], data: &BTreeSet<String>) -> BTreeSet<usize> {
    positions(now, |node| {
        node.piece.literals.iter().any(|text| {
            let mut parts = text.split(['/', '\\', '"', '#']).filter(|part| !part.is_empty());
            parts.any(|part| data.contains(part))
        })
    })
}

#[cfg(test)]
mod tests;
