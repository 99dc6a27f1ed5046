//! What is known about crates other than the one being read: one public path for each type and trait, so that equal
//! types look equal whichever crate mentions them, and the parameters of their types.

use super::{TypeAlias, TypeDef};
use crate::sentences::DocSentence;
use std::collections::BTreeMap;

/// Knowledge from the JSON of other crates; empty where there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foreign {
    /// Path by which rustdoc names a definition → the path by which everything of ours names it.
    pub(crate) names: BTreeMap<String, String>,
    /// Their types by that path.
    pub(crate) types: BTreeMap<String, TypeDef>,
    /// What their type aliases stand for, by that path.
    pub(crate) aliases: BTreeMap<String, TypeAlias>,
    /// What is said of the methods of their traits.
    pub(crate) told_of_traits: BTreeMap<String, Vec<DocSentence>>,
}
