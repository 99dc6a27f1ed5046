//! The file as people keep it: what they wrote stays, entries come where they belong, and what is wrong is named.

use super::*;
use crate::judged::{Ruling, Verdict};
use crate::known::entry::Subject;

fn file(text: &str) -> anyhow::Result<KnownFile> {
    KnownFile::parse(Path::new("known.toml"), text)
}

fn entry(id: &str, item: &str) -> Entry {
    Entry {
        id: id.to_owned(),
        ruling: Ruling {
            verdict: Verdict::Expected,
            of: None,
            reason: "the \"docs\" say so".to_owned(),
            who: Some("Ada".to_owned()),
            date: Some("2026-11-22".to_owned()),
            expires: None,
        },
        subject: Subject {
            package: "toy".to_owned(),
            item: item.to_owned(),
            place: "src/lib.rs:3".to_owned(),
            message: "none".to_owned(),
            expression: "f(0)".to_owned(),
            depth: Some(2),
            hash: "code:1".to_owned(),
        },
    }
}

const WRITTEN: &str = "\
# Read by the team.

# Ours since 2020.
[[finding]]
id = 'aa' # the oldest
verdict = \"bug\"
package = \"toy\"
item = \"toy::a\"
ticket = 12

# Another.

# Not ours.
[[finding]]
id = \"cc\"
verdict = \"not-ours\"
package = \"toy\"
item = \"toy::c\"
expires = 2027-01-01

# The end.
";

#[test]
fn what_is_read_and_written_again_is_what_people_wrote() {
    let known = file(WRITTEN).unwrap();
    assert_eq!(known.text(), WRITTEN);
    let expires: Vec<Option<&str>> = known
        .entries()
        .iter()
        .map(|entry| entry.ruling.expires.as_deref())
        .collect();
    assert_eq!(expires, [None, Some("2027-01-01")]);
}

#[test]
fn an_entry_that_changes_keeps_its_comments_and_unknown_keys() {
    let mut known = file(WRITTEN).unwrap();
    let mut changed = known.entry("toy", "aa").unwrap().clone();
    changed.id = "aa".to_owned();
    changed.ruling.verdict = Verdict::Later;
    known.put(changed);
    assert_eq!(known.text(), WRITTEN.replace("\"bug\"", "\"later\""));
}

#[test]
fn entries_come_where_they_belong_and_go_without_a_trace() {
    for (item, after) in [
        ("toy::0", "team.\n\n"),
        ("toy::b", "ticket = 12\n"),
        ("toy::d", "2027-01-01\n"),
    ] {
        let mut known = file(WRITTEN).unwrap();
        known.put(entry("bb", item));
        let text = known.text();
        let at = text.find("[[finding]]\nid = \"bb\"").expect("it is there");
        assert!(
            text[..at].trim_end_matches('\n').ends_with(after.trim_end()),
            "{item}: {text}"
        );
        assert!(
            text.contains("# Ours since 2020.\n[[finding]]\nid = 'aa'"),
            "{item}: {text}"
        );
        assert!(
            text.contains("# Not ours.\n[[finding]]\nid = \"cc\""),
            "{item}: {text}"
        );
        let again = file(&text).unwrap();
        assert_eq!(again.entries(), known.entries());
        assert_eq!(again.entry("toy", "bb"), Some(&entry("bb", item)));
        assert!(known.remove("toy", "bb").is_some());
        assert_eq!(known.text(), WRITTEN, "{item}");
    }
}

#[test]
fn comments_that_are_about_more_outlive_an_entry() {
    let mut known = file(WRITTEN).unwrap();
    known.remove("toy", "aa");
    let text = known.text();
    assert!(
        text.starts_with("# Read by the team.\n\n") && !text.contains("2020"),
        "{text}"
    );
    known.remove("toy", "cc");
    assert_eq!(
        known.text(),
        "# Read by the team.\n\n# Another.\n\n\n# The end.\n"
    );
    assert_eq!(file(&known.text()).unwrap().entries(), []);
}

#[test]
fn entries_are_sorted_whatever_comes_first() {
    let texts = [["b", "a", "c"], ["c", "b", "a"], ["a", "b", "c"]].map(|order| {
        let mut known = file("").unwrap();
        for name in order {
            known.put(entry(name, &format!("toy::{name}")));
        }
        known.text()
    });
    assert!(
        texts[0] == texts[1] && texts[1] == texts[2],
        "{}\n{}",
        texts[0],
        texts[1]
    );
    assert!(texts[0].starts_with("# What has been judged"), "{}", texts[0]);
    let known = file(&texts[0]).unwrap();
    let ids: Vec<&str> = known.entries().iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
}

#[test]
fn two_branches_that_judge_different_findings_change_different_places() {
    let mut base = file("").unwrap();
    for name in ["b", "d", "f"] {
        base.put(entry(name, &format!("toy::{name}")));
    }
    let [ours, theirs] = ["c", "e"].map(|name| {
        let mut branch = base.clone();
        branch.put(entry(name, &format!("toy::{name}")));
        branch.text()
    });
    // As a merge takes both: each side adds lines, and removes none.
    let added = |text: &str| {
        let start = text
            .bytes()
            .zip(base.text().bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let length = text.len() - base.text().len();
        (start, text[start..start + length].to_owned())
    };
    let (first, second) = (added(&ours), added(&theirs));
    assert!(first.0 < second.0);
    let mut merged = base.text();
    merged.insert_str(second.0, &second.1);
    merged.insert_str(first.0, &first.1);
    let ids: Vec<String> = file(&merged)
        .unwrap()
        .entries()
        .iter()
        .map(|entry| entry.id.clone())
        .collect();
    assert_eq!(ids, ["b", "c", "d", "e", "f"]);
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_to_do() {
    let head = "[[finding]]\nid = \"a\"\nverdict = \"bug\"\n";
    let conflict = "<<<<<<< ours\n[[finding]]\n=======\n>>>>>>> theirs\n".to_owned();
    for (text, expected) in [
        ("[[finding]\n".to_owned(), &["line 1", "help: mend that line"][..]),
        (conflict, &["line 1", "finish the merge"]),
        (
            "\n\n[[finding]]\nverdict = \"bug\"\n".to_owned(),
            &["line 3", "has no `id`"],
        ),
        (
            "[[finding]]\nid = \"a\"\nverdict = \"fine\"\n".to_owned(),
            &["line 1", "`fine`", "`not-ours`"],
        ),
        (
            "[[finding]]\nid = \"a\"\nverdict = \"duplicate\"\n".to_owned(),
            &["needs `of"],
        ),
        (format!("{head}of = \"b\"\n"), &["needs `of"]),
        (
            format!("{head}expires = \"soon\"\n"),
            &["`expires`", "2026-11-22"],
        ),
        (format!("{head}expires = 2026-11-22T10:00:00\n"), &["`expires`"]),
        (format!("{head}reason = 3\n"), &["`reason`", "quotes"]),
        (format!("{head}depth = -1\n"), &["`depth`"]),
        (
            format!("{head}\n{head}"),
            &["judges a twice, in lines 1 and 5", "help: keep one"],
        ),
        ("[finding]\nid = \"a\"\n".to_owned(), &["[[finding]]"]),
    ] {
        let error = file(&text).expect_err(&text).to_string();
        for part in expected {
            assert!(error.contains(part), "{part} is missing in {error}");
        }
    }
}

#[test]
fn unknown_keys_are_told_and_kept() {
    let text = "findings = 1\n\n[[finding]]\nid = \"a\"\nverdict = \"bug\"\nreasn = \"x\"\nticket = 3\n";
    let known = file(text).unwrap();
    assert_eq!(known.text(), text);
    let warnings = known.warnings().join("\n");
    for part in [
        "unknown key `findings` (did you mean `finding`?)",
        "line 3: unknown key `reasn` (did you mean `reason`?)",
        "unknown key `ticket`; it is left alone",
    ] {
        assert!(warnings.contains(part), "{part} is missing in {warnings}");
    }
}

#[test]
fn a_file_is_made_where_there_is_none_and_replaced_as_a_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = KnownFile::path_in(directory.path());
    let mut known = KnownFile::load(&path).unwrap();
    assert_eq!(known.entries(), []);
    known.put(entry("a", "toy::a"));
    known.save().unwrap();
    assert_eq!(KnownFile::load(&path).unwrap().entries(), known.entries());
    let beside: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(beside.len(), 1, "nothing is left behind");
}
