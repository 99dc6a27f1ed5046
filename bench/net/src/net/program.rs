//! The plain program of a random crate: it calls every function with all small arguments, and every expression of a report
//! with many values of its placeholders.

use super::RandomCrate;
use super::functions::{Function, Passing};
use super::report::Claim;
use super::types::{LONGEST, NESTING, Own, Types};
use std::fmt::Write;

/// What is the same in all programs.
const PLAIN: &str = include_str!("plain.rs");

/// The text of the program, which has the crate's source in the file `library`.
pub(crate) fn text(random_crate: &RandomCrate, library: &str, claims: &[Claim]) -> String {
    let name = &random_crate.name;
    let mut text = format!(
        "#![allow(warnings, unconditional_panic, arithmetic_overflow)]\n\
         mod plain {{\n\
         const NESTING: u32 = {NESTING};\nconst LONGEST: u32 = {LONGEST};\nconst WIDE_NESTING: u32 = 6;\n\
         {}\n}}\n\
         #[path = {library:?}]\nmod {name};\n\
         use {name}::*;\nuse plain::*;\n",
        without_inner_comment(PLAIN)
    );
    for own in &random_crate.types.0 {
        if own.is_enum {
            let _ = writeln!(text, "use {name}::{}::*;", own.name);
        }
        text += &build_of(own, &random_crate.types);
    }
    let mut calls = String::new();
    for function in &random_crate.functions {
        text += &caller_of(function, &random_crate.types);
        let _ = writeln!(calls, "    enumerate({0:?}, call_{0});", function.name);
    }
    for (number, claim) in claims.iter().enumerate() {
        let _ = writeln!(text, "fn claim_{number}() {{\n{}\n}}", claim.statements);
        let (message, holes) = (&claim.shape, claim.holes);
        let _ = writeln!(calls, "    hold({number}, {message:?}, {holes}, claim_{number});");
    }
    text + "fn main() {\n    listen();\n" + &calls + "}\n"
}

/// An inner doc comment is not allowed where the text comes to stand.
fn without_inner_comment(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("//!"));
    lines.collect::<Vec<_>>().join("\n")
}

/// How values of a type of the crate are chosen.
fn build_of(own: &Own, types: &Types) -> String {
    let mut arms = String::new();
    for (index, variant) in own.variants.iter().enumerate() {
        let fields: Vec<String> = (variant.fields.iter().enumerate())
            .map(|(position, ty)| {
                let comma = if position == 0 { "" } else { ", " };
                let label = match variant.has_names {
                    true => format!("{comma}{}: ", variant.field(position)),
                    false => comma.to_owned(),
                };
                format!("{{ c.say({label:?}); <{}>::build(c) }}", types.text(ty))
            })
            .collect();
        let made = variant.written(&fields);
        let made = if own.is_enum {
            format!("{}::{made}", own.name)
        } else {
            made
        };
        let (open, close) = match (variant.fields.is_empty(), variant.has_names) {
            (true, _) => ("", ""),
            (false, true) => (" { ", " }"),
            (false, false) => ("(", ")"),
        };
        let within = u32::from(!variant.fields.is_empty());
        let said = format!("{}{open}", variant.name);
        let _ = writeln!(
            arms,
            "            {index} => {{ c.step({said:?}); let value = c.within({within}, |c| {made}); c.say({close:?}); value }}"
        );
    }
    format!(
        "impl Build for {} {{\n    fn build(c: &mut Chooser) -> Self {{\n        match c.choose({}) {{\n{arms}            _ => unreachable!(),\n        }}\n    }}\n}}\n",
        own.name,
        own.variants.len()
    )
}

/// Builds the arguments of a function and calls it.
fn caller_of(function: &Function, types: &Types) -> String {
    let mut lets = String::new();
    let mut arguments = Vec::new();
    for (number, parameter) in function.parameters.iter().enumerate() {
        let (said, within, passed) = match parameter.passing {
            Passing::Value => ("", 0, format!("a{number}")),
            Passing::Shared => ("&", 0, format!("&a{number}")),
            Passing::Mutable => ("&mut ", 0, format!("&mut a{number}")),
            Passing::Slice => ("&", 1, format!("&a{number}[..]")),
            Passing::MutableSlice => ("&mut ", 1, format!("&mut a{number}[..]")),
        };
        let comma = if number == 0 { "" } else { ", " };
        let ty = types.text(&parameter.ty);
        let _ = writeln!(
            lets,
            "    c.step({:?});\n    let mut a{number} = c.within({within}, |c| <{ty}>::build(c));",
            format!("{comma}{said}")
        );
        arguments.push(passed);
    }
    let name = &function.name;
    format!(
        "fn call_{name}(c: &mut Chooser) -> Option<String> {{\n    c.step(\"{name}(\");\n{lets}    c.say(\")\");\n    if c.is_too_deep {{\n        return None;\n    }}\n    panic_of(move || {{\n        let _ = {name}({});\n    }})\n}}\n",
        arguments.join(", ")
    )
}
