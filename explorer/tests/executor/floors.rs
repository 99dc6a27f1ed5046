//! Which code of the executor may know which: everything is sorted by the process it runs in.

use std::path::{Path, PathBuf};

/// Folders of the executor with those that they may name besides themselves.
const KNOWS: [(&str, &[&str]); 5] = [
    ("shared", &[]),
    ("pages", &["shared"]),
    ("child", &["pages", "shared"]),
    ("template", &["child", "pages", "shared"]),
    ("supervisor", &["shared"]),
];

fn sources(below: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(below).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .collect()
}

#[test]
fn code_of_a_process_knows_what_it_shares_and_no_other_process() {
    let executor = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/executor");
    let mut named = 0;
    for (folder, knows) in KNOWS {
        for path in sources(&executor.join(folder)) {
            let text = std::fs::read_to_string(&path).unwrap();
            for (other, _) in KNOWS.iter().filter(|(other, _)| *other != folder) {
                let ends = [":", ";", "}", ","].map(|end| format!("executor::{other}{end}"));
                let names = ends.iter().any(|name| text.contains(name));
                assert!(
                    !names || knows.contains(other),
                    "{} names {other}",
                    path.display()
                );
                named += u32::from(names);
            }
            for outer in ["run_report", "finding", "engine", "confirm"] {
                assert!(!text.contains(&format!("crate::{outer}")), "{}", path.display());
            }
        }
    }
    assert!(named > 20, "the check sees what is named");
}
