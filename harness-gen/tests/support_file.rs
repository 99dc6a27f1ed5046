//! The user's support file from its text to the grammar: what its functions give is an argument, its types are as those of a
//! dependency, and a changed file is another harness.

mod request;

use harness_gen::cargo::Workbench;
use harness_gen::error::Error;
use harness_gen::{ItemUse, Prepared, Request, SupportFile, prepare};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

const LIBRARY: &str = "
mod inner { #[derive(Debug)] pub struct Key(u64); impl Key { pub fn get(&self) -> u64 { self.0 } } }
pub use inner::Key;
#[cfg(feature = \"keys\")]
impl Key { pub const fn hidden(_: sealed::Sealed) -> u8 { 0 } }
mod sealed { pub struct Sealed; }
pub trait Lock { fn open(&self) -> Key; }
pub struct Shelf<T>(Vec<T>);
impl<T> Shelf<T> { pub fn first(&self) -> &T { &self.0[0] } }
pub fn open(lock: &impl Lock) -> u64 { lock.open().get() }
pub fn bytes(bytes: &[u8]) -> usize { bytes.len() }
#[doc(hidden)] pub fn key_of(number: u64) -> Key { unsafe { std::mem::transmute(number) } }
#[doc(hidden)] pub fn shelf_of<T>(of: Vec<T>) -> Shelf<T> { unsafe { std::mem::transmute(of) } }
";

const SUPPORT: &str = "
use outer::{Key, Lock, Shelf};
pub fn key(number: u64, twice: bool) -> Option<Key> { twice.then(|| outer::key_of(number * 2)) }
pub fn shelf<T>(one: T) -> Shelf<T> { outer::shelf_of(vec![one]) }
pub const MAGIC: &[u8] = b\"magic\";
pub struct Always(u64);
impl Always { pub fn new(number: u64) -> Always { Always(number) } }
impl Lock for Always { fn open(&self) -> Key { outer::key_of(self.0) } }
fn private() -> u64 { 1 }
pub fn nothing() { let _ = private(); }
";

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn fixture() -> (TempDir, Request) {
    let root = tempfile::tempdir().unwrap();
    let manifest = "[workspace]\n[package]\nname = \"outer\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                    [features]\nkeys = []\n[dev-dependencies]\nunused = { path = \"nowhere\" }\n";
    write(root.path(), "outer/Cargo.toml", manifest);
    write(root.path(), "outer/src/lib.rs", LIBRARY);
    let request = request::local("outer", root.path().join("outer"), root.path().join("work"));
    (root, request)
}

/// With a support file of this text.
fn prepared(root: &Path, request: &Request, support: Option<&str>) -> Result<Prepared, Error> {
    let mut request = request.clone();
    request.support = support.map(|text| {
        write(root, "support.rs", text);
        SupportFile::read(&root.join("support.rs")).unwrap()
    });
    let (prepared, workbench): (Prepared, Workbench) =
        prepare(&mut request, &Arc::default(), &mut |_| (), None)?;
    drop(workbench);
    Ok(prepared)
}

/// Where the key of an op that can be part of a plan begins like this.
fn has_op(prepared: &Prepared, beginning: &str) -> bool {
    let ops = prepared.keys.ops.iter().zip(0..);
    ops.filter(|(key, _)| key.starts_with(beginning))
        .any(|(_, op)| prepared.grammar.root_steps(plans::OpId(op)).is_some())
}

fn explored(prepared: &Prepared) -> Vec<&str> {
    let items = prepared.items.iter();
    items
        .filter(|item| matches!(item.use_, ItemUse::Explore(_)))
        .map(|item| item.path.as_str())
        .collect()
}

#[test]
fn what_a_support_file_gives_is_an_argument_and_nothing_of_it_an_item() {
    let (root, request) = fixture();
    let without = prepared(root.path(), &request, None).unwrap();
    assert!(without.support.unused.is_empty());
    assert!(!explored(&without).contains(&"outer::Key::get"));

    let with = prepared(root.path(), &request, Some(SUPPORT)).unwrap();
    assert_eq!(with.items.len(), without.items.len());
    let paths = explored(&with);
    for item in ["outer::Key::get", "outer::Shelf<T>::first", "outer::open"] {
        assert!(paths.contains(&item), "{item} is not in {paths:?}");
    }
    for op in [
        "explore_support::key({0}, {1}).unwrap() (u64, bool) -> outer::Key",
        "explore_support::shelf::<",
        "explore_support::MAGIC () -> &[u8]",
        "explore_support::Always::new({0}) (u64) -> explore_support::Always",
        "outer::open(",
    ] {
        assert!(has_op(&with, op), "{op} is not in {:#?}", with.keys.ops);
    }
    let unused: Vec<(&str, &str)> = (with.support.unused.iter())
        .map(|unused| (unused.path.as_str(), unused.code.as_str()))
        .collect();
    assert_eq!(unused, [("explore_support::nothing", "E-TYPE")]);
    // Whatever fails in these is no fault of the crate by itself.
    let of_file = with
        .keys
        .ops
        .iter()
        .zip(0..)
        .filter(|(key, _)| key.starts_with("explore_support::key("));
    assert!(of_file.into_iter().all(|(_, op)| with.support.ops.contains(&op)));

    // The same signatures, and another meaning: nothing old may be used.
    let bytes = |prepared: &Prepared| std::fs::read(prepared.dylib.as_ref().unwrap()).unwrap();
    let before = bytes(&with);
    let changed = prepared(
        root.path(),
        &request,
        Some(&SUPPORT.replace("b\"magic\"", "b\"other\"")),
    )
    .unwrap();
    assert_eq!(changed.keys, with.keys);
    assert_ne!(bytes(&changed), before, "it has the changed constant in it");
    assert_eq!(prepared(root.path(), &request, None).unwrap().keys, without.keys);
}

#[test]
fn what_is_wrong_with_a_support_file_is_an_error_with_its_path() {
    let (root, request) = fixture();
    let error = |text: &str| prepared(root.path(), &request, Some(text)).expect_err(text);
    let path = root.path().join("support.rs");
    let wrong = error("pub fn f() -> u8 {\n    outer::bytes(b\"\")\n}\n");
    let Error::SupportDoesNotCompile {
        path: named,
        rendered,
    } = &wrong
    else {
        panic!("{wrong}");
    };
    assert_eq!(*named, path);
    let place = format!("--> {}:2:5", path.display());
    assert!(
        rendered.contains(&place) && rendered.contains("mismatched types"),
        "{rendered}"
    );
    assert!(matches!(error("fn f() {}"), Error::SupportIsEmpty { path: named } if named == path));
}

/// An unsafe trait that nothing implements, and a macro that writes an impl.
const ADAPTED: &str = "
//! Lists of what an adapter adapts.
//!
//! ```
//! use outer::{adapter, List};
//! # fn main() {
//! struct One { number: u64 }
//! adapter!(OneAdapter = One);
//! let mut list = List::new(OneAdapter::new());
//! list.push(One { number: 3 });
//! # }
//! ```
pub unsafe trait Adapter { type Value; fn number(&self, of: &Self::Value) -> u64; }
/// This does not compile any more.
///
/// ```
/// struct Old;
/// unsafe impl outer::Adapter for Old { fn gone(&self) {} }
/// ```
///
/// Nor is this dev-dependency there.
///
/// ```
/// use unused::Number;
/// struct Far;
/// unsafe impl outer::Adapter for Far { type Value = Number; fn number(&self, of: &Number) -> u64 { of.0 } }
/// ```
#[macro_export]
macro_rules! adapter {
    ($vis:vis $name:ident = $value:ty) => {
        $vis struct $name(());
        impl $name { pub fn new() -> Self { $name(()) } }
        unsafe impl $crate::Adapter for $name {
            type Value = $value;
            fn number(&self, of: &$value) -> u64 { of.number }
        }
    };
}
pub struct List<A: Adapter> { adapter: A, values: Vec<A::Value> }
impl<A: Adapter> List<A> {
    pub fn new(adapter: A) -> Self { List { adapter, values: Vec::new() } }
    pub fn push(&mut self, value: A::Value) { self.values.push(value) }
    pub fn sum(&self) -> u64 { self.values.iter().map(|value| self.adapter.number(value)).sum() }
}
";

/// Its keys say which example a type is of.
fn op_of_example<'a>(prepared: &'a Prepared, ending: &str) -> Option<&'a str> {
    let mut keys = prepared.keys.ops.iter().map(String::as_str);
    keys.find(|key| key.starts_with("explore_support::example_") && key.contains(ending))
}

#[test]
fn types_of_examples_implement_what_nothing_else_does_unless_a_file_is_given() {
    let (root, request) = fixture();
    write(root.path(), "outer/src/lib.rs", ADAPTED);
    let first = prepared(root.path(), &request, None).unwrap();
    for op in ["::OneAdapter::new()", "::One {"] {
        let key = op_of_example(&first, op).unwrap_or_else(|| panic!("{op}: {:?}", first.keys.ops));
        assert!(has_op(&first, key), "{key}");
    }
    let items = [
        "outer::List<A>::new",
        "outer::List<A>::push",
        "outer::List<A>::sum",
    ];
    let explored_with = explored(&first);
    assert!(
        items.iter().all(|item| explored_with.contains(item)),
        "{explored_with:?}"
    );
    let not_there = ["::Old", "::Far"];
    assert!(not_there.iter().all(|name| op_of_example(&first, name).is_none()));
    assert!(first.support.unused.is_empty());
    // What compiles is known: nothing is compiled twice, and nothing is forgotten.
    let again = prepared(root.path(), &request, None).unwrap();
    assert_eq!((again.keys.ops, again.effort.prune_rounds), (first.keys.ops, 1));
    // The user knows better.
    let given = prepared(root.path(), &request, Some("pub fn number() -> u64 { 1 }")).unwrap();
    assert!(op_of_example(&given, "").is_none() && !explored(&given).contains(&items[2]));
}
