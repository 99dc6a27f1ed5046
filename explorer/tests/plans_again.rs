//! Plans of a report are run again from their text alone, in other builds of the crate and with other options: they fail as
//! the report says, and no run looks at what it leaves open.

mod cli_support;

use cli_support::{corpus, documents, expect, products};
use std::collections::BTreeSet;

/// Explores a crate, then runs the smallest plans of all findings again. Returns how many these are, and how many
/// placeholders they leave open.
#[track_caller]
fn run_again(name: &str, settings: &[&str], other_settings: &[&str]) -> (usize, usize) {
    let path = corpus(name);
    let told = ["--no-coverage", "--time-limit", "10m", "--format", "json"];
    let ran = expect(100, &[&[&*path], &told[..], settings].concat());
    let report = documents(&ran.stdout).remove(0);
    let mut kinds = Vec::new();
    let mut plans = String::new();
    let mut open = 0;
    for finding in report["findings"].as_array().expect("findings are listed") {
        assert_eq!(finding["confirmed"], true, "{finding}");
        let written = finding["smallest_plans"].as_array().expect("plans are listed");
        let shown = finding["smallest"].as_array().expect("expressions are listed");
        assert_eq!(written.len(), shown.len(), "{finding}");
        assert_eq!(written[0], finding["plan"], "{finding}");
        for (plan, expression) in written.iter().zip(shown) {
            plans.push_str(plan.as_str().expect("a plan is a text"));
            plans.push('\n');
            kinds.push((finding["kind"].clone(), expression.clone()));
            open += expression.as_str().expect("it is a text").matches('?').count();
        }
    }
    let distinct: BTreeSet<&str> = plans.lines().collect();
    assert_eq!(distinct.len(), kinds.len(), "one line for each plan");

    let file = products().join(format!("{name}.plans"));
    std::fs::write(&file, &plans).expect("the directory for test products is writable");
    // Another build, of the same sources.
    let target = tempfile::tempdir_in(products()).expect("it is writable");
    let file = file.to_str().expect("the path is Unicode");
    let target = target.path().to_str().expect("the path is Unicode");
    let again = ["--run-plans", file, "--format", "json", "--target-dir", target];
    let ran = expect(0, &[&[&*path], &again[..], other_settings].concat());
    let results = documents(&ran.stdout);
    assert_eq!(results.len(), kinds.len(), "one result for each plan");
    for (result, (kind, expression)) in results.iter().zip(&kinds) {
        assert_eq!(&result["outcome"], kind, "{expression}: {result}");
        assert_eq!(result["looked_at"], 0, "{expression}: {result}");
    }
    (kinds.len(), open)
}

#[test]
fn plans_of_trees_mean_the_same_with_other_constants() {
    let settings = ["--depth", "9", "--only-given-constants", "--ints", "0,1"];
    let (plans, open) = run_again("int-tree", &settings, &[]);
    assert!(plans >= 5 && open >= 10, "{plans} plans, {open} placeholders");
}

#[test]
fn plans_with_parts_mean_the_same_with_whole_values() {
    let items = ["--item", "parts::fields::*", "--item", "parts::elements::*"];
    let settings = ["--nesting", "2", "--only-given-constants", "--ints", "0,1,2"];
    let (plans, open) = run_again("parts", &[&items[..], &settings].concat(), &["--whole-values"]);
    assert!(plans >= 30 && open >= 30, "{plans} plans, {open} placeholders");
}

#[test]
fn plans_with_answers_and_learned_values_are_found_again() {
    let (plans, open) = run_again("answers", &["--depth", "13"], &[]);
    assert!(plans >= 9 && open >= 9, "{plans} plans, {open} placeholders");
    let settings = ["--depth", "8", "--only-given-constants", "--ints", "0"];
    let (plans, _) = run_again("magic", &settings, &[]);
    assert!(plans >= 12, "{plans} plans");
}
