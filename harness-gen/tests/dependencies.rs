//! What is taken from dependencies: types of a crate that only another dependency names, and for parameters that a trait of a
//! dependency bounds which only users implement, a dev-dependency that does.

mod request;

use harness_gen::{Instance, ItemUse, Prepared, Request, prepare};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// What nobody implements but a wrapper around what does.
const TRAITS: &str = "
pub trait Cipher { type Block: Copy + Default + Into<u64>; fn turn(&self, block: Self::Block) -> Self::Block; }
pub struct Twice<C>(pub C);
/// What a key is made of is asked of the type itself.
pub trait Keyed { type Length; fn with_key(key: Key<Self::Length>) -> Self; }
pub struct Key<L>(pub u32, pub std::marker::PhantomData<L>);
impl<C: Cipher> Cipher for Twice<C> {
    type Block = C::Block;
    fn turn(&self, block: C::Block) -> C::Block { self.0.turn(self.0.turn(block)) }
}
";

const MODES: &str = "
use traits::Cipher;
pub struct Mode<C: Cipher> { cipher: C, last: C::Block }
impl<C: Cipher> Mode<C> {
    pub fn new(cipher: C) -> Mode<C> { Mode { cipher, last: C::Block::default() } }
    pub fn next(&mut self, block: C::Block) -> u64 { self.last = self.cipher.turn(block); self.last.into() }
}
";

const TOY: &str = "
#[derive(Clone, Debug)]
pub struct Toy { key: u32 }
pub struct Four;
impl traits::Keyed for Toy { type Length = Four; fn with_key(key: traits::Key<Four>) -> Toy { Toy { key: key.0 } } }
impl traits::Cipher for Toy { type Block = u32; fn turn(&self, block: u32) -> u32 { block ^ self.key } }
";

fn package(root: &Path, name: &str, dependencies: &str, text: &str) {
    let directory = root.join(name).join("src");
    std::fs::create_dir_all(&directory).unwrap();
    let manifest = format!(
        "[workspace]\n[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{dependencies}"
    );
    std::fs::write(root.join(name).join("Cargo.toml"), manifest).unwrap();
    std::fs::write(directory.join("lib.rs"), text).unwrap();
}

/// The package `modes` and what it may be built from; `dev` is what its tests depend on.
fn fixture(dev: &str, modes: &str) -> (TempDir, Request) {
    let root = tempfile::tempdir().unwrap();
    let on_traits = "[dependencies]\ntraits = { path = \"../traits\" }\n";
    package(root.path(), "traits", "", TRAITS);
    package(root.path(), "toy", on_traits, TOY);
    package(root.path(), "unrelated", "", "pub struct Bench;");
    package(
        root.path(),
        "broken",
        on_traits,
        &TOY.replace("block ^ self.key", "block ^ self.lock"),
    );
    let dependencies = format!("{on_traits}[dev-dependencies]\n{dev}");
    package(root.path(), "modes", &dependencies, modes);
    let request = of_package(&root, "modes");
    (root, request)
}

fn of_package(root: &TempDir, name: &str) -> Request {
    request::local(name, root.path().join(name), root.path().join("work"))
}

fn prepared(request: &Request) -> Prepared {
    prepare(&mut request.clone(), &Arc::default(), &mut |_| (), None)
        .expect("it is prepared")
        .0
}

/// The instances of each item that is explored.
fn explored(prepared: &Prepared) -> Vec<(&str, Vec<String>)> {
    let instances = |item: &[Instance]| item.iter().map(|instance| instance.label.clone()).collect();
    let items = prepared.items.iter();
    items
        .filter_map(|item| match &item.use_ {
            ItemUse::Explore(found) => Some((item.path.as_str(), instances(found))),
            ItemUse::Excluded { .. } => None,
        })
        .collect()
}

fn lock_file(root: &TempDir) -> String {
    let mut works = std::fs::read_dir(root.path().join("work")).unwrap();
    let of_modes = works.find_map(|entry| {
        let path = entry.unwrap().path();
        path.file_name()?.to_str()?.starts_with("modes-").then_some(path)
    });
    std::fs::read_to_string(of_modes.unwrap().join("harness/Cargo.lock")).unwrap()
}

/// The explored crate names neither the crate of the array nor that of its length, and this one names the alias of another.
#[test]
fn aliases_are_known_to_whoever_uses_them() {
    let numbers = "pub struct B0; pub struct B1; pub struct UTerm; pub struct UInt<U, B>(pub U, pub B);
        pub type U9 = UInt<UInt<UInt<UInt<UTerm, B1>, B0>, B0>, B1>;";
    let arrays = "pub trait Size { type ArrayType<T>; }
        impl Size for numbers::U9 { type ArrayType<T> = [T; 9]; }
        pub struct Array<T, N: Size>(pub N::ArrayType<T>);";
    let keys = "pub use arrays; pub use numbers;
        pub trait KeySize { type Size; }
        pub type Key<K> = arrays::Array<u8, <K as KeySize>::Size>;";
    let lock = "pub struct Lock;
        impl keys::KeySize for Lock { type Size = keys::numbers::U9; }
        pub fn open(key: &keys::Key<Lock>) -> u8 { key.0[0] }";
    let root = tempfile::tempdir().unwrap();
    let on = |name: &str| format!("{name} = {{ path = \"../{name}\" }}\n");
    package(root.path(), "numbers", "", numbers);
    package(
        root.path(),
        "arrays",
        &format!("[dependencies]\n{}", on("numbers")),
        arrays,
    );
    let of_keys = format!("[dependencies]\n{}{}", on("arrays"), on("numbers"));
    package(root.path(), "keys", &of_keys, keys);
    package(
        root.path(),
        "lock",
        &format!("[dependencies]\n{}", on("keys")),
        lock,
    );
    let found = prepared(&of_package(&root, "lock"));
    let explored = explored(&found);
    assert!(
        explored.iter().any(|(path, _)| *path == "lock::open"),
        "{explored:?}"
    );
}

/// The explored crate names the store in an alias only, and its trait is implemented for it by the crate of the trait.
#[test]
fn what_an_alias_stands_for_is_known() {
    let store = "pub struct Store<T>(Vec<T>);
        impl<T> Default for Store<T> { fn default() -> Self { Store(Vec::new()) } }
        impl<T> Store<T> { pub fn len(&self) -> usize { self.0.len() } }";
    let access = "pub trait Access { type Item; fn count(&self) -> usize; }
        impl<T> Access for store::Store<T> { type Item = T; fn count(&self) -> usize { self.len() } }";
    let tree = "pub struct Node<T>(T);
        pub struct Tree<T, C> { nodes: C, root: Option<T> }
        pub type Common<T> = Tree<T, store::Store<Node<T>>>;
        impl<T, C: Default> Tree<T, C> { pub fn new() -> Self { Tree { nodes: C::default(), root: None } } }
        impl<T, C: access::Access<Item = Node<T>>> Tree<T, C> { pub fn count(&self) -> usize { self.nodes.count() } }";
    let root = tempfile::tempdir().unwrap();
    let on = |names: &[&str]| -> String {
        let line = |name: &&str| format!("{name} = {{ path = \"../{name}\" }}\n");
        "[dependencies]\n".to_owned() + &names.iter().map(line).collect::<String>()
    };
    package(root.path(), "store", "", store);
    package(root.path(), "access", &on(&["store"]), access);
    package(root.path(), "tree", &on(&["access", "store"]), tree);
    let found = prepared(&of_package(&root, "tree"));
    let explored = explored(&found);
    let of_count = explored
        .iter()
        .find(|(path, _)| *path == "tree::Tree<T, C>::count");
    assert!(of_count.is_some(), "{explored:?}");
}

#[test]
fn a_dev_dependency_brings_what_implements_a_trait() {
    let dev = "toy = { path = \"../toy\" }\nunrelated = { path = \"../unrelated\" }\n";
    let (root, request) = fixture(dev, MODES);
    let found = prepared(&request);
    let explored = explored(&found);
    for item in ["modes::Mode<C>::new", "modes::Mode<C>::next"] {
        let instances = explored.iter().find(|(path, _)| *path == item);
        let (_, instances) = instances.unwrap_or_else(|| panic!("{item} is not among {explored:?}"));
        assert!(
            instances.iter().any(|text| text == "C = toy::Toy"),
            "{instances:?}"
        );
    }
    let lock = lock_file(&root);
    assert!(lock.contains("\"toy\"") && !lock.contains("unrelated"), "{lock}");
    // And again, with what is there.
    assert_eq!(prepared(&request).items.len(), found.items.len());
}

#[test]
fn without_one_that_resolves_and_compiles_the_items_are_left_out() {
    for dev in [
        "",
        "toy = { path = \"../nowhere\" }\n",
        "unrelated = { path = \"../unrelated\" }\n",
        "broken = { path = \"../broken\" }\n",
    ] {
        let (_root, request) = fixture(dev, MODES);
        assert_eq!(explored(&prepared(&request)), []);
    }
}

#[test]
fn none_is_taken_where_the_crate_has_its_own() {
    let own = format!(
        "{MODES}pub struct Plain; impl Cipher for Plain {{ type Block = u8; fn turn(&self, block: u8) -> u8 {{ block }} }}"
    );
    let (root, request) = fixture("toy = { path = \"../toy\" }\n", &own);
    let found = prepared(&request);
    assert!(explored(&found).len() >= 2, "{:?}", explored(&found));
    assert!(!lock_file(&root).contains("\"toy\""));
}
