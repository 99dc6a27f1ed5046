//! Taking results apart: which destructors lead from what functions return to types that only functions build
//! (IRULAN, section 3.3). The walk over the case-constructor graph says which destructors become ops.

use super::builder::Builder;
use super::case_graph::{CaseGraph, Destructor};
use super::std_functions::{given_type, is_part};
use crate::api::Fields;
use crate::api::ty::{Subst, Ty};
use crate::call::{Call, Part};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{DEEPEST, LONGEST_WALK};

impl Builder<'_> {
    /// Adds the destructors that lead from a produced type to a wanted function-built type.
    pub(super) fn take_results_apart(&mut self) {
        let mut graph = CaseGraph::default();
        let roots: Vec<TypeKey> = self.growing.set.ops.iter().map(|op| op.result.clone()).collect();
        for root in &roots {
            self.grow(&mut graph, root, LONGEST_WALK);
        }
        let wanted: Vec<TypeKey> = self
            .growing
            .set
            .types
            .iter()
            .filter(|key| !key.produced && self.is_function_built(&key.ty))
            .cloned()
            .collect();
        for (from, to, destructor) in graph.arcs_towards(&wanted) {
            match destructor {
                Destructor::Support { item, subst } => {
                    let item = &self.std.items[item];
                    self.add_support(item, &subst, to, from.produced);
                }
                Destructor::Part(part) => {
                    self.growing.note_type(&to);
                    self.add_op(OpDef {
                        total: false,
                        ..OpDef::building(vec![from], to, Call::Part(part))
                    });
                }
            }
        }
    }

    fn grow(&self, graph: &mut CaseGraph, from: &TypeKey, fuel: usize) {
        if fuel == 0 || !graph.enter(from) || !self.holds_something(&from.ty) {
            return;
        }
        for (ty, destructor) in self.destructors(&from.ty) {
            if !ty.is_closed() || ty.nesting() > DEEPEST {
                continue;
            }
            let to = TypeKey {
                produced: !self.is_function_built(&ty),
                ty,
            };
            graph.add(from, &to, destructor);
            if to.produced {
                self.grow(graph, &to, fuel - 1);
            }
        }
    }

    /// Nothing of interest is inside numbers and texts.
    fn holds_something(&self, ty: &Ty) -> bool {
        ty.any(&|t| match t {
            Ty::Path { path, .. } => self.api.types.contains_key(path) || self.is_function_built(t),
            _ => false,
        })
    }

    fn destructors(&self, ty: &Ty) -> Vec<(Ty, Destructor)> {
        let mut found = Vec::new();
        match ty {
            Ty::Tuple(parts) => {
                for (position, part) in parts.iter().enumerate() {
                    let field = Part::Field {
                        name: position.to_string(),
                        lent: None,
                    };
                    found.push((part.clone(), Destructor::Part(field)));
                }
            }
            Ty::Ref { mutable, inner } => self.own_destructors(inner, Some(*mutable), &mut found),
            Ty::Path { .. } => self.own_destructors(ty, None, &mut found),
            _ => {}
        }
        for (index, item) in self.std.items.iter().enumerate() {
            if !is_part(item) {
                continue;
            }
            let (Some(input), Some(given)) = (item.inputs.first(), given_type(item)) else {
                continue;
            };
            let mut fixed = Subst::new();
            if !matches!(input, Ty::Param(_))
                && input.matches(ty, &mut fixed)
                && let Some(subst) = self.instances.of_part(&item.generics, &fixed)
            {
                let to = self.normalised(given, &subst);
                found.push((to, Destructor::Support { item: index, subst }));
            }
        }
        found
    }

    /// Public fields and variant payloads of an own type, by value or through a reference.
    fn own_destructors(&self, ty: &Ty, by: Option<bool>, found: &mut Vec<(Ty, Destructor)>) {
        let Ty::Path { path, args } = ty else { return };
        let Some(def) = self.api.types.get(path) else {
            return;
        };
        let subst: Subst = def
            .generics
            .params
            .iter()
            .zip(args)
            .map(|(p, a)| (p.name.clone(), a.clone()))
            .collect();
        let wrap = |part: Ty| match by {
            None => part,
            Some(mutable) => Ty::Ref {
                mutable,
                inner: Box::new(part),
            },
        };
        if by.is_none() && def.has_drop {
            return;
        }
        for (name, field) in &def.public_fields {
            let part = self.normalised(field, &subst);
            let field = Part::Field {
                name: name.clone(),
                lent: by,
            };
            found.push((wrap(part), Destructor::Part(field)));
        }
        if !def.is_enum {
            return;
        }
        for constructor in def.constructors.iter().flatten().filter(|c| c.writable) {
            let Some(variant) = &constructor.variant else {
                continue;
            };
            for (position, field) in constructor.types.iter().enumerate() {
                let part = self.normalised(field, &subst);
                if constructor.fields == Fields::Unit {
                    continue;
                }
                let payload = Part::Payload {
                    path: path.clone(),
                    variant: variant.clone(),
                    fields: constructor.fields.clone(),
                    position,
                };
                found.push((wrap(part), Destructor::Part(payload)));
            }
        }
    }
}
