//! The human report over a report made by hand.

use super::*;
use crate::report::json::tests::sample;
use crate::run_report::{ItemResult, ItemStatus, Trigger};
use crate::shape::{AnyValue, Choice, Others, Shape, Spot, TriedVariant};
use harness_gen::Code;

fn plain(report: &RunReport) -> String {
    anstream::adapter::strip_str(&render(report, Shown::Bugs)).to_string()
}

#[test]
fn a_finding_reads_as_expression_message_location_and_test() {
    let text = plain(&sample());
    for expected in [
        "bug 1/1  int_tree::insert panics\n    duplicate value 0\n  --> src/lib.rs:26:17\n",
        "  Fails:\n    insert(0, Branch(?1, 0, ?2))\n    insert(1, Branch(?1, 1, ?2))\n",
        "  bug: nothing forbids 0\n",
        "  Reproduce with:  (finding 0123456789ab)\n    #[test]\n    fn insert_panics() {\n",
        "int-tree 0.1.0: 1 bug, 1 unreliable finding\n",
        "  items       1 of 1 eligible item completed (100.0 %); not eligible: E-UNSAFE 1\n",
        "  depth       13 completed; stopped by --time-limit 1m\n",
        "  sandbox     strict (landlock, seccomp)\n",
    ] {
        assert!(text.contains(expected), "missing:\n{expected}\nin:\n{text}");
    }
}

#[test]
fn units_that_were_given_up_are_told_if_there_are_any() {
    let mut report = sample();
    assert!(!plain(&report).contains("stalled"));
    report.counts.stalled = 2;
    let expected = "  stalled     2 units given up: their process came to no further plan\n";
    assert!(plain(&report).contains(expected), "{}", plain(&report));
}

#[test]
fn what_did_not_show_itself_again_comes_last_and_in_short() {
    let text = plain(&sample());
    let [bug, unreliable] = ["bug 1/1", "unreliable  "].map(|word| text.find(word).unwrap());
    assert!(bug < unreliable, "{text}");
    assert!(text.contains("    not confirmed: the test passed\n"), "{text}");
    assert_eq!(text.matches("Reproduce with").count(), 1, "{text}");
}

/// The sample with its cause in other classes, too.
fn of_all_classes() -> RunReport {
    let mut report = sample();
    for class in [Class::Precondition, Class::Convention, Class::Documented] {
        let cause = Cause {
            class,
            ..report.causes[0].clone()
        };
        report.causes.push(cause);
    }
    report
}

#[test]
fn refusals_are_one_line_each_and_what_is_expected_is_counted() {
    let text = plain(&of_all_classes());
    for expected in [
        "1 function refuses arguments without saying so in its docs:\n  int_tree::insert\n",
        "      Panics with \"duplicate value 0\" for insert(0, Branch(?1, 0, ?2))",
        "Not shown: 1 cause that the docs announce, 1 cause that every Rust programmer",
        "int-tree 0.1.0: 1 bug, 1 precondition, 1 unreliable finding\n",
    ] {
        assert!(text.contains(expected), "missing:\n{expected}\nin:\n{text}");
    }
}

#[test]
fn what_is_unreliable_for_one_reason_is_told_once() {
    let mut report = sample();
    let unreliable = report
        .findings
        .iter()
        .position(|finding| !finding.proof.confirmed);
    let mut other = report.findings[unreliable.unwrap()].clone();
    other.item = "int_tree::Tree::other".to_owned();
    report.findings.push(other.clone());
    let text = plain(&report);
    assert_eq!(text.matches("not confirmed:").count(), 1, "{text}");
    let others = "  The same in 1 other item:\n    int_tree::Tree::other\n";
    assert!(text.contains(others), "{text}");
    let all = anstream::adapter::strip_str(&render(&report, Shown::All)).to_string();
    assert_eq!(all.matches("not confirmed:").count(), 2, "{all}");
    other.proof.unconfirmed_reason = Some("another".to_owned());
    *report.findings.last_mut().unwrap() = other;
    assert_eq!(plain(&report).matches("not confirmed:").count(), 2);
}

#[test]
fn everything_is_shown_on_demand() {
    let text = anstream::adapter::strip_str(&render(&of_all_classes(), Shown::All)).to_string();
    for expected in ["bug 1/4", "precondition 2/4", "convention 3/4", "documented 4/4"] {
        assert!(text.contains(expected), "missing {expected} in:\n{text}");
    }
    assert!(!text.contains("Not shown"), "{text}");
}

#[test]
fn other_items_of_a_cause_are_named() {
    let mut report = sample();
    let other = Finding {
        item: "int_tree::insert_all".into(),
        ..report.findings[0].clone()
    };
    report.findings.push(other);
    report.causes[0].findings.push(2);
    let text = plain(&report);
    assert!(
        text.contains("  The same in 2 other items:\n    tree::grow\n    int_tree::insert_all\n"),
        "{text}"
    );
}

#[test]
fn terminal_escapes_in_messages_are_shown_not_obeyed() {
    let mut report = sample();
    report.findings[0].message = "\u{1b}]0;owned\u{7}".into();
    report.findings[0].examples.expression = "f(\"\u{1b}[2J\")".into();
    let text = plain(&report);
    assert!(
        !text.contains('\u{1b}') && text.contains("\\u{1b}]0;owned"),
        "{text}"
    );
}

#[test]
fn of_a_long_test_the_beginning_and_the_end_are_shown() {
    let mut report = sample();
    let middle: String = (0..80)
        .map(|number| format!("    let x{number} = 0;\n"))
        .collect();
    report.findings[0].proof.reproduction =
        format!("use a::b;\n\n#[test]\nfn f() {{\n{middle}    b(x79);\n}}\n");
    let text = plain(&report);
    for part in [
        "    fn f() {\n",
        "… 70 more lines",
        "x79 = 0;",
        "        b(x79);\n    }\n",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains("x0 = 0;"), "{text}");
}

#[test]
fn the_report_keeps_to_80_columns_except_for_source() {
    let mut report = sample();
    report.findings[0].examples.expression = format!("insert({})", "Branch(Leaf, 0, ".repeat(40));
    report.findings[0].message = "word ".repeat(100);
    report.findings[0].proof.reproduction = String::new();
    for line in plain(&report).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_summary_says_how_much_was_reached_and_what_stood_in_the_way() {
    let mut report = sample();
    let complete = report.items[0].clone();
    let with = |path: &str, status| ItemResult {
        path: path.into(),
        status,
        ..complete.clone()
    };
    let excluded = |code| ItemStatus::Excluded {
        code,
        reason: String::new(),
    };
    report.items.extend([
        with("toy::hard", excluded(Code::Generic)),
        with("toy::far", ItemStatus::Unreached),
        with("toy::fails", ItemStatus::Called),
    ]);
    let text = plain(&report);
    let expected = "\
  items       1 of 4 eligible items completed (25.0 %); 1 called, but never
              returned; 1 unreached; excluded: E-GENERIC 1; not eligible:
              E-UNSAFE 1
  incomplete  toy::fails: called, but never returned
              toy::far: unreached
              toy::hard: E-GENERIC
  coverage";
    assert!(text.contains(expected), "{text}");
    report
        .items
        .extend((0..9).map(|number| with(&format!("toy::f{number}"), excluded(Code::Type))));
    let text = plain(&report);
    assert!(
        text.contains("… and 6 more (`--format json` has all)\n"),
        "{text}"
    );
}

fn choice(text: &str, tried: &[(&str, usize, usize)], others: Others) -> Choice {
    Choice {
        at: Spot {
            text: text.into(),
            which: None,
            ty: "int_tree::Tree".into(),
        },
        own: "Tree::Leaf".into(),
        tried: (tried.iter())
            .map(|&(variant, failing, runs)| TriedVariant {
                variant: variant.into(),
                runs,
                failing,
                example: None,
            })
            .collect(),
        others,
    }
}

#[test]
fn how_far_a_finding_is_an_example_of_more_is_counted() {
    let mut report = sample();
    let value = |letter: &str, tried, discarded| AnyValue {
        letter: letter.into(),
        at: Spot {
            text: "0".into(),
            which: Some("1 of 2".into()),
            ty: "i32".into(),
        },
        way: vec![0],
        tried,
        discarded,
    };
    report.findings[0].examples.shape = Shape {
        text: Some("insert(x, Branch(?1, y, ?2))".into()),
        values: vec![value("x", 12, 0), value("y", 3, 9)],
        together: 24,
        constructors: vec![
            choice(
                "Leaf",
                &[("Tree::Leaf", 0, 1), ("Tree::Branch", 3, 5)],
                Others::EachFails,
            ),
            choice(
                "Outer",
                &[("Tree::Branch", 0, 7), ("Tree::Twig", 0, 5)],
                Others::NoneFails,
            ),
            choice("Inner", &[("Tree::Branch", 0, 7)], Others::NoneFails),
            choice("Mixed", &[("Tree::Branch", 1, 7)], Others::Mixed),
        ],
    };
    let text = plain(&report);
    let expected = "  ?1: any value (2 of 2 tried fail), all at once (1 of 1)
  Fails with any x (12 of 12 tried) and y (3 of 3, 9 more discarded), together
    24 of 24:
    insert(x, Branch(?1, y, ?2))
  with each variant of `Tree` in place of `Leaf` some value fails (Branch 3 of
    5 tried)
  with no other variant of `Tree` in place of `Outer` it was seen to fail in
    this way (0 of 12 tried)
";
    assert!(text.contains(expected), "{text}");
    for unsaid in ["Inner", "Mixed"] {
        assert!(!text.contains(unsaid), "{text}");
    }
}

#[test]
fn beside_a_condition_single_values_are_not_told() {
    let mut report = sample();
    let examples = &mut report.findings[0].examples;
    examples.shape.text = Some("insert(x, Branch(?1, 0, ?2))".into());
    examples.shape.constructors = vec![choice("Leaf", &[("Tree::Branch", 0, 7)], Others::NoneFails)];
    examples.trigger = Some(Trigger {
        condition: "key == 0".into(),
        otherwise: "key != 0".into(),
        fails: 9,
        passes: 9,
        fails_otherwise: 0,
        is_bisected: false,
        attacked: None,
    });
    let text = plain(&report);
    assert!(text.contains("fails for `key == 0`"), "{text}");
    assert!(
        !text.contains("Fails with any") && !text.contains("variant"),
        "{text}"
    );
}
