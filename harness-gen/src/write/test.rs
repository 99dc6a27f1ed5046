//! How each op is written for rustc in a stand-alone test, and inside the closures of a harness; what a test declares for
//! it. `{0}`, `{1}`… are the arguments.

use super::counted::counted;
use super::declared;
use super::item::{asked, call_template};
use super::pieces::{self, borrow_sign, payload_pattern, placeholder_number};
use super::template::{escaped, fill, numbered, slots};
use crate::api::properties::PropertyResult;
use crate::api::responders::Responder;
use crate::api::ty::{Arg, Ty};
use crate::call::{
    Answer, Around, Call, GivenBackCall, Gives, ItemCall, MacroUse, Made, Part, Takes, ThroughCall,
};
use crate::harness_types::{
    ANSWERS, HOLE_IN_TESTS, ITEMS_DECLARATIONS, ITEMS_IN_TESTS, LAZY, Names, PLACEHOLDER,
    RESPONDER_DECLARATION, RESPONDER_IN_TESTS, STATIC_REFERENCE, is_declared_as_it_is,
};
use crate::support_set::{OpDef, TestImpl};
use std::collections::BTreeSet;

/// The form that compiles where `names` are known: a call of `arity` arguments that gives a `ty`.
pub(crate) fn template(call: &Call, ty: &Ty, arity: usize, names: Names) -> String {
    match call {
        Call::Borrow { mutable } => format!("{}{{0}}", borrow_sign(Some(*mutable))),
        Call::Box if holds_a_list(ty) => "{0}".to_owned(),
        Call::Box => "Box::new({0})".to_owned(),
        Call::Lazy if names == Names::Harness => format!("{LAZY}::of({{0}})"),
        Call::Lazy => "{0}".to_owned(),
        // Never shown: whoever writes the plan knows the value.
        Call::Learned { place, .. } => format!("learned {place}"),
        Call::Literal(text) => escaped(text),
        Call::Placeholder if names == Names::Imported => {
            format!(
                "{}::<{}>(0){}",
                PLACEHOLDER.0,
                placeholder_number(ty),
                PLACEHOLDER.1
            )
        }
        Call::Placeholder => format!("{HOLE_IN_TESTS}::<{}>(0)", placeholder_number(ty)),
        Call::Demand(arity) => {
            let closure = format!("|{}| unreachable!()", numbered("_x", *arity).join(", "));
            as_function(&closure, ty, names)
        }
        Call::Closure(arity, answer) => escaped(&as_function(&closure(*arity, answer, names), ty, names)),
        Call::Answering(arity, answer) => answering(*arity, answer, ty, names),
        // Without a further answer it panics.
        Call::ListEnd | Call::ListPanic => String::new(),
        Call::ListThen => "{0}, {1}".to_owned(),
        Call::Items => format!("{ITEMS_IN_TESTS}(Some(vec![{{0}}].into_iter()))"),
        Call::Respond(responder) => respond(responder),
        // In an array or a vector it would be a pointer to what is behind it.
        Call::Object => format!("({{0}} as {})", object_type(ty, names)),
        Call::Tuple | Call::Array | Call::Repeated(_) => product(call, &slots(arity)),
        Call::Counted(count) => escaped(&counted(ty, *count, names).unwrap_or_default()),
        Call::Part(Part::Field { name, lent }) => format!("{}{{0}}.{name}", borrow_sign(*lent)),
        Call::Part(Part::Payload {
            path,
            variant,
            fields,
            position,
        }) => format!(
            "match {{0}} {{{{ {} => x, _ => panic!(\"another variant\") }}}}",
            escaped(&payload_pattern(path, variant, fields, *position))
        ),
        Call::Macro(invocation) => escaped(&macro_expression(invocation, names)),
        Call::Item(call) => item(call, names),
        Call::Through(through) => self::through(through, &slots(arity), names, with_what_it_gives),
        Call::GivenBack(back) => given_back(back, &slots(arity), names, with_what_it_gives),
        Call::Support(call) => call.form.clone(),
    }
}

/// The type of a trait object; what a signature wants for ever is a plain reference in tests.
fn object_type(ty: &Ty, names: Names) -> String {
    match ty {
        Ty::Path { path, args } if path == STATIC_REFERENCE => {
            format!(
                "&'static ({})",
                args.iter().map(|arg| arg.render(names)).collect::<String>()
            )
        }
        _ => ty.render(names),
    }
}

fn holds_a_list(ty: &Ty) -> bool {
    matches!(ty, Ty::Path { args, .. } if matches!(args.first(), Some(Arg::Type(inner)) if inner.head() == Some(ANSWERS)))
}

fn item(call: &ItemCall, names: Names) -> String {
    let is_turbofished = !call.listed.is_empty();
    in_form(call, is_turbofished, &|slots| {
        call_template(call, names, "panic!(\"still pending\")", slots)
    })
}

/// Two calls, of which the second gets what the first lends; `given` is what is had of the text of a call.
pub(super) fn through(
    through: &ThroughCall,
    slots: &[String],
    names: Names,
    given: fn(Gives, String) -> String,
) -> String {
    through.text(slots, &|call, slots| one_of_two(call, slots, names, given))
}

/// Two calls, of which the second gets what the first gives, in a block; `given` as for those above.
pub(super) fn given_back(
    back: &GivenBackCall,
    slots: &[String],
    names: Names,
    given: fn(Gives, String) -> String,
) -> String {
    let (bound, call) = back.text(slots, &|call, slots| one_of_two(call, slots, names, given));
    format!("{{{{ {bound}; {call}; }}}}")
}

fn one_of_two(call: &ItemCall, slots: &[String], names: Names, given: fn(Gives, String) -> String) -> String {
    let mut slots = slots.to_vec();
    if call.takes == Takes::State {
        slots[0].insert_str(0, "&mut ");
    }
    let text = call_template(call, names, "panic!(\"still pending\")", &slots);
    given(call.gives, text)
}

/// A call as its op takes and gives: `write` makes the call itself with the given texts for its parameters.
pub(super) fn in_form(call: &ItemCall, is_function: bool, write: &dyn Fn(&[String]) -> String) -> String {
    let mut slots = slots(call.arity);
    let text = match call.takes {
        Takes::Own => write(&slots),
        // `value.push(x)` instead of `Type::push(&mut value, x)`; type arguments stay where they are needed.
        Takes::State if call.is_method() && !is_function => {
            let name = call.form.name();
            format!("{{0}}.{name}({})", slots[1..].join(", "))
        }
        Takes::State => {
            slots[0].insert_str(0, "&mut ");
            write(&slots)
        }
        Takes::Shared(first, second) => {
            // The op has one argument less: later parameters get those before.
            slots.insert(second, "both".to_owned());
            slots.pop();
            slots[first] = "both".to_owned();
            // What `match` looks at lives as long as the whole of it, temporaries included.
            format!("match {{{first}}} {{{{ both => {} }}}}", write(&slots))
        }
    };
    with_what_it_gives(call.gives, text)
}

/// The text of a call with what its op takes of the result.
pub(super) fn with_what_it_gives(gives: Gives, call: String) -> String {
    match gives {
        Gives::InSome => call + ".unwrap()",
        // Not every error can be shown.
        Gives::InOk => call + ".ok().unwrap()",
        Gives::Asked => asked(&call),
        _ => call,
    }
}

/// A closure as the function pointer that it is in the arm: in a struct it would be a type of its own.
fn as_function(closure: &str, ty: &Ty, names: Names) -> String {
    format!("({closure}) as {}", ty.render(names))
}

/// A closure that answers without looking.
pub(super) fn closure(arity: usize, answer: &Answer, names: Names) -> String {
    let answer = match answer {
        Answer::Argument(position) => format!("x{position}"),
        Answer::Made(made) => guarded(made_text(made, names), names, made.may_fail()),
        Answer::Default(ty) => guarded(
            format!("<{} as Default>::default()", ty.render(names)),
            names,
            true,
        ),
        Answer::Panics if names == Names::Harness => "crate::registry::panic()".to_owned(),
        Answer::Panics => "panic!()".to_owned(),
    };
    format!("|{}| {answer}", numbered("x", arity).join(", "))
}

/// An answer in a harness: should it fail by itself, it is no fault of whom it is given to.
fn guarded(answer: String, names: Names, may_fail: bool) -> String {
    match may_fail && names == Names::Harness {
        true => format!("crate::panics::answer(|| {answer})"),
        false => answer,
    }
}

fn made_text(made: &Made, names: Names) -> String {
    let parts: Vec<String> = made.parts.iter().map(|part| made_text(part, names)).collect();
    fill(&template(&made.call, &made.ty, parts.len(), names), &parts)
}

fn answering(arity: usize, answer: &Ty, ty: &Ty, names: Names) -> String {
    let answer = answer.render(names);
    let params = numbered("_x", arity).join(", ");
    let closure = format!("|{params}| ANSWERS.with_borrow_mut(|answers| answers.remove(0))");
    let function = as_function(&closure, ty, names);
    format!(
        "{{{{\n        thread_local!(static ANSWERS: std::cell::RefCell<Vec<{answer}>> = std::cell::RefCell::default());\n        \
         ANSWERS.set(vec![{{0}}]);\n        {function}\n    }}}}"
    )
}

/// A tuple or an array of these texts.
pub(super) fn product(call: &Call, parts: &[String]) -> String {
    let text = parts.join(", ");
    match call {
        Call::Repeated(count) => format!("[{text}; {count}]"),
        Call::Tuple if parts.len() == 1 => format!("({text},)"),
        Call::Tuple => format!("({text})"),
        _ => format!("[{text}]"),
    }
}

/// An invocation with what stands around it.
pub(super) fn macro_expression(invocation: &MacroUse, names: Names) -> String {
    let MacroUse { path, call, around } = invocation;
    let root = names.root();
    let krate = path.split("::").next().unwrap_or(path);
    let annotation = call
        .annotation
        .as_ref()
        .map_or_else(String::new, |ty| format!("let _: {ty} = "));
    let statement = format!("{annotation}{root}{path}!({});", call.arguments);
    let statement = match around {
        Around::Block => statement,
        Around::Fallible => format!("(|| {{ {statement} Ok(()) }})()"),
    };
    format!("{{ use {root}{krate}::*; {}{statement} }}", call.imports)
}

/// The value of a responder whose lists are filled first.
fn respond(responder: &Responder) -> String {
    let kind = responder.kind;
    if !responder.has_answers() {
        return format!("{RESPONDER_IN_TESTS}::<{kind}>(0)");
    }
    let pushes: String = (0..responder.chosen.len())
        .map(|list| {
            let name = answers_name(responder, list);
            format!("        {name}.with_borrow_mut(|all| all.push(vec![{{{list}}}]));\n")
        })
        .collect();
    let first = answers_name(responder, 0);
    format!(
        "{{{{\n{pushes}        {RESPONDER_IN_TESTS}::<{kind}>({first}.with_borrow(|all| all.len()) - 1)\n    }}}}"
    )
}

/// Where a test keeps the answers of a method: one list for each responder of this kind.
fn answers_name(responder: &Responder, list: usize) -> String {
    let name = responder.method_of_list(list).trim_start_matches("r#");
    format!("{}_{}", name.to_uppercase(), responder.kind)
}

/// How a test asserts that a property with this result holds; `{0}` is the call.
pub(crate) fn assertion(call: &Call) -> Option<&'static str> {
    match call {
        Call::Item(ItemCall {
            gives: Gives::Verdict(result),
            ..
        }) => Some(match result {
            PropertyResult::Bool => "assert!({0})",
            PropertyResult::Result => "assert!({0}.is_ok())",
            PropertyResult::Option => "assert_ne!({0}, Some(false))",
        }),
        _ => None,
    }
}

/// What a test declares besides the placeholder type if the op is in its plan, and whether it is about that type.
pub(crate) fn declarations(op: &OpDef) -> Vec<(String, bool)> {
    let own = match &op.call {
        Call::Items => ITEMS_DECLARATIONS.map(str::to_owned).to_vec(),
        Call::Respond(responder) => responder_lines(responder),
        _ => Vec::new(),
    };
    let impls = op
        .test_impls
        .iter()
        .map(|needed| (placeholder_impl(needed), true));
    let own = own.into_iter().chain(type_declarations(op));
    own.map(|line| (line, false)).chain(impls).collect()
}

/// Those of the hostile and odd types that are named wherever the op is.
fn type_declarations(op: &OpDef) -> Vec<String> {
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for key in op.inputs.iter().chain([&op.result]) {
        note_declared(&key.ty, &mut paths);
    }
    for arg in op.call.items().flat_map(|call| call.subst.values()) {
        if let Arg::Type(ty) = arg {
            note_declared(ty, &mut paths);
        }
    }
    let mut lines = Vec::new();
    for line in paths.iter().flat_map(|path| declared::declarations(path)) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The paths of the hostile and odd types in a type.
fn note_declared(ty: &Ty, paths: &mut BTreeSet<String>) {
    if let Some(path) = ty.head().filter(|path| is_declared_as_it_is(path)) {
        paths.insert(path.to_owned());
    }
    ty.for_children(&mut |part| note_declared(part, paths));
}

fn responder_lines(responder: &Responder) -> Vec<String> {
    let mut lines = vec![RESPONDER_DECLARATION.to_owned()];
    for (list, (_, ty)) in responder.chosen.iter().enumerate() {
        let (name, answer) = (answers_name(responder, list), ty.render(Names::Test));
        lines.push(format!(
            "thread_local!(static {name}: std::cell::RefCell<Vec<Vec<{answer}>>> = std::cell::RefCell::default());"
        ));
    }
    let answer = |list| {
        let name = answers_name(responder, list);
        format!("{name}.with_borrow_mut(|all| all[self.0].remove(0))")
    };
    let ty = responder.ty().render(Names::Test);
    lines.push(pieces::responder_impl(responder, &ty, &answer, "unreachable!()"));
    lines
}

/// An impl for the placeholder type of a test. No method is ever reached, because a run that looked at a placeholder is a
/// demand and not a finding.
fn placeholder_impl(needed: &TestImpl) -> String {
    let implement = |trait_: &str, members: &str| {
        format!("impl<const N: usize> {trait_} for {HOLE_IN_TESTS}<N> {{ {members} }}")
    };
    match needed {
        TestImpl::OwnTrait { path, required } => {
            let body = |_: &str| "unreachable!()".to_owned();
            pieces::placeholder_impl(path, required, HOLE_IN_TESTS, &body)
        }
        TestImpl::Display => implement(
            "std::fmt::Display",
            "fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { unreachable!() }",
        ),
        TestImpl::Error => implement("std::error::Error", ""),
        TestImpl::Iterator => implement(
            "Iterator",
            "type Item = i32; fn next(&mut self) -> Option<i32> { unreachable!() }",
        ),
        TestImpl::AsRef(target) => {
            let target = target.render(Names::Test);
            implement(
                &format!("AsRef<{target}>"),
                &format!("fn as_ref(&self) -> &{target} {{ unreachable!() }}"),
            )
        }
        TestImpl::Into(target) => {
            let target = target.render(Names::Test);
            format!(
                "impl<const N: usize> From<{HOLE_IN_TESTS}<N>> for {target} {{ \
                 fn from(_: {HOLE_IN_TESTS}<N>) -> {target} {{ unreachable!() }} }}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::macros::MacroCall;

    #[test]
    fn invocations_are_expressions_that_stand_alone() {
        let call = MacroCall {
            imports: "use std::rc::Rc; ".to_owned(),
            annotation: Some("Rc<u8>".to_owned()),
            arguments: "{ 0 }".to_owned(),
            is_guess: false,
        };
        let invocation = |call, around| MacroUse {
            path: "adder::sum".to_owned(),
            call,
            around,
        };
        assert_eq!(
            macro_expression(&invocation(call, Around::Block), Names::Harness),
            "{ use ::adder::*; use std::rc::Rc; let _: Rc<u8> = ::adder::sum!({ 0 }); }"
        );
        let fallible = invocation(MacroCall::default(), Around::Fallible);
        assert_eq!(
            macro_expression(&fallible, Names::Test),
            "{ use adder::*; (|| { adder::sum!(); Ok(()) })() }"
        );
    }
}
