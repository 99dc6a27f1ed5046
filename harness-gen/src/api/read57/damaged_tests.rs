//! The reader against damaged JSON of rustdoc, and readers of texts that crates bring against damaged ones: none panics, and
//! none fails to end.

#[path = "../../../../plans/tests/search/damage.rs"]
mod damage;

use super::tests::json;
use crate::api::docs::code_blocks_without;
use crate::api::foreign::Foreign;
use crate::api::macros::calls_in_docs;
use crate::api::paths::public_paths;
use crate::rustdoc_json::parse;
use crate::seeds::Examples;
use crate::sentences::{references, sentences};
use crate::support_file::SupportFile;
use damage::{Damage, copies};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What rustdoc says in many ways.
const SOURCE: &str = r#"
//! Crate, see [`Tree`].
pub mod a { pub use super::b::*; pub use self::inner::Inner as Other; pub mod inner { /** Panics if full. */ pub struct Inner; } }
pub mod b { pub use super::a; pub enum Tree<T: Clone + 'static, const N: usize = 3> { Leaf, Node(Box<Tree<T, N>>, [T; N]), Named { x: T } } }
pub use b::Tree;
pub trait Walk<S>: Iterator where S: ?Sized { type Out: Copy; const K: u8; fn walk<'a>(&'a mut self, s: &'a S) -> Self::Out; fn two(self) -> Option<Self::Item> where Self: Sized { None } }
impl<T: Clone> Tree<T, 2> { /** # Panics
Always.

```
let t = own::Tree::<u8, 2>::new(1); assert_eq!(t.get(0), &1);
``` */ pub fn new(t: T) -> Self { Tree::Node(Box::new(Tree::Leaf), [t.clone(), t]) } pub fn get(&self, i: usize) -> &T { todo!() } pub const ONE: Self = Tree::Leaf; }
impl<T: Clone, const N: usize> std::ops::Index<usize> for Tree<T, N> { type Output = T; fn index(&self, i: usize) -> &T { todo!() } }
impl<T: Clone, U> From<Vec<U>> for Tree<T, 1> where U: Into<T> { fn from(_: Vec<U>) -> Self { todo!() } }
pub fn each<F: FnMut(&str) -> Result<(), Box<dyn std::error::Error + Send>>>(f: F, d: &dyn Fn(u8) -> u8, p: fn(*const u8) -> !) {}
pub fn iter<'a>(x: &'a [u8], y: impl Iterator<Item = &'a str>) -> impl Iterator<Item = (u8, char)> + 'a { std::iter::empty() }
pub static S: &[u8] = b"x"; pub const C: (u8, f64) = (1, 2.0); pub union U { pub a: u8, pub b: i8 } pub type Alias<T> = std::collections::HashMap<T, Vec<T>>;
/// `put!(1, "a")` adds.
#[macro_export] macro_rules! put { ($($x:expr),*) => { ($($x),*) } }
pub async fn later(s: String) -> Result<u8, std::num::ParseIntError> { s.parse() }
"#;

/// All values within a document, by their paths.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                places(value, &format!("{path}/{index}"), found);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(value, &format!("{path}/{key}"), found);
            }
        }
        _ => {}
    }
}

fn read(text: &str) -> bool {
    let Ok(document) = parse(text) else { return false };
    let api = super::read(&document.krate, "own", Path::new("/"), &Foreign::default());
    public_paths(&document.krate, "own").definitions(&document.krate, false);
    api.crates_mentioned();
    true
}

/// Values are exchanged for others of the document, so that most of it can still be read, and ids refer to what they must not.
#[test]
fn what_no_rustdoc_would_say_is_read_or_refused() {
    let whole: Value = serde_json::from_str(&json(SOURCE)).expect("rustdoc writes JSON");
    let mut found = Vec::new();
    for part in ["/index", "/root"] {
        places(whole.pointer(part).expect("it is there"), part, &mut found);
    }
    let own: Vec<(String, &Value)> = (found.into_iter())
        .map(|path| (path.clone(), whole.pointer(&path).expect("it is there")))
        .collect();
    // Of what is exchanged for its like more can be read.
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, (_, value)) in own.iter().enumerate() {
        alike.entry(shape(value)).or_default().push(index);
    }
    let good = [vec![0]];
    let (mut was_read, mut refused) = (0u64, 0u64);
    for number in copies(150) {
        let mut damage = Damage::new(&good, &[], number);
        let mut copy = whole.clone();
        for _ in 0..=damage.below(6) {
            let other = own[damage.below(own.len())].1;
            let alike = &alike[&shape(other)];
            let to = match damage.below(4) {
                0 => damage.below(own.len()),
                _ => alike[damage.below(alike.len())],
            };
            if let Some(place) = copy.pointer_mut(&own[to].0) {
                *place = other.clone();
            }
        }
        *(if read(&copy.to_string()) {
            &mut was_read
        } else {
            &mut refused
        }) += 1;
    }
    assert!(was_read > 30 && refused > 5, "{was_read} read, {refused} refused");
}

/// The kind of a value; of an object which fields it has.
fn shape(value: &Value) -> String {
    match value {
        Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(" "),
        other => format!("{:?}", std::mem::discriminant(other)),
    }
}

#[test]
fn damaged_json_is_read_or_refused() {
    const WORDS: [&str; 9] = [
        "[",
        "{\"",
        "}",
        "]",
        ",",
        "\"id\":",
        "null",
        "{\"generic\":\"T\"}",
        "\\u0000",
    ];
    let good = [json("pub fn f(x: &[Option<u8>]) {}").into_bytes()];
    let mut refused = 0u64;
    for number in copies(2000) {
        let copy = Damage::new(&good, &WORDS, number).copy();
        refused += u64::from(!read(&String::from_utf8_lossy(&copy)));
    }
    assert!(refused > 500, "{refused} refused");
}

/// Docs and sources are whatever people wrote.
#[test]
fn texts_that_crates_bring_are_read_whatever_they_are() {
    const WORDS: [&str; 16] = [
        "```",
        "`",
        "# Panics",
        "\n",
        "put!(",
        ")",
        "[`",
        "`]",
        "\"",
        "r#\"",
        "/*",
        "'",
        "é",
        "|",
        "assert_eq!(",
        "{",
    ];
    let good = [
        SOURCE.as_bytes().to_vec(),
        b"# Panics\n\nPanics if `x` is 0, see [`Tree::get`].\n\n```\nassert_eq!(own::put!(1, 2), (1, 2));\n```\n".to_vec(),
    ];
    let mut seen = 0;
    for number in copies(1500) {
        let copy = Damage::new(&good, &WORDS, number).copy();
        let text = String::from_utf8_lossy(&copy);
        seen += sentences(&text).len() + references(&text).len();
        seen += code_blocks_without(&text, &["ignore"]).len() + calls_in_docs(&text, "put", "own").len();
        let mut examples = Examples::default();
        examples.add_docs(&text);
        examples.add_file(&text);
        let _ = SupportFile::new(Path::new("support.rs"), &text);
    }
    assert!(seen > 1000, "{seen} sentences, references, blocks and calls");
}
