//! Tests as they are written of plans that are made by hand.

use super::*;
use crate::harness_types::Names;
use crate::oddity::Oddities;
use crate::render::{AroundTests, OpBinding, Shape, TypeBinding};
use crate::support_file::SupportFile;
use plans::{OpId, TypeId};
use std::collections::BTreeMap;

fn op(form: &str, shape: Shape) -> OpBinding {
    OpBinding {
        explicit: form.replace("({0}).", "{0}."),
        ..OpBinding::of_form(form, shape)
    }
}

fn apply(op: u32, args: Vec<Term>) -> Term {
    Term::Apply { op: OpId(op), args }
}

/// Ops 0 to 6: a stack, an element on it, a number, a function of a stack, what is lent, and a number on two stacks.
fn bindings() -> Bindings {
    let stack = Names::Imported.path("own::Stack");
    let on_both = OpBinding {
        shared: Some((0, 1)),
        ..op("both({0}, {0}, {1})", Shape::Bound)
    };
    let number = OpBinding {
        says_its_type: false,
        result: TypeId(1),
        ..op("7", Shape::Expression)
    };
    let ty = |name: &str, annotation: Option<&str>, variable: &str| TypeBinding {
        name: name.to_owned(),
        annotation: Some(name.to_owned()),
        readable_annotation: annotation.map(str::to_owned),
        variable: variable.to_owned(),
        may_borrow: false,
    };
    Bindings {
        variants: Vec::new(),
        literals: Default::default(),
        ops: vec![
            OpBinding {
                readable: format!("{stack}::new()"),
                ..op("Stack::new()", Shape::Bound)
            },
            op("({0}).push({1})", Shape::Statement),
            number,
            op("f({0})", Shape::Bound),
            op("&{0}", Shape::Borrow { mutable: false }),
            on_both,
            op("({0}).a_method_with_a_very_long_name({1}, {2})", Shape::Bound),
        ],
        types: vec![ty("Stack", None, "stack"), ty("u8", Some("u8"), "number")],
        oddities: Oddities::default(),
        around_tests: AroundTests {
            dependencies: BTreeMap::from([("gauge".to_owned(), "depth-gauge = \"=1.2.3\"".to_owned())]),
            to_link: Vec::new(),
            support: Some(SupportFile::of_examples(
                "pub mod example_1 {\n}\npub mod example_2 {\n}\n".to_owned(),
            )),
        },
    }
}

fn pushed() -> Term {
    apply(1, vec![apply(0, vec![]), apply(2, vec![])])
}

fn test(term: &Term, style: TestStyle) -> String {
    bindings().reproduction(term, "fails", ReproductionKind::Fault, style)
}

#[test]
fn runs_of_statements_become_one_block() {
    let two = apply(1, vec![pushed(), apply(2, vec![])]);
    assert_eq!(
        bindings().expression(&two),
        "{ let mut stack = Stack::new(); stack.push(7); stack.push(7); }"
    );
    let call = apply(3, vec![apply(4, vec![two])]);
    assert_eq!(
        bindings().statements(&call),
        [
            "let mut stack = Stack::new();",
            "stack.push(7);",
            "stack.push(7);",
            "f(&stack);"
        ]
    );
}

#[test]
fn a_test_reads_as_people_write_it() {
    let fresh = apply(3, vec![apply(4, vec![apply(0, vec![])])]);
    assert_eq!(
        test(&fresh, TestStyle::Readable),
        "use own::Stack;\n\n#[test]\nfn fails() {\n    f(&Stack::new());\n}\n"
    );
    let call = apply(3, vec![apply(4, vec![pushed()])]);
    assert_eq!(
        test(&call, TestStyle::Readable),
        "use own::Stack;\n\n#[test]\nfn fails() {\n    let mut stack = Stack::new();\n    stack.push(7);\n    \
         f(&stack);\n}\n"
    );
}

#[test]
fn calls_before_the_one_that_fails_stand_before_it() {
    let earlier = |term, times, fails| EarlierTerm { term, times, fails };
    let call = apply(3, vec![apply(4, vec![apply(0, vec![])])]);
    let text = bindings().reproduction_behind(
        &[
            earlier(call.clone(), 1, false),
            earlier(call.clone(), 3, true),
            earlier(pushed(), 1, false),
        ],
        &call,
        "fails",
        ReproductionKind::Fault,
        TestStyle::Readable,
    );
    let expected = "use own::Stack;\n\n#[test]\nfn fails() {\n    \
         // Fails only after these calls in the same process:\n    f(&Stack::new());\n    \
         for _ in 0..3 {\n        \
         let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {\n            f(&Stack::new());\n        }));\n    }\n    \
         {\n        let mut stack = Stack::new();\n        stack.push(7);\n    }\n    \
         // This is the one that fails.\n    f(&Stack::new());\n}\n";
    assert_eq!(text, expected);
}

#[test]
fn explicit_tests_bind_owners_before_borrows() {
    let call = apply(3, vec![apply(4, vec![pushed()])]);
    assert_eq!(
        test(&call, TestStyle::Explicit),
        "#[test]\nfn fails() {\n    let mut v1: Stack = Stack::new();\n    let _ = v1.push(7);\n    \
         let _result = f(&v1);\n}\n"
    );
}

#[test]
fn what_two_parameters_share_is_bound_unless_it_is_a_constant() {
    let lent = |inner| apply(4, vec![inner]);
    let call = apply(5, vec![lent(apply(0, vec![])), apply(2, vec![])]);
    assert_eq!(
        bindings().expression(&call),
        "{ let stack = Stack::new(); both(&stack, &stack, 7); }"
    );
    let of_constant = apply(5, vec![lent(apply(2, vec![])), apply(2, vec![])]);
    assert_eq!(bindings().expression(&of_constant), "both(&7, &7, 7)");
}

#[test]
fn long_lines_are_cut_into_statements() {
    let part = || apply(3, vec![apply(0, vec![])]);
    let inner = apply(6, vec![part(), part(), apply(2, vec![])]);
    let call = apply(6, vec![inner, part(), part()]);
    let lines = bindings().statements(&call);
    assert_eq!(
        lines,
        [
            "let stack = f(Stack::new()).a_method_with_a_very_long_name(f(Stack::new()), 7);",
            "let stack2 = f(Stack::new());",
            "let stack3 = f(Stack::new());",
            "stack.a_method_with_a_very_long_name(stack2, stack3);"
        ]
    );
    assert!(
        bindings()
            .expression(&call)
            .starts_with("f(Stack::new()).a_method")
    );
}

#[test]
fn a_test_says_which_dependencies_it_names() {
    let text = |form: &str| {
        let mut bindings = bindings();
        bindings.ops.push(op(form, Shape::Bound));
        bindings.reproduction(
            &apply(7, vec![]),
            "t",
            ReproductionKind::Fault,
            TestStyle::Readable,
        )
    };
    let needs = "// needs: depth-gauge = \"=1.2.3\"\n";
    assert!(text("f(gauge::Gauge::new())").starts_with(needs));
    assert!(text("<S as gauge::Read>::read()").starts_with(needs));
    let imported = text(&format!("f({}::new())", Names::Imported.path("gauge::Gauge")));
    assert!(
        imported.starts_with(&format!("{needs}use gauge::Gauge;\n\n#[test]")),
        "{imported}"
    );
    for other in ["f(my::gauge::Gauge)", "f(tide_gauge::new())", "f(gauge)"] {
        assert!(text(other).starts_with("#[test]"), "{other}");
    }
}

#[test]
fn placeholders_keep_the_value_that_was_there() {
    let hole = |default| Term::Hole {
        number: 1,
        ty: TypeId(0),
        default: Box::new(default),
    };
    let call = apply(3, vec![hole(apply(2, vec![]))]);
    assert_eq!(bindings().expression(&call), "f(?1)");
    assert!(test(&call, TestStyle::Readable).contains("f(/* ?1, any value */ 7)"));
    let owner = apply(3, vec![apply(4, vec![hole(apply(0, vec![]))])]);
    assert!(
        test(&owner, TestStyle::Explicit).contains("let v1: Stack = /* ?1, any value */ Stack::new()")
            || test(&owner, TestStyle::Explicit).contains("/* ?1, any value */ v1")
    );
}

#[test]
fn the_support_file_stands_behind_tests_that_name_it() {
    let mut bindings = bindings();
    bindings.ops.push(OpBinding {
        readable: format!("{}()", Names::Imported.path("explore_support::example_2::stack")),
        ..op("explore_support::example_2::stack()", Shape::Bound)
    });
    let test = |op: u32, style| {
        let term = apply(3, vec![apply(op, vec![])]);
        bindings.reproduction(&term, "t", ReproductionKind::Fault, style)
    };
    for style in [TestStyle::Readable, TestStyle::Explicit] {
        let with = test(7, style);
        let behind = "}\n\n// Types of the documentation's examples.\n#[allow(unused)]\nmod explore_support {\n\
                      pub mod example_2 {\n}\n}\n";
        assert!(with.ends_with(behind), "{with}");
        assert!(!test(0, style).contains("explore_support"));
    }
    assert!(test(7, TestStyle::Readable).starts_with("use explore_support::example_2::stack;\n"));
}

#[test]
fn what_is_lent_may_be_kept_for_good() {
    let call = apply(3, vec![apply(4, vec![pushed()])]);
    assert_eq!(
        test(&call, TestStyle::ForGood),
        "#[test]\nfn fails() {\n    let mut v1: &'static mut Stack = Box::leak(Box::new(Stack::new()));\n    \
         let _ = v1.push(7);\n    let _result = f(&*v1);\n}\n"
    );
}

#[test]
fn a_test_says_what_it_is_linked_with() {
    let mut bindings = bindings();
    bindings.around_tests.to_link = vec!["bare = { version = \"=1.0.0\", features = [\"std\"] }".to_owned()];
    let text = bindings.reproduction(&pushed(), "t", ReproductionKind::Fault, TestStyle::Readable);
    let needs = "// needs: bare = { version = \"=1.0.0\", features = [\"std\"] }\n";
    assert!(text.starts_with(needs), "{text}");
}
