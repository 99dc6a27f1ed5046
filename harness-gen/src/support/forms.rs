//! How each kind of op is written: inside an arm, in a reproduction, and short for people.

use super::Written;
use crate::api::ty::Subst;
use crate::api::ty::{Arg, TraitRef, Ty, render_args};
use crate::api::{ApiItem, CallForm, Fields, ParamKind};

/// `{0}, {1}, …` for `count` arguments, beginning with `first`.
pub(super) fn slots(first: usize, count: usize) -> String {
    (first..first + count)
        .map(|i| format!("{{{i}}}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Most times a future is polled. A thousand are enough for any that does not wait for something outside.
const MOST_POLLS: u32 = 1000;

/// What a lent formatter is called.
const FORMATTER: &str = "formatter";

/// The slots of an item's arguments, and the formatter where it is lent one.
fn arguments(item: &ApiItem) -> String {
    let mut list: Vec<String> = (0..item.inputs.len()).map(|i| format!("{{{i}}}")).collect();
    if let Some(position) = item.formatter {
        list.insert(position, FORMATTER.to_owned());
    }
    list.join(", ")
}

/// The expression of an item as a template; `root` goes before crate names. Inside an arm, which has a root, a future
/// that stays pending rejects the arguments.
pub(super) fn call_template(item: &ApiItem, subst: &Subst, root: &str) -> String {
    let call = plain_call(item, subst, root);
    if item.formatter.is_some() {
        return format!(
            "{{{{ let (call, result) = (std::cell::Cell::new(Some(|{FORMATTER}: &mut std::fmt::Formatter<'_>| {call})), \
             std::cell::Cell::new(None)); \
             let _ = std::fmt::Write::write_fmt(&mut String::new(), format_args!(\"{{{{}}}}\", std::fmt::from_fn(|{FORMATTER}| {{{{ \
             if let Some(call) = call.take() {{{{ result.set(Some(call({FORMATTER}))); }}}} Ok(()) }}}}))); \
             result.into_inner().unwrap() }}}}"
        );
    }
    if !item.awaited {
        return call;
    }
    let pending = if root.is_empty() {
        "panic!(\"still pending\")"
    } else {
        "return 1"
    };
    format!(
        "{{{{ let mut future = std::pin::pin!({call}); \
         let mut context = std::task::Context::from_waker(std::task::Waker::noop()); \
         match (0..{MOST_POLLS}).find_map(|_| match std::future::Future::poll(future.as_mut(), &mut context) {{{{ \
         std::task::Poll::Ready(value) => Some(value), std::task::Poll::Pending => None }}}}) {{{{ \
         Some(value) => value, None => {pending} }}}} }}}}"
    )
}

fn plain_call(item: &ApiItem, subst: &Subst, root: &str) -> String {
    let count = item.inputs.len();
    match &item.form {
        CallForm::Function { path } => {
            format!(
                "{root}{path}{}({})",
                turbofish(item, subst, root),
                arguments(item)
            )
        }
        CallForm::Inherent { self_type, name } => {
            let self_text = self_path(&self_type.substitute(subst), root);
            format!(
                "{self_text}::{name}{}({})",
                turbofish(item, subst, root),
                arguments(item)
            )
        }
        CallForm::TraitMethod {
            self_type,
            trait_,
            name,
        } => {
            let trait_ = without_bindings(&trait_.substitute(subst));
            format!(
                "<{} as {}>::{name}{}({})",
                self_type.substitute(subst).render(root),
                trait_.render(root),
                turbofish(item, subst, root),
                arguments(item)
            )
        }
        CallForm::Format { spec } => format!("format!(\"{spec}\", {{0}})"),
        CallForm::Value {
            self_type: Some(ty),
            trait_: Some(trait_),
            name,
        } => format!(
            "<{} as {}>::{name}",
            ty.substitute(subst).render(root),
            without_bindings(&trait_.substitute(subst)).render(root)
        ),
        CallForm::Value {
            self_type: Some(ty),
            name,
            ..
        } => {
            format!("{}::{name}", self_path(&ty.substitute(subst), root))
        }
        CallForm::Value {
            self_type: None,
            name,
            ..
        } => match name.strip_prefix('&') {
            Some(path) => format!("&{root}{path}"),
            None => format!("{root}{name}"),
        },
        // Each invocation is written on its own.
        CallForm::Macro { path, .. } => format!("{root}{path}!()"),
        CallForm::Constructor {
            type_path,
            variant,
            fields,
        } => {
            let path = match variant {
                Some(variant) => format!("{root}{type_path}::{variant}"),
                None => format!("{root}{type_path}"),
            };
            constructor_template(&path, fields, count)
        }
    }
}

/// The short form for people: last segments, no type arguments.
pub(super) fn short_template(item: &ApiItem) -> String {
    let awaited = if item.awaited { ".await" } else { "" };
    format!("{}{awaited}", short_call(item))
}

fn short_call(item: &ApiItem) -> String {
    let count = item.inputs.len();
    match &item.form {
        CallForm::Function { path } => format!("{}({})", last(path), arguments(item)),
        CallForm::TraitMethod {
            self_type: Ty::Param(_),
            trait_,
            name,
        } => {
            format!("{}::{name}({})", trait_.name(), arguments(item))
        }
        CallForm::Inherent { self_type, name } | CallForm::TraitMethod { self_type, name, .. } => {
            format!("{}::{name}({})", short_type(self_type), arguments(item))
        }
        CallForm::Format { spec } => format!("format!(\"{spec}\", {{0}})"),
        CallForm::Value {
            self_type: Some(ty),
            name,
            ..
        } => format!("{}::{name}", short_type(ty)),
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
            count,
        ),
    }
}

/// A constructor with its fields.
pub(super) fn constructor_template(path: &str, fields: &Fields, count: usize) -> String {
    match fields {
        Fields::Unit => path.to_owned(),
        Fields::Tuple => format!("{path}({})", slots(0, count)),
        Fields::Named(names) => {
            let fields: Vec<String> = names
                .iter()
                .enumerate()
                .map(|(i, n)| format!("{n}: {{{i}}}"))
                .collect();
            format!("{path} {{{{ {} }}}}", fields.join(", "))
        }
    }
}

/// Both written forms of an item's call.
pub(super) fn written(item: &ApiItem, subst: &Subst) -> Written {
    Written {
        short: short_template(item),
        full: call_template(item, subst, ""),
        statement: false,
        call: !matches!(item.form, CallForm::Constructor { .. } | CallForm::Value { .. }),
    }
}

/// Fills a template with argument texts. `{{` and `}}` stand for braces.
pub(crate) fn fill(template: &str, args: &[String]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(position) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(position);
        out.push_str(before);
        if from.starts_with("{{") || from.starts_with("}}") {
            out.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        let digits: String = from[1..].chars().take_while(char::is_ascii_digit).collect();
        let closed = from[1 + digits.len()..].starts_with('}');
        match digits.parse::<usize>().ok().and_then(|i| args.get(i)) {
            Some(arg) if closed && from.starts_with('{') => {
                out.push_str(arg);
                rest = &from[digits.len() + 2..];
            }
            _ => {
                out.push_str(&from[..1]);
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn turbofish(item: &ApiItem, subst: &Subst, root: &str) -> String {
    let own = &item.generics.params[item.generics.params.len() - item.own_params..];
    // With an `impl Trait` argument no turbofish may list const or type arguments on its behalf; inference does it.
    let listed: Vec<Arg> = own
        .iter()
        .filter(|p| !matches!(p.kind, ParamKind::Type { synthetic: true, .. }))
        .filter_map(|p| subst.get(&p.name).cloned())
        .collect();
    if listed.is_empty() {
        String::new()
    } else {
        format!("::{}", render_args(&listed, root))
    }
}

/// `krate::Type::<A>` where that is possible, else `<…>`.
fn self_path(ty: &Ty, root: &str) -> String {
    match ty {
        Ty::Path { path, args } if args.is_empty() => format!("{root}{path}"),
        Ty::Path { path, args } => format!("{root}{path}::{}", render_args(args, root)),
        _ => format!("<{}>", ty.render(root)),
    }
}

fn without_bindings(trait_: &TraitRef) -> TraitRef {
    TraitRef {
        bindings: Vec::new(),
        ..trait_.clone()
    }
}

fn short_type(ty: &Ty) -> String {
    match ty {
        Ty::Path { path, .. } if path != super::lazy::LAZY => last(path).to_owned(),
        Ty::Ref { inner, .. } => format!("<&{}>", short_type(inner)),
        _ => format!("<{}>", ty.render("")),
    }
}

pub(super) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_keep_braces_and_fill_arguments() {
        let template = constructor_template("Point", &Fields::Named(vec!["x".to_owned()]), 1);
        assert_eq!(fill(&template, &["1".to_owned()]), "Point { x: 1 }");
        assert_eq!(
            fill("format!(\"{}\", {0})", &["a".to_owned()]),
            "format!(\"{}\", a)"
        );
        assert_eq!(
            fill("{ let mut v = {0}; v }", &["f()".to_owned()]),
            "{ let mut v = f(); v }"
        );
    }

    fn item(form: CallForm, awaited: bool) -> ApiItem {
        ApiItem {
            path: "own::item".to_owned(),
            kind: crate::prepared::ItemKind::Function,
            form,
            generics: crate::api::Generics::default(),
            own_params: 0,
            lasting: false,
            has_receiver: false,
            inputs: vec![Ty::prim("u8")],
            output: Ty::unit(),
            awaited,
            formatter: None,
            panics_text: None,
            span: None,
            barrier: None,
            docs: String::new(),
        }
    }

    #[test]
    fn constants_of_generic_impls_are_substituted() {
        let form = CallForm::Value {
            self_type: Some(Ty::path("own::Io", vec![Ty::Param("R".to_owned())])),
            trait_: Some(TraitRef::plain("own::Read")),
            name: "EARLY".to_owned(),
        };
        let subst = Subst::from([("R".to_owned(), Arg::Type(Ty::prim("u8")))]);
        let text = call_template(&item(form.clone(), false), &subst, "::");
        assert_eq!(text, "<::own::Io<u8> as ::own::Read>::EARLY");
        assert_eq!(short_template(&item(form, false)), "Io::EARLY");
    }

    #[test]
    fn a_formatter_is_lent_at_its_position() {
        let form = CallForm::Function {
            path: "k::show".to_owned(),
        };
        let mut item = item(form, false);
        item.inputs = vec![Ty::prim("u8"), Ty::prim("u16")];
        item.formatter = Some(1);
        let template = call_template(&item, &Subst::new(), "");
        let filled = fill(&template, &["1".to_owned(), "2".to_owned()]);
        assert!(filled.contains("k::show(1, formatter, 2)"), "{filled}");
        assert!(syn::parse_str::<syn::Expr>(&filled).is_ok(), "{filled}");
    }

    #[test]
    fn futures_are_polled_in_one_expression() {
        let later = item(
            CallForm::Function {
                path: "own::later".to_owned(),
            },
            true,
        );
        let args = ["7".to_owned()];
        let in_arm = fill(&call_template(&later, &Subst::new(), "::"), &args);
        assert!(in_arm.starts_with("{ let mut future = std::pin::pin!(::own::later(7)); "));
        assert!(in_arm.ends_with("Some(value) => value, None => return 1 } }"));
        let written = fill(&call_template(&later, &Subst::new(), ""), &args);
        assert!(syn::parse_str::<syn::ExprBlock>(&written).is_ok(), "{written}");
        assert!(!written.contains("return"));
        assert_eq!(short_template(&later), "later({0}).await");
    }

    #[test]
    fn provided_methods_are_called_by_their_trait() {
        let form = CallForm::TraitMethod {
            self_type: Ty::Param("Self".to_owned()),
            trait_: TraitRef::plain("own::Speak"),
            name: "speak".to_owned(),
        };
        assert_eq!(short_template(&item(form, false)), "Speak::speak({0})");
    }
}
