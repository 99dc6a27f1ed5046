//! The contract's JSON document as a table, and a walk that lists every departure of a document from it. Says nothing
//! about what the values mean: see `sense.rs`.

use serde_json::Value;

/// What a value must look like.
pub(crate) enum Shape {
    /// This number.
    Exactly(u64),
    /// A whole number, not negative.
    Count,
    /// `true` or `false`.
    Flag,
    /// Any text, empty too.
    Text,
    /// Text with something in it.
    Words,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// An array.
    List(&'static Shape),
    /// This, or null.
    OrNull(&'static Shape),
    /// An object with these keys and no others.
    Object(&'static [(&'static str, Shape)]),
    /// An object from any words to whole numbers.
    Points,
    /// A key that the contract does not have: it may be absent.
    Addition(&'static Shape),
}

use Shape::{Addition, Count, Exactly, Flag, List, Object, OneOf, OrNull, Points, Text, Words};

const COVERED: Shape = Object(&[("covered", OrNull(&Count)), ("total", OrNull(&Count))]);

const ITEM: Shape = Object(&[
    ("path", Words),
    (
        "kind",
        OneOf(&["function", "method", "trait_method", "constructor", "const"]),
    ),
    ("status", OneOf(&["completed", "called", "unreached", "excluded"])),
    ("code", OrNull(&Words)),
    ("reason", OrNull(&Words)),
    ("instances", List(&Words)),
    ("calls", Count),
    ("discarded", Addition(&OrNull(&Count))),
    ("depth", Count),
]);

const FINDING: Shape = Object(&[
    ("id", Words),
    (
        "kind",
        OneOf(&[
            "panic",
            "timeout",
            "memory",
            "stack_overflow",
            "abort",
            "signal",
            "exit",
            "property",
        ]),
    ),
    (
        "class",
        OneOf(&["bug", "precondition", "convention", "documented", "unreliable"]),
    ),
    ("why", Addition(&Text)),
    ("message", Text),
    (
        "location",
        OrNull(&Object(&[("file", Words), ("line", Count), ("column", Count)])),
    ),
    ("item", Words),
    ("expression", Words),
    (
        "history",
        Addition(&List(&Object(&[
            ("expression", Words),
            ("plan", OrNull(&Words)),
            ("times", Count),
        ]))),
    ),
    ("plan", Addition(&OrNull(&Words))),
    (
        "holes",
        Addition(&List(&Object(&[
            ("number", OrNull(&Count)),
            ("challenged_with", List(&Words)),
        ]))),
    ),
    ("smallest", Addition(&List(&Words))),
    ("smallest_plans", Addition(&List(&Words))),
    ("generalised", Words),
    (
        "trigger",
        Addition(&OrNull(&Object(&[
            ("sentence", Words),
            ("condition", Words),
            ("otherwise", Words),
            ("fails", Count),
            ("passes", Count),
            ("fails_otherwise", Count),
            ("bisected", Flag),
            ("attacked", Addition(&OrNull(&List(&Count)))),
        ]))),
    ),
    ("passing", Addition(&OrNull(&Words))),
    ("plans", Count),
    ("depth", Addition(&Count)),
    (
        "first_seen",
        Addition(&Object(&[
            ("expressions", Count),
            ("time_ms", Count),
            ("time_us", Addition(&Count)),
        ])),
    ),
    ("frames", List(&Words)),
    ("reproduction", Words),
    ("confirmed", Flag),
    ("unconfirmed_reason", Addition(&OrNull(&Words))),
]);

const CAUSE: Shape = Object(&[
    ("id", Words),
    (
        "class",
        OneOf(&["bug", "precondition", "convention", "documented"]),
    ),
    ("why", Text),
    ("score", Count),
    ("score_parts", Points),
    ("findings", List(&Words)),
]);

/// The whole document. The counts of coverage are null where it was not measured.
pub(crate) const DOCUMENT: Shape = Object(&[
    ("schema", Exactly(1)),
    ("tool", Object(&[("name", Words), ("version", Words)])),
    (
        "crate",
        Object(&[
            ("name", Words),
            ("version", Words),
            ("source", OneOf(&["path", "workspace", "registry"])),
        ]),
    ),
    (
        "toolchain",
        Object(&[("rustc", Words), ("rustdoc_format", Count)]),
    ),
    (
        "settings",
        Object(&[
            ("depth", OrNull(&Count)),
            ("max_findings", Addition(&OrNull(&Count))),
            ("strategy", OneOf(&["deepening", "dfs", "random", "novelty"])),
            ("eager", Addition(&Flag)),
            ("nesting", Addition(&OrNull(&Count))),
            ("valid", Addition(&OrNull(&Count))),
            ("keep_results_whole", Addition(&Flag)),
            ("hostile", Addition(&Flag)),
            ("seed", Count),
            ("time_limit_ms", Count),
            ("case_timeout_ms", Count),
            ("case_memory_bytes", Count),
            ("jobs", Count),
        ]),
    ),
    (
        "sandbox",
        Object(&[
            ("level", OneOf(&["strict", "degraded", "off"])),
            ("layers", List(&Words)),
        ]),
    ),
    (
        "api",
        Object(&[
            (
                "totals",
                Object(&[
                    ("items", Count),
                    ("eligible", Count),
                    ("completed", Count),
                    ("called", Count),
                    ("unreached", Count),
                    ("excluded", Count),
                ]),
            ),
            ("items", List(&ITEM)),
        ]),
    ),
    (
        "coverage",
        Object(&[
            ("regions", COVERED),
            ("lines", COVERED),
            ("reason", Addition(&OrNull(&Words))),
        ]),
    ),
    (
        "edges",
        Addition(&Object(&[("executed", Count), ("total", Count)])),
    ),
    ("expressions", Count),
    ("executions", Count),
    ("discarded", Addition(&Count)),
    ("stalled", Addition(&Count)),
    ("depth_completed", Count),
    ("prune_rounds", Addition(&Count)),
    ("returned", Addition(&Count)),
    (
        "time_ms",
        Object(&[
            ("rustdoc", Count),
            ("build", Count),
            ("explore", Count),
            ("confirm", Count),
            ("coverage", Addition(&Count)),
            ("total", Count),
        ]),
    ),
    ("start_us", Addition(&Count)),
    // The last one only where `--max-findings` asked for it.
    (
        "stop",
        OneOf(&["exhausted", "depth", "time", "interrupted", "findings"]),
    ),
    ("findings", List(&FINDING)),
    ("causes", Addition(&List(&CAUSE))),
]);

impl Shape {
    /// Adds a line to `departures` for everything in `value` that does not have this shape.
    pub(crate) fn compare(&self, value: &Value, at: &str, departures: &mut Vec<String>) {
        let (wanted, right) = match self {
            OrNull(_) if value.is_null() => return,
            OrNull(shape) | Addition(shape) => return shape.compare(value, at, departures),
            Object(keys) => return compare_object(keys, value, at, departures),
            List(shape) => match value.as_array() {
                Some(values) => {
                    for (index, value) in values.iter().enumerate() {
                        shape.compare(value, &format!("{at}[{index}]"), departures);
                    }
                    return;
                }
                None => ("a list".to_owned(), false),
            },
            Exactly(number) => (number.to_string(), value.as_u64() == Some(*number)),
            Count => ("a whole number".to_owned(), value.is_u64()),
            Flag => ("true or false".to_owned(), value.is_boolean()),
            Points => (
                "an object of whole numbers".to_owned(),
                value
                    .as_object()
                    .is_some_and(|parts| parts.values().all(Value::is_u64)),
            ),
            Text => ("text".to_owned(), value.is_string()),
            Words => (
                "text with something in it".to_owned(),
                value.as_str().is_some_and(|text| !text.trim().is_empty()),
            ),
            OneOf(words) => (
                format!("one of {words:?}"),
                value.as_str().is_some_and(|word| words.contains(&word)),
            ),
        };
        if !right {
            departures.push(format!("{at} is {value} instead of {wanted}"));
        }
    }
}

fn compare_object(keys: &[(&str, Shape)], value: &Value, at: &str, departures: &mut Vec<String>) {
    let Some(object) = value.as_object() else {
        departures.push(format!("{at} is {value} instead of an object"));
        return;
    };
    for (key, shape) in keys {
        match object.get(*key) {
            Some(value) => shape.compare(value, &format!("{at}.{key}"), departures),
            None if matches!(shape, Addition(_)) => {}
            None => departures.push(format!("{at}.{key} is missing")),
        }
    }
    for key in object.keys() {
        if !keys.iter().any(|(known, _)| known == key) {
            departures.push(format!("{at}.{key} is unknown"));
        }
    }
}
