//! No circles of files: within a crate, too, imports point one way.

use crate::imports::{Modules, Uses};
use crate::offenders::{Offenders, check};
use crate::tree::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Sets of files each of which leads to all others of its set.
fn circles(uses: &Uses) -> Vec<Vec<PathBuf>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        uses.keys().map(|from| (from, reached(uses, from))).collect();
    let mut found: BTreeSet<Vec<PathBuf>> = BTreeSet::new();
    for (from, ahead) in &reached {
        let circle: Vec<PathBuf> = ahead
            .iter()
            .filter(|to| reached[*to].contains(from))
            .map(|to| (*to).clone())
            .collect();
        if !circle.is_empty() {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

/// Files that `from` leads to, itself only where it is in a circle.
fn reached<'a>(uses: &'a Uses, from: &PathBuf) -> BTreeSet<&'a PathBuf> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&PathBuf> = uses[from].keys().collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(uses[next].keys());
        }
    }
    found
}

/// Each file that is in a circle, with its arrows to others in it.
fn tied(uses: &Uses) -> Offenders {
    let mut found = Offenders::new();
    for circle in circles(uses) {
        for from in &circle {
            let arrows: Vec<String> = uses[from]
                .iter()
                .filter(|(to, _)| circle.contains(to))
                .map(|(to, name)| format!("\n    -> {} ({name})", to.display()))
                .collect();
            found.insert(
                from.display().to_string(),
                format!("in a circle of {}{}", circle.len(), arrows.concat()),
            );
        }
    }
    found
}

fn uses(krate: &str) -> Uses {
    let text = |path: &Path| fs::read_to_string(root().join(path)).ok();
    let modules = Modules::read(&Path::new(krate).join("src/lib.rs"), &text);
    assert_eq!(modules.lost(), [""; 0], "imports of {krate} that lead nowhere");
    modules.uses()
}

#[test]
fn files_import_each_other_one_way() {
    let mut found = Offenders::new();
    for krate in ["plans", "harness-gen", "explorer"] {
        let uses = uses(krate);
        let arrows: usize = uses.values().map(BTreeMap::len).sum();
        assert!(
            uses.len() > 20 && arrows > uses.len(),
            "{krate}: the search for imports saw {arrows} in {} files",
            uses.len()
        );
        found.extend(tied(&uses));
    }
    check("circles", "imports among a crate's files make no circle", &found);
}

/// Folders of a crate, and those next to them whose files they must not import. The executor's are sorted by process.
const STRANGERS: [(&str, &str, &[&str]); 9] = [
    (
        "explorer/src/executor",
        "supervisor",
        &["template", "child", "pages"],
    ),
    ("explorer/src/executor", "template", &["supervisor"]),
    ("explorer/src/executor", "child", &["supervisor", "template"]),
    (
        "explorer/src/executor",
        "pages",
        &["supervisor", "template", "child"],
    ),
    (
        "explorer/src/executor",
        "shared",
        &["supervisor", "template", "child", "pages"],
    ),
    ("harness-gen/src", "api", &["solve", "support", "write", "cargo"]),
    ("harness-gen/src", "solve", &["support", "cargo"]),
    ("harness-gen/src", "write", &["solve", "support", "cargo"]),
    ("harness-gen/src", "support", &["cargo"]),
];

#[test]
fn folders_import_from_what_lies_below_them() {
    let mut seen = 0;
    let mut bad = Offenders::new();
    for (from, used) in ["harness-gen", "explorer"].into_iter().flat_map(uses) {
        for (parent, folder, strangers) in STRANGERS {
            if !from.starts_with(Path::new(parent).join(folder)) {
                continue;
            }
            for (to, name) in &used {
                seen += 1;
                if strangers
                    .iter()
                    .any(|stranger| to.starts_with(Path::new(parent).join(stranger)))
                {
                    bad.insert(
                        format!("{} -> {}", from.display(), to.display()),
                        format!("`{name}`"),
                    );
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} imports were looked at");
    check("strangers", "folders import from what lies below them", &bad);
}

#[test]
fn circles_are_told_apart() {
    let arrows = [
        ("a", "b"),
        ("b", "c"),
        ("c", "b"),
        ("c", "d"),
        ("d", "e"),
        ("e", "d"),
    ];
    let mut uses = Uses::new();
    for (from, to) in arrows {
        uses.entry(from.into())
            .or_default()
            .insert(to.into(), "Name".to_owned());
    }
    assert_eq!(
        circles(&uses),
        [["b", "c"], ["d", "e"]].map(|circle| circle.map(PathBuf::from))
    );
    assert_eq!(tied(&uses)["c"], "in a circle of 2\n    -> b (Name)");
}
