//! How each op is written as people write it, for them and in stand-alone tests: methods on their receivers, operators,
//! names that `use` lines bring. Where rustc might take another function than the op's, a test says which it is.

use super::imports::{marked_std, short};
use super::item::{deciding, drained, guarded, plain_call, self_path, short_template, short_type, turbofish};
use super::template::{escaped, last, slots};
use super::{person, test};
use crate::api::ty::{Arg, TraitRef, Ty};
use crate::api::{Api, CallForm};
use crate::call::{BETWEEN_STATEMENTS, Call, GIVEN, ItemCall, Takes};
use crate::harness_types::{HOLE, IN_SCOPE, Names};
use crate::support_set::OpDef;
use std::collections::{BTreeMap, BTreeSet};

/// What has to be known of an API to write its methods.
pub(crate) struct Methods<'a> {
    /// What is implemented, by the path of the trait and the head of the type: `fixed` has thousands of impls and calls.
    impls: BTreeMap<(&'a str, Option<&'a str>), Vec<&'a TraitRef>>,
    /// Types with the names of their inherent methods: these go before methods of traits.
    inherent: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Methods<'a> {
    pub(crate) fn new(api: &'a Api) -> Methods<'a> {
        let inherent = (api.items.iter().chain(&api.support_items)).filter_map(|item| match &item.form {
            CallForm::Inherent { self_type, name } => Some((self_type.head()?, name.as_str())),
            _ => None,
        });
        let mut impls: BTreeMap<_, Vec<&TraitRef>> = BTreeMap::new();
        for known in &api.impls {
            if let Some(trait_) = &known.trait_ {
                let key = (trait_.path.as_str(), known.self_type.head());
                impls.entry(key).or_default().push(trait_);
            }
        }
        Methods {
            impls,
            inherent: inherent.collect(),
        }
    }
}

/// The form for people, or with marked names for a test; see `places` for its parentheses.
pub(crate) fn template(op: &OpDef, names: Names, methods: &Methods<'_>) -> String {
    let (ty, arity) = (&op.result.ty, op.inputs.len());
    match &op.call {
        Call::Item(call) => item(call, names, methods),
        Call::Through(through) => through.text(&slots(arity), &|call, slots| {
            test::with_what_it_gives(call.gives, written(call, names, methods, slots.to_vec()))
        }),
        Call::GivenBack(back) => {
            let (bound, call) = back.text(&slots(arity), &|call, slots| {
                test::with_what_it_gives(call.gives, written(call, names, methods, slots.to_vec()))
            });
            format!("{bound}{BETWEEN_STATEMENTS}{call}")
        }
        Call::Support(call) if names == Names::Person => short(&marked_std(&call.form)),
        Call::Support(call) => marked_std(&call.form),
        // An array of bytes is a slice in arguments of functions only, so that it keeps saying so.
        Call::Literal(text) if names == Names::Person => escaped(text),
        call if names == Names::Person => person::template(call, ty, arity),
        call => test::template(call, ty, arity, names),
    }
}

/// The form for people where the first argument is a placeholder: the type's name says what it is.
pub(crate) fn on_placeholder(op: &OpDef) -> Option<String> {
    match &op.call {
        Call::Item(call) if call.calling.has_receiver && call.takes == Takes::Own => {
            let is_any = matches!(&call.form, CallForm::TraitMethod { self_type, .. }
                if self_type.substitute(&call.subst).mentions_hole());
            (!is_any).then(|| short_template(call, &slots(call.arity)))
        }
        _ => None,
    }
}

/// Of what type the result is follows from the text alone.
pub(crate) fn says_its_type(call: &Call) -> bool {
    matches!(call, Call::Item(call) if !matches!(call.form, CallForm::Constructor { .. } | CallForm::Value { .. }))
}

/// The first argument is written before a dot or an operator.
pub(crate) fn has_receiver(call: &Call) -> bool {
    matches!(call, Call::Item(call) if call.calling.has_receiver)
}

fn item(call: &ItemCall, names: Names, methods: &Methods<'_>) -> String {
    let mut slots = slots(call.arity);
    if let Takes::Shared(first, second) = call.takes {
        slots.insert(second, slots[first].clone());
        slots.pop();
    }
    test::with_what_it_gives(call.gives, written(call, names, methods, slots))
}

/// The call with these texts for its parameters, before anything is taken of what it returns.
fn written(call: &ItemCall, names: Names, methods: &Methods<'_>, mut slots: Vec<String>) -> String {
    let text = as_method(call, names, methods, &slots).unwrap_or_else(|| {
        if call.takes == Takes::State {
            slots[0].insert_str(0, "&mut ");
        }
        match names {
            Names::Person => short_template(call, &slots),
            _ => plain_call(call, names, &slots),
        }
    });
    match names {
        Names::Person => text,
        _ => guarded(call, text, "panic!(\"still pending\")"),
    }
}

/// The call with its receiver before it, or as an operator; none where it is written as a function.
fn as_method(call: &ItemCall, names: Names, methods: &Methods<'_>, slots: &[String]) -> Option<String> {
    if call.calling.formatter.is_some() {
        return None;
    }
    match &call.form {
        CallForm::Inherent { self_type, name } if call.calling.has_receiver => {
            self_type.head()?;
            Some(dotted(call, names, name, slots))
        }
        CallForm::TraitMethod {
            self_type,
            trait_,
            name,
        } => {
            let called = TraitCall {
                implementor: self_type.substitute(&call.subst),
                trait_: trait_.substitute(&call.subst),
                name,
                is_for_people: names == Names::Person,
                methods,
            };
            // Most operators want what is theirs, or lent, and a statement names a variable.
            let is_operator = call.takes != Takes::State || called.is_place_or_assignment();
            (is_operator.then(|| called.as_operator(names, slots)).flatten())
                .or_else(|| called.as_call(call, names, slots))
        }
        CallForm::Drained => Some(drained(slots)),
        _ => None,
    }
}

fn listed(call: &ItemCall, names: Names) -> String {
    match names {
        Names::Person => deciding(&call.listed),
        _ => turbofish(&call.listed, names),
    }
}

fn awaited(call: &ItemCall, names: Names) -> &'static str {
    match names {
        Names::Person if call.calling.awaited => ".await",
        _ => "",
    }
}

fn dotted(call: &ItemCall, names: Names, name: &str, slots: &[String]) -> String {
    let (receiver, arguments) = (slots[0].as_str(), slots[1..].join(", "));
    let lent = receiver
        .strip_prefix('&')
        .map(|of| of.strip_prefix("mut ").unwrap_or(of));
    let receiver = lent.filter(|of| *of == GIVEN).unwrap_or(receiver);
    let (listed, awaited) = (listed(call, names), awaited(call, names));
    // What another call lends is a call itself, and what one gives is a variable.
    let is_call = receiver.ends_with(')') && !receiver.starts_with(['&', '*']);
    match is_call || receiver == GIVEN {
        true => format!("{receiver}.{name}{listed}({arguments}){awaited}"),
        false => format!("({receiver}).{name}{listed}({arguments}){awaited}"),
    }
}

/// How a method of a trait finds its function.
enum Receiver {
    /// By a placeholder's bound.
    Any,
    /// By the type before the dot.
    Value,
    /// By the type of the first argument.
    Argument,
}

fn without_numbers(ty: &Ty) -> Ty {
    match ty {
        Ty::Prim(_) => Ty::unit(),
        ty => ty.map_parts(&mut without_numbers),
    }
}

/// A call of a trait's function for a type.
struct TraitCall<'a> {
    implementor: Ty,
    trait_: TraitRef,
    name: &'a str,
    is_for_people: bool,
    methods: &'a Methods<'a>,
}

impl TraitCall<'_> {
    /// None where only the type's own name says which function it is.
    fn receiver(&self) -> Option<Receiver> {
        let mut base = &self.implementor;
        while let Ty::Ref { inner, .. } = base {
            base = inner;
        }
        let is_lent = base != &self.implementor;
        let head = base.head();
        let is_hidden = head.is_some_and(|head| self.methods.inherent.contains(&(head, self.name)));
        if self.is_for_people {
            return match head {
                Some(HOLE) => Some(Receiver::Any),
                Some(_) if !is_hidden => Some(Receiver::Value),
                None if matches!(base, Ty::Prim(_)) => None,
                _ => Some(Receiver::Argument),
            };
        }
        // Literals do not say which number they are; that matters where several impls differ in that alone.
        let names_numbers = self.trait_.args.iter().any(|arg| match arg {
            Arg::Type(ty) => ty.any(&|part| matches!(part, Ty::Prim(_))),
            Arg::Const(_) => true,
        });
        let is_certain = !names_numbers || self.like_impls(head) < 2;
        // Of harness types a test knows no more than what was asked of them.
        let is_of_prelude = !self.trait_.path.starts_with("std::") && OF_PRELUDE.contains(&self.name);
        let is_usual = !is_of_prelude && head.is_some_and(|head| !head.starts_with("crate::"));
        match (is_usual && is_certain, is_lent) {
            (true, false) if !is_hidden => Some(Receiver::Value),
            (true, _) => Some(Receiver::Argument),
            _ => None,
        }
    }

    /// Impls for types with this head that differ from the one that is called in numbers alone, and itself.
    fn like_impls(&self, head: Option<&str>) -> usize {
        let wanted = self.trait_.map_parts(&mut without_numbers);
        let impls = self.methods.impls.get(&(self.trait_.path.as_str(), head));
        let is_like = |known: &&&TraitRef| known.map_parts(&mut without_numbers) == wanted;
        impls.map_or(0, |impls| impls.iter().filter(is_like).count())
    }

    /// As a method, or as a function of the trait or the type; none where both have to be named.
    fn as_call(&self, call: &ItemCall, names: Names, slots: &[String]) -> Option<String> {
        let lent = if call.takes == Takes::State { "&mut " } else { "" };
        let (name, arguments) = (self.name, format!("{lent}{}", slots.join(", ")));
        let (listed, awaited) = (listed(call, names), awaited(call, names));
        Some(match (call.calling.has_receiver, self.receiver()) {
            (true, Some(Receiver::Any)) => {
                let (trait_, arguments) = (self.trait_.name(), slots[1..].join(", "));
                format!("({}: impl {trait_}).{name}({arguments}){awaited}", slots[0])
            }
            (true, Some(Receiver::Value)) => self.in_scope() + &dotted(call, names, name, slots),
            (true, Some(Receiver::Argument)) if !self.is_for_people => {
                let trait_ = names.path(&self.trait_.path);
                format!("{trait_}::{name}{listed}({arguments})")
            }
            (true, Some(Receiver::Argument)) | (false, Some(Receiver::Any)) => {
                format!("{}::{name}({arguments}){awaited}", self.trait_.name())
            }
            (false, Some(Receiver::Value)) if !self.is_for_people => {
                let ty = self_path(&self.implementor, names);
                format!("{}{ty}::{name}{listed}({arguments})", self.in_scope())
            }
            (_, None) if self.is_for_people => match &self.implementor {
                // The type may have a method of that name itself.
                Ty::Prim(ty) => format!("<{ty} as {}>::{name}({arguments}){awaited}", self.trait_.name()),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The mark of the trait, for tests.
    fn in_scope(&self) -> String {
        match self.is_for_people {
            true => String::new(),
            false => format!("{}{}{}", IN_SCOPE.0, self.trait_.path, IN_SCOPE.1),
        }
    }

    /// `a[i]` and `a += b` do with a variable as it is.
    fn is_place_or_assignment(&self) -> bool {
        self.name.starts_with("index") || self.name.ends_with("_assign")
    }

    /// `a + b`, `a[i]`, `"x".parse::<T>()` and the like.
    fn as_operator(&self, names: Names, slots: &[String]) -> Option<String> {
        let (first, second) = (slots.first()?, slots.get(1));
        if (self.trait_.path.as_str(), self.name) == ("std::str::FromStr", "from_str") {
            let ty = match self.is_for_people {
                true => short_type(&self.implementor),
                false => self.implementor.render(names),
            };
            return Some(format!("({first}).parse::<{ty}>()"));
        }
        let module = self.trait_.path.strip_prefix("std::")?;
        if !self.is_for_people && self.receiver().is_none() {
            return None;
        }
        let sign = |known: &[(&str, &'static str)]| {
            let mut known = known.iter();
            known.find(|(name, _)| *name == self.name).map(|(_, sign)| *sign)
        };
        match (module.rsplit_once("::")?.0, second) {
            ("ops", Some(second)) => match self.name {
                "index" => Some(format!("&({first})[{second}]")),
                "index_mut" => Some(format!("&mut ({first})[{second}]")),
                _ => sign(&ARITHMETIC).map(|sign| format!("({first}) {sign} ({second})")),
            },
            ("ops", None) => sign(&[("neg", "-"), ("not", "!")]).map(|sign| format!("{sign}({first})")),
            ("cmp", Some(second)) => sign(&COMPARISONS).map(|sign| format!("*({first}) {sign} *({second})")),
            _ => None,
        }
    }
}

/// Functions that most types have from traits of the prelude: of another trait's, its name says which one is meant.
const OF_PRELUDE: [&str; 18] = [
    "as_mut",
    "as_ref",
    "clamp",
    "clone",
    "cmp",
    "default",
    "eq",
    "from",
    "into",
    "into_iter",
    "max",
    "min",
    "ne",
    "partial_cmp",
    "to_owned",
    "to_string",
    "try_from",
    "try_into",
];
const ARITHMETIC: [(&str, &str); 10] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("bitand", "&"),
    ("bitor", "|"),
    ("bitxor", "^"),
    ("shl", "<<"),
    ("shr", ">>"),
];
const COMPARISONS: [(&str, &str); 6] = [
    ("eq", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
];

/// What a variable of the type is called: its last name in snake case.
pub(crate) fn variable(ty: &Ty) -> String {
    let name = match ty {
        Ty::Path { path, .. } if path.starts_with("crate::") => "value",
        Ty::Path { path, .. } => last(path),
        Ty::Ref { inner, .. } | Ty::Pointer { inner, .. } if **inner == Ty::prim("str") => {
            return "text".to_owned();
        }
        Ty::Ref { inner, .. } | Ty::Pointer { inner, .. } => return variable(inner),
        Ty::Slice(_) => "slice",
        Ty::Array(..) => "array",
        Ty::Tuple(_) => "pair",
        Ty::FnPointer(..) => "function",
        Ty::Prim(name) if name.starts_with(['i', 'u', 'f']) => "number",
        Ty::Prim(name) => return format!("{name}_value"),
        _ => "value",
    };
    let mut snake = String::new();
    for c in name.trim_start_matches("r#").chars() {
        if c.is_uppercase() && snake.ends_with(char::is_lowercase) {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    match syn::parse_str::<syn::Ident>(&snake) {
        Ok(_) => snake,
        Err(_) if snake == "box" => "boxed".to_owned(),
        Err(_) => format!("{snake}_value"),
    }
}
