//! The support set: every type and op of a harness, as data. `support` grows it, `lower` and `write` read it.

use crate::api::RequiredMembers;
use crate::api::ty::Ty;
use crate::call::{Call, Parts};
use crate::codes::Code;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A type in one of two roles. Apart from function-built types, what a function returns is not fed back as an
/// argument directly but taken apart first: the role keeps the two apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TypeKey {
    /// A closed type.
    pub(crate) ty: Ty,
    /// Returned by a call and only taken apart.
    pub(crate) produced: bool,
}

/// A monomorphic op.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpDef {
    /// Index into the API's items, for ops that are an item's own call.
    pub(crate) item: Option<usize>,
    /// The item's root: exploring the item starts here.
    pub(crate) is_root: bool,
    /// Type arguments as text.
    pub(crate) label: String,
    /// True if a type argument is a placeholder type.
    pub(crate) has_type_placeholder: bool,
    /// Arguments.
    pub(crate) inputs: Vec<TypeKey>,
    /// Result.
    pub(crate) result: TypeKey,
    /// Plan steps: 0 for borrow and box.
    pub(crate) steps: u32,
    /// Cannot fail and runs no foreign code.
    pub(crate) total: bool,
    /// May build its result (else root only).
    pub(crate) builds: bool,
    /// What it does.
    pub(crate) call: Call,
    /// What a stand-alone test must implement for its placeholder type.
    pub(crate) test_impls: Vec<TestImpl>,
}

impl OpDef {
    /// An op of one step that only builds its result, which cannot fail, and belongs to no item.
    pub(crate) fn building(inputs: Vec<TypeKey>, result: TypeKey, call: Call) -> OpDef {
        OpDef {
            item: None,
            is_root: false,
            label: String::new(),
            has_type_placeholder: false,
            inputs,
            result,
            steps: 1,
            total: true,
            builds: true,
            call,
            test_impls: Vec::new(),
        }
    }

    /// Literals, unit variants and the like: the value is the same every time, and nothing runs to make it.
    pub(crate) fn is_constant(&self) -> bool {
        self.inputs.is_empty()
            && self.total
            && !self.call.runs_code()
            && !self.call.is_statement()
            && !self.call.may_reject()
    }

    /// It runs a dependency's function, or a macro with arguments that nobody showed: what goes wrong there is no fault of
    /// the explored crate.
    pub(crate) fn is_without_findings(&self) -> bool {
        match &self.call {
            Call::Macro(invocation) => invocation.call.is_guess,
            Call::Item(_) => self.item.is_none() && !self.total,
            _ => false,
        }
    }

    /// The item, if the op's arguments are those of this one call.
    pub(crate) fn item_of_call(&self) -> Option<usize> {
        self.item
            .filter(|_| !matches!(self.call, Call::Through(_) | Call::GivenBack(_)))
    }

    /// The item of the first of two calls, where the second gets what that gives.
    pub(crate) fn item_of_first_call(&self) -> Option<usize> {
        match &self.call {
            Call::GivenBack(back) => back.giver,
            _ => None,
        }
    }

    /// Where its arguments lie in its result, if that can be told. How dependencies keep theirs is not looked at.
    pub(crate) fn parts(&self) -> Option<Parts> {
        match self.call {
            Call::Item(_) if self.item.is_none() => None,
            _ => self.call.parts(self.inputs.len()),
        }
    }
}

/// An item that gets no op.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exclusion {
    /// Index into the API's items.
    pub(crate) item: usize,
    /// Code.
    pub(crate) code: Code,
    /// A sentence about this item.
    pub(crate) reason: String,
}

/// The closed support set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SupportSet {
    /// Types in order of discovery.
    pub(crate) types: Vec<TypeKey>,
    /// Ops in order of discovery.
    pub(crate) ops: Vec<OpDef>,
    /// Items without any op.
    pub(crate) exclusions: Vec<Exclusion>,
}

impl SupportSet {
    /// Type ids by key.
    pub(crate) fn type_ids(&self) -> BTreeMap<TypeKey, usize> {
        self.types.iter().cloned().zip(0..).collect()
    }
}

/// What a stand-alone test must implement for its placeholder type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TestImpl {
    /// One of the crate's own traits.
    OwnTrait {
        /// Its path.
        path: String,
        /// What an implementor has to write.
        required: RequiredMembers,
    },
    /// `std::fmt::Display`.
    Display,
    /// `std::error::Error`.
    Error,
    /// `Iterator`.
    Iterator,
    /// `AsRef` of this type.
    AsRef(Ty),
    /// `From` of the placeholder type, for this type.
    Into(Ty),
}
