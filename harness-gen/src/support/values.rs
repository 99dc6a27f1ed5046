//! How a value of one wanted type is built: literals, references and boxes, tuples and arrays, function pointers,
//! public constructors, std's support functions, and the crate's functions that return it.

use super::answers::{ANSWERS, is_list};
use super::builder::{Builder, box_inner};
use super::forms::slots;
use super::functions::{built_type, reads};
use super::items::ITEMS;
use super::lazy::{LAZY, shown};
use super::literals;
use super::parts::{self, Parts};
use super::placeholders::PLACEHOLDER;
use super::responders::RESPONDER;
use super::{HOLE, OpBody, OpDef, TypeKey, Written};
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{CallForm, ParamKind};
use std::collections::BTreeMap;

/// Longest array built element by element.
const LONGEST_ARRAY: usize = 3;
/// Literals of a type that cost the same number of steps.
const LITERALS_PER_STEP: usize = 6;
/// Values of a type that an item can learn from what it compares.
const LEARNED_PER_TYPE: usize = 16;
/// Learned values of a type that cost the same number of steps. They begin at two: at the price of other literals, deep plans
/// would be crowded out.
const LEARNED_PER_STEP: usize = 4;
/// What a called placeholder function demands; the number only has to differ from those of placeholder types.
const FUNCTION_DEMAND: u32 = 1000;
/// Most constant answers of a closure.
const MOST_ANSWERS: usize = 3;
/// Deepest nesting of an answer.
const DEEPEST_ANSWER: u32 = 3;
/// Functions that build an instance of an own type which their item has enough other instances without.
const WAYS_TO_BUILD: usize = 5;
/// Most concrete types behind a trait object.
const MOST_OBJECTS: usize = 2;

/// Where the parts of a tuple lie in it.
fn fields_of_tuple(ty: &Ty, count: usize) -> Parts {
    let names: Vec<String> = (0..count).map(|index| index.to_string()).collect();
    parts::of_struct(&ty.render("::"), &names)
}

impl Builder<'_> {
    /// Adds the ops that build `key`'s type.
    pub(super) fn support(&mut self, key: &TypeKey) {
        let ty = key.ty.clone();
        self.add_literals(key);
        match &ty {
            Ty::Ref { mutable, inner } => self.support_reference(key, *mutable, inner),
            Ty::Tuple(parts) => self.support_product(
                key,
                parts,
                fields_of_tuple(&key.ty, parts.len()),
                |slots| match parts.len() {
                    1 => format!("({slots},)"),
                    _ => format!("({slots})"),
                },
            ),
            Ty::Array(element, len) => self.support_array(key, element, len),
            Ty::FnPointer(inputs, output) => self.support_function_pointer(key, inputs, output),
            Ty::Path { path, args } if path == HOLE => {
                if let Some(Arg::Const(number)) = args.first() {
                    let body = format!(
                        "put::<{}>(out, crate::holes::hole::<{number}>()); 0",
                        ty.render("::")
                    );
                    let written = Written {
                        short: PLACEHOLDER.to_owned(),
                        full: format!("{}::<{number}>(0)", super::placeholders::NAME),
                        statement: false,
                        call: false,
                    };
                    self.add_total_written(Vec::new(), key.clone(), OpBody::Arm(body), 1, written);
                }
            }
            Ty::Path { path, args } if path == ANSWERS => self.support_answers(key, args),
            Ty::Path { path, .. } if path == RESPONDER => self.support_responder(key),
            Ty::Path { path, args } if path == ITEMS => self.support_items(key, args),
            Ty::Path { path, .. } if path == LAZY => self.support_lazy(key),
            Ty::Path { path, .. } => {
                if let Some(inner) = box_inner(&ty) {
                    let inner = inner.clone();
                    self.support_box(key, &inner);
                }
                if self.api.types.contains_key(path) {
                    self.support_own(key);
                    self.support_foreign(key);
                } else {
                    self.support_std(key);
                }
            }
            _ => {}
        }
        if !matches!(ty, Ty::Path { .. }) {
            self.support_std(key);
        }
    }

    fn add_literals(&mut self, key: &TypeKey) {
        let rendered = key.ty.render("::");
        let texts = literals::texts(&key.ty, self.constants, &self.api.doc_literals);
        let rarer = literals::rarer(&key.ty, self.constants, &self.api.doc_literals);
        let usual = texts.len();
        for (position, text) in texts.into_iter().chain(rarer).enumerate() {
            let body = format!("put::<{rendered}>(out, {text}); 0");
            let form = text.replace('{', "{{").replace('}', "}}");
            let steps = match position < usual {
                true => self.literal_steps(position),
                false => self.literal_steps(position).max(2),
            };
            self.add_total(Vec::new(), key.clone(), OpBody::Arm(body), steps, &form);
        }
        if let Some(kind) = literals::learned_kind(&key.ty) {
            for place in 0..LEARNED_PER_TYPE {
                // Never shown: whoever writes the plan knows the value.
                let form = format!("learned {place}");
                let steps = 2 + u32::try_from(place / LEARNED_PER_STEP).unwrap_or(u32::MAX);
                self.add_total(Vec::new(), key.clone(), OpBody::Learned(kind), steps, &form);
            }
        }
    }

    /// The user's own choice of constants costs one step each. Of ours, the later and rarer ones cost more, so that a
    /// function of many arguments reaches small combinations before all combinations.
    fn literal_steps(&self, position: usize) -> u32 {
        if self.constants.only_given {
            return 1;
        }
        1 + u32::try_from(position / LITERALS_PER_STEP).unwrap_or(u32::MAX)
    }

    fn support_reference(&mut self, key: &TypeKey, mutable: bool, inner: &Ty) {
        match inner {
            Ty::Prim(name) if name == "str" => {}
            Ty::Slice(_) => {}
            Ty::Dyn(traits) => {
                for concrete in self.objects(traits) {
                    let pointer = Ty::Ref {
                        mutable,
                        inner: Box::new(concrete),
                    };
                    let from = self.want(&pointer);
                    let body = format!(
                        "{}put::<{}>(out, a0); 0",
                        reads(std::slice::from_ref(&pointer)),
                        key.ty.render("::")
                    );
                    self.add_total_written(vec![from], key.clone(), OpBody::Arm(body), 1, as_object(key));
                }
            }
            _ => {
                let inner_key = self.want(inner);
                let form = if mutable { "&mut {0}" } else { "&{0}" };
                self.add_total(vec![inner_key], key.clone(), OpBody::Borrow { mutable }, 0, form);
            }
        }
    }

    fn support_box(&mut self, key: &TypeKey, inner: &Ty) {
        match inner {
            Ty::Dyn(traits) => {
                for concrete in self.objects(traits) {
                    let boxed = Ty::path("std::boxed::Box", vec![concrete]);
                    let from = self.want(&boxed);
                    let body = format!(
                        "{}put::<{}>(out, a0); 0",
                        reads(std::slice::from_ref(&boxed)),
                        key.ty.render("::")
                    );
                    self.add_total_written(vec![from], key.clone(), OpBody::Arm(body), 1, as_object(key));
                }
            }
            Ty::Slice(_) => {}
            Ty::Prim(name) if name == "str" => {}
            _ => {
                let inner_key = self.want(inner);
                let form = if is_list(inner) { "{0}" } else { "Box::new({0})" };
                self.add_total(vec![inner_key], key.clone(), OpBody::Box, 0, form);
            }
        }
    }

    /// Concrete types that can stand behind `dyn traits`.
    fn objects(&self, traits: &[TraitRef]) -> Vec<Ty> {
        let generics = crate::api::Generics {
            params: vec![crate::api::GenericParam {
                name: "T".to_owned(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: false,
                },
            }],
            has_lifetime: false,
            predicates: vec![crate::api::Predicate {
                ty: Ty::Param("T".to_owned()),
                bounds: traits.to_vec(),
            }],
        };
        self.solver
            .instances(&generics, &Subst::new(), &self.instances_seen, 6)
            .into_iter()
            .filter_map(|mut subst| match subst.remove("T") {
                // A placeholder behind an object is of no use: nothing else would ever be tried there.
                Some(Arg::Type(ty)) if !super::mentions_hole(&ty) => Some(ty),
                _ => None,
            })
            .take(MOST_OBJECTS)
            .collect()
    }

    fn support_product(
        &mut self,
        key: &TypeKey,
        parts: &[Ty],
        in_place: Parts,
        form: impl Fn(String) -> String,
    ) {
        let inputs: Vec<TypeKey> = parts.iter().map(|ty| self.want(ty)).collect();
        let names = super::functions::read_names(parts.len()).join(", ");
        let body = format!(
            "{}put::<{}>(out, {}); 0",
            reads(parts),
            key.ty.render("::"),
            form(names)
        );
        let written = form(slots(0, parts.len()));
        let written = Written {
            short: written.clone(),
            full: written,
            statement: false,
            call: false,
        };
        self.add_op(OpDef {
            parts: (!parts.is_empty()).then_some(in_place),
            ..OpDef::building(inputs, key.clone(), OpBody::Arm(body), written)
        });
    }

    fn support_array(&mut self, key: &TypeKey, element: &Ty, len: &str) {
        let Ok(len) = len.parse::<usize>() else { return };
        if len <= LONGEST_ARRAY {
            let parts = vec![element.clone(); len];
            let in_place = parts::of_array(&element.render("::"), len);
            self.support_product(key, &parts, in_place, |slots| format!("[{slots}]"));
            return;
        }
        let input = self.want(element);
        let body = format!(
            "{}put::<{}>(out, [a0; {len}]); 0",
            reads(std::slice::from_ref(element)),
            key.ty.render("::")
        );
        self.add_total(
            vec![input],
            key.clone(),
            OpBody::Arm(body),
            1,
            &format!("[{{0}}; {len}]"),
        );
    }

    /// A closure that demands, and closures that answer without looking.
    fn support_function_pointer(&mut self, key: &TypeKey, inputs: &[Ty], output: &Ty) {
        let rendered = key.ty.render("::");
        let params = |name: &str| {
            (0..inputs.len())
                .map(|i| format!("{name}{i}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        // Calling it is a demand: a run that returns proves that any function would have done.
        let demanding = Written {
            short: PLACEHOLDER.to_owned(),
            full: as_function(&format!("|{}| unreachable!()", params("_x")), &key.ty),
            statement: false,
            call: false,
        };
        let body = format!(
            "put::<{rendered}>(out, |{}| crate::demand::demand({FUNCTION_DEMAND})); 0",
            params("_x")
        );
        self.add_total_written(Vec::new(), key.clone(), OpBody::Arm(body), 1, demanding);
        // What it may answer is known once everything is supported.
        self.want(output);
        if let Some(position) = inputs.iter().position(|ty| ty == output) {
            self.add_answer(key, inputs.len(), &format!("x{position}"));
        }
        self.add_answering(key, inputs.len(), output);
    }

    /// Closures that answer without looking, with the cheapest values of what they have to give.
    pub(super) fn let_closures_answer(&mut self) {
        let functions: Vec<(TypeKey, usize, Ty)> = self
            .set
            .types
            .iter()
            .filter_map(|key| match &key.ty {
                Ty::FnPointer(inputs, output) if !key.produced => {
                    Some((key.clone(), inputs.len(), (**output).clone()))
                }
                _ => None,
            })
            .collect();
        let mut builders: BTreeMap<TypeKey, Vec<OpDef>> = BTreeMap::new();
        for op in &self.set.ops {
            let is_placeholder = op.written.short == PLACEHOLDER || !op.placeholder_impls.is_empty();
            if op.builds && !op.written.statement && !is_placeholder && !op.may_reject() {
                builders.entry(op.result.clone()).or_default().push(op.clone());
            }
        }
        for ways in builders.values_mut() {
            ways.sort_by_key(|op| (!op.total, op.inputs.len(), op.steps));
        }
        for (key, arity, output) in functions {
            let wanted = TypeKey {
                ty: output.clone(),
                produced: false,
            };
            let mut answers = closed_expressions(&builders, &wanted, MOST_ANSWERS, DEEPEST_ANSWER);
            if answers.is_empty() {
                answers.push(format!("<{} as Default>::default()", output.render("::")));
            }
            for answer in answers {
                self.add_answer(&key, arity, &answer);
            }
        }
    }

    fn add_answer(&mut self, key: &TypeKey, arity: usize, answer: &str) {
        let params: Vec<String> = (0..arity).map(|i| format!("x{i}")).collect();
        let closure = format!("|{}| {answer}", params.join(", "));
        let body = format!("put::<{}>(out, {closure}); 0", key.ty.render("::"));
        let closure = shown(&closure.replace("<::", "<").replace("::crate::", "crate::"));
        let form = closure.replace('{', "{{").replace('}', "}}");
        let full = as_function(&closure, &key.ty);
        let written = Written {
            short: form,
            full: full.replace('{', "{{").replace('}', "}}"),
            statement: false,
            call: false,
        };
        self.add_total_written(Vec::new(), key.clone(), OpBody::Arm(body), 1, written);
    }

    /// One of the crate's own types: all constructors public → only they; else the functions that return it.
    fn support_own(&mut self, key: &TypeKey) {
        let api = self.api;
        let Ty::Path { path, .. } = &key.ty else { return };
        let mut ways: Vec<((bool, bool, usize, usize), Subst)> = Vec::new();
        for (index, item) in api.items.iter().enumerate() {
            if item.barrier.is_some() || item.generics.params.is_empty() {
                // Items without parameters are in the set already.
                continue;
            }
            let is_constructor = match (&item.form, item.output.head()) {
                (CallForm::Constructor { type_path, .. }, _) if type_path == path => true,
                (CallForm::Constructor { .. }, _) => continue,
                (_, Some(head)) if head == path => false,
                _ => continue,
            };
            let mut fixed = Subst::new();
            if item.output.matches(&key.ty, &mut fixed) {
                // What starts from such a value is of no use for the first one.
                let consumes = item.inputs.iter().any(|ty| ty.any(&|t| t.head() == Some(path)));
                let rank = (!is_constructor, consumes, item.inputs.len(), index);
                ways.push((rank, fixed));
            }
        }
        ways.sort();
        for (position, ((is_function, .., index), fixed)) in ways.into_iter().enumerate() {
            // An instance that only some argument asks for needs a few ways to be built, not all there are.
            if is_function && position >= WAYS_TO_BUILD && self.roots_of(index) >= self.most_instances {
                continue;
            }
            let item = &api.items[index];
            if let Some(subst) = self
                .solver
                .completed(&item.generics, &fixed, &self.instances_seen)
            {
                // What does not work out is said when the item itself is added.
                let _ = self.add_instance(index, item, &subst);
            }
        }
    }

    fn support_std(&mut self, key: &TypeKey) {
        let std = self.std;
        for item in &std.items {
            let Some(pattern) = built_type(item) else { continue };
            // A pattern that is only a parameter would build everything from everything.
            if matches!(pattern, Ty::Param(_)) {
                continue;
            }
            let mut fixed = Subst::new();
            if pattern.matches(&key.ty, &mut fixed)
                && let Some(subst) = self.solver.completed(&item.generics, &fixed, &Default::default())
            {
                self.add_support(item, &subst, key.clone(), false);
            }
        }
    }

    /// A destructor of one of the crate's own types, or of a tuple.
    pub(super) fn add_destructor(&mut self, from: &TypeKey, to: TypeKey, body: String, form: String) {
        self.note_type(&to);
        let written = Written {
            short: form.clone(),
            full: form,
            statement: false,
            call: true,
        };
        self.add_op(OpDef {
            total: false,
            ..OpDef::building(vec![from.clone()], to, OpBody::Arm(body), written)
        });
    }
}

/// A pointer to an object: written as one, because in an array or a vector it would be a pointer to what is behind it.
fn as_object(key: &TypeKey) -> Written {
    Written {
        short: "{0}".to_owned(),
        full: format!("({{0}} as {})", key.ty.render("")),
        statement: false,
        call: false,
    }
}

/// A closure as the function pointer that it is in the arm: in a struct it would be a type of its own.
pub(super) fn as_function(closure: &str, ty: &Ty) -> String {
    format!("({closure}) as {}", ty.render(""))
}

/// Rust expressions without arguments for a type, cheapest first.
fn closed_expressions(
    builders: &BTreeMap<TypeKey, Vec<OpDef>>,
    key: &TypeKey,
    most: usize,
    fuel: u32,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for op in builders.get(key).into_iter().flatten() {
        if found.len() >= most {
            break;
        }
        if fuel == 0 && !op.inputs.is_empty() {
            continue;
        }
        let parts: Option<Vec<String>> = op
            .inputs
            .iter()
            .map(|input| closed_expressions(builders, input, 1, fuel.checked_sub(1)?).pop())
            .collect();
        if let Some(parts) = parts {
            let text = super::forms::fill(&op.written.full, &parts);
            if !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}
