//! Whether the values of a document that has the right shape agree with each other, with the exit code and with the
//! explored crate's sources.

use harness_gen::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Codes of items that are not eligible: not public, not safe, not callable from outside, or left out by the user.
const NOT_ELIGIBLE: [&str; 5] = [
    "E-UNSAFE",
    "E-NOT-NAMEABLE",
    "E-UNINHABITED",
    "E-FOREIGN",
    "E-USER",
];

/// Lists what does not add up.
pub(crate) struct Sense<'a> {
    document: &'a Value,
    troubles: Vec<String>,
}

/// Everything in `document` that does not agree with the rest or with the exit code.
pub(crate) fn troubles(document: &Value, exit_code: i32) -> Vec<String> {
    let mut sense = Sense {
        document,
        troubles: Vec::new(),
    };
    sense.items();
    sense.totals();
    sense.run(exit_code);
    sense.coverage();
    sense.findings();
    sense.causes();
    sense.troubles
}

/// Places of findings that are not where they say, in a crate with this root.
pub(crate) fn misplaced(document: &Value, crate_root: &Path) -> Vec<String> {
    let mut troubles = Vec::new();
    for finding in list(&document["findings"]) {
        let location = &finding["location"];
        if location.is_null() {
            continue;
        }
        let file = Path::new(text(&location["file"]));
        let name = text(&finding["id"]);
        if file.is_absolute() {
            if file.starts_with(crate_root) {
                troubles.push(format!("{name}: {} lies in the crate", file.display()));
            }
            continue;
        }
        let lines = std::fs::read_to_string(crate_root.join(file)).map(|source| source.lines().count());
        match lines {
            Err(error) => troubles.push(format!("{name}: {}: {error}", file.display())),
            Ok(lines) if !(1..=lines as u64).contains(&count(&location["line"])) => {
                troubles.push(format!("{name}: {location} is beyond the end of the file"));
            }
            Ok(_) => {}
        }
    }
    troubles
}

impl Sense<'_> {
    fn expect(&mut self, holds: bool, trouble: impl FnOnce() -> String) {
        if !holds {
            self.troubles.push(trouble());
        }
    }

    fn items(&mut self) {
        let known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        for item in list(&self.document["api"]["items"]) {
            let (status, calls) = (text(&item["status"]), count(&item["calls"]));
            match status {
                "excluded" => {
                    let code = item["code"].as_str();
                    self.expect(code.is_some_and(|code| known.contains(code)), || {
                        format!("{item}: unknown code")
                    });
                    self.expect(item["reason"].is_string(), || format!("{item}: no reason"));
                    self.expect(calls == 0, || format!("{item}: excluded and called"));
                }
                _ => self.expect(item["code"].is_null() && item["reason"].is_null(), || {
                    format!("{item}: not excluded, but with a code or reason")
                }),
            }
            let called = matches!(status, "completed" | "called");
            self.expect(called == (calls > 0), || {
                format!("{item}: {status} after {calls} calls")
            });
        }
    }

    fn totals(&mut self) {
        let (items, totals) = (
            list(&self.document["api"]["items"]),
            &self.document["api"]["totals"],
        );
        let mut sum = 0;
        for status in ["completed", "called", "unreached", "excluded"] {
            let counted = items.iter().filter(|item| item["status"] == status).count() as u64;
            sum += count(&totals[status]);
            self.expect(count(&totals[status]) == counted, || {
                format!("totals: {counted} items are {status}, not {}", totals[status])
            });
        }
        self.expect(
            sum == items.len() as u64 && count(&totals["items"]) == sum,
            || format!("totals of {} items: {totals}", items.len()),
        );
        let eligible = items
            .iter()
            .filter(|item| {
                !item["code"]
                    .as_str()
                    .is_some_and(|code| NOT_ELIGIBLE.contains(&code))
            })
            .count() as u64;
        self.expect(count(&totals["eligible"]) == eligible, || {
            format!(
                "totals: {eligible} items are eligible, not {}",
                totals["eligible"]
            )
        });
    }

    fn run(&mut self, exit_code: i32) {
        let document = self.document;
        let bugs = list(&document["findings"])
            .iter()
            .any(|finding| finding["class"] == "bug");
        let expected = if bugs { 100 } else { 0 };
        self.expect(exit_code == expected, || {
            format!("the exit code is {exit_code} instead of {expected}")
        });
        let (expressions, executions) = (count(&document["expressions"]), count(&document["executions"]));
        self.expect(0 < expressions && expressions <= executions, || {
            format!("{expressions} expressions in {executions} executions")
        });
        let times = &document["time_ms"];
        let stages: u64 = ["rustdoc", "build", "explore", "confirm", "coverage"]
            .iter()
            .filter(|stage| !times[**stage].is_null())
            .map(|stage| count(&times[*stage]))
            .sum();
        self.expect(stages <= count(&times["total"]), || {
            format!("the stages take longer than all of it: {times}")
        });
        let (depth, stop) = (&document["settings"]["depth"], &document["stop"]);
        self.expect(!depth.is_null() || stop != "depth", || {
            "stopped at a depth nobody gave".to_owned()
        });
    }

    fn coverage(&mut self) {
        let coverage = &self.document["coverage"];
        for part in ["regions", "lines"] {
            let (covered, total) = (&coverage[part]["covered"], &coverage[part]["total"]);
            let adds_up = match (covered.as_u64(), total.as_u64()) {
                (Some(covered), Some(total)) => covered <= total && coverage["reason"].is_null(),
                (covered, total) => covered.is_none() && total.is_none(),
            };
            self.expect(adds_up, || format!("{part}: coverage of {coverage}"));
        }
    }

    /// Every confirmed finding is in exactly one cause, which has its class and its simplest finding's name.
    fn causes(&mut self) {
        let causes = list(&self.document["causes"]);
        let mut told: Vec<(&str, &Value)> = Vec::new();
        for cause in causes {
            let members = list(&cause["findings"]);
            told.extend(members.iter().map(|id| (text(id), &cause["class"])));
            let first = members.first();
            self.expect(first == Some(&cause["id"]), || {
                format!("{} is not its first finding", cause["id"])
            });
        }
        told.sort_by_key(|(id, _)| *id);
        let mut confirmed: Vec<(&str, &Value)> = list(&self.document["findings"])
            .iter()
            .filter(|finding| finding["confirmed"] == true)
            .map(|finding| (text(&finding["id"]), &finding["class"]))
            .collect();
        confirmed.sort_by_key(|(id, _)| *id);
        self.expect(told == confirmed, || {
            format!("causes have {told:?}, findings are {confirmed:?}")
        });
    }

    fn findings(&mut self) {
        let mut ids = BTreeSet::new();
        for finding in list(&self.document["findings"]) {
            let id = text(&finding["id"]);
            self.expect(ids.insert(id), || format!("two findings are called {id}"));
            self.expect(id.chars().all(|c| c.is_ascii_hexdigit()), || {
                format!("{id} is not made of hex digits")
            });
            let confirmed = finding["confirmed"] == true;
            self.expect(confirmed == (finding["class"] != "unreliable"), || {
                format!("{id}: {} and confirmed: {confirmed}", finding["class"])
            });
            self.expect(confirmed == finding["unconfirmed_reason"].is_null(), || {
                format!("{id}: confirmed: {confirmed}, {}", finding["unconfirmed_reason"])
            });
            self.expect(count(&finding["plans"]) > 0, || format!("{id}: no plans"));
            if finding["kind"] == "panic" {
                self.expect(!finding["location"].is_null(), || {
                    format!("{id}: a panic without location")
                });
            }
            let called = list(&self.document["api"]["items"])
                .iter()
                .any(|item| item["path"] == finding["item"] && count(&item["calls"]) > 0);
            self.expect(called, || {
                format!("{id}: no called item has the path {}", finding["item"])
            });
            let expression = text(&finding["expression"]);
            self.expect(!has_nameless_placeholder(expression), || {
                format!("{id}: a placeholder without number in `{expression}`")
            });
            let source = text(&finding["reproduction"]);
            let function = format!("fn finding_{id}()");
            self.expect(
                source.matches("#[test]").count() == 1 && source.contains(&function),
                || format!("{id}: not one #[test] {function}: {source}"),
            );
        }
    }
}

/// True if a `?` outside text literals is not followed by a number.
fn has_nameless_placeholder(expression: &str) -> bool {
    let mut in_text = false;
    let mut characters = expression.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if in_text => {
                characters.next();
            }
            '"' => in_text = !in_text,
            '?' if !in_text && !characters.peek().is_some_and(char::is_ascii_digit) => return true,
            _ => {}
        }
    }
    false
}

/// The elements of a value whose shape was checked.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The text of a value whose shape was checked.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The number of a value whose shape was checked.
pub(crate) fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}
