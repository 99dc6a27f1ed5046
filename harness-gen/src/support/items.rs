//! An iterator whose items the plan chooses call by call, for parameters that any iterator fits: how many there are is
//! decided by when the plan answers `None`, if the code asks so far. It keeps std's promises: after `None` it gives
//! nothing more, and its size hint says nothing.

use super::answers::{answer_lists, can_be_chosen};
use super::builder::Builder;
use super::functions::reads;
use super::{OpBody, OpDef, TypeKey, Written, mentions_hole};
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{GenericParam, Generics, ImplDef, ParamKind};

/// Path of the iterator in a harness.
pub(crate) const ITEMS: &str = "crate::responders::Items";
/// How it is called in tests.
const NAME: &str = "Items";
/// The type in tests.
const DECLARATIONS: [&str; 4] = [
    "struct Items<T>(Option<std::vec::IntoIter<Option<T>>>);",
    "impl<T> Iterator for Items<T> { type Item = T; fn next(&mut self) -> Option<T> { \
     let item = self.0.as_mut()?.next()?; if item.is_none() { self.0 = None; } item } }",
    "impl<T> DoubleEndedIterator for Items<T> { fn next_back(&mut self) -> Option<T> { self.next() } }",
    "impl<T> std::iter::FusedIterator for Items<T> {}",
];

/// A text about the harness's iterator, about the test's instead.
pub(super) fn rename(text: &str) -> String {
    text.replace("::crate::responders::Items", NAME)
        .replace(ITEMS, NAME)
}

/// What `runtime/responders.rs` implements for it.
pub(crate) fn impls() -> Vec<ImplDef> {
    let item = || Ty::Param("T".to_owned());
    let implement = |path: &str, types: Vec<(String, Ty)>| ImplDef {
        generics: Generics {
            params: vec![GenericParam {
                name: "T".to_owned(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: false,
                },
            }],
            ..Generics::default()
        },
        trait_: Some(TraitRef::plain(path)),
        self_type: Ty::path(ITEMS, vec![item()]),
        types,
    };
    vec![
        implement("std::iter::Iterator", vec![("Item".to_owned(), item())]),
        implement("std::iter::DoubleEndedIterator", Vec::new()),
        implement("std::iter::FusedIterator", Vec::new()),
    ]
}

impl Builder<'_> {
    /// Another choice of parameters: an iterator over a vector that goes into no own type, whose methods may want more of
    /// it, becomes one whose items are chosen.
    pub(super) fn with_items(&self, generics: &Generics, own_types: &[Ty], choice: &Subst) -> Option<Subst> {
        let (name, items) = generics.params.iter().find_map(|param| {
            let Arg::Type(Ty::Path { path, args }) = choice.get(&param.name)? else {
                return None;
            };
            let parameter = Ty::Param(param.name.clone());
            let is_kept = own_types.iter().any(|ty| ty.any(&|part| *part == parameter));
            let is_over_vector = path == "std::vec::IntoIter";
            (is_over_vector && !is_kept).then(|| (param.name.clone(), args.clone()))
        })?;
        let [Arg::Type(item)] = &items[..] else {
            return None;
        };
        let answer = Ty::path("std::option::Option", vec![item.clone()]);
        if mentions_hole(item) || !can_be_chosen(self.api, &answer) {
            return None;
        }
        let iterator = Ty::Path {
            path: ITEMS.to_owned(),
            args: items,
        };
        let fixed = Subst::from([(name, Arg::Type(iterator))]);
        self.solver.completed(generics, &fixed, &self.instances_seen)
    }

    /// The one way to make it: around a list of answers.
    pub(super) fn support_items(&mut self, key: &TypeKey, args: &[Arg]) {
        let [Arg::Type(item)] = args else { return };
        let answer = Ty::path("std::option::Option", vec![item.clone()]);
        if mentions_hole(item) || !can_be_chosen(self.api, &answer) {
            return;
        }
        let lists = answer_lists([&answer].into_iter());
        let body = format!(
            "{}let Some(place) = crate::answers::keep(a0) else {{ return 1 }}; \
             put::<{}>(out, crate::responders::Items::at(place)); 0",
            reads(&lists),
            key.ty.render("::")
        );
        let inputs = lists.iter().map(|ty| self.want(ty)).collect();
        let written = Written {
            short: "items [{0}]".to_owned(),
            full: format!("{NAME}(Some(vec![{{0}}].into_iter()))"),
            statement: false,
            call: true,
        };
        self.add_op(OpDef {
            total: false,
            placeholder_impls: DECLARATIONS.map(str::to_owned).to_vec(),
            ..OpDef::building(inputs, key.clone(), OpBody::Arm(body), written)
        });
    }
}
