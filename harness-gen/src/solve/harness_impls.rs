//! What the types of a harness implement: placeholder types, lazy integers, responders and iterators with chosen items. The
//! runtime has the impls of std's traits, generated lines those of the crate's own.

use crate::api::responders::responders;
use crate::api::ty::{Arg, Member, Subst, TraitRef, Ty};
use crate::api::{
    Api, GenericParam, Generics, ImplDef, ParamKind, Predicate, RequiredMembers, RequiredType, TraitDef,
};
use crate::harness_types::{HOLE, HOSTILE_ITEMS, ITEMS};
use crate::write::arm;
use crate::write::pieces::placeholder_param;
use std::collections::BTreeSet;

/// Traits that nearly every type implements, and every placeholder type: as bounds they choose nothing.
pub(super) const COMMON_TRAITS: [&str; 10] = [
    "std::fmt::Debug",
    "std::fmt::Display",
    "std::clone::Clone",
    "std::marker::Copy",
    "std::cmp::PartialEq",
    "std::cmp::Eq",
    "std::cmp::PartialOrd",
    "std::cmp::Ord",
    "std::hash::Hash",
    "std::default::Default",
];

/// What a placeholder type implements besides, without arguments.
const PLACEHOLDER_TRAITS: [&str; 2] = ["std::error::Error", "std::iter::Iterator"];

/// Operators whose first implementor is an integer, in the order of std's documentation.
const OPERATORS: [&str; 8] = ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor"];

/// All of them: `Hole<N>` as the planner's runtime implements it, and for the crate's own traits as the harness will.
pub(super) fn harness_impls(api: &Api, refused: &BTreeSet<String>) -> Vec<ImplDef> {
    let generics = || Generics {
        params: vec![number_of_placeholder("N")],
        ..Generics::default()
    };
    let hole = Ty::Path {
        path: HOLE.to_owned(),
        args: vec![Arg::Const("N".to_owned())],
    };
    let implement = |trait_: TraitRef, types: Vec<(Member, Ty)>| ImplDef {
        generics: generics(),
        trait_: Some(trait_),
        self_type: hole.clone(),
        types,
    };
    let mut impls = Vec::new();
    for path in COMMON_TRAITS.into_iter().chain(PLACEHOLDER_TRAITS) {
        let types = if path.ends_with("::Iterator") {
            vec![(Member::plain("Item"), Ty::prim("i32"))]
        } else {
            Vec::new()
        };
        impls.push(implement(TraitRef::plain(path), types));
    }
    let references = [
        Ty::prim("str"),
        Ty::Slice(Box::new(Ty::prim("u8"))),
        Ty::path("std::path::Path", vec![]),
        Ty::path("std::ffi::OsStr", vec![]),
    ];
    for target in references {
        let mut trait_ = TraitRef::plain("std::convert::AsRef");
        trait_.args = vec![Arg::Type(target)];
        impls.push(implement(trait_, Vec::new()));
    }
    let owned = ["std::string::String", "std::path::PathBuf", "std::ffi::OsString"]
        .map(|path| Ty::path(path, vec![]))
        .into_iter()
        .chain([Ty::path("std::vec::Vec", vec![Ty::prim("u8")])])
        .chain(
            [
                "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
                "u128", "usize", "f32", "f64",
            ]
            .map(Ty::prim),
        );
    for target in owned {
        let mut trait_ = TraitRef::plain("std::convert::From");
        trait_.args = vec![Arg::Type(hole.clone())];
        impls.push(ImplDef {
            generics: generics(),
            trait_: Some(trait_),
            self_type: target,
            types: Vec::new(),
        });
    }
    for definition in api.traits.values() {
        let Some(required) = &definition.required else {
            continue;
        };
        if refused.contains(&arm::placeholder_impl(&definition.path, required)) {
            continue;
        }
        impls.push(of_own_trait(definition, required));
    }
    impls.extend(responder_impls(api, refused));
    impls.extend(item_impls());
    impls.extend(lazy_impls());
    impls
}

/// The impl of an own trait for placeholder types.
fn of_own_trait(definition: &TraitDef, required: &RequiredMembers) -> ImplDef {
    let number = placeholder_param(&required.params.names);
    let hole = Ty::Path {
        path: HOLE.to_owned(),
        args: vec![Arg::Const(number.to_owned())],
    };
    let (mut generics, args) = params_of_trait(definition, &hole);
    generics.params.push(number_of_placeholder(number));
    ImplDef {
        generics,
        trait_: Some(TraitRef {
            args,
            ..TraitRef::plain(&definition.path)
        }),
        types: types_of_placeholder(&required.types, &hole),
        self_type: hole,
    }
}

/// The parameters of an impl that is for all that those of the trait may be, and the trait's arguments there.
fn params_of_trait(definition: &TraitDef, self_type: &Ty) -> (Generics, Vec<Arg>) {
    let of_trait = &definition.generics;
    if of_trait.params.is_empty() {
        return (Generics::default(), Vec::new());
    }
    let own = "Self".to_owned();
    let args = of_trait.params.iter().map(|param| match &param.kind {
        ParamKind::Type { .. } => Arg::Type(Ty::Param(param.name.clone())),
        ParamKind::Const { .. } => Arg::Const(param.name.clone()),
    });
    let is_of_self = |ty: &Ty| ty.any(&|part| matches!(part, Ty::Param(name) if *name == own));
    let of_others = (of_trait.predicates.iter()).filter(|predicate| !is_of_self(&predicate.ty));
    let implementor = Subst::from([(own.clone(), Arg::Type(self_type.clone()))]);
    let predicates = of_others.map(|predicate| Predicate {
        ty: predicate.ty.clone(),
        bounds: (predicate.bounds.iter())
            .map(|bound| bound.substitute(&implementor))
            .collect(),
    });
    let generics = Generics {
        predicates: predicates.collect(),
        ..of_trait.clone()
    };
    (generics, args.collect())
}

fn number_of_placeholder(name: &str) -> GenericParam {
    GenericParam {
        name: name.to_owned(),
        kind: ParamKind::Const {
            ty: Ty::prim("usize"),
            default: None,
        },
    }
}

/// The responders' impls of their traits, but for the refused ones.
fn responder_impls(api: &Api, refused: &BTreeSet<String>) -> Vec<ImplDef> {
    responders(api)
        .iter()
        .filter(|responder| !refused.contains(&arm::responder_impl(responder)))
        .map(|responder| {
            // A trait of std's has none.
            let (generics, args) = (api.traits.get(&responder.trait_path))
                .map(|definition| params_of_trait(definition, &responder.ty()))
                .unwrap_or_default();
            ImplDef {
                generics,
                trait_: Some(TraitRef {
                    args,
                    ..TraitRef::plain(&responder.trait_path)
                }),
                self_type: responder.ty(),
                types: integers(&responder.members.types),
            }
        })
        .collect()
}

/// Associated types of a placeholder type as the harness sets them.
fn types_of_placeholder(required: &[RequiredType], hole: &Ty) -> Vec<(Member, Ty)> {
    let of_type = |required: &RequiredType| match required.is_bounded_by_own {
        true => hole.clone(),
        false => Ty::prim("i32"),
    };
    let types = required.iter();
    types
        .map(|required| (Member::plain(&required.name), of_type(required)))
        .collect()
}

/// Associated types of responders as the harness sets them.
fn integers(required: &[RequiredType]) -> Vec<(Member, Ty)> {
    let integer = |required: &RequiredType| (Member::plain(&required.name), Ty::prim("i32"));
    required.iter().map(integer).collect()
}

/// Any iterator can be turned into one: said of the hostile one, that is found before vectors and slices are.
pub(super) fn hostile_items() -> ImplDef {
    let item = Ty::Param("T".to_owned());
    let items = Ty::path(HOSTILE_ITEMS, vec![item.clone()]);
    let types = vec![(Member::plain("Item"), item), (Member::plain("IntoIter"), items)];
    of_items(HOSTILE_ITEMS, "std::iter::IntoIterator", types)
}

/// What `runtime/responders.rs` implements for the iterator whose items are chosen.
fn item_impls() -> Vec<ImplDef> {
    let item = || Ty::Param("T".to_owned());
    vec![
        of_items(
            ITEMS,
            "std::iter::Iterator",
            vec![(Member::plain("Item"), item())],
        ),
        of_items(ITEMS, "std::iter::DoubleEndedIterator", Vec::new()),
        of_items(ITEMS, "std::iter::FusedIterator", Vec::new()),
    ]
}

/// The impl of a trait for an iterator with this path over any `T`.
fn of_items(iterator: &str, path: &str, types: Vec<(Member, Ty)>) -> ImplDef {
    ImplDef {
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
        self_type: Ty::path(iterator, vec![Ty::Param("T".to_owned())]),
        types,
    }
}

/// What `runtime/lazy.rs` implements.
fn lazy_impls() -> Vec<ImplDef> {
    let reference = || Ty::reference(Ty::lazy());
    let implement = |trait_: TraitRef, self_type: Ty, output: bool| ImplDef {
        generics: Generics::default(),
        trait_: Some(trait_),
        self_type,
        types: output
            .then(|| (Member::plain("Output"), Ty::lazy()))
            .into_iter()
            .collect(),
    };
    let mut impls: Vec<ImplDef> = COMMON_TRAITS
        .iter()
        .map(|path| implement(TraitRef::plain(path), Ty::lazy(), false))
        .collect();
    for name in OPERATORS {
        let path = format!("std::ops::{name}");
        let with = |path: &str, right: Ty| TraitRef {
            args: vec![Arg::Type(right)],
            ..TraitRef::plain(path)
        };
        impls.push(implement(TraitRef::plain(&path), Ty::lazy(), true));
        impls.push(implement(with(&path, reference()), Ty::lazy(), true));
        impls.push(implement(with(&path, Ty::lazy()), reference(), true));
        impls.push(implement(with(&path, reference()), reference(), true));
        let assigning = format!("{path}Assign");
        impls.push(implement(TraitRef::plain(&assigning), Ty::lazy(), false));
        impls.push(implement(with(&assigning, reference()), Ty::lazy(), false));
    }
    for name in ["Neg", "Not"] {
        let path = format!("std::ops::{name}");
        impls.push(implement(TraitRef::plain(&path), Ty::lazy(), true));
        impls.push(implement(TraitRef::plain(&path), reference(), true));
    }
    impls
}

/// Implementors of a trait of std that are tried before its responder: they cost fewer steps, and full buffers show
/// endless loops, which lists of answers end.
pub(super) fn tried_before(trait_path: &str) -> usize {
    match trait_path {
        "std::io::Read" => 1,
        "std::io::Write" => 2,
        _ => 0,
    }
}
