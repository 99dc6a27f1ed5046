//! Types as Rust text, with the names that one reader or another knows.

use super::lasting;
use super::ty::{Arg, Member, TraitRef, Ty, is_const_closed};
use crate::harness_types::{HOLE, Names, PLACEHOLDER};

impl Ty {
    /// Rust text.
    pub(crate) fn render(&self, names: Names) -> String {
        match self {
            Ty::Prim(name) | Ty::Param(name) => name.clone(),
            Ty::Path { path, args } if path == HOLE && names == Names::Person => shown_placeholder(args),
            Ty::Path { path, args } if path == HOLE && names == Names::Imported => {
                format!("{}{}{}", PLACEHOLDER.0, render_args(args, names), PLACEHOLDER.1)
            }
            Ty::Path { path, args } if lasting::is_reference(path) => {
                let inner: String = (args.iter())
                    .map(|arg| match arg {
                        Arg::Type(ty) => referent(ty, names),
                        Arg::Const(text) => text.clone(),
                    })
                    .collect();
                format!("{path} {inner}")
            }
            Ty::Path { path, args } => format!("{}{}", render_path(path, names), render_args(args, names)),
            Ty::Ref { mutable, inner } => {
                let body = referent(inner, names);
                format!("&{}{body}", if *mutable { "mut " } else { "" })
            }
            Ty::Pointer { mutable, inner } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    inner.render(names)
                )
            }
            Ty::Slice(inner) => format!("[{}]", inner.render(names)),
            Ty::Array(inner, len) => format!("[{}; {len}]", inner.render(names)),
            Ty::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|t| t.render(names)).collect();
                match parts.len() {
                    1 => format!("({},)", parts[0]),
                    _ => format!("({})", parts.join(", ")),
                }
            }
            Ty::FnPointer(inputs, output) => {
                let result = render_result(inputs, output, names);
                let inputs: Vec<String> = inputs.iter().map(|t| t.render(names)).collect();
                format!("fn({}) -> {result}", inputs.join(", "))
            }
            Ty::Projection {
                self_type,
                trait_,
                member,
            } => {
                let member = member.render(names);
                match trait_ {
                    Some(t) => format!("<{} as {}>::{member}", self_type.render(names), t.render(names)),
                    None => format!("<{}>::{member}", self_type.render(names)),
                }
            }
            Ty::Dyn(traits) => format!("dyn {}", render_traits(traits, names)),
            Ty::Impl(traits) => format!("impl {}", render_traits(traits, names)),
            Ty::Unwritable(name) => name.clone(),
        }
    }

    fn count_references(&self) -> usize {
        let mut count = usize::from(matches!(self, Ty::Ref { .. }));
        self.for_children(&mut |child| count += child.count_references());
        count
    }
}

impl Arg {
    /// Rust text.
    pub(crate) fn render(&self, names: Names) -> String {
        match self {
            Arg::Type(ty) => ty.render(names),
            Arg::Const(text) if is_const_closed(text) => text.clone(),
            Arg::Const(_) => "_".to_owned(),
        }
    }
}

impl Member {
    fn render(&self, names: Names) -> String {
        format!("{}{}", self.name, render_args(&self.args, names))
    }
}

impl TraitRef {
    /// Rust text.
    pub(crate) fn render(&self, names: Names) -> String {
        let mut text = render_path(&self.path, names);
        if let Some((inputs, output)) = &self.call {
            let result = render_result(inputs, output, names);
            let inputs: Vec<String> = inputs.iter().map(|t| t.render(names)).collect();
            text.push_str(&format!("({}) -> {result}", inputs.join(", ")));
            return text;
        }
        let mut parts: Vec<String> = self.args.iter().map(|a| a.render(names)).collect();
        parts.extend(
            self.bindings
                .iter()
                .map(|(member, t)| format!("{} = {}", member.render(names), t.render(names))),
        );
        if !parts.is_empty() {
            text.push_str(&format!("<{}>", parts.join(", ")));
        }
        text
    }
}

/// What a reference refers to.
fn referent(ty: &Ty, names: Names) -> String {
    let body = ty.render(names);
    match ty {
        Ty::Dyn(traits) if traits.len() > 1 => format!("({body})"),
        _ => body,
    }
}

/// What a function with these arguments gives.
fn render_result(inputs: &[Ty], output: &Ty, names: Names) -> String {
    let borrowed: usize = inputs.iter().map(Ty::count_references).sum();
    if borrowed == 1 {
        return output.render(names);
    }
    // Nothing says which argument an unnamed lifetime of the result would come from.
    lasting::everywhere(output).render(names)
}

/// A path as it is named; the harness's own modules need no root.
fn render_path(path: &str, names: Names) -> String {
    match names.of_harness_type(path) {
        Some(name) => name.to_owned(),
        None if path.starts_with("crate::") => path.to_owned(),
        None => names.path(path),
    }
}

/// `?1` for the placeholder type number 0.
fn shown_placeholder(args: &[Arg]) -> String {
    match args.first() {
        Some(Arg::Const(number)) => match number.parse::<u32>() {
            Ok(number) => format!("?{}", number + 1),
            Err(_) => "?".to_owned(),
        },
        _ => "?".to_owned(),
    }
}

/// `<A, B>`, or nothing.
pub(crate) fn render_args(args: &[Arg], names: Names) -> String {
    if args.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = args.iter().map(|a| a.render(names)).collect();
    format!("<{}>", parts.join(", "))
}

fn render_traits(traits: &[TraitRef], names: Names) -> String {
    traits
        .iter()
        .map(|t| t.render(names))
        .collect::<Vec<_>>()
        .join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rendering_is_rust() {
        let ty = Ty::reference(Ty::Slice(Box::new(Ty::path(
            "int_tree::Tree",
            vec![Ty::prim("u8")],
        ))));
        assert_eq!(ty.render(Names::Harness), "&[::int_tree::Tree<u8>]");
        assert_eq!(Ty::unit().render(Names::Person), "()");
        let text = Ty::reference(Ty::prim("str"));
        let function = |inputs: Vec<Ty>| Ty::FnPointer(inputs, Box::new(text.clone())).render(Names::Person);
        assert_eq!(function(vec![text.clone()]), "fn(&str) -> &str");
        assert_eq!(function(vec![Ty::prim("u8")]), "fn(u8) -> &'static str");
        let mut called = TraitRef::plain("std::ops::Fn");
        called.call = Some((
            Vec::new(),
            Box::new(Ty::path("std::borrow::Cow", vec![text.clone()])),
        ));
        assert_eq!(
            Ty::Dyn(vec![called]).render(Names::Person),
            "dyn std::ops::Fn() -> std::borrow::Cow<'static, &str>"
        );
        assert_eq!(Ty::Tuple(vec![Ty::prim("u8")]).render(Names::Person), "(u8,)");
    }

    #[test]
    fn the_types_of_a_harness_have_other_names_outside() {
        let numbered = |path: &str| Ty::Path {
            path: path.to_owned(),
            args: vec![Arg::Const("1".to_owned())],
        };
        let list = Ty::path("std::vec::Vec", vec![Ty::lazy(), numbered(HOLE)]);
        let text = |names| list.render(names);
        assert_eq!(
            text(Names::Harness),
            "::std::vec::Vec<crate::lazy::LazyInt, crate::holes::Hole<1>>"
        );
        assert_eq!(text(Names::Test), "std::vec::Vec<i32, Placeholder<1>>");
        assert_eq!(text(Names::Person), "std::vec::Vec<i32, ?2>");
    }
}
