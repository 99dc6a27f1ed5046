//! Which findings have one remedy, and in which order causes are told.

use super::*;
use crate::outcome::{FaultKind, Frame, Location};
use crate::run_report::{Examples, FirstSeen, Neighbours, Proof, Shape};
use harness_gen::{Gives, Item, ItemKind, ItemUse, Param, Signature};
use std::time::Duration;

fn at(file: &str, line: u32) -> Location {
    Location {
        file: file.to_owned(),
        line,
        column: 5,
    }
}

fn item(path: &str, line: u32, inputs: &[&str]) -> Item {
    Item {
        path: path.to_owned(),
        kind: ItemKind::Function,
        span: Some(("src/lib.rs".to_owned(), line)),
        signature: Signature {
            inputs: inputs.iter().map(|&ty| ty.to_owned()).collect(),
            output: "u8".to_owned(),
            bounds: Vec::new(),
        },
        docs: Vec::new(),
        params: Vec::new(),
        reports_failure: false,
        is_property: false,
        use_: ItemUse::Explore(Vec::new()),
    }
}

fn finding(item: &str, class: Class, message: &str, frames: &[(&str, u32)]) -> Finding {
    let frames: Vec<Frame> = frames
        .iter()
        .map(|&(function, line)| Frame {
            function: function.to_owned(),
            location: Some(at("src/lib.rs", line)),
        })
        .collect();
    Finding {
        id: format!("{item} {message} {}", frames.len()),
        kind: FaultKind::Panic,
        class,
        why: String::new(),
        message: message.to_owned(),
        location: frames.first().and_then(|frame| frame.location.clone()),
        item: item.to_owned(),
        examples: Examples {
            expression: format!("{item}()"),
            plan: None,
            depth: 1,
            holes: Vec::new(),
            smallest: Vec::new(),
            smallest_plans: Vec::new(),
            also_in: Vec::new(),
            generalised: String::new(),
            trigger: None,
            neighbours: Neighbours::default(),
            shape: Shape::default(),
            values: Vec::new(),
        },
        plans: 1,
        first_seen: FirstSeen {
            expressions: 1,
            after: Duration::ZERO,
        },
        frames,
        proof: Proof {
            reproduction: String::new(),
            confirmed: true,
            unconfirmed_reason: None,
            history: Vec::new(),
        },
    }
}

/// The line from which on the functions of these tests only say what is wrong.
const SPEAKS_ONLY: u32 = 900;

fn told(items: &[Item], findings: &[Finding]) -> Vec<Vec<usize>> {
    told_of(items, findings, &|_| None)
}

fn told_of(
    items: &[Item],
    findings: &[Finding],
    source_line: &dyn Fn(&Location) -> Option<String>,
) -> Vec<Vec<usize>> {
    let evidence = Evidence {
        findings,
        items,
        source_line,
        speaks_for_its_caller: &|at| at.line >= SPEAKS_ONLY,
    };
    causes(&evidence)
        .into_iter()
        .map(|cause| cause.findings)
        .collect()
}

#[track_caller]
fn one(items: &[Item], findings: &[Finding]) {
    assert_eq!(told(items, findings).len(), 1);
}

#[track_caller]
fn apart(items: &[Item], findings: &[Finding]) {
    assert_eq!(told(items, findings).len(), findings.len());
}

#[test]
fn what_one_function_says_of_two_others_has_two_remedies() {
    let items = [item("a::get", 10, &["usize"]), item("a::set", 20, &["usize"])];
    let of = |name, line| finding(name, Class::Bug, "no", &[("a::fail", SPEAKS_ONLY), (name, line)]);
    apart(&items, &[of("a::get", 12), of("a::set", 22)]);
    one(&items, &[of("a::get", 12), of("a::get", 12)]);
}

#[test]
fn a_place_in_private_code_is_one_cause_whoever_called() {
    let items = [item("a::f", 1, &["u8"]), item("a::g", 5, &["u8"])];
    let f = finding("a::f", Class::Bug, "none", &[("a::inner", 20), ("a::f", 2)]);
    let g = finding("a::g", Class::Bug, "none", &[("a::inner", 20), ("a::g", 6)]);
    one(&items, &[f.clone(), g.clone()]);
    let elsewhere = finding("a::g", Class::Bug, "none", &[("a::inner", 21), ("a::g", 6)]);
    apart(&items, &[f.clone(), elsewhere]);
    let expected = Finding {
        class: Class::Documented,
        ..g
    };
    apart(&items, &[f, expected]);
}

#[test]
fn impls_that_a_macro_wrote_are_one_cause() {
    let items = [
        item("a::gcd", 1, &["T", "T"]),
        item("<i8 as a::Integer>::gcd", 90, &["&i8", "&i8"]),
        item("<i16 as a::Integer>::gcd", 91, &["&i16", "&i16"]),
    ];
    let of = |name: &str| finding(name, Class::Bug, "overflow", &[(name, 20)]);
    let frames = [("<i8 as a::Integer>::gcd", 20), ("a::gcd", 2)];
    let by_function = finding("a::gcd", Class::Bug, "overflow", &frames);
    let of_trait = finding("a::Integer::gcd", Class::Bug, "overflow", &frames[..1]);
    let of_types = [
        of("<i8 as a::Integer>::gcd"),
        of("<i16 as a::Integer>::gcd"),
        of_trait,
    ];
    one(&items, &of_types);
    one(&items, &[of_types[1].clone(), by_function]);
}

#[test]
fn who_calls_a_public_item_wrongly_has_a_cause_of_its_own() {
    let visit = item("a::Map::visit", 20, &["&mut a::Map", "usize"]);
    let items = [
        visit,
        item("a::walk", 1, &["usize"]),
        item("a::search", 5, &["usize"]),
    ];
    let walk = finding(
        "a::walk",
        Class::Bug,
        "index",
        &[("a::Map::visit", 22), ("a::walk", 2)],
    );
    let search = finding(
        "a::search",
        Class::Bug,
        "index",
        &[("a::Map::visit", 22), ("a::search", 6)],
    );
    let visit = finding("a::Map::visit", Class::Bug, "index", &[("a::Map::visit", 22)]);
    apart(&items, &[walk.clone(), search.clone(), visit.clone()]);
    let refusal = |finding: Finding| Finding {
        class: Class::Precondition,
        ..finding
    };
    one(&items, &[refusal(walk), refusal(search), refusal(visit)]);
}

#[test]
fn who_calls_what_may_never_fail_is_not_to_blame() {
    let cmp = "<a::V as std::cmp::Ord>::cmp";
    let items = [
        item(cmp, 20, &["&a::V", "&a::V"]),
        item("a::sort", 1, &["&[a::V]"]),
        item("a::largest", 5, &["u8"]),
    ];
    let of = |name: &str, line: u32, at: u32| finding(name, Class::Bug, "negate", &[(cmp, at), (name, line)]);
    let own = finding(cmp, Class::Bug, "negate", &[(cmp, 22)]);
    one(
        &items,
        &[own.clone(), of("a::sort", 2, 22), of("a::largest", 6, 22)],
    );
    apart(&items, &[own, of("a::sort", 2, 23)]);
}

#[test]
fn who_passes_its_arguments_on_has_the_cause_of_the_other() {
    let items = [item("a::gcd", 1, &["i8", "i8"]), item("a::lcm", 5, &["i8", "i8"])];
    let gcd = finding("a::gcd", Class::Bug, "overflow", &[("a::gcd", 2)]);
    let lcm = finding("a::lcm", Class::Bug, "overflow", &[("a::gcd", 2), ("a::lcm", 6)]);
    one(&items, &[gcd, lcm]);
}

#[test]
fn twins_are_one_cause() {
    let items = [
        item("a::Row::get", 1, &["u8"]),
        item("a::Row::get_mut", 5, &["u8"]),
    ];
    let get = finding("a::Row::get", Class::Bug, "index", &[("a::Row::get", 2)]);
    let get_mut = finding("a::Row::get_mut", Class::Bug, "index", &[("a::Row::get_mut", 6)]);
    one(&items, &[get.clone(), get_mut]);
    let raw = |item: &str, what: &str| finding(item, Class::Bug, what, &[(item, 1)]);
    one(
        &[],
        &[
            raw("a::Row::as_slices", "from_raw_parts requires"),
            raw("a::Row::as_mut_slices", "from_raw_parts_mut requires"),
        ],
    );
    apart(
        &items,
        &[
            get,
            finding("a::Row::set", Class::Bug, "index", &[("a::Row::set", 9)]),
        ],
    );
    let operator = |path: &str, line| finding(path, Class::Bug, "overflow", &[(path, line)]);
    one(
        &[],
        &[
            operator("<a::N<T> as std::ops::Add<u8>>::add", 1),
            operator("<&a::N<T> as std::ops::Add<u8>>::add", 2),
            operator("<a::N as std::ops::AddAssign<&u8>>::add_assign", 3),
        ],
    );
    one(
        &[],
        &[
            operator("<a::N<T> as std::ops::Sub>::sub", 1),
            operator("<a::N<T> as std::ops::SubAssign<&a::N<T>>>::sub_assign", 2),
            operator("<a::N<T> as std::ops::SubAssign>::sub_assign", 3),
        ],
    );
}

#[test]
fn methods_of_two_traits_or_of_two_index_types_are_no_twins() {
    let by = |path: &str, line| finding(path, Class::Precondition, "missing", &[(path, line)]);
    apart(
        &[],
        &[
            by("<a::G<N> as a::visit::NodeIndexable>::from_index", 1),
            by("<a::G<N> as a::visit::EdgeIndexable>::from_index", 2),
            by("<a::G<N> as std::ops::Index<a::NodeIndex<Ix>>>::index", 3),
            by("<a::G<N> as std::ops::Index<a::EdgeIndex<Ix>>>::index", 4),
        ],
    );
    one(
        &[],
        &[
            by("<a::G<N> as std::ops::Index<a::NodeIndex<Ix>>>::index", 3),
            by("<a::G<N> as std::ops::IndexMut<a::NodeIndex<Ix>>>::index_mut", 4),
        ],
    );
}

#[test]
fn different_places_of_one_function_are_different_causes() {
    let items = [item("a::two", 1, &["u8", "u8"])];
    let first = finding("a::two", Class::Bug, "none", &[("a::two", 2)]);
    let mut second = first.clone();
    second.frames[0].location = Some(Location {
        column: 20,
        ..at("src/lib.rs", 2)
    });
    apart(&items, &[first.clone(), second.clone()]);
    let documented = |finding: Finding| Finding {
        class: Class::Documented,
        ..finding
    };
    one(&items, &[documented(first), documented(second)]);
}

#[test]
fn the_order_is_by_class_then_by_what_is_promised() {
    let mut promising = item("a::try_it", 1, &["&str"]);
    promising.signature.output = "Result<u8, a::Error>".to_owned();
    let items = [promising, item("a::plain", 5, &["u8"])];
    let findings = [
        finding("a::plain", Class::Documented, "x", &[("a::plain", 6)]),
        finding("a::plain", Class::Bug, "none", &[("a::plain", 7)]),
        finding("a::try_it", Class::Bug, "none", &[("a::try_it", 2)]),
    ];
    assert_eq!(told(&items, &findings), [vec![2], vec![1], vec![0]]);
}

#[test]
fn unconfirmed_findings_are_in_no_cause() {
    let mut finding = finding("a::f", Class::Unreliable, "x", &[]);
    finding.proof.confirmed = false;
    assert!(told(&[], &[finding]).is_empty());
}

#[test]
fn a_line_copied_into_another_way_to_iterate_is_one_cause() {
    let path = |of: &str, method: &str| format!("<a::{of}<'a, T> as std::iter::Iterator>::{method}");
    let of = |of: &str, method: &str, line: u32| {
        let item = path(of, method);
        finding(
            &item,
            Class::Bug,
            "attempt to subtract with overflow",
            &[(&item, line)],
        )
    };
    let all = [
        of("Iter", "next", 5),
        of("IterMut", "next_back", 15),
        of("IntoIter", "next", 25),
        of("Drain", "next", 35),
    ];
    let copied = |_: &Location| Some("        self.len -= 1;".to_owned());
    assert_eq!(told_of(&[], &all, &copied), [vec![0, 2, 1], vec![3]]);
    let own = |at: &Location| Some(format!("        self.len_{} -= 1;", at.line));
    assert_eq!(told_of(&[], &all, &own).len(), 4);
}

#[test]
fn a_crash_of_all_numbers_is_one_cause() {
    let crash = |item: &str| Finding {
        kind: FaultKind::Signal(11),
        location: None,
        ..finding(item, Class::Bug, "signal 11", &[])
    };
    let of = |ty: &str| crash(&format!("<{ty} as a::Fixed>::decode"));
    assert_eq!(
        told(&[], &[of("u8"), of("i128"), of("usize"), of("a::Big")]).len(),
        2
    );
}

#[test]
fn refusals_of_one_argument_are_one_cause() {
    let line = Param {
        name: "line".to_owned(),
        gives: Gives::Place,
    };
    let mut runs = item("a::runs", 1, &["Range<usize>"]);
    runs.params = vec![line];
    let refusal = |text: &str, at: u32| Finding {
        why: format!("`assert!({text})` at src/lib.rs:{at}, and the docs do not say so"),
        ..finding("a::runs", Class::Precondition, text, &[("a::runs", at)])
    };
    let (start, end) = (refusal("line.start <= len", 3), refusal("line.end <= len", 4));
    one(&[runs.clone()], &[start.clone(), end]);
    apart(&[runs], &[start, refusal("levels <= len", 5)]);
}

#[test]
fn what_is_wrong_with_one_argument_is_one_cause() {
    let items = [item("a::drain", 1, &["Range<usize>"])];
    let wrong = |why: &str, at: u32| Finding {
        why: why.to_owned(),
        ..finding("a::drain", Class::Convention, why, &[("a::drain", at)])
    };
    let range = |how: &str, at: u32| wrong(&format!("`range` is a place that is not there: {how}"), at);
    let passes = range("another one passes", 3);
    one(
        &items,
        &[passes.clone(), range("no number comes after its end", 4)],
    );
    let size = wrong("`range` is a size: 9 is refused, 3 is not", 4);
    apart(&items, &[passes.clone(), size.clone()]);
    apart(
        &items,
        &[
            passes,
            wrong("`at` is a place that is not there: another one passes", 4),
        ],
    );
    let memory = wrong("memory grows with `range`: too much for 9, not for 3", 5);
    one(&items, &[size, memory]);
}

#[test]
fn runs_that_stay_in_one_function_are_one_cause() {
    let hang = |item: &str, frames: &[(&str, u32)]| Finding {
        kind: FaultKind::Timeout,
        ..finding(item, Class::Bug, "", frames)
    };
    let f = hang("a::f", &[("a::turn", 20), ("a::f", 2)]);
    let g = hang("a::g", &[("a::turn", 24), ("a::g", 6)]);
    one(&[], &[f.clone(), g.clone()]);
    apart(&[], &[f, hang("a::h", &[("a::other", 24), ("a::h", 6)])]);
    apart(&[], &[hang("a::f", &[]), hang("a::g", &[])]);
}

#[test]
fn what_is_missing_of_an_impl_is_one_cause() {
    let missing = |item: &str, line: u32| finding(item, Class::Bug, "not implemented", &[(item, line)]);
    let nil = missing("<c::Columns as d::Decoder>::read_nil", 10);
    one(
        &[],
        &[nil.clone(), missing("<c::Columns as d::Decoder>::read_map", 20)],
    );
    apart(&[], &[nil, missing("<c::Bytes as d::Decoder>::read_map", 30)]);
    apart(&[], &[missing("c::one", 40), missing("c::other", 50)]);
}

#[test]
fn recursions_that_share_a_function_are_one_cause() {
    let items = [item("c::eval", 10, &[]), item("c::show", 20, &[])];
    let of = |item: &str, frames: &[(&str, u32)]| {
        let mut finding = finding(item, Class::Bug, "stack overflow", frames);
        finding.kind = FaultKind::StackOverflow;
        finding
    };
    let eval = of("c::eval", &[("c::Node::children", 30), ("c::Node::eval", 40)]);
    let show = |function| of("c::show", &[(function, 50)]);
    one(&items, &[eval.clone(), show("c::Node::eval")]);
    apart(&items, &[eval.clone(), show("c::Node::show")]);
    apart(&items, &[eval, show("eval")]);
}

#[test]
fn two_arguments_that_are_looked_up_elsewhere_are_two_causes() {
    let items = [
        item("a::put", 10, &["&mut Map", "Key", "Key"]),
        item("a::index", 85, &["&Map", "Key"]),
    ];
    let of = |column| {
        let frames = [("a::index", 90), ("a::put", 12)];
        let mut of = finding("a::put", Class::Bug, "index out of bounds", &frames);
        let called = Location {
            column,
            ..at("src/lib.rs", 12)
        };
        of.frames[1].location = Some(called.clone());
        of.location = Some(called);
        of
    };
    one(&items, &[of(9), of(9)]);
    apart(&items, &[of(9), of(30)]);
}

#[test]
fn aborts_after_panics_have_places() {
    let items = [item("a::copy", 10, &["&mut [u8]", "usize", "usize"])];
    let of = |line| Finding {
        kind: FaultKind::Abort,
        ..finding(
            "a::copy",
            Class::Bug,
            "the process aborted after a panic",
            &[("a::copy", line)],
        )
    };
    one(&items, &[of(12), of(12)]);
    apart(&items, &[of(12), of(13)]);
    let nowhere = || Finding {
        location: None,
        ..of(12)
    };
    one(&items, &[nowhere(), nowhere()]);
}

#[test]
fn aborts_because_of_a_panic_are_that_panic() {
    let items = [item("a::new", 10, &[]), item("a::from", 30, &["usize"])];
    let panic = finding("a::new", Class::Bug, "no capacity", &[("wrap", 12)]);
    let abort = Finding {
        kind: FaultKind::Abort,
        message: "the process aborted after a panic: no capacity".to_owned(),
        ..finding("a::from", Class::Bug, "", &[("wrap", 12)])
    };
    one(&items, &[panic.clone(), abort.clone()]);
    let other = Finding {
        message: "the process aborted after a panic: no room".to_owned(),
        ..abort
    };
    apart(&items, &[panic, other]);
}
