//! The program from outside: corpus crates explored by the real binary, and what it says and exits with.

mod cli_support;

use cli_support::{command, corpus, documents, expect, interrupt, products, run};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn int_tree_s_bug_is_found_with_both_subtrees_unread() {
    let ran = expect(100, &[&corpus("int-tree"), "--depth", "6", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(
        report["crate"],
        json!({"name": "int-tree", "version": "0.1.0", "source": "path"})
    );
    assert_eq!(report["stop"], "depth");
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0]["expression"], "insert(0, Branch(?1, 0, ?2))");
    assert_eq!(findings[0]["item"], "int_tree::insert");
    assert_eq!(
        (&findings[0]["class"], &findings[0]["confirmed"]),
        (&json!("bug"), &json!(true))
    );
    assert_eq!(findings[0]["location"]["file"], "src/lib.rs");
    let id = findings[0]["id"].as_str().unwrap();
    let boxed = |number| format!("/* ?{number}, any value */ Box::new(Tree::Leaf)");
    let (left, right) = (boxed(1), boxed(2));
    let test = format!(
        "use int_tree::{{Tree, insert}};\n\n#[test]\nfn finding_{id}() {{\n    let tree = Tree::Branch({left}, 0, {right});\n    insert(0, tree);\n}}\n"
    );
    assert_eq!(findings[0]["reproduction"], test);
}

#[test]
fn people_read_standard_error_and_nothing_is_written_to_standard_output() {
    let ran = expect(
        100,
        &["explore", &corpus("int-tree"), "--depth", "5", "--color", "never"],
    );
    assert!(ran.stdout.is_empty(), "{}", ran.stdout);
    for part in [
        "    insert(0, Branch(?1, 0, ?2))\n",
        "Reproduce with:",
        "int-tree 0.1.0: 1 bug\n",
    ] {
        assert!(ran.stderr.contains(part), "{part} is missing in {}", ran.stderr);
    }
    assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
    let colorful = expect(
        100,
        &[&corpus("int-tree"), "--depth", "5", "--color", "always", "-q"],
    );
    assert!(colorful.stderr.contains('\u{1b}'));
}

#[test]
fn a_report_goes_to_a_file_whose_directory_is_made() {
    let path = products().join("deep/er/report.json");
    let _ = std::fs::remove_file(&path);
    let path_text = path.to_str().unwrap();
    let ran = expect(
        0,
        &[
            &corpus("formatter"),
            "--depth",
            "4",
            "--format",
            "json",
            "--output",
            path_text,
        ],
    );
    assert!(ran.stdout.is_empty());
    let report = documents(&std::fs::read_to_string(&path).unwrap()).remove(0);
    assert_eq!(report["api"]["totals"]["completed"], 3);
    assert_eq!(report["findings"], json!([]));
}

#[test]
fn one_package_s_failure_does_not_stop_the_others_and_wins() {
    let ran = expect(
        101,
        &[
            "./nowhere",
            &corpus("int-tree"),
            &corpus("formatter"),
            "--depth",
            "4",
            "--format",
            "json",
            "-q",
        ],
    );
    let names: Vec<Value> = documents(&ran.stdout)
        .iter()
        .map(|report| report["crate"]["name"].clone())
        .collect();
    assert_eq!(names, ["int-tree", "formatter"]);
    assert!(ran.stderr.contains("there is no `./nowhere`"), "{}", ran.stderr);
}

#[test]
fn items_left_out_by_the_user_are_listed_so_and_leave_nothing_to_explore() {
    let ran = expect(
        4,
        &[
            &corpus("int-tree"),
            "--skip-item",
            "*",
            "--list",
            "--format",
            "json",
        ],
    );
    for item in documents(&ran.stdout)[0]["items"].as_array().unwrap() {
        assert_eq!(item["code"], "E-USER", "{item}");
    }
    let ran = expect(
        4,
        &[&corpus("int-tree"), "--item", "no_such_item", "--format", "json"],
    );
    assert_eq!(documents(&ran.stdout)[0]["api"]["totals"]["eligible"], 0);
}

#[test]
fn what_documentation_hides_is_explored_if_that_is_wanted() {
    let visibility = corpus("quirks/visibility");
    let items = |options: &[&str]| {
        let mut arguments = vec![
            visibility.as_str(),
            "--depth",
            "3",
            "--no-coverage",
            "--format",
            "json",
        ];
        arguments.extend(options);
        let report = documents(&expect(0, &arguments).stdout).remove(0);
        let completed = |item: &&Value| item["status"] == "completed";
        let items = report["api"]["items"].as_array().unwrap();
        let paths: Vec<String> = (items.iter().filter(completed))
            .map(|item| item["path"].as_str().unwrap().to_owned())
            .collect();
        (paths, report["settings"]["hidden"] == true)
    };
    let hidden = ["internal::no_item", "Part::hidden_method"].map(|path| format!("visibility::{path}"));
    let (shown, is_hidden) = items(&[]);
    assert!(
        !is_hidden && !hidden.iter().any(|path| shown.contains(path)),
        "{shown:?}"
    );
    let (all, is_hidden) = items(&["--hidden"]);
    assert!(
        is_hidden && hidden.iter().all(|path| all.contains(path)),
        "{all:?}"
    );
}

#[test]
fn board_s_bug_is_reached_by_stepping_boards_taken_out_of_steps() {
    let ran = expect(100, &[&corpus("board"), "--depth", "12", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let overflow = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["message"] == "attempt to subtract with overflow")
        .expect("the overflow is found");
    assert_eq!(
        overflow["expression"].as_str().unwrap().matches("step(").count(),
        3,
        "{overflow}"
    );
    let test = overflow["reproduction"].as_str().unwrap();
    let last: Vec<&str> = test.lines().rev().take(3).collect();
    assert_eq!(
        last,
        [
            "}",
            "    step(&board);",
            "    let board = vec.into_iter().next().unwrap();"
        ]
    );
}

#[test]
fn total_has_no_findings() {
    let ran = expect(0, &[&corpus("total"), "--depth", "7", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(report["findings"], json!([]));
    assert_eq!(
        report["api"]["totals"]["completed"],
        report["api"]["totals"]["items"]
    );
}

#[test]
fn lending_has_no_findings_because_owners_outlive_their_borrows() {
    let ran = expect(0, &[&corpus("lending"), "--depth", "8", "--format", "json"]);
    assert_eq!(documents(&ran.stdout)[0]["findings"], json!([]));
}

#[test]
fn catching_hides_neither_faults_nor_what_was_looked_at() {
    let ran = expect(100, &[&corpus("catching"), "--until", "60s", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(report["stop"], "exhausted");
    let mut expressions: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["expression"].as_str().unwrap())
        .collect();
    expressions.sort_unstable();
    let expected = [
        "Fuse(0)",
        "elsewhere(0)",
        "first(0)",
        "first(1)",
        "late(0)",
        "look_not(&Bomb(0))",
    ];
    assert_eq!(expressions, expected);
}

#[test]
fn system_calls_look_at_watched_buffers_and_do_not_fail_because_of_it() {
    let ran = expect(
        0,
        &[
            &corpus("system-calls"),
            "--depth",
            "5",
            "--ints",
            "0,1",
            "--only-given-constants",
            "--format",
            "json",
        ],
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    let expressions: Vec<&str> = findings
        .iter()
        .map(|f| f["expression"].as_str().unwrap())
        .collect();
    assert_eq!(expressions, ["through_a_pipe(&Block([1, 0]))"]);
}

#[test]
fn time_in_which_nothing_happens_goes_by_at_once_and_nobody_can_tell() {
    let ran = expect(100, &[&corpus("waiting"), "--depth", "3", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    let mut found: Vec<(&str, &str, &Value)> = findings
        .iter()
        .map(|f| {
            let text = |name: &str| f[name].as_str().unwrap();
            (text("expression"), text("kind"), &f["confirmed"])
        })
        .collect();
    found.sort_by_key(|(expression, ..)| *expression);
    let yes = json!(true);
    assert_eq!(
        found,
        [("late(0)", "panic", &yes), ("sleeper(true)", "timeout", &yes)]
    );
}

#[test]
fn each_of_several_functions_has_answers_of_its_own() {
    let arguments = ["--item", "answers::four", "--depth", "16", "--format", "json"];
    let ran = expect(0, &[&[corpus("answers").as_str()][..], &arguments].concat());
    let report = documents(&ran.stdout).remove(0);
    let finding = &report["findings"][0];
    let all_full = "four(answering [255, ?1], answering [255, ?2], answering [255, ?3], answering [255, ?4])";
    assert_eq!(
        (&finding["expression"], &finding["confirmed"]),
        (&json!(all_full), &json!(true))
    );
}

#[test]
fn functions_and_traits_answer_call_by_call() {
    let ran = expect(100, &[&corpus("answers"), "--depth", "13", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    let found: BTreeSet<(&str, &str)> = findings
        .iter()
        .map(|f| (f["item"].as_str().unwrap(), f["generalised"].as_str().unwrap()))
        .collect();
    let rise = "rise(&mut Meter answering { level: [x, y, ?1], is_ready: [false, true, ?2], note: [?3] })";
    let unanimous = "unanimous(&[Box::new(Judge answering [x, ?1]), Box::new(Judge answering [y, ?2])])";
    let expected = [
        (
            "answers::agree",
            "agree(answering [Some(false), Some(true), ?1], Box::new(|x0| false))",
        ),
        ("answers::collected", "collected(items [Some(x), ?1])"),
        ("answers::growth", "growth(&answering [x, y, ?1])"),
        ("answers::once", "once(|x0| true)"),
        (
            "answers::pair",
            "pair(Read answering [Ok(x.to_vec()), Err(y), ?1])",
        ),
        (
            "answers::retain_like",
            "retain_like(answering [true, false, true, ?1])",
        ),
        ("answers::rise", rise),
        ("answers::third", "third(items [Some(?1), Some(?2), Some(0), ?3])"),
        ("answers::unanimous", unanimous),
    ];
    assert_eq!(found, BTreeSet::from(expected));
    assert!(findings.iter().all(|f| f["confirmed"] == true), "{findings:#?}");
    // It is called once, so a second answer is never chosen.
    let once = findings.iter().find(|f| f["item"] == "answers::once").unwrap();
    assert_eq!(
        (&once["smallest"], &once["plans"]),
        (
            &json!(["once(|x0| true)", "once(answering [true, ?1])"]),
            &json!(2)
        )
    );
}

#[test]
fn every_kind_of_fault_is_told_apart() {
    let ran = expect(100, &[&corpus("faults"), "--depth", "3", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    let found: BTreeSet<(&str, &str)> = findings
        .iter()
        .map(|f| (f["item"].as_str().unwrap(), f["kind"].as_str().unwrap()))
        .collect();
    for (item, kind) in [
        ("explicit_panic", "panic"),
        ("arithmetic_overflow", "panic"),
        ("index_out_of_bounds", "panic"),
        ("slice_char_boundary", "panic"),
        ("unwrap_none", "panic"),
        ("refcell_double_borrow", "panic"),
        ("reach_unreachable", "panic"),
        ("division_by_zero", "panic"),
        ("endless_loop", "timeout"),
        ("unbounded_allocation", "memory"),
        ("stack_overflow", "stack_overflow"),
        ("abort", "abort"),
        ("exit_zero", "exit"),
        ("null_write", "signal"),
        ("double_panic", "abort"),
        ("first_call", "panic"),
    ] {
        let item = format!("faults::{item}");
        assert!(
            found.contains(&(item.as_str(), kind)),
            "{item} {kind} is missing in {found:#?}"
        );
    }
    assert_eq!(findings.len(), 18, "each planted fault once: {found:#?}");
    for message in ["dropped while armed", "shown while armed"] {
        assert!(
            findings.iter().any(|finding| finding["message"] == message),
            "{message} is missing"
        );
    }
    for finding in findings {
        let expected = match finding["item"].as_str() {
            // Their docs say so.
            Some(
                "faults::explicit_panic"
                | "faults::abort"
                | "faults::endless_loop"
                | "faults::panics_in_drop",
            ) => "documented",
            Some("faults::index_out_of_bounds" | "faults::refcell_double_borrow") => "convention",
            _ => "bug",
        };
        assert_eq!(
            (&finding["class"], &finding["confirmed"]),
            (&json!(expected), &json!(true)),
            "{finding:#?}"
        );
    }
}

/// Without a depth nothing is watched at first; what is told is the same.
#[test]
fn what_ends_a_process_or_fails_once_is_told_without_a_depth_as_with_one() {
    let found = |options: &[&str]| -> BTreeSet<(String, String, String)> {
        let ran = expect(
            100,
            &[&[corpus("faults").as_str(), "--format", "json"], options].concat(),
        );
        let report = documents(&ran.stdout).remove(0);
        let text = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap().to_owned();
        let findings = report["findings"].as_array().unwrap().iter();
        findings
            .map(|finding| {
                assert_eq!(finding["confirmed"], true, "{finding:#?}");
                (
                    text(finding, "item"),
                    text(finding, "kind"),
                    text(finding, "expression"),
                )
            })
            .collect()
    };
    assert_eq!(
        found(&["--max-findings", "18", "--time-limit", "10min"]),
        found(&["--depth", "3"])
    );
}

#[test]
fn properties_fail_as_their_crate_says() {
    let ran = expect(100, &[&corpus("properties"), "--depth", "8", "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    let items: BTreeSet<&str> = findings
        .iter()
        .map(|finding| finding["item"].as_str().unwrap())
        .collect();
    let expected = [
        "prop_halves_add_up",
        "prop_has_a_first_element",
        "prop_insert_keeps_sorted",
    ];
    assert_eq!(
        items,
        expected
            .map(|name| format!("properties::{name}"))
            .iter()
            .map(String::as_str)
            .collect()
    );
    assert!(
        findings.iter().all(|finding| finding["kind"] == "property"),
        "{findings:#?}"
    );
    assert!(report["discarded"].as_u64().unwrap() > 0);
}

#[test]
fn functions_that_the_user_names_are_properties() {
    let arguments = [
        &*corpus("properties"),
        "--item",
        "is_even",
        "--item",
        "insert",
        "--property",
        "is_*",
        "--property",
        "no_such",
        "--max-findings",
        "1",
        "--format",
        "json",
    ];
    let ran = expect(100, &arguments);
    let report = documents(&ran.stdout).remove(0);
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["item"], &finding["kind"]),
        (&json!("properties::is_even"), &json!("property"))
    );
    assert_eq!(finding["expression"], "is_even(1)");
    assert_eq!(report["stop"], "findings");
    let first_seen = finding["first_seen"]["expressions"].as_u64().unwrap();
    assert!(
        (1..=report["expressions"].as_u64().unwrap()).contains(&first_seen),
        "{report:#}"
    );
    assert!(
        ran.stderr.contains("`--property no_such` names no function"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_interrupted_run_still_reports_and_says_so() {
    // `total` is never exhausted, so it is still being explored when the signal arrives.
    let mut child = command(&[
        &corpus("total"),
        "--time-limit",
        "10m",
        "--format",
        "json",
        "--color",
        "never",
    ])
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("the binary starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let begun = lines.by_ref().any(|line| line.unwrap().starts_with("exploring"));
    assert!(begun, "exploration never began");
    interrupt(&child);
    // Read on: a full pipe would block the program.
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(106));
    let report = documents(&String::from_utf8(output.stdout).unwrap()).remove(0);
    assert_eq!(report["stop"], "interrupted");
}

/// The items of a report's confirmed findings.
fn confirmed_items(report: &Value) -> BTreeSet<&str> {
    let findings = report["findings"].as_array().unwrap();
    let confirmed = findings.iter().filter(|finding| finding["confirmed"] == true);
    confirmed
        .map(|finding| finding["item"].as_str().unwrap())
        .collect()
}

#[test]
fn values_that_the_code_compares_with_are_found_from_a_zero_alone() {
    let arguments = [
        &corpus("magic"),
        "--only-given-constants",
        "--ints",
        "0",
        "--depth",
        "8",
        "--format",
        "json",
    ];
    let ran = expect(100, &arguments);
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(report["stop"], "depth");
    let all = report["api"]["items"].as_array().unwrap();
    let expected: BTreeSet<&str> = (all.iter())
        .map(|item| item["path"].as_str().unwrap())
        .filter(|path| *path != "magic::checksum")
        .collect();
    assert_eq!(confirmed_items(&report), expected);
    let findings = report["findings"].as_array().unwrap();
    let expressions: BTreeSet<&str> = (findings.iter())
        .map(|finding| finding["expression"].as_str().unwrap())
        .collect();
    for expression in [
        "constant(3735928559)",
        "keyword(\"tenletters\")",
        "switch(123456789012)",
        "nested(77777, 4711)",
        "character('🦀')",
        "option(\"--verbose\")",
    ] {
        assert!(
            expressions.contains(expression),
            "{expression} is not among {expressions:?}"
        );
    }
}

#[test]
fn calls_of_examples_and_tests_lead_to_what_nobody_guesses() {
    let ran = expect(100, &[&corpus("examples"), "--format", "json"]);
    let report = documents(&ran.stdout).remove(0);
    let expected = BTreeSet::from([
        "examples::Gate::open",
        "examples::Gate::unlock",
        "examples::List::get",
        "examples::share",
    ]);
    assert_eq!(confirmed_items(&report), expected);
}

#[test]
fn the_steps_of_a_search_are_shown_as_they_were_taken() {
    let arguments = [
        &corpus("int-tree"),
        "--item",
        "int_tree::insert",
        "--only-given-constants",
        "--ints",
        "0,1",
        "--depth",
        "7",
        "--color",
        "never",
        "-q",
    ];
    let shown = |flag: &str| expect(0, &[&arguments[..], &[flag]].concat()).stdout;
    let all = shown("--show-plans");
    assert_eq!(
        all,
        "\
int_tree::insert, depth 4
    insert(0, Leaf) ==> ok
    insert(1, Leaf) ==> ok
int_tree::insert, depth 5
    insert(0, Branch(?1, 0, ?2)) ==> panic: duplicate value 0
    insert(0, Branch(?1, 1, ?2)) ==> ?1
    insert(0, Branch(Box::new(Leaf), 1, ?1)) ==> ok
    insert(1, Branch(?1, 0, ?2)) ==> ?2
    insert(1, Branch(?1, 0, Box::new(Leaf))) ==> ok
    insert(1, Branch(?1, 1, ?2)) ==> panic: duplicate value 1
int_tree::insert, depth 7
    insert(0, Branch(Box::new(Branch(?1, ?2, ?3)), 1, ?4)) ==> ?2
    insert(0, Branch(Box::new(Branch(?1, 0, ?2)), 1, ?3)) ==> panic: duplicate value 0
    insert(0, Branch(Box::new(Branch(?1, 1, ?2)), 1, ?3)) ==> ?1
    insert(0, Branch(Box::new(Branch(Box::new(Leaf), 1, ?1)), 1, ?2)) ==> ok
    insert(1, Branch(?1, 0, Box::new(Branch(?2, ?3, ?4)))) ==> ?3
    insert(1, Branch(?1, 0, Box::new(Branch(?2, 0, ?3)))) ==> ?3
    insert(1, Branch(?1, 0, Box::new(Branch(?2, 0, Box::new(Leaf))))) ==> ok
    insert(1, Branch(?1, 0, Box::new(Branch(?2, 1, ?3)))) ==> panic: duplicate value 1
"
    );
    let cut = shown("--show-plans=4");
    let first: Vec<&str> = all.lines().take(6).collect();
    assert_eq!(cut.lines().take(6).collect::<Vec<_>>(), first);
    assert!(cut.lines().nth(6).unwrap().contains("and more"), "{cut}");
}

#[test]
fn the_steps_of_a_search_show_what_ends_a_process() {
    let ran = expect(
        0,
        &[
            &corpus("faults"),
            "--item",
            "stack_overflow",
            "--show-plans",
            "--depth",
            "3",
        ],
    );
    assert!(
        ran.stdout
            .ends_with("    stack_overflow(false) ==> ok\n    stack_overflow(true) ==> stack overflow\n"),
        "{}",
        ran.stdout
    );
    let many = run(&[&corpus("faults"), "--show-plans"]);
    assert!(
        many.code != 0 && many.stderr.contains("--item"),
        "{}",
        many.stderr
    );
}

#[test]
fn the_containers_keep_their_promises() {
    let ran = expect(
        0,
        &[&corpus("containers"), "--depth", "6", "--format", "json", "-q"],
    );
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(
        (&report["findings"], &report["stop"]),
        (&json!([]), &json!("depth"))
    );
}

#[test]
fn narrowing_runs_fewer_plans_than_eager_enumeration_of_the_same_arguments() {
    let expressions = |more: &[&str]| -> u64 {
        let arguments = [
            &corpus("containers"),
            "--item",
            "containers::red_black::insert",
            "--strategy",
            "dfs",
            "--depth",
            "1000",
            "--nesting",
            "2",
            "--only-given-constants",
            "--ints",
            "0,1,2",
            "--format",
            "json",
            "-q",
        ];
        let ran = expect(0, &[&arguments[..], more].concat());
        let report = documents(&ran.stdout).remove(0);
        assert_eq!(report["stop"], "exhausted");
        assert_eq!(report["expressions"], report["returned"]);
        report["expressions"].as_u64().unwrap()
    };
    // Three values to insert; trees of six kinds of nodes: 1 + 6 * (1 + 6)^2.
    assert_eq!(expressions(&["--eager"]), 3 * 295);
    assert_eq!(expressions(&[]), 93);
}

#[test]
fn random_plans_are_decided_by_the_seed() {
    let drawn = |seed: &str, jobs: &str| -> (u64, String) {
        let ends = ["--max-findings", "1", "--time-limit", "10m"];
        let how = ["--strategy", "random", "--seed", seed, "--jobs", jobs];
        let told = ["--no-coverage", "--format", "json"];
        let ran = expect(100, &[&[&*corpus("int-tree")], &how[..], &ends, &told].concat());
        let mut report = documents(&ran.stdout).remove(0);
        assert_eq!(report["settings"]["strategy"], "random");
        assert_eq!(report["settings"]["seed"].to_string(), seed);
        assert_eq!(report["stop"], "findings");
        assert_eq!(report["expressions"], 0, "random plans may repeat themselves");
        assert_eq!(confirmed_items(&report), BTreeSet::from(["int_tree::insert"]));
        report["findings"][0]["first_seen"].take();
        let executions = report["executions"].as_u64().unwrap();
        assert!(executions > 100, "{executions}");
        (executions, report["findings"].to_string())
    };
    let one = drawn("3", "1");
    assert_eq!(drawn("3", "2"), one);
    let of_seeds = BTreeSet::from([one, drawn("0", "1"), drawn("1", "1")]);
    assert!(of_seeds.len() > 1, "each seed draws the same: {of_seeds:?}");
}

#[test]
fn a_time_limit_ends_what_nothing_else_ends() {
    let arguments = [&*corpus("int-tree"), "--strategy", "random", "--time-limit", "0s"];
    let ran = expect(0, &[&arguments[..], &["--format", "json"]].concat());
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(
        (&report["stop"], &report["findings"]),
        (&json!("time"), &json!([]))
    );
}

#[test]
fn the_steps_of_a_search_show_what_was_learned_as_literals() {
    let ran = expect(
        0,
        &[
            &corpus("magic"),
            "--item",
            "magic::constant",
            "--only-given-constants",
            "--ints",
            "0",
            "--depth",
            "4",
            "--show-plans=3",
            "-q",
        ],
    );
    assert!(
        ran.stdout.contains("    constant(3735928559) ==> panic: "),
        "{}",
        ran.stdout
    );
}
