//! A small trait solver: which types satisfy the bounds of an item, and what associated types are. It knows the
//! explored crate's impls (and those of its dependencies, where they were read), a table of std's, and the placeholder
//! types'. It is a guide, not a judge: whether an instance really fits is rustc's decision, arm by arm; every search is
//! bounded, so a missing answer means "not found".

mod builtin;
mod choose;
mod harness_impls;
mod search;
mod unify;

use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, Generics, ImplDef};
use crate::harness_types::RESPONDER;
use search::{Goal, Search};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Closed instances of generic types by path, the most useful first: what an impl's header leaves open is tried with
/// them, so that what one op makes another takes.
pub(crate) type KnownInstances = BTreeMap<String, Vec<Ty>>;

/// Which values are given to parameters that no bound decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preference {
    /// Placeholder types wherever the bounds allow them.
    Placeholders,
    /// The n-th of the usual types.
    Usual(usize),
}

/// Kinds of usual types that are tried one after the other.
const USUAL_KINDS: usize = 2;
/// Most choices of another impl than the first that fits on one branch, tried from none upwards.
const MOST_CHOICES: u32 = 4;
/// Parameters from which on an impl (for a tuple of many parts, mostly) is tried after the others, and costs more steps.
const WIDE: usize = 4;
/// Goals looked at in one search.
const STEPS: u32 = 4_000;
/// Goals looked at for one closed question.
const CLOSED_STEPS: u32 = 200;

/// Longest chain of closed questions that lead to each other.
const MOST_NESTED: u32 = 24;
/// Deepest type a closed question is answered about: impls can make types grow without end.
const DEEPEST_QUESTION: usize = 14;

/// The impls and what was already asked about them.
pub(crate) struct Solver {
    impls: Vec<ImplDef>,
    by_trait: BTreeMap<String, Vec<usize>>,
    by_associated_type: BTreeMap<String, Vec<usize>>,
    associated_of_trait: BTreeSet<(String, String)>,
    own_traits: BTreeSet<String>,
    holds: RefCell<BTreeMap<(Ty, TraitRef), bool>>,
    projections: RefCell<BTreeMap<Ty, Option<Ty>>>,
    /// Questions that are being answered for other questions.
    asked: Cell<u32>,
}

impl Solver {
    /// A solver for the impls of `api` and of the std support module `std`, without the placeholder impls that rustc
    /// is known to refuse.
    pub(crate) fn new(api: &Api, std: &Api, refused: &BTreeSet<String>) -> Solver {
        let mut impls: Vec<ImplDef> = harness_impls::harness_impls(api, refused);
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
        let mut associated_of_trait = BTreeSet::new();
        for (index, implementation) in impls.iter().enumerate() {
            let Some(trait_) = &implementation.trait_ else {
                continue;
            };
            by_trait.entry(trait_.path.clone()).or_default().push(index);
            for (name, _) in &implementation.types {
                associated_of_trait.insert((trait_.path.clone(), name.clone()));
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
                let later = (position + harness_impls::tried_before(path)).min(list.len() - 1);
                list[position..=later].rotate_left(1);
            }
        }
        Solver {
            impls,
            by_trait,
            by_associated_type,
            associated_of_trait,
            own_traits: api.traits.keys().cloned().collect(),
            holds: RefCell::new(BTreeMap::new()),
            projections: RefCell::new(BTreeMap::new()),
            asked: Cell::new(0),
        }
    }

    /// Ways to choose all parameters of `generics`, `fixed` ones given: a way with placeholder types first, if there is
    /// one, then others in an order that does not depend on anything but the input. At most `most`.
    pub(crate) fn instances(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
        most: usize,
    ) -> Vec<Subst> {
        if generics.params.iter().all(|p| fixed.contains_key(&p.name)) && generics.predicates.is_empty() {
            return vec![fixed.clone()];
        }
        let mut found = self.search(generics, fixed, known, Preference::Placeholders, 1);
        let mut kinds: Vec<Vec<Subst>> = Vec::new();
        for kind in 0..USUAL_KINDS {
            let ways = self.search(generics, fixed, known, Preference::Usual(kind), most);
            // What one kind of usual types cannot satisfy, another hardly will.
            if ways.is_empty() {
                break;
            }
            kinds.push(ways);
        }
        let longest = kinds.iter().map(Vec::len).max().unwrap_or(0);
        for position in 0..longest {
            for list in &kinds {
                if let Some(subst) = list.get(position)
                    && !found.contains(subst)
                {
                    found.push(subst.clone());
                }
            }
        }
        found.truncate(most);
        found
    }

    /// The first way to choose the rest of the parameters, with placeholder types only if `fixed` has some.
    pub(crate) fn completed(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
    ) -> Option<Subst> {
        let has_placeholder = fixed
            .values()
            .any(|arg| matches!(arg, Arg::Type(ty) if ty.mentions_hole()));
        let preference = if has_placeholder {
            Preference::Placeholders
        } else {
            Preference::Usual(0)
        };
        self.search(generics, fixed, known, preference, 1).pop()
    }

    fn search(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
        preference: Preference,
        most: usize,
    ) -> Vec<Subst> {
        let mut found: Vec<Subst> = Vec::new();
        let mut steps = STEPS;
        for choices in 0..=MOST_CHOICES {
            let mut search = Search::new(self, known, preference, steps, most);
            let goals = search.open(generics, fixed);
            search.run(goals, choices);
            steps = search.steps_left();
            let exhausted = steps == 0 || !search.ran_out_of_choices();
            for subst in search.into_found() {
                if !found.contains(&subst) {
                    found.push(subst);
                }
            }
            if exhausted || found.len() >= most {
                break;
            }
        }
        found.truncate(most);
        found
    }

    /// True if a type without open parts has an impl of the trait, as far as is known.
    pub(crate) fn implements(&self, ty: &Ty, trait_: &TraitRef) -> bool {
        let key = (ty.clone(), trait_.clone());
        if let Some(answer) = self.holds.borrow().get(&key) {
            return *answer;
        }
        if self.asked.get() >= MOST_NESTED || ty.nesting() > DEEPEST_QUESTION {
            return false;
        }
        // A question about itself is answered with yes: derived impls of recursive types lead there.
        self.holds.borrow_mut().insert(key.clone(), true);
        let known = KnownInstances::new();
        let mut search = Search::new(self, &known, Preference::Usual(0), CLOSED_STEPS, 1);
        let goal = Goal::holds(ty.clone(), trait_.clone(), 0);
        self.asked.set(self.asked.get() + 1);
        search.prove(goal);
        self.asked.set(self.asked.get() - 1);
        let answer = !search.into_found().is_empty();
        self.holds.borrow_mut().insert(key, answer);
        answer
    }

    /// Resolves projections as far as impls are known. What stays a projection stays open.
    pub(crate) fn normalise(&self, ty: &Ty) -> Ty {
        if !ty.any(&|t| matches!(t, Ty::Projection { .. })) {
            return ty.clone();
        }
        let changed = ty.map_parts(&mut |part| self.normalise(part));
        let Ty::Projection { self_type, .. } = &changed else {
            return changed;
        };
        if !self_type.is_closed() {
            return changed;
        }
        if let Some(answer) = self.projections.borrow().get(&changed) {
            return answer.clone().unwrap_or(changed.clone());
        }
        if self.asked.get() >= MOST_NESTED || changed.nesting() > DEEPEST_QUESTION {
            return changed;
        }
        // While it is being answered it has no answer.
        self.projections.borrow_mut().insert(changed.clone(), None);
        let known = KnownInstances::new();
        let mut search = Search::new(self, &known, Preference::Usual(0), CLOSED_STEPS, 1);
        self.asked.set(self.asked.get() + 1);
        let answer = search.project(&changed).filter(Ty::is_closed);
        self.asked.set(self.asked.get() - 1);
        self.projections
            .borrow_mut()
            .insert(changed.clone(), answer.clone());
        answer.unwrap_or(changed)
    }

    /// Impls of a trait.
    fn impls_of(&self, trait_: &str) -> impl Iterator<Item = &ImplDef> {
        self.by_trait
            .get(trait_)
            .into_iter()
            .flatten()
            .map(|index| &self.impls[*index])
    }

    /// Impls that say what an associated type of this name is.
    fn impls_with(&self, associated_type: &str) -> impl Iterator<Item = &ImplDef> {
        self.by_associated_type
            .get(associated_type)
            .into_iter()
            .flatten()
            .map(|index| &self.impls[*index])
    }

    /// True if some impl of the trait says what this associated type is.
    fn says(&self, trait_: &str, associated_type: &str) -> bool {
        self.associated_of_trait
            .contains(&(trait_.to_owned(), associated_type.to_owned()))
    }

    fn is_known_trait(&self, path: &str) -> bool {
        self.own_traits.contains(path) || self.by_trait.contains_key(path)
    }
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
    let asks_for_itself = implementation
        .generics
        .predicates
        .iter()
        .flat_map(|p| &p.bounds)
        .any(|bound| Some(&bound.path) == implementation.trait_.as_ref().map(|t| &t.path));
    asks_for_itself || matches!(implementation.self_type, Ty::Param(_))
}

/// Constants tried for a const parameter of this type, in order.
fn const_candidates(ty: &Ty) -> &'static [&'static str] {
    match ty {
        Ty::Prim(name) if name == "bool" => &["false", "true"],
        Ty::Prim(name) if name == "char" => &["'a'", "'?'", "'*'"],
        _ => &["2", "1", "0", "8"],
    }
}

#[cfg(test)]
mod tests;
