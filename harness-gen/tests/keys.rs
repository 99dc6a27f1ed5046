//! Keys of types and ops: all different, and the same whatever constants are tried.

mod request;

use harness_gen::{Constants, Keys, Request, prepare};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)
}

fn keys(name: &str, constants: Constants, work_dir: &Path) -> Keys {
    let package = name.rsplit('/').next().unwrap();
    let mut request = Request {
        constants,
        ..request::local(package, corpus(name).canonicalize().unwrap(), work_dir.to_owned())
    };
    prepare(&mut request, &Arc::default(), &mut |_| (), None)
        .unwrap()
        .0
        .keys
}

/// True for a key that only its place among the ops tells from another.
fn is_numbered(key: &str) -> bool {
    let number = key.rsplit_once(" #").map(|(_, number)| number);
    number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

#[test]
fn keys_are_different_and_do_not_change_with_the_constants() {
    let work_dir = tempfile::tempdir().unwrap();
    let more = Constants {
        ints: vec![77, 12_345],
        strs: vec!["other".to_owned()],
        ..Constants::default()
    };
    for name in ["answers", "quirks/traits"] {
        let few = keys(name, Constants::default(), work_dir.path());
        for keys in [&few.types, &few.ops] {
            assert!(!keys.is_empty());
            assert!(keys.iter().all(|key| !key.contains('\n')), "{name}");
            let mut sorted = keys.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), keys.len(), "{name}");
            assert_eq!(keys.iter().find(|key| is_numbered(key)), None, "{name}");
        }
        let many = keys(name, more.clone(), work_dir.path());
        assert!(many.ops.len() > few.ops.len(), "{name} takes integers");
        let mut left = many.ops.iter();
        for key in &few.ops {
            assert!(left.any(|other| other == key), "{name}: {key} is gone or moved");
        }
        let mut left = many.types.iter();
        for key in &few.types {
            assert!(left.any(|other| other == key), "{name}: {key} is gone or moved");
        }
    }
}
