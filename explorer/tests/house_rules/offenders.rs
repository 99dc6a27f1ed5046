//! Lists of what has broken a rule since before there was the rule. They may only shrink.

use crate::tree::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// What breaks a rule, and how.
pub(crate) type Offenders = BTreeMap<String, String>;

/// Fails if something breaks a rule that is not on the list `allowed/<list>.txt`, or something on it breaks the rule
/// no longer. With `UPDATE_EXPECTED=1` the latter is taken off the list; nothing is ever added.
#[track_caller]
pub(crate) fn check(list: &str, rule: &str, found: &Offenders) {
    let path = root().join(format!("explorer/tests/house_rules/allowed/{list}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (new, better) = compared(&text, found);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let left = text.lines().filter(|line| !better.contains(line));
        fs::write(&path, left.map(|line| format!("{line}\n")).collect::<String>()).expect("it is writable");
    } else {
        assert!(
            better.is_empty(),
            "these keep the rule now; take them off {} (UPDATE_EXPECTED=1 does):\n{}",
            path.display(),
            better.join("\n")
        );
    }
    assert!(
        new.is_empty(),
        "{rule}; these are new (or were moved: then change their line in {}):\n{}",
        path.display(),
        new.join("\n")
    );
}

/// What breaks the rule and is not on the list, and what is on the list and breaks it no longer.
fn compared<'a>(list: &'a str, found: &Offenders) -> (Vec<String>, Vec<&'a str>) {
    let allowed: BTreeSet<&str> = list.lines().collect();
    let new = found
        .iter()
        .filter(|(name, _)| !allowed.contains(name.as_str()))
        .map(|(name, how)| format!("{name}: {how}"))
        .collect();
    let better = list.lines().filter(|line| !found.contains_key(*line)).collect();
    (new, better)
}

#[test]
fn lists_are_compared_both_ways() {
    let found = ["a", "c"].map(|name| (name.to_owned(), "97 lines".to_owned()));
    assert_eq!(
        compared("a\nb\n", &Offenders::from(found)),
        (vec!["c: 97 lines".to_owned()], vec!["b"])
    );
}
