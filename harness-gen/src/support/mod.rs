//! The support set: for each type the API mentions, the ops that build it (IRULAN, section 3.1), grown until closed.
//! Building it cannot fail: what cannot be supported is an exclusion with a code.

pub(crate) mod answers;
pub(crate) mod borrows;
mod builder;
mod foreign;
mod forms;
mod functions;
pub(crate) mod items;
pub(crate) mod lazy;
pub(crate) mod literals;
mod macro_calls;
mod own_types;
pub(crate) mod parts;
pub(crate) mod placeholders;
mod properties;
pub(crate) mod responders;
mod shared;
pub(crate) mod take_apart;
mod uninhabited;
mod values;

pub(crate) use builder::build;
pub(crate) use forms::fill;
pub(crate) use properties::property_assertion;
pub(crate) use uninhabited::uninhabited_part;

use crate::api::ty::Ty;
use crate::codes::Code;
use parts::Parts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A type in one of two roles. Apart from function-built types, what a function returns is not fed back as an
/// argument directly but taken apart first: the role keeps the two apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TypeKey {
    /// A closed type.
    pub(crate) ty: Ty,
    /// Returned by a call and only taken apart.
    pub(crate) produced: bool,
}

/// How an op is carried out in the harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum OpBody {
    /// An arm with this body (Rust text that reads `args` and writes `out`).
    Arm(String),
    /// `&x` or `&mut x`.
    Borrow {
        /// `&mut`.
        mutable: bool,
    },
    /// `Box::new(x)`.
    Box,
    /// The harness's own integer around an `i32`.
    Lazy,
    /// A literal whose value the explored code told, by comparing with it.
    Learned(LearnedKind),
}

/// How the value of a learned literal is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum LearnedKind {
    /// The bytes of an integer.
    Number,
    /// The bytes of a `char`.
    Char,
    /// UTF-8, behind a `&str`.
    Str,
    /// Bytes behind a `&[u8]`.
    Bytes,
}

/// How an op is written for people and in reproductions; `{0}`, `{1}`… are the arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    /// Short form with last path segments.
    pub(crate) short: String,
    /// Form that compiles in a crate depending on the explored one.
    pub(crate) full: String,
    /// The forms are statements on the first argument, which is also the result (`&mut self` methods).
    pub(crate) statement: bool,
    /// The call may run foreign code: it is bound by a `let` where order matters.
    pub(crate) call: bool,
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
    /// Harness side.
    pub(crate) body: OpBody,
    /// Rust side.
    pub(crate) written: Written,
    /// What a stand-alone test must implement for its placeholder type.
    pub(crate) placeholder_impls: Vec<String>,
    /// Where its arguments lie in its result, if that can be told.
    pub(crate) parts: Option<Parts>,
}

impl OpDef {
    /// An op of one step that only builds its result, which cannot fail, and belongs to no item.
    pub(crate) fn building(inputs: Vec<TypeKey>, result: TypeKey, body: OpBody, written: Written) -> OpDef {
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
            body,
            written,
            placeholder_impls: Vec::new(),
            parts: None,
        }
    }

    /// Literals, unit variants and the like: the value is the same every time, and nothing runs to make it.
    pub(crate) fn is_constant(&self) -> bool {
        self.inputs.is_empty()
            && self.total
            && !self.written.call
            && !self.written.statement
            && !self.may_reject()
    }

    /// The arm may come to nothing instead of a value: it returns 1 then, where the written form panics.
    pub(crate) fn may_reject(&self) -> bool {
        matches!(&self.body, OpBody::Arm(body) if body.contains("=> 1 }") || body.contains("return 1"))
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
    /// Arms that run a dependency's functions, or a macro with arguments that nobody showed: what goes wrong there is no
    /// fault of the explored crate.
    pub(crate) arms_without_findings: BTreeSet<String>,
}

/// Path of the placeholder type in a harness.
pub(crate) const HOLE: &str = "crate::holes::Hole";

/// Types of a harness itself, which only it makes and which hold no borrow of their own.
pub(crate) const IN_HARNESS: [&str; 5] = [
    HOLE,
    answers::ANSWERS,
    responders::RESPONDER,
    items::ITEMS,
    lazy::LAZY,
];

/// True if the type contains a placeholder type.
pub(crate) fn mentions_hole(ty: &Ty) -> bool {
    ty.any(&|t| t.head() == Some(HOLE))
}
