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

/// The call expression of an item as a template; `root` goes before crate names.
pub(super) fn call_template(item: &ApiItem, subst: &Subst, root: &str) -> String {
    let count = item.inputs.len();
    match &item.form {
        CallForm::Function { path } => {
            format!(
                "{root}{path}{}({})",
                turbofish(item, subst, root),
                slots(0, count)
            )
        }
        CallForm::Inherent { self_type, name } => {
            let self_text = self_path(&self_type.substitute(subst), root);
            format!(
                "{self_text}::{name}{}({})",
                turbofish(item, subst, root),
                slots(0, count)
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
                slots(0, count)
            )
        }
        CallForm::Format { spec } => format!("format!(\"{spec}\", {{0}})"),
        CallForm::Value {
            self_type: Some(ty),
            name,
        } => {
            format!("{}::{name}", self_path(&ty.substitute(subst), root))
        }
        CallForm::Value {
            self_type: None,
            name,
        } => match name.strip_prefix('&') {
            Some(path) => format!("&{root}{path}"),
            None if name.starts_with('<') => name.clone(),
            None => format!("{root}{name}"),
        },
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
    let count = item.inputs.len();
    match &item.form {
        CallForm::Function { path } => format!("{}({})", last(path), slots(0, count)),
        CallForm::Inherent { self_type, name } | CallForm::TraitMethod { self_type, name, .. } => {
            format!("{}::{name}({})", short_type(self_type), slots(0, count))
        }
        CallForm::Format { spec } => format!("format!(\"{spec}\", {{0}})"),
        CallForm::Value {
            self_type: Some(ty),
            name,
        } => format!("{}::{name}", short_type(ty)),
        CallForm::Value {
            self_type: None,
            name,
        } if name.starts_with('<') => name.replace("::<", "<"),
        CallForm::Value {
            self_type: None,
            name,
        } => last(name).to_owned(),
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
        Ty::Path { path, .. } => last(path).to_owned(),
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
}
