//! Watching in parts loses nothing, and spares what follows from the definition: `corpus/parts` explored with parts, whole
//! values and nothing watched.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;
use std::collections::BTreeMap;

/// All arguments of at most so many ops within each other, of few constants.
const ARGUMENTS: &str = "--nesting 3 --ints 0,1,2 --floats 0,1 --chars a,b --only-given-constants";

fn arguments(more: &str) -> Vec<String> {
    let crate_path = corpus("parts");
    [crate_path.as_str()]
        .into_iter()
        .chain(ARGUMENTS.split(' '))
        .chain(["--strs", ",x"])
        .chain(more.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// The report of an exploration to the end.
#[track_caller]
fn explored(more: &str) -> Value {
    let arguments = arguments(&format!("--format json --no-coverage --until 10m {more}"));
    let ran = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, 100, "{more}: {}", ran.stderr);
    let report: Value = cli_support::from_json(&ran.stdout);
    assert_eq!(report["stop"], "exhausted", "{more}");
    report
}

/// Each finding's depth, by its identity, kind, message and place.
fn findings(report: &Value) -> BTreeMap<String, u64> {
    let findings = report["findings"].as_array().expect("findings are listed");
    let told = findings.iter().map(|finding| {
        assert_eq!(finding["confirmed"], true, "{finding}");
        let what = ["id", "kind", "message", "location"].map(|key| finding[key].to_string());
        let depth = finding["depth"].as_u64().expect("it has a depth");
        (what.join(" "), depth)
    });
    told.collect()
}

fn calls(report: &Value) -> BTreeMap<&str, u64> {
    let items = report["api"]["items"].as_array().expect("items are listed");
    let of_item = |item: &'_ Value| item["calls"].as_u64().expect("calls are counted");
    items
        .iter()
        .map(|item| (item["path"].as_str().expect("an item has a path"), of_item(item)))
        .collect()
}

#[test]
fn parts_whole_values_and_nothing_watched_find_the_same() {
    let (parts, whole, eager) = (explored(""), explored("--whole-values"), explored("--eager"));
    let found = findings(&parts);
    let is_same =
        |other: &BTreeMap<String, u64>| assert!(found.keys().eq(other.keys()), "{found:?}\n{other:?}");
    is_same(&findings(&whole));
    is_same(&findings(&eager));
    assert!(found.len() >= 100, "{}", found.len());
    for ((what, depth), with_all) in found.iter().zip(findings(&eager).values()) {
        assert!(
            depth <= with_all,
            "{what}: {depth}, and {with_all} with everything decided"
        );
    }
    let missing: Vec<&str> = (calls(&parts).into_keys())
        .filter(|path| path.starts_with("parts::") && !path.contains("never_"))
        .filter(|path| {
            path.rsplit("::")
                .next()
                .is_some_and(|name| name.starts_with(char::is_lowercase))
        })
        // The same fault of the same drop counts once, wherever it comes from.
        .filter(|path| !found_in(&eager, path) && !path.starts_with("parts::moves::drop_"))
        .collect();
    assert_eq!(missing, [""; 0], "functions without a finding");
    counts_follow_from_what_is_looked_at(&parts, &whole);
}

fn found_in(report: &Value, path: &str) -> bool {
    let findings = report["findings"].as_array().expect("findings are listed");
    findings.iter().any(|finding| finding["item"] == path)
}

/// Function, calls with parts watched, calls with whole values watched.
const COUNTS: [(&str, u64, u64); 27] = [
    // Three numbers each; all five are 243.
    ("fields::one_of_five", 3, 243),
    ("fields::two_of_five", 9, 243),
    ("fields::late_of_five", 3 + 2 + 2, 243),
    ("fields::mixed_flag", 2, 360),
    ("fields::mixed_letter", 2, 360),
    ("fields::mixed_maybe", 3, 360),
    ("fields::mixed_ratio", 2, 360),
    ("fields::mixed_huge", 3, 360),
    ("fields::mixed_answer", 3 + 2, 360),
    ("fields::nested_right", 3, 729),
    ("fields::nested_tuple", 9, 729),
    ("fields::nested_reference", 3, 729),
    ("fields::never_looks", 1, 1),
    // Lists of at most three elements, of which one is looked at.
    ("elements::last_only", 1 + 3 * 3, 1 + 3 + 9 + 27),
    ("elements::value_of_last", 1 + 2 * 3, 1 + 9 + 81),
    ("elements::never_looks", 3, 1 + 9 + 81),
    ("elements::push", 1 + 3 * 3, 1 + 3 + 9 + 27),
    // Written from a field that is read.
    ("changes::read_then_write", 3, 27),
    ("changes::add_within", 3, 27),
    ("changes::fetch_add", 3, 27),
    ("layouts::packed", 3, 27),
    ("layouts::aligned", 3, 9),
    ("layouts::array_byte", 3, 972),
    ("layouts::array_sum", 27, 972),
    ("layouts::wide_ends", 9, 177_147),
    ("layouts::shape", 1 + 3 + 3 * 3, 1 + 9 + 27),
    ("outside::through_trait", 3, 126),
];

#[track_caller]
fn counts_follow_from_what_is_looked_at(parts: &Value, whole: &Value) {
    let (in_parts, in_whole) = (calls(parts), calls(whole));
    for (name, fewer, more) in COUNTS {
        let path = format!("parts::{name}");
        let path = path.as_str();
        assert_eq!((in_parts[path], in_whole[path]), (fewer, more), "{path}");
    }
    for (path, count) in in_parts {
        assert!(count <= in_whole[path], "{path}: {count} and {}", in_whole[path]);
    }
}

/// The lines that `--show-plans` prints for an item, without those that say the depth.
#[track_caller]
fn shown(item: &str, more: &str) -> Vec<String> {
    let arguments = arguments(&format!(
        "--show-plans=100 --color never --item parts::{item} {more}"
    ));
    let ran = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines = ran.stdout.lines().chain(ran.stderr.lines());
    lines
        .filter_map(|line| line.strip_prefix("    "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn plans_name_the_fields_that_are_looked_at() {
    let with = |e: &str, a: &str, rest: &str| format!("two_of_five(&Five {{ a: {a}, b: {rest}, e: {e} }})");
    let shown = shown("fields::two_of_five", "");
    let first = with("?5", "?1", "?2, c: ?3, d: ?4");
    assert_eq!(
        shown[..2],
        ["two_of_five(?1) ==> ?1".to_owned(), format!("{first} ==> ?5")]
    );
    let failing = with("1", "2", "?1, c: ?2, d: ?3");
    assert!(
        shown.contains(&format!("{failing} ==> panic: two of five")),
        "{shown:#?}"
    );
    assert_eq!(shown.len(), 1 + 1 + 3 + 9, "{shown:#?}");
}

#[test]
fn plans_name_the_elements_that_are_looked_at() {
    let shown = shown("elements::value_of_last", "");
    assert_eq!(
        shown[..6],
        [
            "value_of_last(?1) ==> ?1",
            "value_of_last(&Vec::new()) ==> ok",
            "value_of_last(&vec![Entry { key: ?1, value: ?2 }]) ==> ?2",
            "value_of_last(&vec![Entry { key: ?1, value: 0 }]) ==> ok",
            "value_of_last(&vec![Entry { key: ?1, value: 1 }]) ==> ok",
            "value_of_last(&vec![Entry { key: ?1, value: 2 }]) ==> panic: value of last",
        ]
    );
    let two = "value_of_last(&vec![Entry { key: ?1, value: ?2 }, Entry { key: ?3, value: 2 }]) ==> panic: value of last";
    assert!(shown.iter().any(|line| line == two), "{shown:#?}");
}
