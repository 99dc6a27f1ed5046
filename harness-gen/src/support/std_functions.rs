//! What the functions of the std support module say of themselves: in the first line of their docs.

use crate::api::ApiItem;
use crate::api::ty::{Arg, Ty};
use crate::call::{SupportKind, VectorStep};

/// The text between backticks in the first doc line.
pub(super) fn support_form(item: &ApiItem) -> String {
    item.docs.split('`').nth(1).unwrap_or_default().to_owned()
}

pub(super) fn support_flag(item: &ApiItem, flag: &str) -> bool {
    let first = item.docs.lines().next().unwrap_or_default();
    first
        .rsplit('`')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .any(|word| word == flag)
}

/// What its docs say of a function of the support module.
pub(super) fn support_kind(item: &ApiItem) -> SupportKind {
    SupportKind {
        may_reject: is_part(item) || is_partial(item),
        is_statement: support_flag(item, "statement"),
        is_bound: support_flag(item, "bound"),
        is_pattern: support_flag(item, "pattern"),
        vector: if support_flag(item, "element") {
            Some(VectorStep::Push)
        } else {
            support_flag(item, "empty").then_some(VectorStep::Empty)
        },
    }
}

/// True for functions of the support module that take their argument apart.
pub(super) fn is_part(item: &ApiItem) -> bool {
    support_flag(item, "part")
}

/// True for functions of the support module that build a value for some arguments only.
pub(super) fn is_partial(item: &ApiItem) -> bool {
    support_flag(item, "partial")
}

/// The type a support function builds, parameters open; none for those that take apart.
pub(super) fn built_type(item: &ApiItem) -> Option<&Ty> {
    if is_part(item) {
        return None;
    }
    if is_partial(item) {
        option_inner(&item.output)
    } else {
        Some(&item.output)
    }
}

/// The type a support function gives, taking apart or building.
pub(super) fn given_type(item: &ApiItem) -> Option<&Ty> {
    if is_part(item) {
        option_inner(&item.output)
    } else {
        built_type(item)
    }
}

fn option_inner(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Path { path, args } if path == "std::option::Option" => match args.first() {
            Some(Arg::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}
