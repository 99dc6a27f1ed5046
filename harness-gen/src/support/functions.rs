//! Ops of items: the root call, the state op of `&mut` methods, one owner lent to two parameters, macros, and functions of
//! the support module.

use super::builder::Builder;
use super::instances::mentions_hole;
use super::own_types::unwrapped;
use super::std_functions::{support_flag, support_form, support_kind};
use crate::api::macros::MacroCall;
use crate::api::properties::property_result;
use crate::api::ty::{Arg, Member, Subst, TraitRef, Ty};
use crate::api::{ApiItem, CallForm, ItemKind, ParamKind};
use crate::call::{Around, Call, Gives, ItemCall, MacroUse, SupportCall, Takes};
use crate::codes::Code;
use crate::harness_types::{Names, STATIC_REFERENCE};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{DEEPEST, DEPENDENCY_STEPS, LARGEST_ARRAY, MOST_SHARED_PAIRS};

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
        let inputs = self.supported_inputs(item, subst)?;
        let output = self.normalised(&item.output, subst);
        if let Some(whole) =
            huge_array(&self.normalised(&self_type(item), subst)).or_else(|| huge_array(&output))
        {
            let array = whole.render(Names::Person);
            return Err((
                Code::Type,
                format!("a value of `{array}` is too large to be passed on the stack"),
            ));
        }
        let mut item = ApiItem {
            form: self.normalised_form(&item.form, subst),
            inputs,
            ..item.clone()
        };
        // A parameter may stand for one: serde's serializers are no more than that in many crates.
        item.lend_formatter();
        let (item, inputs) = (&item, item.inputs.clone());
        let keys: Vec<TypeKey> = inputs.iter().map(|ty| self.want(ty)).collect();
        let is_property = self.api.properties.contains(&index);
        let is_constructor = matches!(item.form, CallForm::Constructor { .. });
        let (result, builds, gives) = if is_property && let Some(verdict) = property_result(&output) {
            (self.want(&Ty::unit()), false, Gives::Verdict(verdict))
        } else if is_constructor {
            (self.want(&output), true, Gives::Value)
        } else {
            let (ty, gives) = given(&output);
            let result = match gives {
                Gives::Nothing => self.want(&ty),
                _ => self.result_key(&ty),
            };
            // A copy of a value is no new value, and a unit is no value worth a call.
            let builds = !is_clone(item) && result.ty != Ty::unit();
            (result, builds, gives)
        };
        let root = OpDef {
            item: Some(index),
            is_root: true,
            label: label(subst),
            has_type_placeholder: mentions_hole(subst),
            steps: if self.names_a_dependency(item) {
                DEPENDENCY_STEPS
            } else {
                1
            },
            total: is_constructor || item.kind == ItemKind::Const,
            builds,
            test_impls: self
                .placeholders
                .impls(&item.generics, subst, &self.instances.type_bounds),
            ..OpDef::building(
                keys,
                result,
                Call::Item(item_call(item, subst, Takes::Own, gives)),
            )
        };
        if !is_property {
            self.add_shared_roots(&root, item, subst, gives);
        }
        self.add_op(root.clone());
        self.add_further_root(&root, item, subst, gives);
        self.add_asking_root(&root, item, subst, gives);
        self.add_state_op(item, subst, &inputs, &root);
        self.add_beside(item, subst, &output, &root);
        Ok(())
    }

    /// The types of an instance's arguments, unless one of them can be none.
    fn supported_inputs(&self, item: &ApiItem, subst: &Subst) -> Result<Vec<Ty>, (Code, String)> {
        let types = item.inputs.iter().map(|input| {
            let ty = self.normalised(input, subst);
            not_supported(&ty).map_or(Ok(ty), Err)
        });
        types.collect()
    }

    /// Adds a root for each pair of parameters that one owner can be lent to, `f(&x, &x)`: pointer equality and interior
    /// mutability tell it from two equal values. Not for methods of std's traits: two equal values say the same there.
    fn add_shared_roots(&mut self, ordinary: &OpDef, item: &ApiItem, subst: &Subst, gives: Gives) {
        for (first, second) in shared_pairs(item, &ordinary.inputs) {
            let separator = if ordinary.label.is_empty() { "" } else { ", " };
            let mut inputs = ordinary.inputs.clone();
            inputs.remove(second);
            self.add_op(OpDef {
                label: format!(
                    "{}{separator}arguments {} and {} the same",
                    ordinary.label,
                    first + 1,
                    second + 1
                ),
                inputs,
                builds: false,
                call: Call::Item(item_call(item, subst, Takes::Shared(first, second), gives)),
                ..ordinary.clone()
            });
        }
    }

    /// Adds a root that advances what a call returns and asks it how much is left, where that is an iterator whose type has no
    /// name: no other op gets hold of it. Of a type that is private nobody knows but rustc.
    fn add_asking_root(&mut self, ordinary: &OpDef, item: &ApiItem, subst: &Subst, gives: Gives) {
        let is_iterator = match self.normalised(&item.output, subst) {
            Ty::Impl(traits) => traits.iter().any(|known| known.path.starts_with("std::iter::")),
            _ => gives == Gives::Nothing,
        };
        if !is_iterator || !matches!(gives, Gives::Nothing | Gives::Boxed) {
            return;
        }
        let separator = if ordinary.label.is_empty() { "" } else { ", " };
        let result = self.want(&Ty::unit());
        self.add_op(OpDef {
            label: format!("{}{separator}advanced and asked", ordinary.label),
            result,
            builds: false,
            call: Call::Item(item_call(item, subst, Takes::Own, Gives::Asked)),
            ..ordinary.clone()
        });
    }

    /// Adds a root for what few calls show: an iterator that is asked until there is nothing more, and a value that is shown
    /// with a width and a precision.
    fn add_further_root(&mut self, ordinary: &OpDef, item: &ApiItem, subst: &Subst, gives: Gives) {
        let (form, label) = match &item.form {
            CallForm::TraitMethod { trait_, name, .. }
                if trait_.path == "std::iter::Iterator" && name == "next" =>
            {
                (CallForm::Drained, "until there is nothing more")
            }
            CallForm::Format { spec } if spec == "{}" => {
                let spec = "{:1$.2$}".to_owned();
                (CallForm::Format { spec }, "with a width and a precision")
            }
            _ => return,
        };
        let mut inputs = ordinary.inputs.clone();
        let gives = match form {
            CallForm::Drained => Gives::Nothing,
            _ => {
                // What does not fit into 16 bits is refused by whoever formats.
                let size = self.want(&Ty::prim("u8"));
                inputs.extend([size.clone(), size]);
                gives
            }
        };
        let result = match form {
            CallForm::Drained => self.want(&Ty::unit()),
            _ => ordinary.result.clone(),
        };
        let separator = if ordinary.label.is_empty() { "" } else { ", " };
        let further = ApiItem {
            form,
            inputs: inputs.iter().map(|key| key.ty.clone()).collect(),
            ..item.clone()
        };
        self.add_op(OpDef {
            label: format!("{}{separator}{label}", ordinary.label),
            inputs,
            result,
            builds: false,
            call: Call::Item(item_call(&further, subst, Takes::Own, gives)),
            ..ordinary.clone()
        });
    }

    /// Adds what else gives a value of what a call returns.
    fn add_beside(&mut self, item: &ApiItem, subst: &Subst, output: &Ty, root: &OpDef) {
        self.add_lasting_op(item, subst, output, root);
        self.add_op_of_success(item, subst, output, root);
    }

    /// An op beside the root of an item's instance, which builds.
    fn beside(root: &OpDef, inputs: Vec<TypeKey>, result: TypeKey, call: ItemCall) -> OpDef {
        OpDef {
            item: root.item,
            test_impls: root.test_impls.clone(),
            ..OpDef::building(inputs, result, Call::Item(call))
        }
    }

    /// What returns `&'static T` also gives what signatures want for ever.
    fn add_lasting_op(&mut self, item: &ApiItem, subst: &Subst, output: &Ty, root: &OpDef) {
        let Ty::Ref {
            mutable: false,
            inner,
        } = output
        else {
            return;
        };
        let is_own = inner.head().is_some_and(|path| self.api.types.contains_key(path));
        if !is_own || !item.calling.lasting {
            return;
        }
        let result = self.want(&Ty::path(STATIC_REFERENCE, vec![(**inner).clone()]));
        let call = item_call(item, subst, Takes::Own, Gives::Lasting);
        self.add_op(OpDef {
            total: item.kind == ItemKind::Const,
            ..Self::beside(root, root.inputs.clone(), result, call)
        });
    }

    /// What is in `Ok` is a value even where the type of the error cannot be written.
    fn add_op_of_success(&mut self, item: &ApiItem, subst: &Subst, output: &Ty, root: &OpDef) {
        let (success, gives) = unwrapped(output);
        if gives != Gives::InOk || output.is_closed() || !success.is_closed() || *success == Ty::unit() {
            return;
        }
        let result = self.result_key(success);
        let call = item_call(item, subst, Takes::Own, gives);
        self.add_op(OpDef {
            total: false,
            ..Self::beside(root, root.inputs.clone(), result, call)
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
    fn add_state_op(&mut self, item: &ApiItem, subst: &Subst, inputs: &[Ty], root: &OpDef) {
        let Some(Ty::Ref { mutable: true, inner }) = inputs.first() else {
            return;
        };
        if !self.is_function_built(inner) || matches!(&**inner, Ty::Ref { .. }) || inner.head().is_none() {
            return;
        }
        let state = self.want(inner);
        let mut keys = root.inputs.clone();
        keys[0] = state.clone();
        let call = item_call(item, subst, Takes::State, Gives::Nothing);
        self.add_op(OpDef {
            total: false,
            ..Self::beside(root, keys, state, call)
        });
    }

    /// Adds the calls of a macro: each invocation of the doc examples is a call without arguments, wrapped so that it
    /// compiles by itself. Which of the wrappings do is rustc's decision.
    fn add_macro(&mut self, index: usize, path: &str, calls: &[MacroCall]) {
        for call in calls {
            for around in [Around::Block, Around::Fallible] {
                let result = self.want(&Ty::unit());
                let invocation = MacroUse {
                    path: path.to_owned(),
                    call: call.clone(),
                    around,
                };
                self.add_op(OpDef {
                    item: Some(index),
                    is_root: true,
                    total: false,
                    builds: false,
                    ..OpDef::building(Vec::new(), result, Call::Macro(invocation))
                });
            }
        }
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
            .any(|ty| not_supported(ty).is_some() || ty.nesting() > DEEPEST)
        {
            return;
        }
        let mut keys = Vec::new();
        for ty in &inputs {
            let key = TypeKey {
                ty: ty.clone(),
                produced: produced_input,
            };
            self.growing.note_type(&key);
            keys.push(key);
        }
        self.growing.note_type(&result);
        let CallForm::Function { path } = &item.form else {
            return;
        };
        debug_assert!(
            path.starts_with("crate::"),
            "support functions are the harness's own: {path}"
        );
        let call = SupportCall {
            path: path.clone(),
            listed: listed(item, subst),
            form: support_form(item),
            kind: support_kind(item),
        };
        self.add_op(OpDef {
            total: support_flag(item, "total"),
            ..OpDef::building(keys, result, Call::Support(call))
        });
    }
}

/// The call of an item with these parameters, as data.
pub(super) fn item_call(item: &ApiItem, subst: &Subst, takes: Takes, gives: Gives) -> ItemCall {
    ItemCall {
        form: item.form.clone(),
        subst: subst.clone(),
        listed: listed(item, subst),
        arity: item.inputs.len(),
        calling: item.calling,
        takes,
        gives,
    }
}

/// The item's own arguments that a turbofish lists.
fn listed(item: &ApiItem, subst: &Subst) -> Vec<Arg> {
    let own = &item.generics.params[item.generics.params.len() - item.own_params..];
    // With an `impl Trait` argument no turbofish may list const or type arguments on its behalf; inference does it.
    own.iter()
        .filter(|p| !matches!(p.kind, ParamKind::Type { synthetic: true, .. }))
        .filter_map(|p| subst.get(&p.name).cloned())
        .collect()
}

/// Pairs of positions of shared references to the same type.
fn shared_pairs(item: &ApiItem, inputs: &[TypeKey]) -> Vec<(usize, usize)> {
    let is_of_std =
        matches!(&item.form, CallForm::TraitMethod { trait_, .. } if trait_.path.starts_with("std::"));
    if is_of_std || matches!(item.form, CallForm::Constructor { .. }) {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for (second, key) in inputs.iter().enumerate() {
        let is_shared = matches!(&key.ty, Ty::Ref { mutable: false, inner } if **inner != Ty::prim("str"));
        for first in (0..second).filter(|first| is_shared && inputs[*first] == *key) {
            pairs.push((first, second));
        }
    }
    pairs.truncate(MOST_SHARED_PAIRS);
    pairs
}

/// Why a type cannot be an argument.
pub(super) fn not_supported(ty: &Ty) -> Option<(Code, String)> {
    if ty.any(&|t| matches!(t, Ty::Pointer { .. })) {
        return Some((
            Code::Type,
            format!(
                "the raw pointer in `{}` cannot be built safely",
                ty.render(Names::Person)
            ),
        ));
    }
    if let Some(array) = huge_array(ty) {
        let array = array.render(Names::Person);
        return Some((
            Code::Type,
            format!("a value of `{array}` is too large to be passed on the stack"),
        ));
    }
    if ty.nesting() > DEEPEST {
        return Some((
            Code::Generic,
            format!("the instance `{}` is nested too deeply", ty.render(Names::Person)),
        ));
    }
    if !ty.is_closed() {
        return Some((
            Code::Generic,
            format!(
                "`{}` could not be resolved to a concrete type",
                ty.render(Names::Person)
            ),
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
        .map(|(name, arg)| format!("{name} = {}", arg.render(Names::Person)))
        .collect();
    parts.join(", ")
}

/// The type that leaves an arm for a result of this type, and how.
fn given(output: &Ty) -> (Ty, Gives) {
    if *output == Ty::prim("!") {
        return (Ty::unit(), Gives::Value);
    }
    if output.is_closed() {
        return (output.clone(), Gives::Value);
    }
    if let Ty::Impl(traits) = output
        && let Some(iterator) = traits
            .iter()
            .find(|t| t.path.starts_with("std::iter::") && t.name() != "IntoIterator")
        && let Some((_, item)) = iterator.bindings.iter().find(|(member, _)| member.name == "Item")
        && item.is_closed()
    {
        let mut plain = TraitRef::plain("std::iter::Iterator");
        plain.bindings = vec![(Member::plain("Item"), item.clone())];
        let object = Ty::path("std::boxed::Box", vec![Ty::Dyn(vec![plain])]);
        return (object, Gives::Boxed);
    }
    // Its type cannot be written.
    (Ty::unit(), Gives::Nothing)
}
