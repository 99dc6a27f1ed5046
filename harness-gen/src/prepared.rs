//! What the front half hands to the explorer: a grammar, a dylib, the list of items, and how to write plans in Rust.

pub use crate::api::ItemKind;
use crate::keys::Keys;
use crate::recipe::Recipe;
use crate::render::Bindings;
use crate::sentences::DocSentence;
use plans::{Grammar, OpId, Vocabulary};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The items that ops call, by index.
#[derive(Debug)]
pub struct OpItems {
    /// For each op the item it calls; none for literals, support functions and destructors.
    pub all: Vec<Option<usize>>,
    /// The same where the op's arguments are those of this one call.
    pub whole: Vec<Option<usize>>,
    /// The item of the first call of each op that makes two, and gives the one what the other returns.
    pub first: BTreeMap<OpId, usize>,
}

impl OpItems {
    /// The item that an op calls.
    pub fn item(&self, op: OpId) -> Option<usize> {
        self.all.get(op.index()).copied().flatten()
    }

    /// The same if the op's arguments are those of this one call.
    pub fn item_of_call(&self, op: OpId) -> Option<usize> {
        self.whole.get(op.index()).copied().flatten()
    }

    /// An op whose arguments are those of two calls together.
    pub fn makes_two_calls(&self, op: OpId) -> bool {
        self.item(op).is_some() && self.item_of_call(op).is_none()
    }
}

/// A crate made ready for exploration.
#[derive(Debug)]
pub struct Prepared {
    /// What it was made ready with.
    pub tools: Tools,
    /// Directory of the explored package (its sources), to make locations relative.
    pub crate_root: PathBuf,
    /// Types and ops, in the order of the dylib's tables.
    pub grammar: Grammar,
    /// Every public item with what can be done with it.
    pub items: Vec<Item>,
    /// The items that ops call.
    pub op_items: OpItems,
    /// What builds arguments besides the explored crate and std.
    pub support: SupportOps,
    /// Which types are texts, and the words of the crate.
    pub vocabulary: Arc<Vocabulary>,
    /// What types and ops are called outside of this grammar.
    pub keys: Keys,
    /// How ops are written in Rust.
    pub bindings: Bindings,
    /// How the harness is made once more, to measure coverage or for fuzzers.
    pub recipe: Recipe,
    /// The built harness; none if no item is explorable (then nothing was built).
    pub dylib: Option<PathBuf>,
    /// What it took.
    pub effort: Effort,
}

/// What builds arguments besides the explored crate and std.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportOps {
    /// Ops that run functions of dependencies or of the user's support file, ascending.
    pub ops: Vec<usize>,
    /// What of the support file is of no use.
    pub unused: Vec<Unused>,
}

/// A function or constant of the support file that no plan can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// Its path.
    pub path: String,
    /// `E-…`.
    pub code: Code,
    /// One sentence about it.
    pub reason: String,
}

/// What a crate was made ready with.
#[derive(Clone, Debug)]
pub struct Tools {
    /// rustc's version line.
    pub rustc: String,
    /// The rustdoc JSON format that was read.
    pub rustdoc_format: u32,
}

/// What it took to make a crate ready.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Time spent in rustdoc.
    pub rustdoc_time: Duration,
    /// Time spent in generation and in all attempts to build.
    pub build_time: Duration,
    /// Attempts to build that the prune loop needed: one more than those in which rustc refused something.
    pub prune_rounds: u32,
}

/// One public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Public path as a user writes it, crate name first: `int_tree::insert`, `semver::Version::parse`,
    /// `<semver::Version as core::str::FromStr>::from_str`.
    pub path: String,
    /// Kind.
    pub kind: ItemKind,
    /// Source file relative to the crate's root and line, where known.
    pub span: Option<(String, u32)>,
    /// What it takes and gives.
    pub signature: Signature,
    /// What all texts that its user would look at say about failing and cost, the nearest first.
    pub docs: Vec<DocSentence>,
    /// Its arguments as its source names them.
    pub params: Vec<Param>,
    /// Its signature has a place for failure: it returns a `Result` or an `Option`.
    pub reports_failure: bool,
    /// True for a property: a public `prop_*` function returning `bool`, `Result<(), E>` or `Option<bool>`.
    pub is_property: bool,
    /// What can be done with it.
    pub use_: ItemUse,
}

/// The types of a signature, as people write them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Types of the arguments, the receiver's first.
    pub inputs: Vec<String>,
    /// Type of the result; of a future, what it is ready with.
    pub output: String,
    /// Traits that its type parameters have to implement.
    pub bounds: Vec<String>,
}

/// One argument of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name; `self` for the receiver.
    pub name: String,
    /// What its type says that it is.
    pub gives: Gives,
}

/// What an argument is, as far as its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A position or a key.
    Place,
    /// A range of std, or whatever can be one.
    Range,
    /// Text or bytes.
    Text,
    /// One of the names that an enum has.
    Variant,
    /// A range of such names.
    Variants,
    /// Something else.
    Other,
}

impl Gives {
    /// It says where something is.
    pub fn is_place(self) -> bool {
        self == Gives::Place || self.is_range()
    }

    /// It says from where to where.
    pub fn is_range(self) -> bool {
        matches!(self, Gives::Range | Gives::Variants)
    }

    /// It says by name what is meant.
    pub fn is_named(self) -> bool {
        matches!(self, Gives::Variant | Gives::Variants)
    }
}

/// Whether and how an item is explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemUse {
    /// Explore these roots. With several instances, the placeholder instance is first.
    Explore(Vec<Instance>),
    /// Not explored.
    Excluded {
        /// `E-…`.
        code: Code,
        /// One sentence about this very item.
        reason: String,
    },
}

/// One monomorphic instance of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The root op.
    pub op: OpId,
    /// Type arguments as text, e.g. `A = bool`; empty for an item without generics.
    pub label: String,
    /// True if some type argument is a placeholder type: only if a run looks at it are the other instances explored.
    pub has_type_placeholder: bool,
    /// True if it has another number in its type arguments than the instances with placeholder types: it is explored anyhow.
    pub stands_alone: bool,
}

pub use crate::codes::Code;
