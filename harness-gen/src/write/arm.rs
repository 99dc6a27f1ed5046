//! What rustc compiles in a harness: the arm of each op, where the parts of its result lie, and the impls of the crate's own
//! traits for the harness's types. Arms read `args`, write `out` and return 0, or 1 if there is no such value.

use super::counted::counted;
use super::item::{call_template, turbofish};
use super::pieces::{self, borrow_sign, payload_pattern, placeholder_number};
use super::template::{fill, numbered};
use super::test;
use crate::api::RequiredMembers;
use crate::api::properties::PropertyResult;
use crate::api::responders::Responder;
use crate::call::{Call, Gives, ItemCall, Part, Parts, SupportCall, Takes};
use crate::harness_types::{HOLE, Names, STATIC_REFERENCE};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{MOST_ANSWERING_FUNCTIONS, TIMES_ASKED};

/// What a called placeholder function, or a responder without an answer, demands; the number only has to differ from those
/// of placeholder types.
const FUNCTION_DEMAND: u32 = 1000;

/// The body of the op's arm; none if the runtime carries it out itself.
pub(crate) fn body(op: &OpDef) -> Option<String> {
    let ty = op.result.ty.render(Names::Harness);
    let is_state = match &op.call {
        Call::Item(call) => call.takes == Takes::State,
        Call::Through(_) | Call::GivenBack(_) => true,
        _ => false,
    };
    let reads = reads(&op.inputs, is_state);
    let put = |text: &str| format!("{reads}put::<{ty}>(out, {text}); 0");
    let names = numbered("a", op.inputs.len());
    Some(match &op.call {
        Call::Borrow { .. } | Call::Box | Call::Lazy | Call::Learned { .. } => return None,
        Call::Literal(text) => put(text),
        Call::Placeholder => {
            let number = placeholder_number(&op.result.ty);
            put(&format!("crate::holes::hole::<{number}>()"))
        }
        Call::Demand(arity) => put(&format!(
            "|{}| crate::demand::demand({FUNCTION_DEMAND})",
            numbered("_x", *arity).join(", ")
        )),
        Call::Closure(arity, answer) => put(&test::closure(*arity, answer, Names::Harness)),
        Call::Answering(arity, _) => {
            let params = numbered("_x", *arity).join(", ");
            let arms: String = (0..MOST_ANSWERING_FUNCTIONS)
                .map(|place| format!("Some({place}) => |{params}| crate::answers::next({place}), "))
                .collect();
            format!(
                "{reads}let r: {ty} = match crate::answers::keep(a0) {{ {arms}_ => return 1 }}; put::<{ty}>(out, r); 0"
            )
        }
        Call::ListEnd => put("crate::answers::Answers::End"),
        Call::ListPanic => put("crate::answers::Answers::Panic"),
        Call::ListThen => put("crate::answers::Answers::Then(a0, a1)"),
        Call::Items => format!(
            "{reads}let Some(place) = crate::answers::keep(a0) else {{ return 1 }}; \
             put::<{ty}>(out, crate::responders::Items::at(place)); 0"
        ),
        Call::Respond(responder) => {
            let places: String = (0..responder.chosen.len())
                .map(|list| {
                    format!("let Some(p{list}) = crate::answers::keep(a{list}) else {{ return 1 }}; ")
                })
                .collect();
            let first = if responder.has_answers() { "p0" } else { "0" };
            format!("{reads}{places}put::<{ty}>(out, crate::responders::Responder({first})); 0")
        }
        Call::Object => match op.result.ty.head() {
            Some(STATIC_REFERENCE) => put(&format!("{STATIC_REFERENCE}(a0)")),
            _ => put("a0"),
        },
        Call::Tuple | Call::Array | Call::Repeated(_) => put(&test::product(&op.call, &names)),
        Call::Counted(count) => put(&counted(&op.result.ty, *count, Names::Harness)?),
        Call::Part(part) => format!("{reads}{}", part_tail(part, &ty)),
        Call::Macro(invocation) => {
            let expression = test::macro_expression(invocation, Names::Harness);
            // An arm is an unsafe function; what a macro does must compile without that.
            format!("fn invoke() {{ let _ = {expression}; }} invoke(); put::<()>(out, ()); 0")
        }
        Call::Item(call) => format!("{reads}{}", item_tail(call, &ty)),
        Call::Through(through) => {
            let expression = fill(&test::through(through, &names, Names::Harness, lent), &[]);
            format!("{reads}{{ let _ = {expression}; }} put::<{ty}>(out, a0); 0")
        }
        Call::GivenBack(back) => {
            let statement = fill(&test::given_back(back, &names, Names::Harness, lent), &[]);
            format!("{reads}{statement} put::<{ty}>(out, a0); 0")
        }
        Call::Support(call) => {
            let gives = if call.kind.may_reject {
                Gives::InSome
            } else {
                Gives::Value
            };
            format!("{reads}{}", tail(gives, &support_expression(call, &names), &ty))
        }
    })
}

/// `let a0 = rd::<T>(args, 0); …`: all arguments are taken before anything runs. The first can be changed if it is a state.
fn reads(inputs: &[TypeKey], is_state: bool) -> String {
    (0..)
        .zip(inputs)
        .map(|(position, key): (usize, _)| {
            let mutable = if is_state && position == 0 { "mut " } else { "" };
            let inside = match key.ty.head() {
                Some(STATIC_REFERENCE) => ".0",
                _ => "",
            };
            let ty = key.ty.render(Names::Harness);
            format!("let {mutable}a{position} = rd::<{ty}>(args, {position}){inside}; ")
        })
        .collect()
}

fn support_expression(call: &SupportCall, names: &[String]) -> String {
    let SupportCall { path, listed, .. } = call;
    format!(
        "{path}{}({})",
        turbofish(listed, Names::Harness),
        names.join(", ")
    )
}

fn item_tail(call: &ItemCall, ty: &str) -> String {
    let slots: Vec<String> = (0..call.arity)
        .map(|position| match call.takes {
            Takes::Own => format!("a{position}"),
            Takes::State if position == 0 => "&mut a0".to_owned(),
            Takes::State => format!("a{position}"),
            Takes::Shared(first, second) => format!("a{}", slot_of_shared(position, first, second)),
        })
        .collect();
    let expression = fill(&call_template(call, Names::Harness, "return 1", &slots), &[]);
    match call.takes {
        Takes::State => format!("{{ let _ = {expression}; }} put::<{ty}>(out, a0); 0"),
        Takes::Own | Takes::Shared(..) => tail(call.gives, &expression, ty),
    }
}

/// Which argument a parameter gets, if the second of a pair has none of its own.
fn slot_of_shared(position: usize, first: usize, second: usize) -> usize {
    match position {
        _ if position == second => first,
        _ => position - usize::from(position > second),
    }
}

/// What a call lends, as a template: where it lends nothing there is no such value.
fn lent(gives: Gives, text: String) -> String {
    let variant = match gives {
        Gives::InSome => "Some",
        Gives::InOk => "Ok",
        _ => return text,
    };
    format!("(match {text} {{{{ {variant}(lent) => lent, _ => return 1 }}}})")
}

/// How what a call returns leaves the arm.
fn tail(gives: Gives, call: &str, ty: &str) -> String {
    let kept = |value: &str| format!("let r: {ty} = {value}; put::<{ty}>(out, r); 0");
    let inside = |some: &str, none: &str| {
        format!("match {call} {{ {some}(r) => {{ put::<{ty}>(out, r); 0 }} {none} => 1 }}")
    };
    match gives {
        Gives::Value => kept(call),
        Gives::Boxed => kept(&format!("Box::new({call})")),
        Gives::Nothing => format!("let _ = {call}; put::<()>(out, ()); 0"),
        Gives::Asked => format!(
            "let mut items = {call}; for _ in 0..{TIMES_ASKED} {{ let _ = std::iter::Iterator::next(&mut items); \
             let _ = std::iter::Iterator::size_hint(&items); }} put::<()>(out, ()); 0"
        ),
        Gives::Lasting => format!("let r = {STATIC_REFERENCE}({call}); put::<{ty}>(out, r); 0"),
        Gives::Verdict(result) => format!("let r = {}; put::<()>(out, ()); r", verdict(result, call)),
        Gives::InSome => inside("Some", "None"),
        Gives::InOk => inside("Ok", "Err(_)"),
    }
}

/// The result of a property as an outcome.
fn verdict(result: PropertyResult, call: &str) -> String {
    match result {
        PropertyResult::Bool => format!("if {call} {{ 0 }} else {{ 2 }}"),
        PropertyResult::Result => format!("if ({call}).is_ok() {{ 0 }} else {{ 2 }}"),
        PropertyResult::Option => {
            format!("match {call} {{ Some(true) => 0, Some(false) => 2, None => 3 }}")
        }
    }
}

fn part_tail(part: &Part, ty: &str) -> String {
    match part {
        Part::Field { name, lent } => format!("put::<{ty}>(out, {}a0.{name}); 0", borrow_sign(*lent)),
        Part::Payload {
            path,
            variant,
            fields,
            position,
        } => format!(
            "match a0 {{ ::{} => {{ put::<{ty}>(out, x); 0 }} _ => 1 }}",
            payload_pattern(path, variant, fields, *position)
        ),
    }
}

/// The body of a function that writes the addresses of all arguments, in order, to `parts`, given a `value` that the op has
/// just built; none if there is no such function.
pub(crate) fn addresses(op: &OpDef) -> Option<String> {
    let result = op.result.ty.render(Names::Harness);
    let written = |address: &dyn Fn(usize) -> String| -> String {
        (0..op.inputs.len())
            .map(|index| format!("*parts.add({index}) = {}; ", address(index)))
            .collect()
    };
    Some(match op.parts()? {
        Parts::Elements => return None,
        Parts::Fields(names) => format!(
            "let value = value.cast::<{result}>(); {}",
            written(&|index| format!("(&raw const (*value).{}) as usize", names[index]))
        ),
        Parts::Pattern => {
            let names = numbered("p", op.inputs.len());
            let pattern = match &op.call {
                Call::Item(call) => fill(&call_template(call, Names::Harness, "", &names), &[]),
                Call::Support(call) => fill(&call.form, &names),
                _ => return None,
            };
            let addresses = written(&|index| format!("p{index} as *const _ as usize"));
            format!("if let {pattern} = &*value.cast::<{result}>() {{ {addresses}}}")
        }
        Parts::Array => {
            let element = op.inputs[0].ty.render(Names::Harness);
            written(&|index| format!("value as usize + {index} * size_of::<{element}>()"))
        }
    })
}

/// The impl of an own trait for placeholder types on one line: every method is a demand.
pub(crate) fn placeholder_impl(path: &str, required: &RequiredMembers) -> String {
    let demand = |number: &str| format!("crate::demand::demand({number} as u32)");
    pieces::placeholder_impl(path, required, HOLE, &demand)
}

/// The impl of a responder's trait on one line: it answers from its lists, or demands.
pub(crate) fn responder_impl(responder: &Responder) -> String {
    let answer = |list: usize| {
        let (_, ty) = &responder.chosen[list];
        let ty = ty.render(Names::Harness);
        format!("crate::answers::next::<{ty}>(self.0 + {list})")
    };
    let ty = responder.ty().render(Names::Harness);
    let demand = format!("crate::demand::demand({FUNCTION_DEMAND})");
    pieces::responder_impl(responder, &ty, &answer, &demand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::macros::MacroCall;
    use crate::api::ty::{Subst, Ty};
    use crate::api::{CallForm, Calling, Fields};
    use crate::call::{Around, MacroUse};

    fn op(form: CallForm, takes: Takes, inputs: usize, result: &str) -> OpDef {
        let key = |ty: Ty| TypeKey { ty, produced: false };
        let call = ItemCall {
            form,
            subst: Subst::new(),
            listed: Vec::new(),
            arity: inputs + usize::from(matches!(takes, Takes::Shared(..))),
            calling: Calling::default(),
            takes,
            gives: Gives::Value,
        };
        let inputs = vec![key(Ty::prim("u8")); inputs];
        OpDef {
            item: Some(0),
            ..OpDef::building(inputs, key(Ty::path(result, vec![])), Call::Item(call))
        }
    }

    fn constructor(ty: &str, variant: Option<&str>, fields: Fields, inputs: usize) -> OpDef {
        let form = CallForm::Constructor {
            type_path: ty.to_owned(),
            variant: variant.map(str::to_owned),
            fields,
        };
        op(form, Takes::Own, inputs, ty)
    }

    #[test]
    fn macros_are_called_where_nothing_unsafe_compiles() {
        let call = MacroCall::default();
        let invocation = MacroUse {
            path: "k::m".to_owned(),
            call,
            around: Around::Block,
        };
        let unit = TypeKey {
            ty: Ty::unit(),
            produced: false,
        };
        let text = body(&OpDef::building(Vec::new(), unit, Call::Macro(invocation))).unwrap();
        assert_eq!(
            text,
            "fn invoke() { let _ = { use ::k::*; ::k::m!(); }; } invoke(); put::<()>(out, ()); 0"
        );
    }

    #[test]
    fn structs_are_asked_by_field_and_variants_by_pattern() {
        let named = || Fields::Named(vec!["x".to_owned(), "y".to_owned()]);
        assert_eq!(
            addresses(&constructor("own::Point", None, named(), 2)).unwrap(),
            "let value = value.cast::<::own::Point>(); *parts.add(0) = (&raw const (*value).x) as usize; \
             *parts.add(1) = (&raw const (*value).y) as usize; "
        );
        assert_eq!(
            addresses(&constructor("own::Tree", Some("Node"), named(), 2)).unwrap(),
            "if let ::own::Tree::Node { x: p0, y: p1 } = &*value.cast::<::own::Tree>() \
             { *parts.add(0) = p0 as *const _ as usize; *parts.add(1) = p1 as *const _ as usize; }"
        );
        assert_eq!(addresses(&constructor("own::Unit", None, Fields::Unit, 0)), None);
        assert_eq!(
            addresses(&constructor("own::Empty", None, Fields::Tuple, 0)),
            None
        );
    }

    #[test]
    fn the_second_of_a_pair_has_no_slot_of_its_own() {
        let called = |inputs, first, second| {
            let form = CallForm::Function {
                path: "k::f".to_owned(),
            };
            body(&op(form, Takes::Shared(first, second), inputs, "k::R")).unwrap()
        };
        assert!(called(3, 0, 2).contains("::k::f(a0, a1, a0, a2)"));
        assert!(called(1, 0, 1).contains("let a0 = rd::<u8>(args, 0); let r: ::k::R = ::k::f(a0, a0);"));
    }
}
