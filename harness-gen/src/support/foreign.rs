//! Values of the dependencies' types, built by the dependencies' own constructors and functions. What these functions
//! do wrong is not the explored crate's fault, so their ops are marked.

use super::builder::{Builder, DEEPEST};
use super::forms::{call_template, fill, written};
use super::functions::{DEPENDENCY_STEPS, read_names, reads};
use super::{OpBody, OpDef, TypeKey, Written, mentions_hole, placeholders};
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{ApiItem, CallForm};
use crate::prepared::ItemKind;

/// Most of a dependency's functions that build one type.
const MOST_WAYS: usize = 12;

/// Safety of the function, number of arguments, position: what is smaller is taken first.
type Rank = (u8, usize, usize);

/// What has to be done with a result before it is the wanted value.
#[derive(Clone, Copy)]
enum Wrapped {
    Not,
    Option,
    Result,
}

impl Builder<'_> {
    /// Lets the dependency that defines `key`'s type build it: by its constructors if all of them are public, else by
    /// the functions that return it, those that need least first.
    pub(super) fn support_foreign(&mut self, key: &TypeKey) {
        let api = self.api;
        let Some(path) = key.ty.head() else { return };
        let by_constructors = api.types.get(path).is_some_and(|def| def.constructors.is_some());
        let mut ways: Vec<(Rank, &ApiItem, Wrapped, Subst)> = Vec::new();
        for (position, item) in api.support_items.iter().enumerate() {
            let is_constructor = matches!(item.form, CallForm::Constructor { .. });
            if is_constructor != by_constructors {
                continue;
            }
            let (pattern, wrapped) = unwrapped(&item.output);
            // What starts from such a value is of no use for the first one.
            let consumes =
                !is_constructor && item.inputs.iter().any(|ty| ty.any(&|t| t.head() == Some(path)));
            let mut fixed = Subst::new();
            if pattern.head() == Some(path) && !consumes && pattern.matches(&key.ty, &mut fixed) {
                let rank = (safety(item), item.inputs.len(), position);
                ways.push((rank, item, wrapped, fixed));
            }
        }
        ways.sort_by_key(|(rank, ..)| *rank);
        for (_, item, wrapped, fixed) in ways.into_iter().take(MOST_WAYS) {
            for subst in self
                .solver
                .instances(&item.generics, &fixed, &self.instances_seen, 1)
            {
                self.add_foreign(item, &subst, wrapped, key);
            }
        }
    }

    fn add_foreign(&mut self, item: &ApiItem, subst: &Subst, wrapped: Wrapped, result: &TypeKey) {
        let inputs: Vec<Ty> = item.inputs.iter().map(|ty| self.normalised(ty, subst)).collect();
        let is_unusable = |ty: &Ty| {
            !ty.is_closed() || ty.nesting() > DEEPEST || ty.any(&|t| matches!(t, Ty::Pointer { .. }))
        };
        if inputs.iter().any(is_unusable) {
            return;
        }
        let keys: Vec<TypeKey> = inputs.iter().map(|ty| self.want(ty)).collect();
        let call = fill(&call_template(item, subst, "::"), &read_names(inputs.len()));
        let ty = result.ty.render("::");
        let leave = match wrapped {
            Wrapped::Not => format!("let r: {ty} = {call}; put::<{ty}>(out, r); 0"),
            Wrapped::Option => {
                format!("match {call} {{ Some(r) => {{ put::<{ty}>(out, r); 0 }} None => 1 }}")
            }
            Wrapped::Result => {
                format!("match {call} {{ Ok(r) => {{ put::<{ty}>(out, r); 0 }} Err(_) => 1 }}")
            }
        };
        let plain = written(item, subst);
        let unwrap = match wrapped {
            Wrapped::Not => "",
            Wrapped::Option => ".unwrap()",
            // Not every error can be shown.
            Wrapped::Result => ".ok().unwrap()",
        };
        let total = item.kind == ItemKind::Constructor || item.kind == ItemKind::Const;
        let body = format!("{}{leave}", reads(&inputs));
        if !total {
            self.set.arms_without_findings.insert(body.clone());
        }
        self.add_op(OpDef {
            item: None,
            is_root: false,
            label: String::new(),
            has_type_placeholder: subst
                .values()
                .any(|arg| matches!(arg, Arg::Type(ty) if mentions_hole(ty))),
            inputs: keys,
            result: result.clone(),
            steps: DEPENDENCY_STEPS,
            total,
            builds: true,
            body: OpBody::Arm(body),
            written: Written {
                short: format!("{}{unwrap}", plain.short),
                full: format!("{}{unwrap}", plain.full),
                ..plain
            },
            placeholder_impls: placeholders::impls(self.api, &item.generics, subst, &self.type_bounds),
            parts: None,
        });
    }
}

/// The `T` of `T`, `Option<T>` and `Result<T, E>`.
fn unwrapped(output: &Ty) -> (&Ty, Wrapped) {
    let wrapped = match output.head() {
        Some("std::option::Option") => Wrapped::Option,
        Some("std::result::Result") => Wrapped::Result,
        _ => return (output, Wrapped::Not),
    };
    match output {
        Ty::Path { args, .. } => match args.first() {
            Some(Arg::Type(inner)) => (inner, wrapped),
            _ => (output, Wrapped::Not),
        },
        _ => (output, Wrapped::Not),
    }
}

/// Small for what always works and shows nothing but a value.
fn safety(item: &ApiItem) -> u8 {
    let is_default = matches!(&item.form, CallForm::TraitMethod { trait_, .. }
        if trait_.path == "std::default::Default");
    match (&item.form, item.kind) {
        (_, ItemKind::Const | ItemKind::Constructor) => 0,
        _ if item.inputs.is_empty() && !is_default => 0,
        _ if is_default => 1,
        (CallForm::Function { .. } | CallForm::Inherent { .. }, _) => 2,
        _ => 3,
    }
}
