//! Reports of real runs in each format: the JSON keeps to its schema, and nothing that a hostile crate says becomes more than
//! text. How each format reads is tested beside its code.

mod cli_support;

use cli_support::{command, corpus, documents, expect, from_json, products};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A text that a call of `corpus/hostile-text` fails for, as `--strs` takes it.
const HOSTILE_ARGUMENT: &str = r"<script>`|\u{1b}\u{202e}]]>\n::error::x";

/// A report of `corpus/hostile-text`.
fn hostile(format: &str) -> String {
    let crate_path = corpus("hostile-text");
    let arguments = [
        &crate_path,
        "--depth",
        "3",
        "--strs",
        HOSTILE_ARGUMENT,
        "--format",
        format,
    ];
    expect(100, &arguments).stdout
}

/// No character that a terminal obeys or that reorders text, lines aside.
#[track_caller]
fn is_harmless(text: &str) {
    let is_bad = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if let Some((at, bad)) = text.char_indices().find(|(_, c)| is_bad(c)) {
        let from = text[..at].rfind('\n').map_or(0, |line| line + 1);
        panic!(
            "{bad:?} in: {:?}",
            text[from..].chars().take(300).collect::<String>()
        );
    }
}

/// The schema that the program prints, with nothing allowed that it does not describe.
fn strict_schema() -> Value {
    fn close(schema: &mut Value) {
        match schema {
            Value::Object(entries) => {
                if entries.contains_key("properties") {
                    entries.insert("additionalProperties".into(), false.into());
                }
                entries.values_mut().for_each(close);
            }
            Value::Array(entries) => entries.iter_mut().for_each(close),
            _ => {}
        }
    }
    let mut schema = from_json(&expect(0, &["--schema"]).stdout);
    close(&mut schema);
    schema
}

#[track_caller]
fn keeps_to(schema: &Value, document: &Value) {
    let validator = jsonschema::validator_for(schema).expect("the schema is one");
    let errors: Vec<String> = (validator.iter_errors(document))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn json_reports_keep_to_the_schema_and_have_no_field_that_it_lacks() {
    let schema = strict_schema();
    let shapes = corpus("shapes");
    let ran = expect(
        100,
        &[&shapes, "--depth", "5", "--no-coverage", "--format", "json", "-q"],
    );
    let text = hostile("json");
    is_harmless(&text);
    let [shapes, hostile] = [&ran.stdout, &text].map(|text| documents(text).remove(0));
    for document in [&shapes, &hostile] {
        keeps_to(&schema, document);
        assert!(!document["findings"].as_array().expect("a list").is_empty());
    }
    // Values lie in the call that fails, and those with letters are those of the shape.
    for finding in shapes["findings"].as_array().expect("a list") {
        let tree = finding["tree"].as_array().expect("a list");
        let letters = |rows: &[Value]| {
            let letters = rows.iter().map(|row| row["letter"].clone());
            letters.filter(|letter| !letter.is_null()).collect::<Vec<_>>()
        };
        let values = finding["values"].as_array().expect("a list");
        assert_eq!(letters(tree), letters(values), "{finding}");
        assert_eq!(tree[0]["depth"], 0, "{finding}");
        assert!(tree[1..].iter().all(|row| row["depth"] != 0), "{finding}");
    }
    let list = |document: &Value, name: &str| -> Vec<Value> {
        let findings = document["findings"].as_array().expect("a list").iter();
        findings.map(|finding| finding[name].clone()).collect()
    };
    // What is there only sometimes was there.
    assert!(
        list(&shapes, "constructors")
            .iter()
            .any(|rows| rows != &serde_json::json!([]))
    );
    assert!(list(&hostile, "trigger").iter().any(|trigger| !trigger.is_null()));
    let mut wrong = hostile.clone();
    wrong["stop"] = "tired".into();
    assert!(
        !jsonschema::is_valid(&schema, &wrong),
        "the schema refuses nothing"
    );
}

#[test]
fn hostile_text_stays_text_in_sarif() {
    let text = hostile("sarif");
    is_harmless(&text);
    let sarif = from_json(&text);
    let schema = include_str!("schemas/sarif-schema-2.1.0.json");
    keeps_to(&from_json(schema), &sarif);
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    assert!(results.len() >= 10, "{}", results.len());
    let uris: Vec<&str> = (results.iter())
        .filter_map(|result| result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str())
        .collect();
    assert!(
        uris.contains(&"src/a%3Cb%3E%26%27c%27%7C%60d%60%20%250A.rs"),
        "{uris:?}"
    );
    assert!(!text.contains("[link](https"), "a message links");
}

/// What an element of JUnit's XML may have: attributes that it must have, others, and elements in it. After the schema
/// `junit-10.xsd` of Jenkins' xUnit plugin, as far as reports use it; where that has an order, it is any.
struct JunitElement {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
}

const JUNIT: [JunitElement; 9] = [
    JunitElement {
        name: "testsuites",
        required: &[],
        optional: &["name", "time", "tests", "failures", "errors"],
        children: &["testsuite"],
    },
    JunitElement {
        name: "testsuite",
        required: &["name", "tests", "failures", "errors"],
        optional: &[
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        ],
        children: &["testsuite", "properties", "testcase", "system-out", "system-err"],
    },
    JunitElement {
        name: "properties",
        required: &[],
        optional: &[],
        children: &["property"],
    },
    JunitElement {
        name: "property",
        required: &["name", "value"],
        optional: &[],
        children: &[],
    },
    JunitElement {
        name: "testcase",
        required: &["name"],
        optional: &["time", "classname", "group"],
        children: &["skipped", "error", "failure", "system-out", "system-err"],
    },
    of_text("skipped", &["type", "message"]),
    of_text("error", &["type", "message"]),
    of_text("failure", &["type", "message"]),
    of_text("system-out", &[]),
];

const fn of_text(name: &'static str, optional: &'static [&'static str]) -> JunitElement {
    JunitElement {
        name,
        required: &[],
        optional,
        children: &[],
    }
}

fn keeps_to_junit(element: roxmltree::Node<'_, '_>) {
    let name = element.tag_name().name();
    let known = JUNIT.iter().find(|known| known.name == name);
    let known = known.unwrap_or_else(|| panic!("there is no <{name}>"));
    for required in known.required {
        assert!(element.has_attribute(*required), "<{name}> has no {required}");
    }
    for attribute in element.attributes() {
        let is_known = [known.required, known.optional]
            .concat()
            .contains(&attribute.name());
        assert!(is_known, "<{name}> has {attribute:?}");
        let is_of_number = ["time", "tests", "failures", "errors"].contains(&attribute.name());
        assert!(
            !is_of_number || attribute.value().parse::<f64>().is_ok(),
            "{attribute:?}"
        );
    }
    for child in element.children() {
        match child.is_element() {
            true => {
                assert!(
                    known.children.contains(&child.tag_name().name()),
                    "{child:?} in <{name}>"
                );
                keeps_to_junit(child);
            }
            // Elements of elements alone have only room between these.
            false => assert!(
                known.children.is_empty() && !["property", "properties"].contains(&name)
                    || child.text().is_none_or(|text| text.trim().is_empty()),
                "{child:?} in <{name}>"
            ),
        }
    }
}

#[test]
fn hostile_text_stays_text_in_junit() {
    let text = hostile("junit");
    is_harmless(&text);
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    keeps_to_junit(document.root_element());
    let count = |name: &str| {
        document
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    assert_eq!([count("script"), count("img"), count("b")], [0, 0, 0]);
    assert_eq!(count("failure"), count("testcase") - 4, "{text}");
    let message = document
        .descendants()
        .filter_map(|node| node.attribute("message"));
    assert!(
        message
            .into_iter()
            .any(|text| text.starts_with("<script>alert('message')"))
    );
}

#[test]
fn hostile_text_stays_text_in_a_terminal() {
    let crate_path = corpus("hostile-text");
    let arguments = [
        &crate_path,
        "--depth",
        "3",
        "--strs",
        HOSTILE_ARGUMENT,
        "--all",
        "--color",
        "never",
    ];
    let ran = expect(100, &arguments);
    is_harmless(&ran.stderr);
    assert!(ran.stderr.contains("\\u{1b}[31mred"), "{}", ran.stderr);
}

#[test]
fn several_crates_are_one_document_in_a_file() {
    let path = products().join("reports/several.sarif");
    let path = path.to_str().expect("the path is Unicode");
    let crates = [corpus("int-tree"), corpus("formatter")];
    for _ in 0..2 {
        let arguments = [
            &crates[0], &crates[1], "--depth", "4", "--format", "sarif", "--output", path, "-q",
        ];
        let ran = command(&arguments).output().expect("the binary starts");
        assert!(ran.stdout.is_empty());
    }
    let text = std::fs::read_to_string(path).expect("the report is there");
    let all = from_json(&text);
    assert_eq!(all["runs"].as_array().expect("a list").len(), 2);
}

#[test]
fn hostile_text_stays_text_in_markdown() {
    let text = hostile("markdown");
    is_harmless(&text);
    let is_ours = |tag: &str| ["details", "/details", "summary", "/summary", "code", "/code"].contains(&tag);
    for event in pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::all()) {
        use pulldown_cmark::Event::{Html, InlineHtml, Start};
        use pulldown_cmark::Tag::{Image, Link};
        match event {
            Html(html) | InlineHtml(html) => {
                let tags = html.split('<').skip(1).filter_map(|rest| rest.split('>').next());
                assert!(tags.into_iter().all(is_ours), "{html}");
            }
            Start(Link { .. } | Image { .. }) => panic!("a message links: {event:?}"),
            _ => {}
        }
    }
    let bugs = text.lines().filter(|line| line.starts_with("#### ")).count();
    assert_eq!(bugs, 7, "{text}");
}

#[test]
fn hostile_text_stays_text_in_cargo_s_messages() {
    let text = hostile("cargo");
    is_harmless(&text);
    let messages = cargo_metadata::Message::parse_stream(text.as_bytes());
    let messages: Vec<_> = messages.collect::<Result<_, _>>().expect("they are cargo's");
    let count =
        |wanted: fn(&cargo_metadata::Message) -> bool| messages.iter().filter(|one| wanted(one)).count();
    use cargo_metadata::Message::{BuildFinished, CompilerMessage, TextLine};
    assert_eq!(count(|one| matches!(one, TextLine(_))), 0, "{text}");
    assert_eq!(count(|one| matches!(one, BuildFinished(_))), 1);
    assert!(count(|one| matches!(one, CompilerMessage(_))) >= 10);
}

/// The commands that GitHub's runner finds in the output of a step, those left out that others stop.
fn obeyed(output: &str) -> Vec<&str> {
    let mut stopped: Option<&str> = None;
    let mut found = Vec::new();
    for line in output.lines().map(str::trim_start) {
        match stopped {
            Some(word) if line.trim_end() == format!("::{word}::") => stopped = None,
            Some(_) => {}
            None => match line.strip_prefix("::stop-commands::") {
                Some(word) => stopped = Some(word.trim_end()),
                None if line.starts_with("::") || line.contains("##[") => found.push(line),
                None => {}
            },
        }
    }
    found
}

#[test]
fn github_gets_an_annotation_for_each_cause_and_obeys_no_text_of_the_crate() {
    let crate_path = corpus("hostile-text");
    let checkout = crate_path
        .strip_suffix("/hostile-text")
        .expect("the crate lies in the corpus");
    let arguments = [
        &crate_path,
        "--depth",
        "3",
        "--strs",
        HOSTILE_ARGUMENT,
        "-q",
        "--color",
        "never",
    ];
    let mut command = command(&arguments);
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_WORKSPACE", checkout);
    let output = command.output().expect("the binary starts");
    let text = String::from_utf8(output.stderr).expect("messages are Unicode");
    let commands = obeyed(&text);
    let count = |kind: &str| commands.iter().filter(|line| line.starts_with(kind)).count();
    assert_eq!([count("::error "), count("::warning ")], [7, 2], "{text}");
    assert_eq!(commands.len(), 9, "{commands:#?}");
    let named = "::error file=hostile-text/src/a<b>&'c'|`d` %250A.rs,line=6,col=9,title=hostile_text%3A%3Afile%3A%3Anamed panics::";
    assert!(
        commands.iter().any(|line| line.starts_with(named)),
        "{commands:#?}"
    );
    assert!(text.contains("Reproduce with:"), "{text}");
}

#[test]
fn hostile_text_stays_text_on_the_page() {
    let page = hostile("html");
    is_harmless(&page);
    for mark in [
        "<script>alert",
        "<img",
        "<b ",
        "onerror=alert(1)>\"",
        "<!-- -->",
        "href=\"h",
        "href=\"j",
    ] {
        assert!(!page.contains(mark), "{mark}");
    }
    assert!(
        page.contains("&lt;script&gt;alert('message')&lt;/script&gt;"),
        "{page}"
    );
    assert_eq!(page.matches("</script>").count(), 1);
}

/// What a browser makes of a page: its elements after the script has run, and a picture at `picture`.
fn browse(page: &Path, picture: &Path, options: &[&str]) -> String {
    let browser = std::env::var("BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    let mut command = Command::new(browser);
    command.args([
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--dump-dom",
    ]);
    command
        .args(options)
        .arg(format!("--screenshot={}", picture.display()));
    let output = command.arg(format!("file://{}", page.display())).output();
    let output = output.expect("the browser that BROWSER names, or `chromium`, starts");
    assert!(picture.is_file(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the page is Unicode")
}

/// Pictures to look at are in `target/tmp/cli/pages`.
#[test]
#[ignore = "needs chromium, or another browser that BROWSER names"]
fn a_browser_shows_the_page_and_runs_nothing_but_its_script() {
    let pages = products().join("pages");
    std::fs::create_dir_all(&pages).expect("the directory is writable");
    let page = pages.join("hostile.html");
    std::fs::write(&page, hostile("html")).expect("the page is writable");
    let frame = "<!DOCTYPE html><body style=\"margin:0\"><iframe src=\"hostile.html\" style=\"width:400px;height:1500px;border:0\">";
    std::fs::write(pages.join("narrow.html"), frame).expect("the page is writable");
    for (name, from, options) in [
        ("wide", "hostile", &["--window-size=1280,1800"][..]),
        (
            "dark",
            "hostile",
            &[
                "--window-size=1000,1400",
                "--blink-settings=preferredColorScheme=0",
            ],
        ),
        ("narrow", "narrow", &["--window-size=500,1500"]),
    ] {
        let picture = pages.join(format!("{name}.png"));
        let _ = std::fs::remove_file(&picture);
        let elements = browse(&pages.join(format!("{from}.html")), &picture, options);
        if from == "hostile" {
            // The script shows the filters and counts.
            assert!(
                elements.contains("<output id=\"count\" class=\"soft\">10 of 10</output>"),
                "{elements}"
            );
            assert!(!elements.contains("<img") && !elements.contains("<script>alert"));
            for part in [
                "<div class=\"tree\">",
                "class=\"square completed fails\"",
                "<mark id=\"l-0-",
            ] {
                assert!(elements.contains(part), "{part} is not in\n{elements}");
            }
        }
    }
    // Had something got through nevertheless, the policy would refuse it.
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let broken = text.replace("</body>", "<script>document.title = 'ran'</script></body>");
    assert_ne!(broken, text);
    std::fs::write(pages.join("broken.html"), broken).expect("the page is writable");
    let elements = browse(&pages.join("broken.html"), &pages.join("broken.png"), &[]);
    assert!(
        elements.contains("<title>cargo explore: hostile-text 0.1.0</title>"),
        "{elements}"
    );
}
