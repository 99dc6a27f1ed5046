//! What is said of a finding in general was counted, and nothing is said that a run contradicts: `corpus/shapes` says of each
//! function what holds.

mod cli_support;

use cli_support::{corpus, expect};
use serde_json::{Value, json};

/// What exploring `corpus/shapes` with these options finds.
fn findings(options: &[&str]) -> Vec<Value> {
    let corpus = corpus("shapes");
    let mut arguments = vec![corpus.as_str(), "--no-coverage", "--format", "json", "-q"];
    arguments.extend(options);
    let report: Value = cli_support::from_json(&expect(100, &arguments).stdout);
    report["findings"].as_array().expect("a list").clone()
}

fn found<'f>(findings: &'f [Value], expression: &str) -> &'f Value {
    let mut all = findings.iter();
    let found = all.find(|finding| finding["expression"] == expression);
    found.unwrap_or_else(|| panic!("{expression} is not found: {findings:#?}"))
}

/// Whether some value of each other variant fails, and whether none does, of what stands there.
fn variants(finding: &Value, at: &str) -> (bool, bool) {
    let all = finding["constructors"].as_array().expect("a list");
    let choice = all.iter().find(|choice| choice["at"] == at);
    let choice = choice.unwrap_or_else(|| panic!("{at}: {finding:#}"));
    let truth = |name: &str| choice[name].as_bool().expect("a truth");
    (truth("every"), truth("only"))
}

/// Runs with values of a variant there, and how many of them failed.
fn counts(finding: &Value, at: &str, variant: &str) -> (u64, u64) {
    let all = finding["constructors"].as_array().expect("a list");
    let choice = all
        .iter()
        .find(|choice| choice["at"] == at)
        .expect("it is a place");
    let tried = choice["tried"].as_array().expect("a list");
    let row = tried.iter().find(|row| row["constructor"] == variant);
    let row = row.unwrap_or_else(|| panic!("{variant}: {finding:#}"));
    assert_eq!(row["example"].is_string(), row["failing"] != 0, "{row}");
    let count = |name: &str| row[name].as_u64().expect("a number");
    (count("runs"), count("failing"))
}

/// Nothing of one variant, something of each, of some only.
#[test]
fn variants_are_told_as_far_as_they_were_tried() {
    let findings = findings(&["--depth", "5"]);
    let fits = found(&findings, "fits(&Empty, &Empty)");
    assert_eq!(variants(fits, "Empty (both)"), (true, false));
    for variant in ["Figure::Circle", "Figure::Rectangle"] {
        let (runs, failing) = counts(fits, "Empty (both)", variant);
        assert!(0 < failing && failing < runs, "{variant}: {failing} of {runs}");
    }
    assert_eq!((&fits["shape"], &fits["values"]), (&Value::Null, &json!([])));

    let half = found(&findings, "half(&Empty)");
    assert_eq!(variants(half, "Empty"), (false, false));
    assert!(counts(half, "Empty", "Figure::Circle").1 > 0);
    assert_eq!(counts(half, "Empty", "Figure::Rectangle").1, 0);

    let corners = found(&findings, "corners(&Empty)");
    assert_eq!(variants(corners, "Empty"), (false, true));
    let corners = found(&findings, "corners(&Circle(?1))");
    assert_eq!(variants(corners, "Circle(?1)"), (false, true));
    let (runs, failing) = counts(corners, "Circle(?1)", "Figure::Circle");
    assert!(runs == failing && runs > 1, "{corners:#}");

    // There is a variant that nobody can write.
    let weight = found(&findings, "weight(&Closed)");
    assert_eq!(variants(weight, "Closed"), (false, false));
    let (runs, failing) = counts(weight, "Closed", "Guarded::Open");
    assert!(runs == failing && runs > 1, "{weight:#}");
}

#[test]
fn letters_stand_for_what_is_looked_at_and_does_not_matter() {
    let findings = findings(&["--depth", "5"]);
    let perimeter = found(&findings, "perimeter(&Empty, 0)");
    assert_eq!(perimeter["shape"], "perimeter(&Empty, x)");
    let take = found(&findings, "take(0, Some(0))");
    assert_eq!(take["shape"], "take(x, Some(y))");
    assert_eq!(variants(take, "Some(0)"), (false, true));
    for value in take["values"].as_array().expect("a list") {
        assert!(value["runs"] == value["failing"] && value["runs"] != 0, "{value}");
    }
    assert_ne!(take["values_together"], 0);
    // What functions build is not tried, for all that is cheap there is alike.
    let served = found(&findings, "served(&Queue::new(), 0)");
    assert_eq!(served["shape"], "served(&Queue::new(), x)");
}

/// The formulas that the paper prints.
#[test]
fn published_shapes_are_found() {
    let item = ["--item", "shapes::published::prop_has_value"];
    let findings_of_sums = findings(&[item[0], item[1], "--depth", "5"]);
    let divided = "prop_has_value(&Divide(Box::new(Constant(0)), Box::new(Constant(0))))";
    let divided = found(&findings_of_sums, divided);
    let shape = "prop_has_value(&Divide(Box::new(x), Box::new(Constant(0))))";
    assert_eq!(divided["shape"], shape);
    assert_eq!(variants(divided, "Constant(0) (2 of 2)"), (true, false));
    let whole = "Divide(Box::new(Constant(0)), Box::new(Constant(0)))";
    assert_eq!(variants(divided, whole), (false, false), "no constant fails");

    let item = ["--item", "shapes::published::prop_delete"];
    let findings = findings(&[item[0], item[1], "--max-findings", "1", "--time-limit", "10m"]);
    let [deleted] = &findings[..] else {
        panic!("{findings:#?}")
    };
    let shape = "prop_delete(&StackSet { current: Screen { workspace: Workspace { tag: x, layout: y, stack: Some(z) }, \
                 screen: ?1, detail: ?2 }, visible: a, hidden: b })";
    assert_eq!(deleted["shape"], shape);
    let stack = "Some(Stack { focus: 0, up: Vec::new(), down: Vec::new() })";
    assert_eq!(variants(deleted, stack), (false, true));
}

#[test]
fn the_report_for_people_says_it_in_two_lines() {
    let corpus = corpus("shapes");
    let options = ["--depth", "5", "--no-coverage", "--item", "shapes::fits", "-q"];
    let mut arguments = vec![corpus.as_str()];
    arguments.extend(options);
    let ran = expect(100, &arguments);
    let text = ran.stderr + &ran.stdout;
    let said = "with each variant of `Figure` in place of `Empty` (both) some value fails\n    (Circle ";
    assert!(text.contains(said), "{text}");
    assert!(!text.contains("Fails with any"), "{text}");
}
