//! Our model of a crate's public API: what rustdoc JSON says, reduced to what exploring needs. Reading never
//! runs anything, and rustdoc's own types end in `read57`.

pub(crate) mod borrows;
pub(crate) mod docs;
pub(crate) mod foreign;
pub(crate) mod hole_impl;
pub(crate) mod lasting;
pub(crate) mod macros;
pub(crate) mod names;
mod nesting;
pub(crate) mod paths;
pub(crate) mod properties;
pub(crate) mod read57;
pub(crate) mod responders;
pub(crate) mod std_paths;
pub(crate) mod std_types;
pub(crate) mod told;
pub(crate) mod ty;
pub(crate) mod ty_text;

use crate::sentences::DocSentence;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use ty::{Arg, Member, Subst, TraitRef, Ty, is_const_closed};

/// The kinds of items of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ItemKind {
    /// A free function.
    Function,
    /// An inherent method.
    Method,
    /// A method of a trait impl.
    TraitMethod,
    /// A struct literal or an enum variant.
    Constructor,
    /// A constant, static or associated constant.
    Const,
}

/// A public API.
#[derive(Clone, Debug, Default)]
pub(crate) struct Api {
    /// Every public item, in source order within its module.
    pub(crate) items: Vec<ApiItem>,
    /// Positions of the items that are properties.
    pub(crate) properties: BTreeSet<usize>,
    /// Structs and enums by canonical path.
    pub(crate) types: BTreeMap<String, TypeDef>,
    /// Public type aliases by canonical path.
    pub(crate) aliases: BTreeMap<String, TypeAlias>,
    /// The crate's own traits by canonical path.
    pub(crate) traits: BTreeMap<String, TraitDef>,
    /// All impls rustdoc lists for the crate's types and traits, hand-written and derived.
    pub(crate) impls: Vec<ImplDef>,
    /// Literals found in doc examples.
    pub(crate) doc_literals: docs::DocLiterals,
    /// What the dependencies offer to build values of their types. Never explored for itself.
    pub(crate) support_items: Vec<ApiItem>,
    /// What the user's support file gives: whatever its functions and constants are, others take. Never explored for itself.
    pub(crate) given_items: Vec<ApiItem>,
    /// What is said of the methods of traits, by `path::of::Trait::method`.
    pub(crate) told_of_traits: BTreeMap<String, Vec<DocSentence>>,
    /// The functions that docs of the crate's traits' methods send to, by path of the method.
    pub(crate) sent_by_traits: BTreeMap<String, Vec<String>>,
    /// Names of the dependencies that arms may write.
    pub(crate) dependencies: BTreeSet<String>,
}

impl Api {
    /// First segments of all paths in signatures: names of crates, the explored one among them.
    pub(crate) fn crates_mentioned(&self) -> BTreeSet<String> {
        let paths = self.paths_mentioned();
        let firsts = paths.iter().filter_map(|path| path.split_once("::"));
        firsts.map(|(first, _)| first.to_owned()).collect()
    }

    /// All paths in signatures.
    pub(crate) fn paths_mentioned(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut note = |path: &str| {
            found.insert(path.to_owned());
        };
        for item in &self.items {
            for ty in item.inputs.iter().chain([&item.output]) {
                for_paths(ty, &mut note);
            }
            let traits = item.generics.predicates.iter().flat_map(|p| &p.bounds);
            traits.for_each(|bound| for_paths_of_bound(bound, &mut note));
            if let CallForm::TraitMethod {
                trait_, self_type, ..
            }
            | CallForm::Value {
                self_type: Some(self_type),
                trait_: Some(trait_),
                ..
            } = &item.form
            {
                note(&trait_.path);
                for_paths(self_type, &mut note);
            }
        }
        for implementation in &self.impls {
            for_paths(&implementation.self_type, &mut note);
            let bounds = implementation.generics.predicates.iter().flat_map(|p| &p.bounds);
            let traits = bounds.chain(&implementation.trait_);
            traits.for_each(|bound| for_paths_of_bound(bound, &mut note));
            implementation
                .types
                .iter()
                .for_each(|(_, ty)| for_paths(ty, &mut note));
        }
        found
    }

    /// Types without parameters that have a public alias, simple ones first.
    pub(crate) fn types_with_names(&self) -> Vec<Ty> {
        let has_no_params = |alias: &TypeAlias| alias.generics.params.is_empty() && alias.ty.is_closed();
        let mut named: Vec<(usize, usize, &String, &Ty)> = (self.aliases.iter())
            .filter(|(_, alias)| has_no_params(alias) && alias.ty.head().is_some())
            .map(|(path, alias)| (alias.ty.levels(), path.len(), path, &alias.ty))
            .collect();
        named.sort();
        let mut seen = BTreeSet::new();
        named.retain(|(.., ty)| seen.insert(*ty));
        named.into_iter().map(|(.., ty)| ty.clone()).collect()
    }

    /// True if the path begins with the name of a dependency.
    pub(crate) fn is_of_dependency(&self, path: &str) -> bool {
        path.split_once("::")
            .is_some_and(|(first, _)| self.dependencies.contains(first))
    }
}

/// Calls `note` for the path of every type and trait object in `ty`.
pub(crate) fn for_paths(ty: &Ty, note: &mut dyn FnMut(&str)) {
    match ty {
        Ty::Path { path, .. } => note(path),
        Ty::Dyn(traits) | Ty::Impl(traits) => traits.iter().for_each(|t| note(&t.path)),
        _ => {}
    }
    ty.for_children(&mut |child| for_paths(child, note));
}

/// Calls `note` for the path of a trait and of all types that it is written with.
fn for_paths_of_bound(bound: &TraitRef, note: &mut dyn FnMut(&str)) {
    note(&bound.path);
    bound.for_types(&mut |ty| for_paths(ty, note));
}

/// A generic parameter with its bounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GenericParam {
    /// Name as written.
    pub(crate) name: String,
    /// Type or const.
    pub(crate) kind: ParamKind,
}

/// What a parameter ranges over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ParamKind {
    /// A type; the default as declared.
    Type {
        /// Declared default.
        default: Option<Ty>,
        /// Stands for an `impl Trait` argument: cannot be written in a turbofish.
        synthetic: bool,
    },
    /// A const.
    Const {
        /// Its type.
        ty: Ty,
        /// Declared default.
        default: Option<String>,
    },
}

impl GenericParam {
    /// What stands for the parameter where it is left out, if that is known; the ones before it are given.
    pub(crate) fn default_with(&self, before: &Subst) -> Option<Arg> {
        match &self.kind {
            ParamKind::Type { default, .. } => Some(Arg::Type(default.as_ref()?.substitute(before))),
            ParamKind::Const { default, .. } => default_const(default.as_deref()?, before),
        }
    }
}

/// A default of a const parameter: a literal or a parameter before it. What an expression is worth only rustc knows.
pub(crate) fn default_const(text: &str, before: &Subst) -> Option<Arg> {
    match before.get(text) {
        Some(given) => Some(given.clone()),
        None => is_const_closed(text).then(|| Arg::Const(text.to_owned())),
    }
}

/// `ty: bounds`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Predicate {
    /// The bounded type.
    pub(crate) ty: Ty,
    /// Its bounds.
    pub(crate) bounds: Vec<TraitRef>,
}

/// Parameters and predicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Generics {
    /// Parameters, lifetimes left out.
    pub(crate) params: Vec<GenericParam>,
    /// True if there are lifetime parameters.
    pub(crate) has_lifetime: bool,
    /// Bounds from everywhere.
    pub(crate) predicates: Vec<Predicate>,
}

/// A type alias.
#[derive(Clone, Debug)]
pub(crate) struct TypeAlias {
    /// Its parameters.
    pub(crate) generics: Generics,
    /// What it stands for, said with them.
    pub(crate) ty: Ty,
}

impl TypeAlias {
    /// The type with these arguments; defaults stand for those that are left out.
    pub(crate) fn with(&self, args: &[Arg]) -> Ty {
        let mut subst = Subst::new();
        for (position, param) in self.generics.params.iter().enumerate() {
            let arg = args.get(position).cloned();
            if let Some(arg) = arg.or_else(|| param.default_with(&subst)) {
                subst.insert(param.name.clone(), arg);
            }
        }
        self.ty.substitute(&subst)
    }
}

impl Generics {
    /// The parameters as arguments: each stands for itself.
    pub(crate) fn as_args(&self) -> Vec<Arg> {
        let as_arg = |param: &GenericParam| match &param.kind {
            ParamKind::Type { .. } => Arg::Type(Ty::Param(param.name.clone())),
            ParamKind::Const { .. } => Arg::Const(param.name.clone()),
        };
        self.params.iter().map(as_arg).collect()
    }
}

/// How a call or value is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum CallForm {
    /// `path::<…>(args)`.
    Function {
        /// Canonical path.
        path: String,
    },
    /// `<Self>::name(args)`.
    Inherent {
        /// The impl's type.
        self_type: Ty,
        /// Method name.
        name: String,
    },
    /// `<Self as Trait>::name(args)`.
    TraitMethod {
        /// The impl's type.
        self_type: Ty,
        /// The impl's trait.
        trait_: TraitRef,
        /// Method name.
        name: String,
    },
    /// `format!(spec, value)`: how the methods of `std::fmt`'s traits are called.
    Format {
        /// `{}`, `{:?}`, `{:x}`…; `{:1$.2$}` takes a width and a precision, too.
        spec: String,
    },
    /// An iterator is asked for more until there is none, but not for ever.
    Drained,
    /// A constant: an expression without arguments.
    Value {
        /// The impl's type, for associated constants.
        self_type: Option<Ty>,
        /// The impl's trait, for constants of a trait.
        trait_: Option<TraitRef>,
        /// Canonical path (after `&` for a static), or the name of an associated constant.
        name: String,
    },
    /// Invocations of an exported macro, each a call of its own.
    Macro {
        /// Canonical path.
        path: String,
        /// What it is called with.
        calls: Vec<macros::MacroCall>,
    },
    /// A struct literal or an enum variant.
    Constructor {
        /// Canonical path of the type.
        type_path: String,
        /// Variant name, if it is an enum.
        variant: Option<String>,
        /// Field names; empty names for a tuple form.
        fields: Fields,
    },
}

impl CallForm {
    /// The name of a method or an associated constant, else the path.
    pub(crate) fn name(&self) -> &str {
        match self {
            CallForm::Function { path } | CallForm::Macro { path, .. } => path,
            CallForm::Inherent { name, .. }
            | CallForm::TraitMethod { name, .. }
            | CallForm::Value { name, .. } => name,
            CallForm::Format { spec } => spec,
            CallForm::Drained => "for_each",
            CallForm::Constructor { type_path, .. } => type_path,
        }
    }
}

/// The shape of a constructor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Fields {
    /// No payload.
    Unit,
    /// `(a, b)`.
    Tuple,
    /// `{ x: a, y: b }`.
    Named(Vec<String>),
}

/// A public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiItem {
    /// Path as people write it.
    pub(crate) path: String,
    /// Kind.
    pub(crate) kind: ItemKind,
    /// How it is written.
    pub(crate) form: CallForm,
    /// Impl's and own parameters together.
    pub(crate) generics: Generics,
    /// How many of the parameters are the item's own (the last ones).
    pub(crate) own_params: usize,
    /// What is special about calling it.
    pub(crate) calling: Calling,
    /// Argument types, the receiver first.
    pub(crate) inputs: Vec<Ty>,
    /// Result; of a future, what it is ready with.
    pub(crate) output: Ty,
    /// What is said of it.
    pub(crate) told: Told,
    /// File and line.
    pub(crate) span: Option<(String, u32)>,
    /// Why it must not be called, if so.
    pub(crate) barrier: Option<Barrier>,
    /// First doc paragraph and flags (used by support modules).
    pub(crate) docs: String,
}

impl ApiItem {
    /// Of functions that ask for a formatter nobody has one: they are called while something is formatted.
    pub(crate) fn lend_formatter(&mut self) {
        let is_formatter =
            |ty: &Ty| matches!(ty, Ty::Ref { inner, .. } if inner.head() == Some("std::fmt::Formatter"));
        let mut positions = (0..self.inputs.len()).filter(|at| is_formatter(&self.inputs[*at]));
        if let (Some(position), None) = (positions.next(), positions.next())
            && self.calling.formatter.is_none()
            && !matches!(self.form, CallForm::Constructor { .. })
            && !self.calling.awaited
        {
            self.inputs.remove(position);
            self.calling.formatter = Some(position);
        }
    }
}

/// What is said of an item, and how its source names its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// See [`crate::Item::docs`].
    pub(crate) docs: Vec<DocSentence>,
    /// Names of the arguments.
    pub(crate) names: Vec<String>,
    /// The functions that the docs of its trait's method send to.
    pub(crate) sent_by_trait: Vec<String>,
}

/// What is special about calling an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Calling {
    /// Returns `&'static T` of something else than text: lifetimes are erased in types.
    pub(crate) lasting: bool,
    /// The first argument is `self`: the call can be written as a method.
    pub(crate) has_receiver: bool,
    /// The call gives a future, which is polled.
    pub(crate) awaited: bool,
    /// Position of an argument that is a formatter: nobody has one, but whoever is formatted is lent one.
    pub(crate) formatter: Option<usize>,
}

/// Reasons found while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Barrier {
    /// The code.
    pub(crate) code: crate::codes::Code,
    /// A sentence about this item.
    pub(crate) reason: String,
}

/// A struct or enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeDef {
    /// Canonical path.
    pub(crate) path: String,
    /// Parameters.
    pub(crate) generics: Generics,
    /// All constructors, if all of them are public (then only they build the type).
    pub(crate) constructors: Option<Vec<Constructor>>,
    /// Public fields of a struct, for taking it apart.
    pub(crate) public_fields: Vec<(String, Ty)>,
    /// True for an enum.
    pub(crate) is_enum: bool,
    /// True for an enum without any variant, public or not: no value of it exists.
    pub(crate) has_no_variants: bool,
    /// True if it implements `Drop` (fields cannot be moved out).
    pub(crate) has_drop: bool,
}

/// One constructor of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constructor {
    /// Variant name; none for a struct.
    pub(crate) variant: Option<String>,
    /// Shape.
    pub(crate) fields: Fields,
    /// Field types.
    pub(crate) types: Vec<Ty>,
    /// Can be written outside the crate (a non-exhaustive variant cannot).
    pub(crate) writable: bool,
}

/// One of the crate's own traits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraitDef {
    /// Canonical path.
    pub(crate) path: String,
    /// Parameters.
    pub(crate) generics: Generics,
    /// What an implementor has to write, if anybody can write it without knowing more: then placeholder types have it.
    pub(crate) required: Option<RequiredMembers>,
}

impl TraitDef {
    /// What an implementor has to write, if the trait has no parameters.
    pub(crate) fn required_without_params(&self) -> Option<&RequiredMembers> {
        let required = self.required.as_ref();
        required.filter(|required| required.params.names.is_empty())
    }
}

/// The required members of a trait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RequiredMembers {
    /// The trait's parameters.
    pub(crate) params: TraitParams,
    /// The associated types.
    pub(crate) types: Vec<RequiredType>,
    /// What the implementor has to have besides: the traits above this one, and what own traits bound its types by.
    pub(crate) needs: Vec<TraitRef>,
    /// Methods.
    pub(crate) methods: Vec<RequiredMethod>,
}

impl ImplDef {
    /// True for an impl for what is made of other implementors.
    pub(crate) fn asks_for_itself(&self) -> bool {
        let mut bounds = self.generics.predicates.iter().flat_map(|p| &p.bounds);
        bounds.any(|bound| Some(&bound.path) == self.trait_.as_ref().map(|t| &t.path))
    }
}

/// The parameters of a trait, lifetimes among them, as Rust text: an impl has them all.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct TraitParams {
    /// Their names.
    pub(crate) names: Vec<String>,
    /// With their bounds, as between `<` and `>`.
    pub(crate) declared: String,
    /// The clause with all other bounds, or nothing.
    pub(crate) predicates: String,
}

impl TraitParams {
    /// What stands behind the trait in an impl for all that they may be.
    pub(crate) fn args(&self) -> String {
        match self.names.is_empty() {
            true => String::new(),
            false => format!("<{}>", self.names.join(", ")),
        }
    }
}

/// A required associated type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RequiredType {
    /// Its name.
    pub(crate) name: String,
    /// One of the crate's own traits bounds it that `i32` does not implement: a placeholder type has such traits, too.
    pub(crate) is_bounded_by_own: bool,
}

/// A required method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RequiredMethod {
    /// Its name.
    pub(crate) name: String,
    /// Everything before the body, as Rust text.
    pub(crate) head: String,
    /// It has a `self`.
    pub(crate) has_receiver: bool,
    /// Result.
    pub(crate) output: Ty,
}

/// An impl.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImplDef {
    /// Parameters.
    pub(crate) generics: Generics,
    /// The trait; none for inherent impls.
    pub(crate) trait_: Option<TraitRef>,
    /// The type.
    pub(crate) self_type: Ty,
    /// Associated types.
    pub(crate) types: Vec<(Member, Ty)>,
}
