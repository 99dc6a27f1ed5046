//! The solver on small sets of impls.

use super::*;
use crate::api::ty::{Member, TraitRef, Ty};
use crate::api::{Api, ImplDef};
use crate::api::{GenericParam, ParamKind, Predicate, TraitDef, TypeAlias};
use crate::harness_types::Names;
use std::collections::BTreeSet;

fn param(name: &str) -> GenericParam {
    GenericParam {
        name: name.to_owned(),
        kind: ParamKind::Type {
            default: None,
            synthetic: false,
        },
    }
}

fn const_param(name: &str) -> GenericParam {
    GenericParam {
        name: name.to_owned(),
        kind: ParamKind::Const {
            ty: Ty::prim("usize"),
            default: None,
        },
    }
}

fn ty_param(name: &str) -> Ty {
    Ty::Param(name.to_owned())
}

fn generics(params: &[&str], predicates: Vec<(Ty, TraitRef)>) -> Generics {
    Generics {
        params: params.iter().map(|name| param(name)).collect(),
        has_lifetime: false,
        predicates: predicates
            .into_iter()
            .map(|(ty, bound)| Predicate {
                ty,
                bounds: vec![bound],
            })
            .collect(),
    }
}

fn implement(generics: Generics, trait_: TraitRef, self_type: Ty, types: &[(&str, Ty)]) -> ImplDef {
    ImplDef {
        generics,
        trait_: Some(trait_),
        self_type,
        types: types.iter().map(|(n, t)| (Member::plain(n), t.clone())).collect(),
    }
}

/// A crate with `Graph<N>` and `Walk` for `&Graph<N>`, and `Tool` for functions.
fn sample() -> Api {
    let mut api = Api::default();
    for name in ["k::Walk", "k::Filter"] {
        api.traits.insert(
            name.to_owned(),
            TraitDef {
                path: name.to_owned(),
                generics: Generics::default(),
                required: None,
            },
        );
    }
    let graph = Ty::path("k::Graph", vec![ty_param("N")]);
    api.impls.push(implement(
        generics(&["N"], vec![]),
        TraitRef::plain("k::Walk"),
        Ty::reference(graph),
        &[("Node", ty_param("N"))],
    ));
    let mut call = TraitRef::plain("std::ops::Fn");
    call.call = Some((vec![ty_param("A")], Box::new(Ty::prim("bool"))));
    let mut filter = TraitRef::plain("k::Filter");
    filter.args = vec![Arg::Type(ty_param("A"))];
    api.impls.push(implement(
        generics(&["F", "A"], vec![(ty_param("F"), call)]),
        filter,
        ty_param("F"),
        &[],
    ));
    api
}

fn node_of(ty: Ty) -> Ty {
    Ty::Projection {
        self_type: Box::new(ty),
        trait_: Some(Box::new(TraitRef::plain("k::Walk"))),
        member: Member::plain("Node"),
    }
}

#[test]
fn a_bound_on_a_reference_decides_what_is_behind_it() {
    let api = sample();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(
        &["G"],
        vec![(Ty::reference(ty_param("G")), TraitRef::plain("k::Walk"))],
    );
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 1);
    assert_eq!(found[0]["G"], Arg::Type(Ty::path("k::Graph", vec![Ty::lazy()])));
}

/// `impl<T: B> A for T` and `impl<T: A> B for T`.
#[test]
fn impls_that_lead_to_each_other_end() {
    let mut api = Api::default();
    for (trait_, other) in [("k::A", "k::B"), ("k::B", "k::A")] {
        api.impls.push(implement(
            generics(&["T"], vec![(ty_param("T"), TraitRef::plain(other))]),
            TraitRef::plain(trait_),
            ty_param("T"),
            &[],
        ));
    }
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(&["G"], vec![(ty_param("G"), TraitRef::plain("k::A"))]);
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 1);
    // A question about itself is answered with yes, and rustc refuses what rests on nothing else.
    assert!(matches!(&found[0]["G"], Arg::Type(ty) if ty.mentions_stand_in()));
}

#[test]
fn associated_types_tie_parameters_together() {
    let api = sample();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let mut filter = TraitRef::plain("k::Filter");
    filter.args = vec![Arg::Type(node_of(ty_param("G")))];
    let wanted = generics(
        &["G", "F"],
        vec![
            (ty_param("G"), TraitRef::plain("k::Walk")),
            (ty_param("F"), filter),
        ],
    );
    let known = KnownInstances::from([(
        "k::Graph".to_owned(),
        vec![Ty::path("k::Graph", vec![Ty::prim("u8")])],
    )]);
    let found = solver.instances(&wanted, &Subst::new(), &known, 1);
    assert_eq!(
        found[0]["F"],
        Arg::Type(Ty::FnPointer(vec![Ty::prim("u8")], Box::new(Ty::prim("bool"))))
    );
}

#[test]
fn projections_of_closed_types_are_resolved() {
    let api = sample();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let graph = Ty::reference(Ty::path("k::Graph", vec![Ty::prim("u16")]));
    assert_eq!(
        solver.normalise(&Ty::Slice(Box::new(node_of(graph)))),
        Ty::Slice(Box::new(Ty::prim("u16")))
    );
    let unknown = node_of(Ty::prim("u16"));
    assert_eq!(solver.normalise(&unknown), unknown);
}

#[test]
fn nothing_is_found_for_a_trait_without_impls() {
    let mut api = sample();
    api.impls.clear();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(&["G"], vec![(ty_param("G"), TraitRef::plain("k::Walk"))]);
    assert!(
        solver
            .instances(&wanted, &Subst::new(), &KnownInstances::new(), 3)
            .is_empty()
    );
}

#[test]
fn placeholder_types_come_first_where_the_bounds_allow_them() {
    let api = Api::default();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(
        &["K", "V"],
        vec![(ty_param("K"), TraitRef::plain("std::cmp::Ord"))],
    );
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 2);
    assert_eq!(found[0]["K"].render(Names::Person), "?1");
    assert_eq!(found[0]["V"].render(Names::Person), "?2");
}

/// `k::Length` for `k::Zero` and for `k::Twice<N>`, with names for the numbers 0 to 3 by how often they are doubled.
fn numbers() -> (Api, Vec<Ty>) {
    let mut api = Api::default();
    let length = || TraitRef::plain("k::Length");
    api.impls.push(implement(
        generics(&["N"], vec![(ty_param("N"), length())]),
        length(),
        Ty::path("k::Twice", vec![ty_param("N")]),
        &[],
    ));
    let zero = Ty::path("k::Zero", vec![]);
    api.impls
        .push(implement(Generics::default(), length(), zero.clone(), &[]));
    let mut all = vec![zero];
    for number in 0..4 {
        let name = format!("k::U{number}");
        let ty = all[number].clone();
        all.push(Ty::path("k::Twice", vec![ty.clone()]));
        let generics = Generics::default();
        api.aliases.insert(name, TypeAlias { generics, ty });
    }
    (api, all)
}

#[test]
fn numbers_that_have_names_are_tried_from_the_third_downwards() {
    let (api, numbers) = numbers();
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(&["N"], vec![(ty_param("N"), TraitRef::plain("k::Length"))]);
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 4);
    let found: Vec<&Arg> = found.iter().map(|subst| &subst["N"]).collect();
    let expected = [2, 1, 0, 3].map(|number| Arg::Type(numbers[number].clone()));
    assert_eq!(found, expected.iter().collect::<Vec<_>>());
}

#[test]
fn a_family_of_types_is_resolved_for_its_arguments() {
    let mut api = Api::default();
    let mut pair = implement(
        Generics::default(),
        TraitRef::plain("k::Family"),
        Ty::path("k::Pairs", vec![]),
        &[("Of", Ty::Array(Box::new(ty_param("T")), "2".to_owned()))],
    );
    pair.types[0].0.args = vec![Arg::Type(ty_param("T"))];
    api.impls.push(pair);
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let of = |ty: Ty| Member {
        args: vec![Arg::Type(ty)],
        ..Member::plain("Of")
    };
    let projection = Ty::Projection {
        self_type: Box::new(Ty::path("k::Pairs", vec![])),
        trait_: Some(Box::new(TraitRef::plain("k::Family"))),
        member: of(Ty::prim("u8")),
    };
    let pair = Ty::Array(Box::new(Ty::prim("u8")), "2".to_owned());
    assert_eq!(solver.normalise(&projection), pair);
    // The length of an array is found by the family that it belongs to.
    let mut bound = TraitRef::plain("k::Family");
    bound.bindings = vec![(
        of(Ty::prim("u8")),
        Ty::Array(Box::new(Ty::prim("u8")), "N".to_owned()),
    )];
    let mut wanted = generics(&["F"], vec![(ty_param("F"), bound)]);
    wanted.params.push(const_param("N"));
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 1);
    assert_eq!(found[0]["N"], Arg::Const("2".to_owned()));
}

#[test]
fn a_bound_on_what_an_expression_decides_is_left_to_rustc() {
    let (mut api, _) = numbers();
    let sized = Ty::Path {
        path: "k::Const".to_owned(),
        args: vec![Arg::Const("{ _ }".to_owned())],
    };
    let mut below = TraitRef::plain("k::Below");
    below.args = vec![Arg::Type(node_of(sized))];
    let mut small = below.clone();
    small.args = vec![Arg::Type(ty_param("M"))];
    api.impls
        .push(implement(generics(&["M"], vec![]), small, Ty::prim("u8"), &[]));
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let wanted = generics(
        &["N"],
        vec![
            (ty_param("N"), TraitRef::plain("k::Length")),
            (ty_param("N"), below),
        ],
    );
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 1);
    assert_eq!(found.len(), 1, "nothing says that no number is below it");
}

#[test]
fn constants_fall_in_one_kind_and_rise_in_the_other() {
    let solver = Solver::new(&Api::default(), &Api::default(), &BTreeSet::new());
    let wanted = Generics {
        params: ["A", "B", "C"].map(const_param).to_vec(),
        ..Generics::default()
    };
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 4);
    let values: Vec<Vec<&Arg>> = found.iter().map(|subst| subst.values().collect()).collect();
    let constants = |texts: [&str; 3]| texts.map(|text| Arg::Const(text.to_owned()));
    let (falling, rising) = (constants(["2", "1", "0"]), constants(["1", "2", "8"]));
    assert_eq!(
        values,
        [falling.iter().collect::<Vec<_>>(), rising.iter().collect()]
    );
}

#[test]
fn what_must_have_a_size_is_no_text() {
    let mut api = Api::default();
    let token = || TraitRef::plain("k::Token");
    for name in ["str", "u8"] {
        api.impls
            .push(implement(Generics::default(), token(), Ty::prim(name), &[]));
    }
    let vector = |of: Ty| Ty::path("std::vec::Vec", vec![of]);
    let list = || TraitRef::plain("std::iter::IntoIterator");
    let item = [("Item", ty_param("T"))];
    api.impls.push(implement(
        generics(&["T"], vec![]),
        list(),
        vector(ty_param("T")),
        &item,
    ));
    let held = |of: Ty| Ty::path("k::Held", vec![of]);
    let bound = vec![(ty_param("T"), token())];
    let holds = || TraitRef::plain("k::Holds");
    api.impls.push(implement(
        generics(&["T"], bound),
        holds(),
        held(ty_param("T")),
        &[],
    ));
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let first = |predicates| {
        let wanted = generics(&["I"], predicates);
        let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 1);
        found[0]["I"].clone()
    };
    let items = Ty::Projection {
        self_type: Box::new(ty_param("I")),
        trait_: Some(Box::new(list())),
        member: Member::plain("Item"),
    };
    let of_item = first(vec![(ty_param("I"), list()), (items, token())]);
    assert_eq!(of_item, Arg::Type(vector(Ty::prim("u8"))));
    let of_impl = first(vec![(ty_param("I"), holds())]);
    assert_eq!(of_impl, Arg::Type(held(Ty::prim("u8"))));
}

#[test]
fn an_associated_type_is_found_without_what_its_trait_is_applied_to() {
    let mut api = Api::default();
    let mut per_byte = TraitRef::plain("k::Per");
    per_byte.args = vec![Arg::Type(Ty::prim("u8"))];
    let rate = Ty::path("k::Rate", vec![]);
    let out = [("Out", Ty::prim("bool"))];
    api.impls
        .push(implement(Generics::default(), per_byte, rate.clone(), &out));
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let projection = Ty::Projection {
        self_type: Box::new(rate),
        trait_: Some(Box::new(TraitRef::plain("k::Per"))),
        member: Member::plain("Out"),
    };
    assert_eq!(solver.normalise(&projection), Ty::prim("bool"));
}

/// A core has five small parts, and only one of many choices of these is the core of anything.
#[test]
fn an_associated_type_follows_what_it_is_of_where_the_other_order_finds_nothing() {
    let mut api = Api::default();
    let number = |number: usize| Ty::path(&format!("k::N{number}"), vec![]);
    let parts = ["A", "B", "C", "D", "E"];
    let wrap = |part: &dyn Fn(&str) -> Ty| Ty::path("k::Wrap", parts.map(part).to_vec());
    for small in (1..8).rev() {
        let is_small = implement(
            Generics::default(),
            TraitRef::plain("k::Small"),
            number(small),
            &[],
        );
        api.impls.push(is_small);
    }
    let are_small = parts.map(|name| (ty_param(name), TraitRef::plain("k::Small")));
    let of_small = generics(&parts, are_small.to_vec());
    let compresses = implement(of_small, TraitRef::plain("k::Compress"), wrap(&ty_param), &[]);
    api.impls.push(compresses);
    for hash in [1, 11, 12, 13, 14, 15, 16, 17, 18, 19] {
        let ty = Ty::path(&format!("k::Hash{hash}"), vec![]);
        let core = [("Core", wrap(&|_| number(hash)))];
        let proxy = implement(Generics::default(), TraitRef::plain("k::Proxy"), ty, &core);
        api.impls.push(proxy);
    }
    let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
    let core = Ty::Projection {
        self_type: Box::new(ty_param("D")),
        trait_: Some(Box::new(TraitRef::plain("k::Proxy"))),
        member: Member::plain("Core"),
    };
    let wanted = generics(
        &["D"],
        vec![
            (ty_param("D"), TraitRef::plain("k::Proxy")),
            (core, TraitRef::plain("k::Compress")),
        ],
    );
    let found = solver.instances(&wanted, &Subst::new(), &KnownInstances::new(), 2);
    assert_eq!(
        found,
        [Subst::from([(
            "D".to_owned(),
            Arg::Type(Ty::path("k::Hash1", vec![]))
        )])]
    );
}
