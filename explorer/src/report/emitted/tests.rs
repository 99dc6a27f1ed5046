//! Files of tests over reports made by hand.

use super::*;
use crate::judged::Ruling;
use crate::report::json::tests::sample;
use std::time::Duration;

fn with(finding: &Finding, id: &str, kind: FaultKind, message: &str, reproduction: &str) -> Finding {
    let mut finding = finding.clone();
    finding.id = id.into();
    finding.kind = kind;
    finding.message = message.into();
    finding.proof.reproduction = reproduction.into();
    finding
}

fn expected() -> Judged {
    Judged {
        ruling: Ruling {
            verdict: Verdict::Expected,
            of: None,
            reason: "the docs\nsay so".into(),
            who: None,
            date: None,
            expires: None,
        },
        stale: None,
        is_expired: false,
    }
}

fn text(report: &RunReport, choice: &Choice) -> String {
    render(report, choice).expect("there are tests").text
}

#[test]
fn a_file_reads_as_a_person_would_write_it() {
    let mut report = sample();
    let first = &mut report.findings[0];
    first.proof.reproduction = "// needs: gauge = \"=1.0.0\"\nuse int_tree::{Tree, insert};\n\n#[test]\nfn finding_0123456789ab() {\n    insert(0, Tree::Leaf);\n}\n".into();
    let shown = first.clone();
    let other = with(
        &shown,
        "111111111111",
        FaultKind::Panic,
        "index 7 out of bounds 3",
        "use int_tree::insert;\nuse std::fmt::Write;\n\n#[test]\nfn finding_111111111111() {\n    let mut text = String::new();\n    text.write_char('a');\n    insert(1, 2);\n}\n",
    );
    let hang = with(
        &shown,
        "222222222222",
        FaultKind::Timeout,
        "",
        "#[test]\nfn finding_222222222222() {\n    let insert = 2;\n    g(insert);\n}\n",
    );
    report.findings = vec![shown, other, hang];
    report.causes[0].findings = vec![0, 1, 2];
    report.known.judged.insert("111111111111".into(), expected());
    let expected = "\
// Written by `cargo explore --emit-tests`, which replaces it; take this line away to keep your changes.
//! What calls of int-tree 0.1.0 fail. Those that are meant to fail say so by `should_panic`.

// To be added to [dev-dependencies]: gauge = \"=1.0.0\"
use int_tree::Tree;

// 0123456789ab: panics with \"duplicate value 0\" at src/lib.rs:26
#[test]
fn insert_panics_duplicate_value() {
    use int_tree::insert;

    insert(0, Tree::Leaf);
}

// 111111111111: panics with \"index 7 out of bounds 3\" at src/lib.rs:26; judged expected: the docs\\nsay so
#[test]
#[should_panic(expected = \"out of bounds\")]
fn insert_panics_index_out_of_bounds() {
    use int_tree::insert;
    use std::fmt::Write;

    let mut text = String::new();
    text.write_char('a');
    insert(1, 2);
}

// 222222222222: does not return at src/lib.rs:26
#[test]
#[ignore = \"it does not return\"]
fn insert_does_not_return() {
    let insert = 2;
    g(insert);
}
";
    assert_eq!(text(&report, &Choice::Confirmed), expected);
    assert_eq!(render(&report, &Choice::Shown).map(|file| file.tests), Some(2));
    let only = Choice::Ids(BTreeSet::from(["222222222222".to_owned()]));
    assert_eq!(render(&report, &only).map(|file| file.tests), Some(1));
    // Where every name means one thing, it stands at the top.
    report.findings[2].proof.reproduction = "#[test]\nfn f() {\n    g();\n}\n".into();
    let all = text(&report, &Choice::Confirmed);
    assert!(
        all.contains("\nuse int_tree::{Tree, insert};\n\n// 0123"),
        "{all}"
    );
    assert_eq!(all.matches("use std::fmt::Write;").count(), 1, "{all}");
}

#[test]
fn only_what_never_varies_is_expected_of_a_message() {
    let mut finding = sample().findings.remove(0);
    for (message, expected) in [
        ("the trigger was pulled", Some("the trigger was pulled")),
        (
            "index out of bounds: the len is 0 but the index is 1",
            Some("index out of bounds: the len is"),
        ),
        ("node 0x7ffe12ab at slot_3 is gone", Some("is gone")),
        ("left\nright side", Some("right side")),
        ("a \u{1b}red\" one", Some("red\" one")),
        ("12 34", None),
        ("Box<dyn Any>", None),
        ("", None),
    ] {
        finding.message = message.into();
        assert_eq!(stable_part(&finding).as_deref(), expected, "{message}");
    }
    finding.kind = FaultKind::Property;
    finding.message = "it does not hold".into();
    assert_eq!(stable_part(&finding), None);
}

#[test]
fn names_say_what_fails_and_are_all_different() {
    let finding = sample().findings.remove(0);
    let of = |item: &str, kind, message: &str| {
        let mut finding = with(&finding, "", kind, message, "");
        finding.item = item.into();
        finding
    };
    let findings = [
        of("own::stack::IntStack<T, own::Mode>::pop", FaultKind::Panic, ""),
        of("<own::stack::IntStack as own::Pop>::pop", FaultKind::Abort, ""),
        of("own::stack::prop_sorted", FaultKind::Property, ""),
        of("own::f", FaultKind::Panic, "no \"room\" 7"),
        of("own::f", FaultKind::Panic, "no room 8"),
        of("own::f", FaultKind::Panic, ""),
        of("own::g", FaultKind::Signal(11), ""),
    ];
    let names = test_names(
        &findings.iter().collect::<Vec<_>>(),
        &BTreeSet::from(["g_crashes"]),
    );
    let expected = [
        "int_stack_pop_panics",
        "int_stack_pop_aborts",
        "prop_sorted_does_not_hold",
        "f_panics_no_room",
        "f_panics_no_room_2",
        "f_panics",
        "g_crashes_2",
    ];
    assert_eq!(names, expected);
}

#[test]
fn hostile_text_stays_in_its_comment() {
    let mut report = sample();
    let hostile = "\n#[test] fn f() {} \u{202e}\u{1b}";
    let finding = &mut report.findings[0];
    finding.id = hostile.into();
    finding.message = hostile.into();
    report.subject.crate_name = hostile.into();
    report.times.total = Duration::ZERO;
    let text = text(&report, &Choice::Confirmed);
    assert_eq!(
        text.lines().filter(|line| line.starts_with("#[")).count(),
        1,
        "{text}"
    );
    assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
}

#[test]
fn long_lists_of_names_are_broken_and_methods_of_traits_bring_no_trait_for_all() {
    let names: Vec<String> = (10..40).map(|number| format!("name_{number}")).collect();
    let imports = names.iter().map(|name| (name.as_str(), "own")).collect();
    let lines = use_lines(&imports, "    ");
    let broken: Vec<&str> = lines.lines().collect();
    assert_eq!(
        (broken[0], broken[broken.len() - 1]),
        ("    use own::{", "    };")
    );
    assert!(
        broken.len() > 4 && broken.iter().all(|line| line.len() <= WIDTH),
        "{lines}"
    );
    assert!(names.iter().all(|name| lines.contains(name)), "{lines}");

    let mut report = sample();
    report.items.truncate(1);
    report.items[0].kind = harness_gen::ItemKind::TraitMethod;
    for (path, expected) in [
        ("own::a::Trait::f", "Trait"),
        ("<own::T<U> as std::cmp::PartialEq<own::T<V>>>::eq", "PartialEq"),
        ("<own::T as own::Trait>::f", "Trait"),
    ] {
        report.items[0].path = path.into();
        assert_eq!(traits_of(&report), BTreeSet::from([expected]), "{path}");
    }
}
