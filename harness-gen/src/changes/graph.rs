//! Which parts of the source reach which others, by names: wherever a name may be that of a part, it is taken to be. What a
//! value does unasked (operators, destructors, conversions, iteration) belongs to its type, and whoever mentions the type
//! reaches it.

use super::mentions::{How, Mention, Piece};
use super::nodes::{Kind, Node};
use std::collections::{BTreeMap, BTreeSet};

/// Parts, and where their names lead.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// By name: functions and the like.
    functions: BTreeMap<String, Vec<usize>>,
    /// By name: whatever else has one.
    named: BTreeMap<String, Vec<usize>>,
    macros: BTreeMap<String, Vec<usize>>,
    /// By the name of a type: what its values do unasked.
    implicit: BTreeMap<String, Vec<usize>>,
    /// Names that may stand for other types.
    stand_ins: BTreeSet<String>,
}

/// What some parts reach.
#[derive(Debug)]
pub(super) struct Reaching {
    /// By node: it reaches one of the parts that were asked for.
    pub(super) nodes: Vec<bool>,
    /// Everything reaches them: something that makes items by means that are not known does.
    pub(super) is_everything: bool,
}

impl Graph {
    pub(super) fn new(nodes: Vec<Node>) -> Graph {
        let mut graph = Graph {
            functions: BTreeMap::new(),
            named: BTreeMap::new(),
            macros: BTreeMap::new(),
            implicit: BTreeMap::new(),
            stand_ins: BTreeSet::new(),
            nodes,
        };
        let mut own_types = BTreeSet::new();
        for (index, node) in graph.nodes.iter().enumerate() {
            let by_name = match node.kind {
                Kind::Function => &mut graph.functions,
                Kind::Macro => &mut graph.macros,
                _ => &mut graph.named,
            };
            for name in &node.names {
                by_name.entry(name.clone()).or_default().push(index);
            }
            if matches!(node.kind, Kind::Made | Kind::Unread) {
                for name in &node.names {
                    graph.functions.entry(name.clone()).or_default().push(index);
                }
            }
            if matches!(node.kind, Kind::Named | Kind::Made | Kind::Unread) {
                own_types.extend(node.names.iter().cloned());
            }
            graph.stand_ins.extend(node.piece.aliases.iter().cloned());
            graph.stand_ins.extend(node.generics.iter().cloned());
            if node.kind == Kind::Named && node.piece.text.starts_with(" type ") {
                graph.stand_ins.extend(node.names.iter().cloned());
            }
        }
        for (index, node) in graph.nodes.iter().enumerate() {
            let Some(owner) = &node.owner else { continue };
            let is_header = node.kind == Kind::Impl;
            if !(is_header || owner.of_trait.is_some() && !owner.types.is_empty()) {
                continue;
            }
            for name in owner.types.intersection(&own_types) {
                graph.implicit.entry(name.clone()).or_default().push(index);
            }
        }
        graph
    }

    /// True if nothing but a type has this name.
    pub(super) fn is_type(&self, name: &str) -> bool {
        let named = self.named.get(name);
        let is_type = |index: &usize| {
            let text = &self.nodes[*index].piece.text;
            self.nodes[*index].kind == Kind::Named && !text.contains(" trait ")
        };
        named.is_some_and(|named| named.iter().all(is_type))
    }

    /// The parts that a name may be of, mentioned in this part.
    pub(super) fn meant(&self, by: Option<&Node>, mention: &Mention) -> Vec<usize> {
        let name = &mention.name;
        let all = |index: &BTreeMap<String, Vec<usize>>| index.get(name).cloned().unwrap_or_default();
        if mention.how == How::Macro {
            return all(&self.macros);
        }
        let mut meant = all(&self.named);
        meant.extend(all(&self.implicit));
        meant.extend(
            all(&self.functions)
                .into_iter()
                .filter(|&index| match &mention.how {
                    How::Any => true,
                    How::Method => {
                        self.nodes[index].owner.is_some() || self.nodes[index].kind != Kind::Function
                    }
                    How::Bare => self.nodes[index].owner.is_none(),
                    How::Of(of) => self.may_be_of(by, of, index),
                    How::Macro => false,
                }),
        );
        if mention.how == How::Any {
            meant.extend(all(&self.macros));
        }
        meant
    }

    /// Whether a function may be what is called `of::name`.
    fn may_be_of(&self, by: Option<&Node>, of: &str, function: usize) -> bool {
        let Some(owner) = &self.nodes[function].owner else {
            // A function of a module, whatever modules are called.
            return true;
        };
        if owner.is_of_all || self.stand_ins.contains(of) {
            return true;
        }
        let is_named = |name: &str| owner.types.contains(name) || owner.of_trait.as_deref() == Some(name);
        match (of, by.and_then(|node| node.owner.as_ref())) {
            ("Self", Some(own)) if !own.is_of_all => own.types.iter().any(|name| is_named(name)),
            ("Self", _) => true,
            _ => is_named(of),
        }
    }

    /// Everything that a part mentions, `Self` included.
    fn reached_from(&self, index: usize) -> BTreeSet<usize> {
        let node = &self.nodes[index];
        let own = node.owner.iter().flat_map(|owner| &owner.types);
        let own = own.map(|name| Mention {
            name: name.clone(),
            how: How::Bare,
        });
        let mentions = node.piece.mentions.iter().cloned().chain(own);
        mentions
            .flat_map(|mention| self.meant(Some(node), &mention))
            .collect()
    }

    /// The parts from which one of these is reached, themselves included.
    pub(super) fn reaching(&self, wanted: &BTreeSet<usize>) -> Reaching {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for index in 0..self.nodes.len() {
            for to in self.reached_from(index) {
                back[to].push(index);
            }
        }
        let mut nodes = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = wanted.iter().copied().collect();
        while let Some(index) = open.pop() {
            if !std::mem::replace(&mut nodes[index], true) {
                open.extend(&back[index]);
            }
        }
        let is_everything =
            (self.nodes.iter().zip(&nodes)).any(|(node, reaches)| *reaches && self.makes_anything(node));
        Reaching { nodes, is_everything }
    }

    /// True for a call of a macro that may make items of names that nobody has written.
    fn makes_anything(&self, node: &Node) -> bool {
        if node.kind != Kind::Made {
            return false;
        }
        let mut open: Vec<&Node> = vec![node];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            let called = next
                .piece
                .mentions
                .iter()
                .filter(|mention| mention.how == How::Macro);
            for mention in called.filter(|mention| !Piece::is_of_std(&mention.name)) {
                match self.macros.get(&mention.name) {
                    None if mention.name == "macro_rules" => {}
                    None => return true,
                    Some(defined) => {
                        let new = defined.iter().filter(|index| seen.insert(**index));
                        open.extend(new.map(|&index| &self.nodes[index]));
                    }
                }
            }
        }
        false
    }
}
