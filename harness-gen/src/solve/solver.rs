//! The impls that are known, in the order in which they are tried, and what was already asked about them.

use super::by_head::ByHead;
use super::harness_impls::{harness_impls, hostile_items, tried_before};
use super::remembered::Remembered;
use crate::api::ty::{Member, TraitRef, Ty};
use crate::api::{Api, ImplDef};
use crate::harness_types::{HOSTILE, RESPONDER};
use crate::tuning::{LEAST_NAMED, MOST_NAMED, WIDE};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The impls and what was already asked about them.
pub(crate) struct Solver {
    impls: Vec<ImplDef>,
    by_trait: BTreeMap<String, ByHead>,
    /// By name of the associated type that they say something of.
    by_associated_type: BTreeMap<String, ByHead>,
    /// The same by trait, then by name.
    by_trait_and_type: BTreeMap<String, BTreeMap<String, ByHead>>,
    /// Implementors that are tried before others, by trait.
    named: BTreeMap<String, Vec<Ty>>,
    own_traits: BTreeSet<String>,
    pub(super) holds: RefCell<BTreeMap<(Ty, TraitRef), bool>>,
    pub(super) projections: RefCell<BTreeMap<Ty, Option<Ty>>>,
    /// Searches of items.
    pub(super) remembered: RefCell<Remembered>,
    /// Goals that searches looked at without finding anything.
    pub(super) in_vain: Cell<u64>,
    /// Questions that are being answered for other questions.
    pub(super) asked: Cell<u32>,
    /// Values that misbehave stand where placeholders would.
    pub(super) has_hostile: bool,
}

impl Solver {
    /// A solver for the impls of `api` and of the std support module `std`, without the placeholder impls that rustc
    /// is known to refuse.
    pub(crate) fn new(api: &Api, std: &Api, refused: &BTreeSet<String>) -> Solver {
        let mut impls: Vec<ImplDef> = harness_impls(api, refused);
        let has_hostile = (std.impls.iter()).any(|known| known.self_type.head() == Some(HOSTILE));
        impls.extend(has_hostile.then(hostile_items));
        let (references, direct): (Vec<&ImplDef>, Vec<&ImplDef>) = api
            .impls
            .iter()
            .filter(|i| i.trait_.is_some())
            .partition(|i| matches!(i.self_type, Ty::Ref { .. }));
        // Whose trait is std's has most types there; the crate's own follow.
        impls.extend(std.impls.iter().filter(|i| i.trait_.is_some()).cloned());
        impls.extend(direct.into_iter().chain(references).cloned());
        let mut by_trait: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut by_associated_type: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut by_trait_and_type: BTreeMap<String, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
        for (index, implementation) in impls.iter().enumerate() {
            let Some(trait_) = &implementation.trait_ else {
                continue;
            };
            by_trait.entry(trait_.path.clone()).or_default().push(index);
            for (Member { name, .. }, _) in &implementation.types {
                let of_trait = by_trait_and_type.entry(trait_.path.clone()).or_default();
                of_trait.entry(name.clone()).or_default().push(index);
                by_associated_type.entry(name.clone()).or_default().push(index);
            }
        }
        // What only wraps another implementor is no first choice, or it would be wrapped again and again.
        let never_built = never_built(api);
        // What the support module makes: other types of std are as good as never built.
        let made_by_std: BTreeSet<&str> = std.items.iter().filter_map(|item| item.output.head()).collect();
        let is_never_built = |def: &ImplDef| {
            def.self_type.head().is_some_and(|path| {
                let is_of_std = path.starts_with("std::") && path != "std::boxed::Box";
                never_built.contains(path) || is_of_std && !made_by_std.contains(path)
            })
        };
        for (path, list) in &mut by_trait {
            list.sort_by_key(|index| {
                let def = &impls[*index];
                let is_wide = def.generics.params.len() > WIDE;
                (wraps_an_implementor(def), is_wide, is_never_built(def))
            });
            let is_responder = |index: &usize| impls[*index].self_type.head() == Some(RESPONDER);
            if let Some(position) = list.iter().position(is_responder) {
                let later = (position + tried_before(path)).min(list.len() - 1);
                list[position..=later].rotate_left(1);
            }
        }
        let aliases = api.types_with_names();
        let by_heads = |lists: BTreeMap<String, Vec<usize>>| -> BTreeMap<String, ByHead> {
            let lists = lists.into_iter();
            lists
                .map(|(key, list)| (key, ByHead::new(&impls, &list)))
                .collect()
        };
        Solver {
            named: (by_trait.iter())
                .map(|(path, list)| {
                    (
                        path.clone(),
                        named_implementors(list.iter().map(|index| &impls[*index]), &aliases),
                    )
                })
                .collect(),
            by_trait: by_heads(by_trait),
            by_associated_type: by_heads(by_associated_type),
            by_trait_and_type: (by_trait_and_type.into_iter())
                .map(|(path, names)| (path, by_heads(names)))
                .collect(),
            impls,
            own_traits: api.traits.keys().cloned().collect(),
            holds: RefCell::new(BTreeMap::new()),
            projections: RefCell::new(BTreeMap::new()),
            remembered: RefCell::default(),
            in_vain: Cell::new(0),
            asked: Cell::new(0),
            has_hostile,
        }
    }

    /// Impls of a trait.
    pub(super) fn impls_of(&self, trait_: &str) -> impl ExactSizeIterator<Item = &ImplDef> {
        self.listed(self.by_trait.get(trait_).map_or(&[], ByHead::all))
    }

    /// Impls of a trait, in the same order, without some that are for other types.
    pub(super) fn impls_for(&self, trait_: &str, ty: &Ty) -> impl Iterator<Item = &ImplDef> {
        self.listed(self.by_trait.get(trait_).map_or(&[], |impls| impls.of(ty)))
    }

    /// Impls that say what an associated type of this name is, without some that are for other types: those of the trait,
    /// unless none of these says it.
    pub(super) fn impls_with(
        &self,
        trait_: Option<&str>,
        associated_type: &str,
        ty: &Ty,
    ) -> impl Iterator<Item = &ImplDef> {
        let of_trait = trait_.and_then(|path| self.by_trait_and_type.get(path)?.get(associated_type));
        let impls = of_trait.or_else(|| self.by_associated_type.get(associated_type));
        self.listed(impls.map_or(&[], |impls| impls.of(ty)))
    }

    /// Implementors that have a name of their own, if there are several.
    pub(super) fn named_implementors(&self, trait_: &str) -> &[Ty] {
        self.named.get(trait_).map_or(&[], Vec::as_slice)
    }

    fn listed<'s>(&'s self, indices: &'s [usize]) -> impl ExactSizeIterator<Item = &'s ImplDef> {
        indices.iter().map(|index| &self.impls[*index])
    }

    pub(super) fn is_known_trait(&self, path: &str) -> bool {
        self.own_traits.contains(path) || self.by_trait.contains_key(path)
    }
}

/// Numbers that are types have aliases, and what else could be made of their constructors is none that anybody uses:
/// aliases of what a trait is implemented for, or of what is made of its implementors. Of the first three the last comes
/// first, as 2 does of constants.
fn named_implementors<'i>(impls: impl Iterator<Item = &'i ImplDef>, aliases: &[Ty]) -> Vec<Ty> {
    let (of_one, of_many): (Vec<&ImplDef>, Vec<&ImplDef>) = impls
        .filter(|known| known.self_type.is_closed() || known.asks_for_itself())
        .partition(|known| known.self_type.is_closed());
    let implementors: BTreeSet<&Ty> = of_one.iter().map(|known| &known.self_type).collect();
    let heads: BTreeSet<&str> = of_many
        .iter()
        .filter_map(|known| known.self_type.head())
        .collect();
    if implementors.is_empty() && heads.is_empty() {
        return Vec::new();
    }
    let is_named = |ty: &&Ty| implementors.contains(ty) || ty.head().is_some_and(|head| heads.contains(head));
    let mut named: Vec<Ty> = aliases
        .iter()
        .filter(is_named)
        .take(MOST_NAMED)
        .cloned()
        .collect();
    if named.len() < LEAST_NAMED {
        return Vec::new();
    }
    named[..LEAST_NAMED].reverse();
    named
}

/// Own types of which nothing public makes the first value: good for marking other types, no use as an argument.
fn never_built(api: &Api) -> BTreeSet<&str> {
    let mut unbuilt: BTreeSet<&str> = api.types.keys().map(String::as_str).collect();
    for item in api.items.iter().chain(&api.support_items) {
        if item.barrier.is_none() && !unbuilt.is_empty() {
            let (mut taken, mut made) = (BTreeSet::new(), BTreeSet::new());
            item.inputs.iter().for_each(|ty| note_heads(ty, &mut taken));
            note_heads(&item.output, &mut made);
            unbuilt.retain(|path| taken.contains(*path) || !made.contains(*path));
        }
    }
    unbuilt
}

/// Paths of the types in a type.
fn note_heads(ty: &Ty, heads: &mut BTreeSet<String>) {
    heads.extend(ty.head().map(str::to_owned));
    ty.for_children(&mut |part| note_heads(part, heads));
}

/// True for `impl<W: Write> Write for &mut W` and the like, and for blanket impls.
fn wraps_an_implementor(implementation: &ImplDef) -> bool {
    implementation.asks_for_itself() || matches!(implementation.self_type, Ty::Param(_))
}
