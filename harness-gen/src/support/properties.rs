//! How an arm turns the result of a property into an outcome, and how a stand-alone test asserts it.

use crate::api::properties::{PropertyResult, property_result};
use crate::api::ty::Ty;

/// The end of a property's arm: its result as an outcome.
pub(super) fn property_tail(output: &Ty, call: &str) -> String {
    let verdict = match property_result(output) {
        Some(PropertyResult::Bool) | None => format!("if {call} {{ 0 }} else {{ 2 }}"),
        Some(PropertyResult::Result) => format!("if ({call}).is_ok() {{ 0 }} else {{ 2 }}"),
        Some(PropertyResult::Option) => {
            format!("match {call} {{ Some(true) => 0, Some(false) => 2, None => 3 }}")
        }
    };
    format!("let r = {verdict}; put::<()>(out, ()); r")
}

/// How a reproduction asserts that a property with this result holds.
pub(crate) fn property_assertion(output: &Ty) -> Option<&'static str> {
    Some(match property_result(output)? {
        PropertyResult::Bool => "assert!({0})",
        PropertyResult::Result => "assert!({0}.is_ok())",
        PropertyResult::Option => "assert_ne!({0}, Some(false))",
    })
}
