//! Ops of items: the root call, the state op of `&mut` methods, and functions of the support module.

use super::builder::Builder;
use super::forms::{call_template, fill, short_template, written};
use super::parts::Parts;
use super::properties::property_tail;
use super::{OpBody, OpDef, TypeKey, Written, mentions_hole, parts, placeholders};
use crate::api::STATIC_REFERENCE;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{ApiItem, CallForm};
use crate::codes::Code;
use crate::prepared::ItemKind;

/// Steps of a call that only crates with another dependency can write: any other way to a value is taken first.
pub(super) const DEPENDENCY_STEPS: u32 = 3;

/// Most elements of an array in a signature.
const LARGEST_ARRAY: u64 = 16 << 20;

/// How a result leaves an arm.
pub(super) enum Leave {
    /// Written to the out slot as this type.
    As(Ty),
    /// Boxed as a trait object.
    Boxed(Ty),
    /// Dropped inside the arm: its type cannot be written.
    Dropped,
}

impl Builder<'_> {
    /// Adds all ops of one instance of an item.
    pub(super) fn add_instance(
        &mut self,
        index: usize,
        item: &ApiItem,
        subst: &Subst,
    ) -> Result<(), (Code, String)> {
        if let CallForm::Macro { path, calls } = &item.form {
            self.add_macro(index, path, calls);
            return Ok(());
        }
        let mut inputs = Vec::new();
        for input in &item.inputs {
            let ty = self.normalised(input, subst);
            if let Some(why) = not_supported(&ty) {
                return Err(why);
            }
            inputs.push(ty);
        }
        let output = self.normalised(&item.output, subst);
        if let Some(whole) =
            huge_array(&self.normalised(&self_type(item), subst)).or_else(|| huge_array(&output))
        {
            let array = whole.render("");
            return Err((
                Code::Type,
                format!("a value of `{array}` is too large to be passed on the stack"),
            ));
        }
        let item = &ApiItem {
            form: self.normalised_form(&item.form, subst),
            ..item.clone()
        };
        let label = label(subst);
        let has_type_placeholder = subst
            .values()
            .any(|arg| matches!(arg, Arg::Type(ty) if mentions_hole(ty)));
        let keys: Vec<TypeKey> = inputs.iter().map(|ty| self.want(ty)).collect();
        let call = fill(&call_template(item, subst, "::"), &read_names(inputs.len()));
        let reads = reads(&inputs);
        let is_constructor = matches!(item.form, CallForm::Constructor { .. });

        let (result, builds, body) = if self.api.properties.contains(&index) {
            let unit = self.want(&Ty::unit());
            (unit, false, format!("{reads}{}", property_tail(&output, &call)))
        } else if is_constructor {
            let result = self.want(&output);
            (
                result,
                true,
                format!("{reads}{}", tail(&Leave::As(output.clone()), &call)),
            )
        } else {
            let leave = leave(&output);
            let result = match &leave {
                Leave::As(ty) | Leave::Boxed(ty) => self.result_key(ty),
                Leave::Dropped => self.want(&Ty::unit()),
            };
            // A copy of a value is no new value, and a unit is no value worth a call.
            let builds = !is_clone(item) && result.ty != Ty::unit();
            (result, builds, format!("{reads}{}", tail(&leave, &call)))
        };
        let parts = match &item.form {
            CallForm::Constructor { fields, variant, .. } => parts::of_constructor(
                &output.render("::"),
                &call_template(item, subst, "::"),
                fields,
                variant.is_some(),
                inputs.len(),
            ),
            _ => None,
        };
        let root = OpDef {
            item: Some(index),
            is_root: true,
            label: label.clone(),
            has_type_placeholder,
            inputs: keys.clone(),
            result,
            steps: if self.names_a_dependency(item) {
                DEPENDENCY_STEPS
            } else {
                1
            },
            total: is_constructor || item.kind == ItemKind::Const,
            builds,
            body: OpBody::Arm(body),
            written: written(item, subst),
            placeholder_impls: placeholders::impls(self.api, &item.generics, subst, &self.type_bounds),
            parts,
        };
        if !self.api.properties.contains(&index) {
            self.add_shared_roots(&root, item, subst, &inputs, &output);
        }
        self.add_op(root);
        self.add_state_op(index, item, subst, &inputs, &keys);
        self.add_lasting_op(index, item, subst, (&inputs, &keys), &output);
        Ok(())
    }

    /// What returns `&'static T` also gives what signatures want for ever.
    fn add_lasting_op(
        &mut self,
        index: usize,
        item: &ApiItem,
        subst: &Subst,
        (inputs, keys): (&[Ty], &[TypeKey]),
        output: &Ty,
    ) {
        let Ty::Ref {
            mutable: false,
            inner,
        } = output
        else {
            return;
        };
        let is_own = inner.head().is_some_and(|path| self.api.types.contains_key(path));
        if !is_own || !item.lasting {
            return;
        }
        let lasting = Ty::path(STATIC_REFERENCE, vec![(**inner).clone()]);
        let result = self.want(&lasting);
        let call = fill(&call_template(item, subst, "::"), &read_names(inputs.len()));
        let body = format!(
            "{}let r = {STATIC_REFERENCE}({call}); put::<{}>(out, r); 0",
            reads(inputs),
            lasting.render("::")
        );
        self.add_op(OpDef {
            item: Some(index),
            is_root: false,
            label: String::new(),
            has_type_placeholder: false,
            inputs: keys.to_vec(),
            result,
            steps: 1,
            total: item.kind == ItemKind::Const,
            builds: true,
            body: OpBody::Arm(body),
            written: written(item, subst),
            placeholder_impls: placeholders::impls(self.api, &item.generics, subst, &self.type_bounds),
            parts: None,
        });
    }

    /// The call is written with the trait of a dependency, which whoever pastes a stand-alone test has to add.
    fn names_a_dependency(&self, item: &ApiItem) -> bool {
        matches!(&item.form, CallForm::TraitMethod { trait_, .. } if self.api.is_of_dependency(&trait_.path))
    }

    /// The form with its types closed, so that associated types are written out.
    fn normalised_form(&self, form: &CallForm, subst: &Subst) -> CallForm {
        match form {
            CallForm::Inherent { self_type, name } => CallForm::Inherent {
                self_type: self.normalised(self_type, subst),
                name: name.clone(),
            },
            CallForm::TraitMethod {
                self_type,
                trait_,
                name,
            } => CallForm::TraitMethod {
                self_type: self.normalised(self_type, subst),
                trait_: self.normalised_trait(trait_, subst),
                name: name.clone(),
            },
            CallForm::Value {
                self_type: Some(self_type),
                trait_,
                name,
            } => CallForm::Value {
                self_type: Some(self.normalised(self_type, subst)),
                trait_: trait_.as_ref().map(|t| self.normalised_trait(t, subst)),
                name: name.clone(),
            },
            other => other.clone(),
        }
    }

    fn normalised_trait(&self, trait_: &TraitRef, subst: &Subst) -> TraitRef {
        let mut trait_ = trait_.substitute(subst);
        for arg in &mut trait_.args {
            if let Arg::Type(ty) = arg {
                *ty = self.normalised(ty, subst);
            }
        }
        trait_
    }

    /// `&mut self` as `T -> T`: the value after the call, for types that only functions build.
    fn add_state_op(&mut self, index: usize, item: &ApiItem, subst: &Subst, inputs: &[Ty], keys: &[TypeKey]) {
        let Some(Ty::Ref { mutable: true, inner }) = inputs.first() else {
            return;
        };
        if !self.is_function_built(inner) || matches!(&**inner, Ty::Ref { .. }) || inner.head().is_none() {
            return;
        }
        let state = self.want(inner);
        let mut state_keys = keys.to_vec();
        state_keys[0] = state.clone();
        let mut names = read_names(inputs.len());
        names[0] = "&mut a0".to_owned();
        let call = fill(&call_template(item, subst, "::"), &names);
        let mut state_inputs = inputs.to_vec();
        state_inputs[0] = (**inner).clone();
        let reads = reads(&state_inputs).replacen("let a0", "let mut a0", 1);
        let body = format!(
            "{reads}{{ let _ = {call}; }} put::<{}>(out, a0); 0",
            inner.render("::")
        );
        let method = match &item.form {
            CallForm::Inherent { name, .. }
                if item.has_receiver && !item.awaited && item.formatter.is_none() =>
            {
                Some(name.clone())
            }
            _ => None,
        };
        let form = |full: bool| {
            let template = if full {
                call_template(item, subst, "")
            } else {
                short_template(item)
            };
            match &method {
                // `value.push(x)` instead of `Type::push(&mut value, x)`; type arguments stay where they are needed.
                Some(name) if !template.contains(&format!("{name}::<")) => {
                    format!("{{0}}.{name}({})", super::forms::slots(1, inputs.len() - 1))
                }
                _ => template.replacen("{0}", "&mut {0}", 1),
            }
        };
        let written = Written {
            short: form(false),
            full: form(true),
            statement: true,
            call: true,
        };
        self.add_op(OpDef {
            item: Some(index),
            is_root: false,
            label: String::new(),
            has_type_placeholder: false,
            inputs: state_keys,
            result: state,
            steps: 1,
            total: false,
            builds: true,
            body: OpBody::Arm(body),
            written,
            placeholder_impls: placeholders::impls(self.api, &item.generics, subst, &self.type_bounds),
            parts: None,
        });
    }

    /// A function of the support module as an op. `part`: its `None` rejects.
    pub(super) fn add_support(
        &mut self,
        item: &ApiItem,
        subst: &Subst,
        result: TypeKey,
        produced_input: bool,
    ) {
        let inputs: Vec<Ty> = item.inputs.iter().map(|ty| self.normalised(ty, subst)).collect();
        if inputs
            .iter()
            .any(|ty| not_supported(ty).is_some() || ty.nesting() > super::builder::DEEPEST)
        {
            return;
        }
        let mut keys = Vec::new();
        for ty in &inputs {
            let key = TypeKey {
                ty: ty.clone(),
                produced: produced_input,
            };
            self.note_type(&key);
            keys.push(key);
        }
        self.note_type(&result);
        let CallForm::Function { path } = &item.form else {
            return;
        };
        let call = fill(&call_template(item, subst, "::"), &read_names(inputs.len()));
        // Support functions live in the harness itself.
        let call = call.replacen("::crate::", "crate::", 1);
        debug_assert!(
            path.starts_with("crate::"),
            "support functions are the harness's own"
        );
        let part = is_part(item) || is_partial(item);
        let body = if part {
            format!(
                "{}match {call} {{ Some(r) => {{ put::<{}>(out, r); 0 }} None => 1 }}",
                reads(&inputs),
                result.ty.render("::")
            )
        } else {
            format!("{}{}", reads(&inputs), tail(&Leave::As(result.ty.clone()), &call))
        };
        let form = support_form(item);
        let parts = support_parts(item, &form, &inputs, &result.ty);
        let statement = support_flag(item, "statement");
        self.add_op(OpDef {
            item: None,
            is_root: false,
            label: String::new(),
            has_type_placeholder: false,
            inputs: keys,
            result,
            steps: 1,
            total: support_flag(item, "total"),
            builds: true,
            body: OpBody::Arm(body),
            written: Written {
                short: form.clone(),
                full: form,
                statement,
                call: part || statement || support_flag(item, "bound"),
            },
            placeholder_impls: Vec::new(),
            parts,
        });
    }
}

/// Why a type cannot be an argument.
fn not_supported(ty: &Ty) -> Option<(Code, String)> {
    if ty.any(&|t| matches!(t, Ty::Pointer { .. })) {
        return Some((
            Code::Type,
            format!("the raw pointer in `{}` cannot be built safely", ty.render("")),
        ));
    }
    if let Some(array) = huge_array(ty) {
        let array = array.render("");
        return Some((
            Code::Type,
            format!("a value of `{array}` is too large to be passed on the stack"),
        ));
    }
    if ty.nesting() > super::builder::DEEPEST {
        return Some((
            Code::Generic,
            format!("the instance `{}` is nested too deeply", ty.render("")),
        ));
    }
    if !ty.is_closed() {
        return Some((
            Code::Generic,
            format!("`{}` could not be resolved to a concrete type", ty.render("")),
        ));
    }
    None
}

/// An array that no stack holds several copies of.
fn huge_array(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Array(_, len) if len.parse::<u64>().is_ok_and(|len| len > LARGEST_ARRAY) => Some(ty),
        Ty::Ref { inner, .. } | Ty::Array(inner, _) => huge_array(inner),
        _ => None,
    }
}

fn is_clone(item: &ApiItem) -> bool {
    matches!(&item.form, CallForm::TraitMethod { trait_, .. } if trait_.path == "std::clone::Clone")
}

/// The type whose method it is; `()` for other items.
fn self_type(item: &ApiItem) -> Ty {
    match &item.form {
        CallForm::Inherent { self_type, .. } | CallForm::TraitMethod { self_type, .. } => self_type.clone(),
        _ => Ty::unit(),
    }
}

/// Type arguments as people read them: `T = ?1`, placeholders counted from 1.
fn label(subst: &Subst) -> String {
    let parts: Vec<String> = subst
        .iter()
        .map(|(name, arg)| format!("{name} = {}", with_short_holes(&arg.render(""))))
        .collect();
    parts.join(", ")
}

fn with_short_holes(text: &str) -> String {
    let mut text = super::responders::rename(text);
    let mut number = 0;
    while text.contains("crate::holes::Hole<") {
        text = text.replace(
            &format!("crate::holes::Hole<{number}>"),
            &format!("?{}", number + 1),
        );
        number += 1;
    }
    text
}

pub(super) fn leave(output: &Ty) -> Leave {
    if output.is_closed() {
        return if *output == Ty::prim("!") {
            Leave::As(Ty::unit())
        } else {
            Leave::As(output.clone())
        };
    }
    if let Ty::Impl(traits) = output
        && let Some(iterator) = traits
            .iter()
            .find(|t| t.path.starts_with("std::iter::") && t.name() != "IntoIterator")
        && let Some((_, item)) = iterator.bindings.iter().find(|(n, _)| n == "Item")
        && item.is_closed()
    {
        let mut plain = crate::api::ty::TraitRef::plain("std::iter::Iterator");
        plain.bindings = vec![("Item".to_owned(), item.clone())];
        return Leave::Boxed(Ty::path("std::boxed::Box", vec![Ty::Dyn(vec![plain])]));
    }
    Leave::Dropped
}

pub(super) fn tail(leave: &Leave, call: &str) -> String {
    match leave {
        Leave::As(ty) => {
            let ty = ty.render("::");
            format!("let r: {ty} = {call}; put::<{ty}>(out, r); 0")
        }
        Leave::Boxed(ty) => {
            let ty = ty.render("::");
            format!("let r: {ty} = Box::new({call}); put::<{ty}>(out, r); 0")
        }
        Leave::Dropped => format!("let _ = {call}; put::<()>(out, ()); 0"),
    }
}

/// `let a0 = rd::<T>(args, 0); …`: all arguments are taken before anything runs.
pub(super) fn reads(inputs: &[Ty]) -> String {
    inputs
        .iter()
        .enumerate()
        .map(|(i, ty)| {
            let inside = if ty.head() == Some(STATIC_REFERENCE) {
                ".0"
            } else {
                ""
            };
            format!("let a{i} = rd::<{}>(args, {i}){inside}; ", ty.render("::"))
        })
        .collect()
}

pub(super) fn read_names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("a{i}")).collect()
}

/// The text between backticks in the first doc line.
fn support_form(item: &ApiItem) -> String {
    item.docs.split('`').nth(1).unwrap_or_default().to_owned()
}

fn support_flag(item: &ApiItem, flag: &str) -> bool {
    let first = item.docs.lines().next().unwrap_or_default();
    first
        .rsplit('`')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .any(|word| word == flag)
}

/// Where the arguments of a function of the support module lie in what it builds.
fn support_parts(item: &ApiItem, form: &str, inputs: &[Ty], result: &Ty) -> Option<Parts> {
    if support_flag(item, "element") {
        return Some(Parts::Elements(inputs.last()?.render("::")));
    }
    support_flag(item, "pattern").then(|| parts::of_pattern(&result.render("::"), form, inputs.len()))
}

/// True for functions of the support module that take their argument apart.
pub(super) fn is_part(item: &ApiItem) -> bool {
    support_flag(item, "part")
}

/// True for functions of the support module that build a value for some arguments only.
pub(super) fn is_partial(item: &ApiItem) -> bool {
    support_flag(item, "partial")
}

/// The type a support function builds, parameters open; none for those that take apart.
pub(super) fn built_type(item: &ApiItem) -> Option<&Ty> {
    if is_part(item) {
        return None;
    }
    if is_partial(item) {
        option_inner(&item.output)
    } else {
        Some(&item.output)
    }
}

/// The type a support function gives, taking apart or building.
pub(super) fn given_type(item: &ApiItem) -> Option<&Ty> {
    if is_part(item) {
        option_inner(&item.output)
    } else {
        built_type(item)
    }
}

fn option_inner(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Path { path, args } if path == "std::option::Option" => match args.first() {
            Some(Arg::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}
