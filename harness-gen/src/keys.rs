//! Keys of types and ops: texts that say what they are, whatever their numbers are in the grammar of the day. Another
//! build, another version of the crate or other options give the same type and the same op the same key.

use crate::api::responders::responders;
use crate::api::ty::{Arg, Ty};
use crate::api::{Api, Calling};
use crate::call::{Call, GivenBackCall, ItemCall};
use crate::harness_types::{IN_HARNESS, Names, RESPONDER};
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::write::{person, test};
use std::collections::{BTreeMap, BTreeSet};

/// One key for each type and each op of a grammar, all different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// By type id.
    pub types: Vec<String>,
    /// By op id.
    pub ops: Vec<String>,
}

impl Keys {
    /// The keys of everything in the support set.
    pub(crate) fn new(api: &Api, set: &SupportSet) -> Keys {
        let writer = KeyWriter {
            responder_traits: responders(api)
                .into_iter()
                .map(|responder| responder.trait_path)
                .collect(),
        };
        let ops: Vec<String> = set.ops.iter().map(|op| writer.op(op)).collect();
        Keys {
            types: set.types.iter().map(|key| writer.type_key(key)).collect(),
            ops: told_apart(api, set, ops),
        }
    }
}

/// Writes keys for one support set.
struct KeyWriter {
    /// The trait of each responder, by its number: numbers change when a trait is added, paths do not.
    responder_traits: Vec<String>,
}

impl KeyWriter {
    /// The type; `produced` before it if calls return it to be taken apart only.
    fn type_key(&self, key: &TypeKey) -> String {
        let ty = self.named(&key.ty).render(Names::Person);
        match key.produced {
            true => format!("produced {ty}"),
            false => ty,
        }
    }

    /// The type with names for the harness's own types that say nothing about where the harness keeps them.
    fn named(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Path { path, args } if path == RESPONDER => {
                let number = match args.first() {
                    Some(Arg::Const(number)) => number.parse().ok(),
                    _ => None,
                };
                let of = number.and_then(|number: usize| self.responder_traits.get(number));
                Ty::path(
                    "Responder",
                    of.map(|path| Ty::path(path, vec![])).into_iter().collect(),
                )
            }
            _ => match ty.map_parts(&mut |part| self.named(part)) {
                Ty::Path { path, args } => Ty::Path {
                    path: match path.starts_with("crate::") {
                        true => path.rsplit("::").next().unwrap_or(&path).to_owned(),
                        false => path,
                    },
                    args,
                },
                other => other,
            },
        }
    }

    /// What the op does, what it takes and what it gives, on one line.
    fn op(&self, op: &OpDef) -> String {
        let (ty, arity) = (self.named(&op.result.ty), op.inputs.len());
        let is_of_harness = match &op.result.ty {
            Ty::FnPointer(..) => true,
            ty => ty.head().is_some_and(|head| IN_HARNESS.contains(&head)),
        };
        let form = match &op.call {
            Call::Learned { place, .. } => format!("learned {place}"),
            Call::Item(call) => test::template(&Call::Item(self.named_call(call)), &ty, arity, Names::Test),
            Call::GivenBack(back) => {
                let named = GivenBackCall {
                    giving: self.named_call(&back.giving),
                    taking: self.named_call(&back.taking),
                    ..(**back).clone()
                };
                test::template(&Call::GivenBack(Box::new(named)), &ty, arity, Names::Test)
            }
            // Its elements are told by their types, whatever these are called here.
            Call::Counted(_) => test::template(&op.call, &op.result.ty, arity, Names::Test),
            // How a stand-alone test makes such a value is the tool's own affair.
            call if is_of_harness => person::template(call, &ty, arity),
            call => test::template(call, &ty, arity, Names::Test),
        };
        let inputs: Vec<String> = op.inputs.iter().map(|key| self.type_key(key)).collect();
        let form = form
            .replace('\\', "\\\\")
            .replace('\n', "\\n")
            .replace('\r', "\\r");
        format!("{form} ({}) -> {}", inputs.join(", "), self.type_key(&op.result))
    }

    /// The bare call with the names of [`KeyWriter::named`]: how a future is polled is no part of it.
    fn named_call(&self, call: &ItemCall) -> ItemCall {
        ItemCall {
            calling: Calling::default(),
            ..call.map_types(&mut |ty| self.named(ty))
        }
    }
}

/// Keys that several ops have, with what else is known of each; with a number in order of ops if nothing is.
fn told_apart(api: &Api, set: &SupportSet, mut keys: Vec<String>) -> Vec<String> {
    for position in shared_keys(&keys) {
        let op = &set.ops[position];
        let by = match (&op.call, op.item) {
            (Call::Support(call), _) => Some(&call.path),
            (_, Some(item)) => Some(&api.items[item].path),
            _ => None,
        };
        if let Some(path) = by {
            keys[position].push_str(&format!(" by {path}"));
        }
        if op.is_root {
            keys[position].push_str(" as root");
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for position in shared_keys(&keys) {
        let count = seen.entry(keys[position].clone()).or_default();
        *count += 1;
        if *count > 1 {
            keys[position].push_str(&format!(" #{count}"));
        }
    }
    keys
}

/// Positions of keys that are there more than once, ascending.
fn shared_keys(keys: &[String]) -> Vec<usize> {
    let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for key in keys {
        if !once.insert(key) {
            twice.insert(key.clone());
        }
    }
    (0..keys.len())
        .filter(|position| twice.contains(&keys[*position]))
        .collect()
}
