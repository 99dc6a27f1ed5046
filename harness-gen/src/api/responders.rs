//! Responders: implementors of the crate's own traits that nothing but users implements. Their required methods answer
//! from lists that the plan chooses, or demand where an answer cannot be chosen. Associated types are `i32`, as in
//! placeholder types; whether an impl compiles is rustc's decision. Readers and writers of std's traits answer that way,
//! too: with few bytes at a time, and with errors.

use super::borrows::may_borrow;
use super::ty::{Arg, Ty};
use super::{Api, RequiredMembers, RequiredMethod, TraitDef, TraitParams};
use crate::harness_types::{HOLE, RESPONDER};
use serde::{Deserialize, Serialize};

/// Types that have a trait because what is in them has it: their impls make no implementor.
const WRAPPERS: [&str; 3] = ["std::boxed::Box", "std::rc::Rc", "std::sync::Arc"];

/// What implements one trait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Responder {
    /// Its number among the responders.
    pub(crate) kind: usize,
    /// The trait.
    pub(crate) trait_path: String,
    /// What an implementor has to write.
    pub(crate) members: RequiredMembers,
    /// Position among the methods and type of each answer that the plan chooses.
    pub(crate) chosen: Vec<(usize, Ty)>,
    /// What each method makes of its answer (`{0}`), or does without one; none if it returns it as it is.
    pub(crate) bodies: Vec<Option<String>>,
}

impl Responder {
    /// The type in a harness.
    pub(crate) fn ty(&self) -> Ty {
        Ty::Path {
            path: RESPONDER.to_owned(),
            args: vec![Arg::Const(self.kind.to_string())],
        }
    }

    /// True if the plan chooses any answer.
    pub(crate) fn has_answers(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// The name of the method that a list of answers is for.
    pub(crate) fn method_of_list(&self, list: usize) -> &str {
        &self.members.methods[self.chosen[list].0].name
    }
}

/// Whether the plan can choose values of this type call by call.
pub(crate) fn can_be_chosen(api: &Api, answer: &Ty) -> bool {
    *answer != Ty::unit()
        && *answer != Ty::prim("!")
        && answer.head() != Some(HOLE)
        && !may_borrow(api, answer)
}

/// The responder of every trait that has one.
pub(crate) fn responders(api: &Api) -> Vec<Responder> {
    let mut all = Vec::new();
    for definition in api.traits.values() {
        if let Some(responder) = of_trait(api, definition, all.len()) {
            all.push(responder);
        }
    }
    let reader = of_stream(
        "std::io::Read",
        all.len(),
        Ty::path("std::vec::Vec", vec![Ty::prim("u8")]),
        &[(
            "fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize>",
            "let bytes = {0}?; let length = bytes.len().min(buffer.len()); \
             buffer[..length].copy_from_slice(&bytes[..length]); Ok(length)",
        )],
    );
    all.push(reader);
    let writer = of_stream(
        "std::io::Write",
        all.len(),
        Ty::prim("usize"),
        &[
            (
                "fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize>",
                "Ok({0}?.min(bytes.len()))",
            ),
            ("fn flush(&mut self) -> std::io::Result<()>", "Ok(())"),
        ],
    );
    all.push(writer);
    all
}

/// A stream of which the first of the `methods` (head and body) has its answers chosen, each of which may be an error.
fn of_stream(trait_path: &str, kind: usize, ok: Ty, methods: &[(&str, &str)]) -> Responder {
    let answer = Ty::path(
        "std::result::Result",
        vec![ok, Ty::path("std::io::ErrorKind", vec![])],
    );
    let method = |head: &str| RequiredMethod {
        name: head.split([' ', '(']).nth(1).unwrap_or_default().to_owned(),
        head: head.to_owned(),
        has_receiver: true,
        output: answer.clone(),
    };
    Responder {
        kind,
        trait_path: trait_path.to_owned(),
        members: RequiredMembers {
            params: TraitParams::default(),
            types: Vec::new(),
            needs: Vec::new(),
            methods: methods.iter().map(|(head, _)| method(head)).collect(),
        },
        chosen: vec![(0, answer.clone())],
        bodies: methods.iter().map(|(_, body)| Some((*body).to_owned())).collect(),
    }
}

fn of_trait(api: &Api, definition: &TraitDef, kind: usize) -> Option<Responder> {
    let required = definition.required.as_ref()?;
    let is_implemented = api.impls.iter().any(|implementation| {
        let of_this = implementation.trait_.as_ref();
        let of_this = of_this.is_some_and(|trait_| trait_.path == definition.path);
        of_this && !is_wrapper(&implementation.self_type) && !implementation.asks_for_itself()
    });
    if is_implemented {
        return None;
    }
    let chosen: Vec<(usize, Ty)> = required
        .methods
        .iter()
        .enumerate()
        .filter(|(_, method)| method.has_receiver)
        .map(|(position, method)| (position, with_known_types(&method.output)))
        .filter(|(_, ty)| ty.is_closed() && can_be_chosen(api, ty))
        .collect();
    let returns_nothing = |method: &RequiredMethod| method.output == Ty::unit();
    if chosen.is_empty() && !required.methods.iter().any(returns_nothing) {
        return None;
    }
    Some(Responder {
        kind,
        trait_path: definition.path.clone(),
        members: required.clone(),
        chosen,
        bodies: vec![None; required.methods.len()],
    })
}

fn is_wrapper(ty: &Ty) -> bool {
    match ty {
        Ty::Ref { .. } => true,
        _ => ty.head().is_some_and(|head| WRAPPERS.contains(&head)),
    }
}

/// `Self::Type` is `i32`.
fn with_known_types(ty: &Ty) -> Ty {
    match ty {
        Ty::Projection { self_type, .. } if **self_type == Ty::Param("Self".to_owned()) => Ty::prim("i32"),
        _ => ty.map_parts(&mut |part| with_known_types(part)),
    }
}
