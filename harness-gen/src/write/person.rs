//! How each op is written for people: last path segments, placeholders as `?`, literals as they are.

use super::item::short_template;
use super::repeated::repeated;
use super::template::{escaped, last};
use super::test::{closure, in_form, template as in_tests};
use crate::api::responders::Responder;
use crate::api::ty::Ty;
use crate::call::{Call, LearnedKind};
use crate::harness_types::Names;

/// The short form; people see placeholders with a number behind the `?`.
pub(crate) fn template(call: &Call, ty: &Ty, arity: usize) -> String {
    match call {
        Call::Placeholder | Call::Demand(_) => "?".to_owned(),
        Call::Closure(arity, answer) => escaped(&closure(*arity, answer, Names::Person)),
        Call::Answering(..) => "answering [{0}]".to_owned(),
        Call::ListPanic => "panic!()".to_owned(),
        Call::Items => "items [{0}]".to_owned(),
        Call::Respond(responder) => respond(responder),
        Call::Object => "{0}".to_owned(),
        Call::Macro(invocation) => escaped(&format!(
            "{}!({})",
            last(&invocation.path),
            invocation.call.arguments
        )),
        Call::Item(call) => in_form(call, false, &|slots| short_template(call, slots)),
        _ => in_tests(call, ty, arity, Names::Test),
    }
}

fn respond(responder: &Responder) -> String {
    let name = last(&responder.trait_path);
    match responder.chosen.len() {
        0 => name.to_owned(),
        1 => format!("{name} answering [{{0}}]"),
        count => {
            let fields: Vec<String> = (0..count)
                .map(|list| format!("{}: [{{{list}}}]", responder.method_of_list(list)))
                .collect();
            format!("{name} answering {{{{ {} }}}}", fields.join(", "))
        }
    }
}

/// A learned value in Rust.
pub(crate) fn learned_text(kind: LearnedKind, value: &[u8]) -> String {
    let is_negative = value.last().is_some_and(|byte| *byte >= 0x80);
    let number = |is_negative: bool| {
        let mut bytes = [if is_negative { 0xff } else { 0 }; 16];
        for (byte, given) in bytes.iter_mut().zip(value) {
            *byte = *given;
        }
        u128::from_le_bytes(bytes)
    };
    match kind {
        LearnedKind::Char => u32::try_from(number(false))
            .ok()
            .and_then(char::from_u32)
            .map_or(String::new(), |c| format!("{c:?}")),
        LearnedKind::Number { signed: true } => number(is_negative).cast_signed().to_string(),
        LearnedKind::Number { signed: false } => number(false).to_string(),
        LearnedKind::Bytes => repeated(value, &byte_literal).unwrap_or_else(|| byte_literal(value)),
        LearnedKind::Str => repeated(value, &str_literal).unwrap_or_else(|| str_literal(value)),
    }
}

fn str_literal(text: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(text))
}

/// Bytes as a slice.
pub(crate) fn byte_literal(bytes: &[u8]) -> String {
    let body: String = bytes
        .iter()
        .map(|b| std::ascii::escape_default(*b).to_string())
        .collect();
    format!("b\"{body}\".as_slice()")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learned_values_are_ordinary_literals() {
        let number = |signed, bytes: &[u8]| learned_text(LearnedKind::Number { signed }, bytes);
        assert_eq!(number(false, &0xdead_beef_u32.to_le_bytes()), "3735928559");
        assert_eq!(number(true, &(-300i16).to_le_bytes()), "-300");
        assert_eq!(number(true, &i128::MIN.to_le_bytes()), i128::MIN.to_string());
        assert_eq!(number(false, &u128::MAX.to_le_bytes()), u128::MAX.to_string());
        let apostrophe = u32::from('\'').to_le_bytes();
        assert_eq!(learned_text(LearnedKind::Char, &apostrophe), "'\\''");
        assert_eq!(learned_text(LearnedKind::Str, b"open\n"), "\"open\\n\"");
        assert_eq!(
            learned_text(LearnedKind::Bytes, b"\xff{"),
            "b\"\\xff{\".as_slice()"
        );
    }
}
