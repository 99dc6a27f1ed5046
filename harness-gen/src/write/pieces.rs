//! Pieces that arms and stand-alone tests have in common.

use crate::api::responders::Responder;
use crate::api::ty::{Arg, Ty};
use crate::api::{Fields, RequiredMembers};

/// The number of a placeholder type.
pub(super) fn placeholder_number(ty: &Ty) -> &str {
    match ty {
        Ty::Path { args, .. } => match args.first() {
            Some(Arg::Const(number)) => number,
            _ => "0",
        },
        _ => "0",
    }
}

/// What stands before a value that is lent.
pub(super) fn borrow_sign(lent: Option<bool>) -> &'static str {
    match lent {
        None => "",
        Some(false) => "&",
        Some(true) => "&mut ",
    }
}

/// The pattern that binds a field of a variant to `x`.
pub(super) fn payload_pattern(path: &str, variant: &str, fields: &Fields, position: usize) -> String {
    let inside = match fields {
        Fields::Named(names) => format!(" {{ {}: x, .. }}", names[position]),
        Fields::Unit | Fields::Tuple => format!("({}x, ..)", "_, ".repeat(position)),
    };
    format!("{path}::{variant}{inside}")
}

/// The impl of a trait for the placeholder type `ty` on one line, in which every method does the same; `body` has its number by name.
pub(super) fn placeholder_impl(
    path: &str,
    required: &RequiredMembers,
    ty: &str,
    body: &dyn Fn(&str) -> String,
) -> String {
    let params = &required.params;
    let number = placeholder_param(&params.names);
    let body = body(number);
    let methods = required
        .methods
        .iter()
        .map(|method| format!("{} {{ {body} }} ", method.head));
    let types = required
        .types
        .iter()
        .map(|required| match required.is_bounded_by_own {
            true => format!("type {} = {ty}<{number}>; ", required.name),
            false => format!("type {} = i32; ", required.name),
        });
    let members: String = types.chain(methods).collect();
    let comma = if params.names.is_empty() { "" } else { ", " };
    format!(
        "impl<{}{comma}const {number}: usize> ::{path}{} for {ty}<{number}>{} {{ {members}}}",
        params.declared,
        params.args(),
        params.predicates
    )
}

/// What the number of a placeholder type is called in the impl of a trait with these parameters.
pub(crate) fn placeholder_param(params: &[String]) -> &'static str {
    match params.iter().any(|name| name == "N") {
        true => "NUMBER",
        false => "N",
    }
}

/// The impl of a responder's trait for `ty` on one line: where an answer comes from, and what is done without one.
pub(super) fn responder_impl(
    responder: &Responder,
    ty: &str,
    answer: &dyn Fn(usize) -> String,
    otherwise: &str,
) -> String {
    let types: String = responder
        .members
        .types
        .iter()
        .map(|required| format!("type {} = i32; ", required.name))
        .collect();
    let methods: String = responder
        .members
        .methods
        .iter()
        .zip(&responder.bodies)
        .enumerate()
        .map(|(position, (method, body))| {
            let list = responder
                .chosen
                .iter()
                .position(|(chosen, _)| *chosen == position);
            let body = match (list, body) {
                (Some(list), Some(body)) => body.replace("{0}", &answer(list)),
                (Some(list), None) => answer(list),
                (None, Some(body)) => body.clone(),
                (None, None) if method.output == Ty::unit() => String::new(),
                (None, None) => otherwise.to_owned(),
            };
            format!("{} {{ {body} }} ", method.head)
        })
        .collect();
    let params = &responder.members.params;
    let declared = match params.names.is_empty() {
        true => String::new(),
        false => format!("<{}>", params.declared),
    };
    format!(
        "impl{declared} ::{}{} for {ty}{} {{ {types}{methods}}}",
        responder.trait_path,
        params.args(),
        params.predicates
    )
}
