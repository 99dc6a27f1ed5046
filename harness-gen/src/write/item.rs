//! How items are called: expressions for rustc, in a harness or in a test, and short ones for people.

use super::template::last;
use crate::api::ty::{Arg, TraitRef, Ty};
use crate::api::ty_text::render_args;
use crate::api::{CallForm, Fields};
use crate::call::ItemCall;
use crate::harness_types::{LAZY, Names};
use crate::tuning::{MOST_POLLS, MOST_TAKEN, TIMES_ASKED};

/// What a lent formatter is called.
const FORMATTER: &str = "formatter";

/// The arguments in order, and the formatter where the item is lent one.
fn arguments(call: &ItemCall, slots: &[String]) -> String {
    let mut list = slots.to_vec();
    if let Some(position) = call.calling.formatter {
        list.insert(position, FORMATTER.to_owned());
    }
    list.join(", ")
}

/// The expression of a call as a template, with these texts for its parameters. `pending` is what is done about a future
/// that stays pending.
pub(super) fn call_template(call: &ItemCall, names: Names, pending: &str, slots: &[String]) -> String {
    guarded(call, plain_call(call, names, slots), pending)
}

/// The text of a call with what lends it a formatter, or polls the future that it gives.
pub(super) fn guarded(call: &ItemCall, text: String, pending: &str) -> String {
    if call.calling.formatter.is_some() {
        return format!(
            "{{{{ let (call, result) = (std::cell::Cell::new(Some(|{FORMATTER}: &mut std::fmt::Formatter<'_>| {text})), \
             std::cell::Cell::new(None)); \
             let _ = std::fmt::Write::write_fmt(&mut String::new(), format_args!(\"{{{{}}}}\", std::fmt::from_fn(|{FORMATTER}| {{{{ \
             if let Some(call) = call.take() {{{{ result.set(Some({FORMATTER}).map(call)); }}}} Ok(()) }}}}))); \
             result.into_inner().unwrap() }}}}"
        );
    }
    if !call.calling.awaited {
        return text;
    }
    format!(
        "{{{{ let mut future = std::pin::pin!({text}); \
         let mut context = std::task::Context::from_waker(std::task::Waker::noop()); \
         match (0..{MOST_POLLS}).find_map(|_| match std::future::Future::poll(future.as_mut(), &mut context) {{{{ \
         std::task::Poll::Ready(value) => Some(value), std::task::Poll::Pending => None }}}}) {{{{ \
         Some(value) => value, None => {pending} }}}} }}}}"
    )
}

pub(super) fn plain_call(call: &ItemCall, names: Names, slots: &[String]) -> String {
    let subst = &call.subst;
    let with_arguments = || format!("{}({})", turbofish(&call.listed, names), arguments(call, slots));
    match &call.form {
        CallForm::Function { path } => format!("{}{}", names.path(path), with_arguments()),
        CallForm::Inherent { self_type, name } => {
            let self_text = self_path(&self_type.substitute(subst), names);
            format!("{self_text}::{name}{}", with_arguments())
        }
        CallForm::TraitMethod {
            self_type,
            trait_,
            name,
        } => {
            let self_text = self_type.substitute(subst).render(names);
            let trait_ = without_bindings(&trait_.substitute(subst)).render(names);
            format!("<{self_text} as {trait_}>::{name}{}", with_arguments())
        }
        CallForm::Format { spec } => formatted(spec, slots),
        CallForm::Drained => format!(
            "std::iter::Iterator::for_each(std::iter::Iterator::take({}, {MOST_TAKEN}), std::mem::drop)",
            slots.join(", ")
        ),
        CallForm::Value {
            self_type: Some(ty),
            trait_: Some(trait_),
            name,
        } => format!(
            "<{} as {}>::{name}",
            ty.substitute(subst).render(names),
            without_bindings(&trait_.substitute(subst)).render(names)
        ),
        CallForm::Value {
            self_type: Some(ty),
            name,
            ..
        } => format!("{}::{name}", self_path(&ty.substitute(subst), names)),
        CallForm::Value {
            self_type: None,
            name,
            ..
        } => match name.strip_prefix('&') {
            Some(path) => format!("&{}", names.path(path)),
            None => names.path(name),
        },
        // Each invocation is written on its own.
        CallForm::Macro { path, .. } => format!("{}{path}!()", names.root()),
        CallForm::Constructor {
            type_path,
            variant,
            fields,
        } => {
            let path = match variant {
                Some(variant) => format!("{}::{variant}", names.path(type_path)),
                None => names.path(type_path),
            };
            constructor_template(&path, fields, slots)
        }
    }
}

/// The short form for people: last segments, no type arguments.
pub(super) fn short_template(call: &ItemCall, slots: &[String]) -> String {
    let awaited = if call.calling.awaited { ".await" } else { "" };
    format!("{}{awaited}", short_call(call, slots))
}

fn short_call(call: &ItemCall, slots: &[String]) -> String {
    match &call.form {
        CallForm::Function { path } => {
            let listed = deciding(&call.listed);
            format!("{}{listed}({})", last(path), arguments(call, slots))
        }
        CallForm::TraitMethod {
            self_type: Ty::Param(_),
            trait_,
            name,
        } => {
            format!("{}::{name}({})", trait_.name(), arguments(call, slots))
        }
        CallForm::Inherent { self_type, name } | CallForm::TraitMethod { self_type, name, .. } => {
            format!(
                "{}{}::{name}({})",
                short_type(self_type),
                deciding_of(&self_type.substitute(&call.subst), !slots.is_empty()),
                arguments(call, slots)
            )
        }
        CallForm::Format { spec } => formatted(spec, slots),
        CallForm::Drained => drained(slots),
        CallForm::Value {
            self_type: Some(ty),
            name,
            ..
        } => format!(
            "{}{}::{name}",
            short_type(ty),
            deciding_of(&ty.substitute(&call.subst), false)
        ),
        CallForm::Value {
            self_type: None,
            name,
            ..
        } => last(name).to_owned(),
        CallForm::Macro { path, .. } => format!("{}!()", last(path)),
        CallForm::Constructor {
            type_path,
            variant,
            fields,
        } => constructor_template(
            variant.as_deref().unwrap_or_else(|| last(type_path)),
            fields,
            slots,
        ),
    }
}

/// A value, and what is behind it a width and a precision.
fn formatted(spec: &str, slots: &[String]) -> String {
    // A `{}` in a template is written twice.
    // A number without a suffix would be of no type that is known.
    let sizes = slots
        .iter()
        .skip(1)
        .map(|slot| format!(", usize::from({slot} as u8)"));
    let value = slots.first().map_or("", String::as_str);
    // Other impls for references ask the impl for what they refer to; this one shows the reference.
    let target = if spec == "{:p}" { "*" } else { "" };
    format!(
        "format!(\"{spec}\", {target}{value}{})",
        sizes.collect::<String>()
    )
}

/// How an iterator is asked for more until there is none, as people write it.
pub(super) fn drained(slots: &[String]) -> String {
    format!("({}).take({MOST_TAKEN}).for_each(drop)", slots.join(", "))
}

/// How an iterator is advanced and asked how much is left.
pub(super) fn asked(items: &str) -> String {
    format!(
        "{{{{ let mut items = {items}; for _ in 0..{TIMES_ASKED} {{{{ items.next(); items.size_hint(); }}}} }}}}"
    )
}

/// A constructor with its fields.
fn constructor_template(path: &str, fields: &Fields, slots: &[String]) -> String {
    match fields {
        Fields::Unit => path.to_owned(),
        Fields::Tuple => format!("{path}({})", slots.join(", ")),
        Fields::Named(names) => {
            let fields: Vec<String> = names
                .iter()
                .zip(slots)
                .map(|(name, slot)| format!("{name}: {slot}"))
                .collect();
            format!("{path} {{{{ {} }}}}", fields.join(", "))
        }
    }
}

/// Type arguments after a name, if there are any.
pub(super) fn turbofish(listed: &[Arg], names: Names) -> String {
    if listed.is_empty() {
        String::new()
    } else {
        format!("::{}", render_args(listed, names))
    }
}

/// Type arguments for people: where one is a number type that a literal is not of by itself, or a constant, the call may
/// do something else without it.
pub(super) fn deciding(listed: &[Arg]) -> String {
    shown(listed, &|arg| match arg {
        Arg::Type(Ty::Prim(name)) => {
            name.starts_with(['i', 'u', 'f']) && !matches!(name.as_str(), "i32" | "f64")
        }
        Arg::Type(_) => false,
        Arg::Const(_) => true,
    })
}

/// The same of the arguments of a type, `::<_, 0>`: how much fits into a value hangs on constants, and numbers decide where no argument
/// of the call tells them.
fn deciding_of(ty: &Ty, has_arguments: bool) -> String {
    match ty {
        Ty::Path { path, .. } if path.starts_with("crate::") => String::new(),
        Ty::Path { args, .. } if has_arguments => shown(args, &|arg| matches!(arg, Arg::Const(_))),
        Ty::Path { args, .. } => deciding(args),
        _ => String::new(),
    }
}

fn shown(listed: &[Arg], decides: &dyn Fn(&Arg) -> bool) -> String {
    if !listed.iter().any(decides) {
        return String::new();
    }
    let shown = listed.iter().map(|arg| match decides(arg) {
        true => arg.render(Names::Person),
        false => "_".to_owned(),
    });
    format!("::<{}>", shown.collect::<Vec<_>>().join(", "))
}

/// `krate::Type::<A>` where that is possible, else `<…>`.
pub(super) fn self_path(ty: &Ty, names: Names) -> String {
    match ty {
        Ty::Path { path, args } if args.is_empty() => names.path(path),
        Ty::Path { path, args } => format!("{}::{}", names.path(path), render_args(args, names)),
        _ => format!("<{}>", ty.render(names)),
    }
}

fn without_bindings(trait_: &TraitRef) -> TraitRef {
    TraitRef {
        bindings: Vec::new(),
        ..trait_.clone()
    }
}

pub(super) fn short_type(ty: &Ty) -> String {
    match ty {
        Ty::Path { path, .. } if path != LAZY => last(path).to_owned(),
        Ty::Ref { inner, .. } => format!("<&{}>", short_type(inner)),
        _ => format!("<{}>", ty.render(Names::Person)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::template::{fill, slots};
    use super::*;
    use crate::api::Calling;
    use crate::api::ty::Subst;
    use crate::call::{Gives, Takes};

    fn call(form: CallForm, arity: usize) -> ItemCall {
        ItemCall {
            form,
            subst: Subst::new(),
            listed: Vec::new(),
            arity,
            calling: Calling::default(),
            takes: Takes::Own,
            gives: Gives::Value,
        }
    }

    fn function(path: &str, arity: usize) -> ItemCall {
        let path = path.to_owned();
        call(CallForm::Function { path }, arity)
    }

    #[test]
    fn constants_of_generic_impls_are_substituted() {
        let form = CallForm::Value {
            self_type: Some(Ty::path("own::Io", vec![Ty::Param("R".to_owned())])),
            trait_: Some(TraitRef::plain("own::Read")),
            name: "EARLY".to_owned(),
        };
        let value = ItemCall {
            subst: Subst::from([("R".to_owned(), Arg::Type(Ty::prim("u8")))]),
            ..call(form, 0)
        };
        let text = call_template(&value, Names::Harness, "", &[]);
        assert_eq!(text, "<::own::Io<u8> as ::own::Read>::EARLY");
        assert_eq!(short_template(&value, &[]), "Io::<u8>::EARLY");
    }

    #[test]
    fn a_formatter_is_lent_at_its_position() {
        let mut show = function("k::show", 2);
        show.calling.formatter = Some(1);
        let template = call_template(&show, Names::Test, "", &slots(2));
        let filled = fill(&template, &["1".to_owned(), "2".to_owned()]);
        assert!(filled.contains("k::show(1, formatter, 2)"), "{filled}");
        assert!(syn::parse_str::<syn::Expr>(&filled).is_ok(), "{filled}");
    }

    #[test]
    fn pointers_are_shown_by_their_own_impl() {
        let shown = |spec: &str| {
            let spec = spec.to_owned();
            short_template(&call(CallForm::Format { spec }, 1), &slots(1))
        };
        assert_eq!(fill(&shown("{:p}"), &["&x".to_owned()]), "format!(\"{:p}\", *&x)");
        assert_eq!(fill(&shown("{:?}"), &["&x".to_owned()]), "format!(\"{:?}\", &x)");
    }

    #[test]
    fn futures_are_polled_in_one_expression() {
        let mut later = function("own::later", 1);
        later.calling.awaited = true;
        let args = ["7".to_owned()];
        let in_arm = fill(
            &call_template(&later, Names::Harness, "return 1", &slots(1)),
            &args,
        );
        assert!(in_arm.starts_with("{ let mut future = std::pin::pin!(::own::later(7)); "));
        assert!(in_arm.ends_with("Some(value) => value, None => return 1 } }"));
        let written = fill(&call_template(&later, Names::Test, "panic!()", &slots(1)), &args);
        assert!(syn::parse_str::<syn::ExprBlock>(&written).is_ok(), "{written}");
        assert!(!written.contains("return"));
        assert_eq!(short_template(&later, &slots(1)), "later({0}).await");
    }

    #[test]
    fn people_are_told_the_types_that_literals_do_not_tell() {
        let prim = |name: &str| Arg::Type(Ty::prim(name));
        assert_eq!(deciding(&[prim("i8")]), "::<i8>");
        assert_eq!(deciding(&[prim("i32"), prim("u64")]), "::<_, u64>");
        assert_eq!(deciding(&[prim("i32"), prim("bool")]), "");
        let array = Ty::Path {
            path: "own::Array".to_owned(),
            args: vec![prim("u8"), Arg::Const("2".to_owned())],
        };
        assert_eq!(deciding_of(&array, false), "::<u8, 2>");
        assert_eq!(deciding_of(&array, true), "::<_, 2>");
        assert_eq!(deciding_of(&Ty::unit(), false), "");
        let of = |ty: &str| deciding_of(&Ty::path("a::Interval", vec![Ty::prim(ty)]), false);
        assert_eq!(
            [of("u8"), of("f32"), of("i32"), of("str")],
            ["::<u8>", "::<f32>", "", ""]
        );
    }

    #[test]
    fn provided_methods_are_called_by_their_trait() {
        let form = CallForm::TraitMethod {
            self_type: Ty::Param("Self".to_owned()),
            trait_: TraitRef::plain("own::Speak"),
            name: "speak".to_owned(),
        };
        assert_eq!(short_template(&call(form, 1), &slots(1)), "Speak::speak({0})");
    }
}
