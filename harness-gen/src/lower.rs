//! Support set → the planner's grammar and the bindings that say what its numbers mean in Rust.

use crate::api::borrows::may_borrow;
use crate::api::ty::{Arg, Ty};
use crate::api::{Api, ApiItem, CallForm, TypeDef};
use crate::call::{Call, Parts, SupportCall, SupportKind};
use crate::codes::Code;
use crate::emit::Pruned;
use crate::harness_types::Names;
use crate::oddity::Oddities;
use crate::prepared::{Gives, Instance, Item, ItemUse, Param, Signature};
use crate::reading::{Reading, parameters, shared};
use crate::render::{AroundTests, Bindings, OpBinding, Shape, Short, TypeBinding};
use crate::support::uninhabited_part;
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::tuning::LONGEST_ANNOTATION;
use crate::variants::Variant;
use crate::verdicts::Verdicts;
use crate::write::readable::{self, Methods};
use crate::write::test;
use plans::{Grammar, GrammarError, InPlace, OpId, OpSpec, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// The grammar, pruned ops left out but keeping their numbers. `pruned` includes the ops of refused types.
pub(crate) fn grammar(set: &SupportSet, pruned: &Pruned) -> Result<Grammar, GrammarError> {
    let ids = set.type_ids();
    let id = |key: &TypeKey| TypeId(u32::try_from(ids[key]).unwrap_or(u32::MAX));
    let ops = set
        .ops
        .iter()
        .enumerate()
        .map(|(index, op)| {
            (!pruned.ops.contains(&index)).then(|| OpSpec {
                result: id(&op.result),
                args: op.inputs.iter().map(id).collect(),
                steps: op.steps,
                in_place: match op.parts() {
                    None => InPlace::No,
                    Some(_) if !op.total => InPlace::No,
                    Some(Parts::Elements) => InPlace::Elements,
                    Some(_) => InPlace::Fields,
                },
                pointer: op.call.is_pointer(),
                total: op.total,
                builds: op.builds,
            })
        })
        .collect();
    let is_learned = |op: &OpDef| matches!(op.call, Call::Learned { .. });
    let learned = (0..).map(OpId).zip(&set.ops).filter(|(_, op)| is_learned(op));
    let mut grammar = Grammar::with_learned(set.types.len(), ops, learned.map(|(id, _)| id).collect())?;
    // What is in it is the placeholder: another one around it would decide nothing.
    let lazy = set.types.iter().position(|key| key.ty.is_lazy() && !key.produced);
    grammar.mark_unwatchable(
        &lazy
            .map(|index| TypeId(index as u32))
            .into_iter()
            .collect::<Vec<_>>(),
    );
    Ok(grammar)
}

/// Ops that run a dependency's functions to build a value.
pub(crate) fn dependency_ops(set: &SupportSet) -> Vec<usize> {
    (0..set.ops.len())
        .filter(|index| set.ops[*index].is_without_findings())
        .collect()
}

/// How every op is written.
pub(crate) fn bindings(api: &Api, set: &SupportSet, around_tests: AroundTests) -> Bindings {
    let ids = set.type_ids();
    let type_id = |key: &TypeKey| TypeId(u32::try_from(ids[key]).unwrap_or(u32::MAX));
    let methods = Methods::new(api);
    let ops = set
        .ops
        .iter()
        .map(|op| {
            let (ty, arity) = (&op.result.ty, op.inputs.len());
            OpBinding {
                short: Short {
                    usual: readable::template(op, Names::Person, &methods),
                    on_placeholder: readable::on_placeholder(op),
                },
                readable: readable::template(op, Names::Imported, &methods),
                explicit: test::template(&op.call, ty, arity, Names::Test),
                has_receiver: readable::has_receiver(&op.call),
                says_its_type: readable::says_its_type(&op.call),
                shape: shape(&op.call),
                result: type_id(&op.result),
                assertion: test::assertion(&op.call),
                declarations: test::declarations(op),
                reading: Reading::of(api, op),
                parameters: parameters(api, op),
                shared: shared(op),
            }
        })
        .collect();
    let types = set.types.iter().map(|key| TypeBinding {
        name: key.ty.render(Names::Test),
        annotation: annotation(&key.ty, Names::Test),
        readable_annotation: match &key.ty {
            Ty::Path { args, .. } if args.is_empty() => None,
            ty => annotation(ty, Names::Imported),
        },
        variable: readable::variable(&key.ty),
        may_borrow: may_borrow(api, &key.ty),
    });
    let literals = set.ops.iter().filter_map(|op| match &op.call {
        Call::Learned { kind, .. } => Some((type_id(&op.result), *kind)),
        _ => None,
    });
    Bindings {
        oddities: Oddities::new(&set.ops),
        variants: set.ops.iter().map(|op| Variant::of(api, op)).collect(),
        around_tests,
        ops,
        types: types.collect(),
        literals: literals.collect(),
    }
}

/// How a variable of the type is annotated: long types, functions and objects are left to inference.
fn annotation(ty: &Ty, names: Names) -> Option<String> {
    let is_long = ty.render(Names::Test).len() > LONGEST_ANNOTATION;
    let is_inferred = ty.any(&|part| matches!(part, Ty::FnPointer(..) | Ty::Dyn(_)));
    (!is_long && !is_inferred).then(|| ty.render(names))
}

fn shape(call: &Call) -> Shape {
    match call {
        Call::Borrow { mutable } => Shape::Borrow { mutable: *mutable },
        Call::Box | Call::Lazy => Shape::Wrapper,
        Call::ListEnd => Shape::ListEnd,
        Call::ListThen => Shape::ListThen,
        Call::Placeholder | Call::Demand(_) => Shape::Placeholder,
        Call::Support(SupportCall {
            kind: SupportKind {
                vector: Some(step), ..
            },
            ..
        }) => Shape::Vector(*step),
        _ if call.is_hostile() => Shape::Hostile,
        _ if call.is_statement() => Shape::Statement,
        _ if call.runs_code() => Shape::Bound,
        _ => Shape::Expression,
    }
}

/// Every item with its roots, or the reason why it has none.
pub(crate) fn items(api: &Api, set: &SupportSet, grammar: &Grammar, verdicts: &Verdicts) -> Vec<Item> {
    let mut roots: BTreeMap<usize, Vec<(usize, OpId)>> = BTreeMap::new();
    for (position, op) in set.ops.iter().enumerate().filter(|(_, op)| op.is_root) {
        if let Some(item) = op.item {
            let id = OpId(u32::try_from(position).unwrap_or(u32::MAX));
            roots.entry(item).or_default().push((position, id));
        }
    }
    let lowering = Lowering {
        api,
        set,
        grammar,
        verdicts,
        roots,
        type_ids: set.type_ids(),
        named: api.types_with_names().into_iter().collect(),
    };
    api.items
        .iter()
        .enumerate()
        .map(|(index, item)| Item {
            path: item.path.clone(),
            kind: item.kind,
            span: item.span.clone(),
            signature: signature(item),
            docs: item.told.docs.clone(),
            params: params(api, item),
            reports_failure: reports_failure(item),
            is_property: api.properties.contains(&index),
            use_: lowering.item_use(index, item),
        })
        .collect()
}

fn signature(item: &ApiItem) -> Signature {
    let bounds = item
        .generics
        .predicates
        .iter()
        .flat_map(|predicate| &predicate.bounds);
    Signature {
        inputs: item.inputs.iter().map(|ty| ty.render(Names::Person)).collect(),
        output: item.output.render(Names::Person),
        bounds: bounds.map(|bound| bound.render(Names::Person)).collect(),
    }
}

/// The arguments as they are called; a closure's answers and the like have no names.
fn params(api: &Api, item: &ApiItem) -> Vec<Param> {
    let named = item.inputs.iter().zip(&item.told.names);
    named
        .map(|(ty, name)| Param {
            name: name.clone(),
            gives: match ty {
                _ if name == "self" => Gives::Other,
                ty => by_name(api, ty).unwrap_or_else(|| gives(ty, item)),
            },
        })
        .collect()
}

/// Of a name that an enum has, or a range of such: what it gives.
fn by_name(api: &Api, ty: &Ty) -> Option<Gives> {
    let Ty::Path { path, args } = ty else {
        return match ty {
            Ty::Ref { inner, .. } => by_name(api, inner),
            _ => None,
        };
    };
    let is_names = |def: &TypeDef| {
        let all = def.constructors.as_ref();
        def.is_enum && all.is_some_and(|all| all.iter().all(|of| of.types.is_empty()))
    };
    let is_named = |arg: &Arg| matches!(arg, Arg::Type(ty) if by_name(api, ty) == Some(Gives::Variant));
    match path.starts_with("std::ops::Range") {
        true => args.iter().any(is_named).then_some(Gives::Variants),
        false => api
            .types
            .get(path)
            .is_some_and(is_names)
            .then_some(Gives::Variant),
    }
}

fn gives(ty: &Ty, item: &ApiItem) -> Gives {
    const PLACES: [&str; 9] = [
        "index",
        "idx",
        "ix",
        "id",
        "key",
        "position",
        "handle",
        "range",
        "rangebounds",
    ];
    let is_place = |name: &str| {
        let name = name.rsplit("::").next().unwrap_or(name);
        let lower = name.to_lowercase();
        let named = last_word(name).to_lowercase();
        lower.starts_with("range") || lower == "indextype" || PLACES.contains(&named.as_str())
    };
    let is_range = |path: &str| path.starts_with("std::ops::Range");
    match ty {
        Ty::Ref { inner, .. } => gives(inner, item),
        Ty::Prim(name) if matches!(name.as_str(), "usize" | "isize" | "u32" | "u64") => Gives::Place,
        Ty::Prim(name) if name == "str" => Gives::Text,
        Ty::Slice(element) if **element == Ty::prim("u8") => Gives::Text,
        Ty::Path { path, args } => match path.as_str() {
            "std::string::String" | "std::ffi::CStr" | "std::path::Path" => Gives::Text,
            "std::vec::Vec" if args == &[Arg::Type(Ty::prim("u8"))] => Gives::Text,
            path if is_range(path) => Gives::Range,
            path if is_place(path) => Gives::Place,
            _ => Gives::Other,
        },
        Ty::Projection { member, .. } if is_place(&member.name) => Gives::Place,
        Ty::Param(name) => {
            let of_param = item
                .generics
                .predicates
                .iter()
                .filter(|predicate| predicate.ty == *ty);
            let bounds: Vec<&str> = of_param
                .flat_map(|predicate| &predicate.bounds)
                .map(|bound| bound.path.as_str())
                .collect();
            match () {
                () if bounds.iter().any(|bound| is_range(bound)) => Gives::Range,
                () if bounds.iter().any(|bound| is_place(bound)) || is_place(name) => Gives::Place,
                () => Gives::Other,
            }
        }
        _ => Gives::Other,
    }
}

/// `Index` of `NodeIndex` and `ID` of `NodeID`, but all of `Matrix`, which is no `Ix`.
fn last_word(name: &str) -> &str {
    let mut before = char::MAX;
    let mut start = 0;
    for (at, c) in name.char_indices() {
        let begins = c.is_uppercase() && !before.is_uppercase();
        start = if begins { at } else { start };
        start = if c == '_' { at + 1 } else { start };
        before = c;
    }
    &name[start..]
}

/// The signature has a place for failure. What an iterator's says is that there is nothing more.
fn reports_failure(item: &ApiItem) -> bool {
    const ITERATORS: [&str; 3] = ["Iterator", "DoubleEndedIterator", "ExactSizeIterator"];
    let is_of_iterator = match &item.form {
        CallForm::TraitMethod { trait_, .. } => {
            let name = trait_.path.rsplit("::").next().unwrap_or_default();
            ITERATORS.contains(&name)
        }
        _ => false,
    };
    let head = item.output.head();
    !is_of_iterator && matches!(head, Some("std::result::Result" | "std::option::Option"))
}

/// What the items of one support set are looked up in.
struct Lowering<'a> {
    api: &'a Api,
    set: &'a SupportSet,
    grammar: &'a Grammar,
    verdicts: &'a Verdicts,
    /// The roots of each item.
    roots: BTreeMap<usize, Vec<(usize, OpId)>>,
    type_ids: BTreeMap<TypeKey, usize>,
    /// Types that have names of their own, as numbers do that are types.
    named: BTreeSet<Ty>,
}

impl Lowering<'_> {
    fn item_use(&self, index: usize, item: &ApiItem) -> ItemUse {
        let Lowering { set, grammar, .. } = *self;
        if let Some(barrier) = &item.barrier {
            return ItemUse::Excluded {
                code: barrier.code,
                reason: barrier.reason.clone(),
            };
        }
        if let Some(part) = item.inputs.iter().find_map(|ty| uninhabited_part(self.api, ty)) {
            return ItemUse::Excluded {
                code: Code::Uninhabited,
                reason: format!(
                    "no value of `{}` exists, so nobody can call it",
                    part.render(Names::Person)
                ),
            };
        }
        let first_refusal = self.verdicts.first_refusal(index);
        let roots = self.roots.get(&index).map_or(&[][..], Vec::as_slice);
        if roots.is_empty() && first_refusal.is_none() {
            let found = set.exclusions.iter().find(|e| e.item == index);
            let (code, reason) = match found {
                Some(exclusion) => (exclusion.code, exclusion.reason.clone()),
                None => (Code::Generic, "no instance was made".to_owned()),
            };
            return ItemUse::Excluded { code, reason };
        }
        let compiled: Vec<&(usize, OpId)> =
            roots.iter().filter(|(_, op)| grammar.op(*op).is_some()).collect();
        if compiled.is_empty() && matches!(item.form, CallForm::Macro { .. }) {
            return ItemUse::Excluded {
                code: Code::Macro,
                reason: "no doc example shows a call that compiles on its own".to_owned(),
            };
        }
        if compiled.is_empty() {
            let reason = first_refusal.unwrap_or("a type of the signature was refused by rustc");
            return ItemUse::Excluded {
                code: Code::Rustc,
                reason: reason.to_owned(),
            };
        }
        let mut instances: Vec<Instance> = compiled
            .iter()
            .filter(|(_, op)| grammar.root_steps(*op).is_some())
            .map(|(position, op)| Instance {
                op: *op,
                label: set.ops[*position].label.clone(),
                has_type_placeholder: set.ops[*position].has_type_placeholder,
                stands_alone: self.stands_alone(*position, &compiled),
            })
            .collect();
        if instances.is_empty() {
            let missing = compiled.iter().find_map(|(position, _)| {
                set.ops[*position].inputs.iter().find(|key| {
                    self.type_ids.get(*key).is_none_or(|id| {
                        grammar
                            .min_steps(TypeId(u32::try_from(*id).unwrap_or(u32::MAX)))
                            .is_none()
                    })
                })
            });
            let missing = missing.map_or_else(
                || "an argument".to_owned(),
                |key| format!("`{}`", key.ty.render(Names::Person)),
            );
            return ItemUse::Excluded {
                code: Code::NoValue,
                reason: format!("nothing builds a value of {missing}"),
            };
        }
        instances.sort_by_key(|instance| !instance.has_type_placeholder);
        ItemUse::Explore(instances)
    }

    /// True if a root has other numbers in its arguments than each root with placeholder types: whether these are looked at
    /// says nothing about it.
    fn stands_alone(&self, position: usize, roots: &[&(usize, OpId)]) -> bool {
        let has_placeholder = |position: usize| self.set.ops[position].has_type_placeholder;
        let mut placeholders = roots
            .iter()
            .filter(|(other, _)| has_placeholder(*other))
            .peekable();
        let numbers = self.numbers(position);
        !has_placeholder(position)
            && placeholders.peek().is_some()
            && placeholders.all(|(other, _)| self.numbers(*other) != numbers)
    }

    /// The type arguments of a root that are constants or have names of their own.
    fn numbers(&self, position: usize) -> Vec<(&String, &Arg)> {
        let call = match &self.set.ops[position].call {
            Call::Item(call) => call,
            Call::GivenBack(back) => &back.taking,
            _ => return Vec::new(),
        };
        let is_number = |arg: &Arg| match arg {
            Arg::Const(_) => true,
            Arg::Type(ty) => self.named.contains(ty),
        };
        call.subst.iter().filter(|(_, arg)| is_number(arg)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::last_word;

    #[test]
    fn names_of_types_have_words() {
        for (name, word) in [
            ("NodeIndex", "Index"),
            ("NodeID", "ID"),
            ("Ix", "Ix"),
            ("Matrix", "Matrix"),
            ("Grid", "Grid"),
            ("slot_key", "key"),
            ("T", "T"),
            ("", ""),
        ] {
            assert_eq!(last_word(name), word, "{name}");
        }
    }
}
