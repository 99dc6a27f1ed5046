//! Which items are properties: functions whose result says whether something holds.

use super::ApiItem;
use super::ty::{Arg, Ty};
use crate::api::ItemKind;
use crate::path_globs::PathGlobs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Positions of the properties among the items: functions called `prop_*`, and functions and methods that the user
/// named, of which the result says whether something holds.
pub(crate) fn properties(items: &[ApiItem], named: &PathGlobs) -> BTreeSet<usize> {
    items
        .iter()
        .enumerate()
        .filter(|(_, item)| {
            let by_name = item.kind == ItemKind::Function
                && item
                    .path
                    .rsplit("::")
                    .next()
                    .unwrap_or_default()
                    .starts_with("prop_");
            let may_be_named = matches!(item.kind, ItemKind::Function | ItemKind::Method);
            (by_name || may_be_named && named.matches(&item.path)) && property_result(&item.output).is_some()
        })
        .map(|(index, _)| index)
        .collect()
}

/// How a result says whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum PropertyResult {
    /// `true`.
    Bool,
    /// `Ok(())`.
    Result,
    /// `Some(true)`; `None` says that nothing was asked.
    Option,
}

/// None for results that say no such thing.
pub(crate) fn property_result(output: &Ty) -> Option<PropertyResult> {
    match output {
        Ty::Prim(name) if name == "bool" => Some(PropertyResult::Bool),
        Ty::Path { path, args } => match (path.as_str(), args.as_slice()) {
            ("std::result::Result", [Arg::Type(ok), ..]) if *ok == Ty::unit() => Some(PropertyResult::Result),
            ("std::option::Option", [Arg::Type(Ty::Prim(inner))]) if inner == "bool" => {
                Some(PropertyResult::Option)
            }
            _ => None,
        },
        _ => None,
    }
}
