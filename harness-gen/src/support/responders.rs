//! Responders: implementors of the crate's own traits that nothing but users implements. Their required methods answer
//! from lists that the plan chooses (see `answers`), or demand where an answer cannot be chosen. Associated types are
//! `i32`, as in placeholder types; whether an impl compiles is rustc's decision. Readers and writers of std's traits
//! answer that way, too: with few bytes at a time, and with errors.

use super::answers::{answer_lists, can_be_chosen};
use super::builder::Builder;
use super::functions::reads;
use super::{OpBody, OpDef, TypeKey, Written, items};
use crate::api::ty::{Arg, TraitRef, Ty};
use crate::api::{Api, ImplDef, RequiredMethod, TraitDef};

/// Path of the responder type in a harness.
pub(crate) const RESPONDER: &str = "crate::responders::Responder";
/// How it is called in tests.
const NAME: &str = "Responder";
/// The type in tests.
const DECLARATION: &str = "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n    \
                           struct Responder<const K: usize>(usize);";
/// What a harness does where there is no answer.
const DEMAND: &str = "crate::demand::demand(1000)";
/// Types that have a trait because what is in them has it: their impls make no implementor.
const WRAPPERS: [&str; 3] = ["std::boxed::Box", "std::rc::Rc", "std::sync::Arc"];

/// What implements one trait.
pub(crate) struct Responder {
    kind: usize,
    trait_path: String,
    /// Names of the associated types.
    types: Vec<String>,
    methods: Vec<RequiredMethod>,
    /// Position among the methods and type of each answer that the plan chooses.
    chosen: Vec<(usize, Ty)>,
    /// What each method makes of its answer, or does without one; none if it returns it as it is.
    bodies: Vec<Option<&'static str>>,
}

/// Implementors of a trait of std that are tried before its responder: they cost fewer steps, and full buffers show
/// endless loops, which lists of answers end.
pub(crate) fn tried_before(trait_path: &str) -> usize {
    match trait_path {
        "std::io::Read" => 1,
        "std::io::Write" => 2,
        _ => 0,
    }
}

/// A text about the harness's responder type, about the test's instead.
pub(crate) fn rename(text: &str) -> String {
    let text = text.replace("::crate::responders::Responder", NAME);
    items::rename(&text.replace(RESPONDER, NAME))
}

/// The responder of every trait that has one.
pub(crate) fn responders(api: &Api) -> Vec<Responder> {
    let mut all = Vec::new();
    for definition in api.traits.values() {
        if let Some(responder) = of_trait(api, definition, all.len()) {
            all.push(responder);
        }
    }
    let reader = of_stream(
        "std::io::Read",
        all.len(),
        Ty::path("std::vec::Vec", vec![Ty::prim("u8")]),
        &[(
            "fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize>",
            "let bytes = {0}?; let length = bytes.len().min(buffer.len()); \
             buffer[..length].copy_from_slice(&bytes[..length]); Ok(length)",
        )],
    );
    all.push(reader);
    let writer = of_stream(
        "std::io::Write",
        all.len(),
        Ty::prim("usize"),
        &[
            (
                "fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize>",
                "Ok({0}?.min(bytes.len()))",
            ),
            ("fn flush(&mut self) -> std::io::Result<()>", "Ok(())"),
        ],
    );
    all.push(writer);
    all
}

/// A stream of which the first of the `methods` (head and body) has its answers chosen, each of which may be an error.
fn of_stream(trait_path: &str, kind: usize, ok: Ty, methods: &[(&str, &'static str)]) -> Responder {
    let answer = Ty::path(
        "std::result::Result",
        vec![ok, Ty::path("std::io::ErrorKind", vec![])],
    );
    let method = |head: &str| RequiredMethod {
        name: head.split([' ', '(']).nth(1).unwrap_or_default().to_owned(),
        head: head.to_owned(),
        has_receiver: true,
        output: answer.clone(),
    };
    Responder {
        kind,
        trait_path: trait_path.to_owned(),
        types: Vec::new(),
        methods: methods.iter().map(|(head, _)| method(head)).collect(),
        chosen: vec![(0, answer.clone())],
        bodies: methods.iter().map(|(_, body)| Some(*body)).collect(),
    }
}

/// The trait of each responder, by its number.
pub(crate) fn trait_paths(api: &Api) -> Vec<String> {
    let all = responders(api);
    all.into_iter().map(|responder| responder.trait_path).collect()
}

/// The impls in a harness, one line each.
pub(crate) fn impls(api: &Api) -> Vec<String> {
    responders(api).iter().map(Responder::harness_impl).collect()
}

/// The impls as the solver sees them, but for the `refused` ones.
pub(crate) fn impl_definitions(api: &Api, is_refused: &dyn Fn(&str) -> bool) -> Vec<ImplDef> {
    responders(api)
        .iter()
        .filter(|responder| !is_refused(&responder.harness_impl()))
        .map(|responder| ImplDef {
            generics: crate::api::Generics::default(),
            trait_: Some(TraitRef::plain(&responder.trait_path)),
            self_type: responder.ty(),
            types: responder
                .types
                .iter()
                .map(|name| (name.clone(), Ty::prim("i32")))
                .collect(),
        })
        .collect()
}

fn of_trait(api: &Api, definition: &TraitDef, kind: usize) -> Option<Responder> {
    definition.hole_impl.as_ref()?;
    let required = definition.required.as_ref()?;
    let is_implemented = api.impls.iter().any(|implementation| {
        let of_this = implementation.trait_.as_ref();
        let of_this = of_this.is_some_and(|trait_| trait_.path == definition.path);
        of_this && !is_wrapper(&implementation.self_type)
    });
    if is_implemented {
        return None;
    }
    let chosen: Vec<(usize, Ty)> = required
        .methods
        .iter()
        .enumerate()
        .filter(|(_, method)| method.has_receiver)
        .map(|(position, method)| (position, with_known_types(&method.output)))
        .filter(|(_, ty)| ty.is_closed() && can_be_chosen(api, ty))
        .collect();
    let returns_nothing = |method: &RequiredMethod| method.output == Ty::unit();
    if chosen.is_empty() && !required.methods.iter().any(returns_nothing) {
        return None;
    }
    Some(Responder {
        kind,
        trait_path: definition.path.clone(),
        types: required.types.clone(),
        methods: required.methods.clone(),
        chosen,
        bodies: vec![None; required.methods.len()],
    })
}

fn is_wrapper(ty: &Ty) -> bool {
    match ty {
        Ty::Ref { .. } => true,
        _ => ty.head().is_some_and(|head| WRAPPERS.contains(&head)),
    }
}

/// `Self::Type` is `i32`.
fn with_known_types(ty: &Ty) -> Ty {
    match ty {
        Ty::Projection { self_type, .. } if **self_type == Ty::Param("Self".to_owned()) => Ty::prim("i32"),
        _ => ty.map_parts(&mut |part| with_known_types(part)),
    }
}

impl Responder {
    fn ty(&self) -> Ty {
        Ty::Path {
            path: RESPONDER.to_owned(),
            args: vec![Arg::Const(self.kind.to_string())],
        }
    }

    /// The impl with what each method with a chosen answer does, and what those do that have none.
    fn implementation(&self, ty: &str, answer: &dyn Fn(usize) -> String, otherwise: &str) -> String {
        let types: String = self
            .types
            .iter()
            .map(|name| format!("type {name} = i32; "))
            .collect();
        let methods: String = self
            .methods
            .iter()
            .enumerate()
            .map(|(position, method)| {
                let list = self.chosen.iter().position(|(chosen, _)| *chosen == position);
                let body = match list {
                    Some(list) => match self.bodies[position] {
                        Some(body) => body.replace("{0}", &answer(list)),
                        None => answer(list),
                    },
                    None if self.bodies[position].is_some() => {
                        self.bodies[position].unwrap_or_default().to_owned()
                    }
                    None if method.output == Ty::unit() => String::new(),
                    None => otherwise.to_owned(),
                };
                format!("{} {{ {body} }} ", method.head)
            })
            .collect();
        format!("impl ::{} for {ty} {{ {types}{methods}}}", self.trait_path)
    }

    fn harness_impl(&self) -> String {
        let answer = |list: usize| {
            let (_, ty) = &self.chosen[list];
            format!("crate::answers::next::<{}>(self.0 + {list})", ty.render("::"))
        };
        self.implementation(&self.ty().render("::"), &answer, DEMAND)
    }

    /// Where a test keeps the answers of a method: one list for each responder of this kind.
    fn lists(&self, list: usize) -> String {
        let name = &self.methods[self.chosen[list].0].name;
        format!("{}_{}", name.trim_start_matches("r#").to_uppercase(), self.kind)
    }

    /// What a test declares.
    fn test_lines(&self) -> Vec<String> {
        let mut lines = vec![DECLARATION.to_owned()];
        for (list, (_, ty)) in self.chosen.iter().enumerate() {
            let (name, answer) = (self.lists(list), ty.render(""));
            lines.push(format!(
                "thread_local!(static {name}: std::cell::RefCell<Vec<Vec<{answer}>>> = std::cell::RefCell::default());"
            ));
        }
        let answer = |list| {
            format!(
                "{}.with_borrow_mut(|all| all[self.0].remove(0))",
                self.lists(list)
            )
        };
        lines.push(self.implementation(&format!("{NAME}<{}>", self.kind), &answer, "unreachable!()"));
        lines
    }

    fn written(&self) -> Written {
        let name = super::forms::last(&self.trait_path);
        let list = |list: usize| format!("[{{{list}}}]");
        let short = match self.chosen.len() {
            0 => name.to_owned(),
            1 => format!("{name} answering {}", list(0)),
            count => {
                let method = |number: usize| &self.methods[self.chosen[number].0].name;
                let fields: Vec<String> = (0..count)
                    .map(|number| format!("{}: {}", method(number), list(number)))
                    .collect();
                format!("{name} answering {{{{ {} }}}}", fields.join(", "))
            }
        };
        let kind = self.kind;
        let full = if self.chosen.is_empty() {
            format!("{NAME}::<{kind}>(0)")
        } else {
            let pushes: String = (0..self.chosen.len())
                .map(|number| {
                    let lists = self.lists(number);
                    format!(
                        "        {lists}.with_borrow_mut(|all| all.push(vec!{}));\n",
                        list(number)
                    )
                })
                .collect();
            let first = self.lists(0);
            format!(
                "{{{{\n{pushes}        {NAME}::<{kind}>({first}.with_borrow(|all| all.len()) - 1)\n    }}}}"
            )
        };
        Written {
            short,
            full,
            statement: false,
            call: !self.chosen.is_empty(),
        }
    }
}

impl Builder<'_> {
    /// The responder with one list of answers for each method that has some.
    pub(super) fn support_responder(&mut self, key: &TypeKey) {
        let all = responders(self.api);
        let Some(responder) = all.iter().find(|responder| responder.ty() == key.ty) else {
            return;
        };
        let lists = answer_lists(responder.chosen.iter().map(|(_, ty)| ty));
        let mut body = reads(&lists);
        for position in 0..lists.len() {
            body.push_str(&format!(
                "let Some(p{position}) = crate::answers::keep(a{position}) else {{ return 1 }}; "
            ));
        }
        let ty = key.ty.render("::");
        let first = if lists.is_empty() { "0" } else { "p0" };
        body.push_str(&format!(
            "put::<{ty}>(out, crate::responders::Responder({first})); 0"
        ));
        let inputs = lists.iter().map(|ty| self.want(ty)).collect();
        self.add_op(OpDef {
            total: lists.is_empty(),
            placeholder_impls: responder.test_lines(),
            ..OpDef::building(inputs, key.clone(), OpBody::Arm(body), responder.written())
        });
    }
}
