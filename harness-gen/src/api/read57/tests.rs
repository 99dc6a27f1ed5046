//! The reader against small sources: rustdoc's own JSON of each, so that the tests see what rustdoc really writes.

use crate::api::foreign::Foreign;
use crate::api::lasting;
use crate::api::ty::Ty;
use crate::api::{Api, ApiItem, CallForm, Fields};
use crate::codes::Code;
use crate::harness_types::Names;
use crate::rustdoc_json::parse;
use std::path::Path;
use std::process::Command;

/// What rustdoc writes of a source.
pub(super) fn json(source: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("own.rs");
    std::fs::write(&file, source).unwrap();
    let output = Command::new(std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()))
        .args(["--edition", "2024", "--crate-name", "own", "-Zunstable-options"])
        .args(["--output-format", "json", "--cap-lints", "allow"])
        .args(["--document-private-items", "--document-hidden-items", "-o"])
        .arg(directory.path())
        .arg(&file)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::read_to_string(directory.path().join("own.json")).unwrap()
}

fn read(source: &str) -> Api {
    let document = parse(&json(source)).unwrap();
    super::read(&document.krate, "own", Path::new(""), &Foreign::default())
}

fn paths(api: &Api) -> Vec<&str> {
    api.items.iter().map(|item| item.path.as_str()).collect()
}

fn item<'a>(api: &'a Api, path: &str) -> &'a ApiItem {
    let found = api.items.iter().find(|item| item.path == path);
    found.unwrap_or_else(|| panic!("{path} is not among {:?}", paths(api)))
}

fn predicates(item: &ApiItem) -> Vec<String> {
    let predicates = item.generics.predicates.iter();
    predicates
        .map(|p| {
            let bounds: Vec<String> = p.bounds.iter().map(|bound| bound.render(Names::Person)).collect();
            format!("{}: {}", p.ty.render(Names::Person), bounds.join(" + "))
        })
        .collect()
}

#[test]
fn provided_methods_are_items_generic_over_self() {
    let api = read(
        "pub trait Named { type Name; fn required(&self); #[doc(hidden)] fn hidden(&self) {} }\n\
         pub trait Walk<S>: Named + Iterator where S: Clone {\n\
         fn walk<T: Copy>(&mut self, step: S, by: T) -> (Self::Item, Self::Name) where Self: Sized { todo!() }\n\
         fn none() {} }",
    );
    assert_eq!(paths(&api), ["own::Walk::walk", "own::Walk::none"]);
    let walk = item(&api, "own::Walk::walk");
    let params: Vec<&str> = walk.generics.params.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        (params.as_slice(), walk.own_params),
        (["Self", "S", "T"].as_slice(), 1)
    );
    let predicates = predicates(walk);
    for wanted in [
        "Self: own::Walk<S> + own::Named + std::iter::Iterator",
        "S: std::clone::Clone",
        "T: std::marker::Copy",
    ] {
        assert!(
            predicates.iter().any(|p| p == wanted),
            "{wanted} in {predicates:?}"
        );
    }
    let inputs: Vec<String> = walk.inputs.iter().map(|ty| ty.render(Names::Person)).collect();
    assert_eq!(inputs, ["&mut Self", "S", "T"]);
    assert_eq!(
        walk.output.render(Names::Person),
        "(<Self as std::iter::Iterator>::Item, <Self as own::Named>::Name)"
    );
    assert!(walk.calling.has_receiver && !item(&api, "own::Walk::none").calling.has_receiver);
}

#[test]
fn what_a_trait_hides_its_impls_hide() {
    let api = read(
        "pub struct S; pub trait T { fn shown(&self); #[doc(hidden)] fn hidden(&self); }\n\
         impl T for S { fn shown(&self) {} fn hidden(&self) {} }",
    );
    assert_eq!(paths(&api), ["own::S", "<own::S as own::T>::shown"]);
}

#[test]
fn items_of_a_hidden_module_have_the_path_of_their_re_export() {
    let api = read(
        "#[doc(hidden)] pub mod free { pub fn shown() {} #[doc(hidden)] pub fn not_shown() {} }\n\
         #[doc(inline)] pub use free::*;\n\
         #[doc(hidden)] pub mod other { pub fn nowhere() {} }",
    );
    assert_eq!(paths(&api), ["own::shown"]);
}

#[test]
fn what_is_hidden_is_an_item_where_it_is_shown() {
    let source = "#[derive(PartialEq, Eq)] pub struct S(u8);\n\
         #[doc(hidden)] pub mod other { pub fn f() {} #[doc(alias = \"x\", hidden)] pub fn g() {} }\n\
         #[doc(hidden)] pub use long::name as o; pub mod long { pub mod name { pub fn shown() {} } }\n\
         pub struct P(#[doc(hidden)] pub u8); pub enum E { A, #[doc(hidden)] B }\n\
         impl S { #[doc(hidden)] pub fn new() -> S { S(0) } }\n\
         pub trait T { #[doc(hidden)] fn provided(&self) {} }";
    let mut document = parse(&json(source)).unwrap();
    document.show_hidden();
    let api = super::read(&document.krate, "own", Path::new(""), &Foreign::default());
    let found = paths(&api);
    for path in [
        "own::long::name::shown",
        "own::other::f",
        "own::other::g",
        "own::S::new",
        "own::T::provided",
    ] {
        assert!(found.contains(&path), "{path} in {found:?}");
    }
    let is_unwanted =
        |path: &&str| path.contains("assert") || path.ends_with("::B") || path.starts_with("own::o::");
    assert!(!found.iter().any(is_unwanted), "{found:?}");
    assert!(!paths(&read(source)).contains(&"own::other::f"));
}

#[test]
fn futures_have_the_type_they_are_ready_with() {
    let api = read(
        "use std::future::Future; use std::pin::Pin;\n\
         pub async fn plain(x: u8) -> u16 { 0 }\n\
         pub fn opaque() -> impl Future<Output = u8> + Send { async { 0 } }\n\
         pub fn boxed() -> Pin<Box<dyn Future<Output = u8>>> { todo!() }\n\
         pub fn own() -> std::future::Ready<u8> { todo!() }",
    );
    for (path, output, awaited) in [
        ("own::plain", "u16", true),
        ("own::opaque", "u8", true),
        ("own::boxed", "u8", true),
        ("own::own", "std::future::Ready<u8>", false),
    ] {
        let item = item(&api, path);
        assert_eq!(
            (item.output.render(Names::Person).as_str(), item.calling.awaited),
            (output, awaited)
        );
        assert_eq!(item.barrier, None);
    }
}

#[test]
fn constants_keep_the_types_of_their_impl() {
    let api = read(
        "pub trait Read { const EARLY: bool; } pub struct Io<R>(R);\n\
         impl<R> Read for Io<R> { const EARLY: bool = true; }",
    );
    let form = &item(&api, "<own::Io<R> as own::Read>::EARLY").form;
    let CallForm::Value {
        self_type: Some(self_type),
        trait_: Some(trait_),
        name,
    } = form
    else {
        panic!("{form:?}");
    };
    assert_eq!(self_type.params(), ["R"]);
    assert_eq!((trait_.path.as_str(), name.as_str()), ("own::Read", "EARLY"));
}

#[test]
fn macros_are_called_as_the_examples_do() {
    let api = read(
        "//! ```\n//! own::pair!(3, 4);\n//! ```\n\
         /// ```\n/// assert_eq!(own::sum!(1, 2), 3);\n/// ```\n\
         #[macro_export] macro_rules! sum { ($($x:expr),*) => { 0 $(+ $x)* }; }\n\
         #[macro_export] macro_rules! pair { ($a:expr, $b:expr) => { ($a, $b) }; }\n\
         macro_rules! private { () => {} }",
    );
    assert_eq!(api.items.len(), 2, "{:?}", paths(&api));
    for (path, wanted) in [("own::sum", "1 , 2"), ("own::pair", "3 , 4")] {
        let CallForm::Macro { calls, .. } = &item(&api, path).form else {
            panic!("{path} is no macro");
        };
        let arguments: Vec<&str> = calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(arguments, [wanted]);
    }
}

#[test]
fn what_mentions_private_things_cannot_be_named() {
    let api = read(
        "mod private { pub struct Token; pub trait Seal {} impl Seal for u8 {} }\n\
         trait Secret { fn secret(&self); }\n\
         pub struct Open; impl Secret for Open { fn secret(&self) {} }\n\
         impl From<private::Token> for Open { fn from(_: private::Token) -> Open { Open } }\n\
         impl PartialEq<private::Token> for Open { fn eq(&self, _: &private::Token) -> bool { true } }\n\
         impl private::Token { pub fn method(&self) {} }\n\
         pub fn object(_: &dyn private::Seal) {}\n\
         pub fn sealed<T: private::Seal>(_: T) {}",
    );
    let barred: Vec<&str> = api
        .items
        .iter()
        .filter(|item| item.barrier.as_ref().is_some_and(|b| b.code == Code::NotNameable))
        .map(|item| item.path.as_str())
        .collect();
    assert_eq!(
        barred,
        [
            "own::object",
            "<own::Open as std::convert::From<Token>>::from",
            "<own::Open as std::cmp::PartialEq<Token>>::eq",
        ]
    );
    assert!(
        !paths(&api)
            .iter()
            .any(|path| path.contains("secret") || path.contains("method"))
    );
    // What seals is known: it tells which types satisfy the bound.
    let seal = |path: &str| path == "own::private::Seal";
    assert_eq!(predicates(item(&api, "own::sealed")), ["T: own::private::Seal"]);
    assert!(api.impls.iter().any(|i| {
        i.self_type.render(Names::Person) == "u8" && i.trait_.as_ref().is_some_and(|t| seal(&t.path))
    }));
}

#[test]
fn other_declarations_have_a_code_or_are_called() {
    let api = read(
        "pub union Bits { pub a: u8 } impl Bits { pub fn new() -> Bits { Bits { a: 0 } } }\n\
         unsafe extern \"C\" { pub safe fn calm(x: i32) -> i32; pub unsafe fn wild(); pub unsafe static OUT: u8; }\n\
         pub static NAME: &str = \"\"; pub static mut SCRATCH: u8 = 0; pub const LIMIT: u8 = 1;\n\
         pub unsafe fn raw() {} pub trait Shape { fn area(&self); }\n\
         impl Shape for Vec<u8> { fn area(&self) {} }\n\
         #[target_feature(enable = \"avx2\")] pub fn wide() {}",
    );
    for (path, code) in [
        ("own::Bits", Some(Code::Foreign)),
        ("own::Bits::new", None),
        ("own::calm", None),
        ("own::wild", Some(Code::Foreign)),
        ("own::OUT", Some(Code::Unsafe)),
        ("own::NAME", None),
        ("own::SCRATCH", Some(Code::Unsafe)),
        ("own::LIMIT", None),
        ("own::raw", Some(Code::Unsafe)),
        ("own::wide", Some(Code::Unsafe)),
        ("<std::vec::Vec<u8> as own::Shape>::area", None),
    ] {
        let found = item(&api, path).barrier.as_ref().map(|barrier| barrier.code);
        assert_eq!(found, code, "{path}");
    }
}

#[test]
fn constants_that_are_left_out_have_their_defaults() {
    let api = read(
        "pub struct Buf<T = u8, const N: usize = 4, const M: usize = N>(T); pub type Other<A, B = A> = (A, B);\n\
         pub type Small<const N: usize = 2> = Buf<bool, N>; pub struct Odd<const N: usize = { 1 + 1 }>;\n\
         pub fn len(_: &Buf, _: Small, _: Other<u8>, _: Odd) {}",
    );
    let inputs = item(&api, "own::len").inputs.iter();
    let inputs: Vec<String> = inputs.map(|ty| ty.render(Names::Person)).collect();
    assert_eq!(
        inputs,
        [
            "&own::Buf<u8, 4, 4>",
            "own::Buf<bool, 2, 2>",
            "(u8, u8)",
            "own::Odd"
        ]
    );
}

#[test]
fn associated_types_are_those_of_the_bound() {
    let api = read(
        "pub trait Per<T> { type Out; } pub struct Held<A: Per<u8>> { pub out: A::Out }\n\
         pub fn both<A: Per<u8>>(_: A, _: A::Out) where A::Out: Clone {}\n\
         pub fn two<A: Per<u8> + Per<u16>>(_: A, _: <A as Per<u16>>::Out) {}\n\
         pub fn sum<A: std::ops::Add>(_: A) -> A::Output { todo!() }",
    );
    let inputs = |path: &str| {
        let inputs = item(&api, path).inputs.iter();
        inputs.map(|ty| ty.render(Names::Person)).collect::<Vec<_>>()
    };
    assert_eq!(inputs("own::both"), ["A", "<A as own::Per<u8>>::Out"]);
    assert_eq!(inputs("own::Held"), ["<A as own::Per<u8>>::Out"]);
    assert_eq!(inputs("own::two"), ["A", "<A as own::Per<u16>>::Out"]);
    assert!(
        predicates(item(&api, "own::both"))
            .contains(&"<A as own::Per<u8>>::Out: std::clone::Clone".to_owned())
    );
    let sum = item(&api, "own::sum").output.render(Names::Person);
    assert_eq!(sum, "<A as std::ops::Add>::Output");
}

#[test]
fn what_a_static_lends_lasts() {
    let api = read("pub struct Alg(u8); pub static AES: Alg = Alg(0); pub const NOT: Alg = Alg(1);");
    let aes = item(&api, "own::AES");
    assert_eq!(aes.output.render(Names::Person), "&own::Alg");
    assert!(aes.calling.lasting && !item(&api, "own::NOT").calling.lasting);
}

#[test]
fn what_is_called_says_which_borrows_last() {
    let api = read(
        "use std::borrow::Cow; pub struct Part<'e>(&'e str); pub type Text = Cow<'static, str>;\n\
         pub fn named(_: Box<dyn Fn() -> &'static str>, _: fn() -> Text) {}\n\
         pub fn with<'e>(_: &'e str, _: impl FnMut(&str) -> Option<&'e str>, _: impl Fn(&str) -> Part<'e>) {}\n\
         pub fn tied<'e>(_: impl Fn(&'e str) -> Part<'e>, _: impl for<'a> Fn(&'a u8, u8) -> &'a u8) {}",
    );
    let inputs = item(&api, "own::named").inputs.iter();
    let inputs: Vec<String> = inputs.map(|ty| ty.render(Names::Person)).collect();
    assert_eq!(
        inputs,
        [
            "std::boxed::Box<dyn std::ops::Fn() -> &'static str>",
            "fn() -> std::borrow::Cow<'static, str>",
        ]
    );
    assert_eq!(
        predicates(item(&api, "own::with")),
        [
            "Impl1: std::ops::FnMut(&str) -> std::option::Option<&'static str>",
            "Impl2: std::ops::Fn(&str) -> own::Part<'static>",
        ]
    );
    assert_eq!(
        predicates(item(&api, "own::tied")),
        [
            "Impl0: std::ops::Fn(&str) -> own::Part",
            "Impl1: std::ops::Fn(&u8, u8) -> &u8",
        ]
    );
    // As values they are like any other.
    let Ty::FnPointer(_, given) = &item(&api, "own::named").inputs[1] else {
        panic!("it is no function");
    };
    let plain = Ty::path("std::borrow::Cow", vec![Ty::prim("str")]);
    assert_eq!(lasting::without(given), plain);
}

#[test]
fn a_private_type_has_the_path_of_its_alias() {
    let api = read(
        "mod imp { pub struct Thing<'a, T>(pub &'a T, u8); impl<'a, T> Thing<'a, T> { pub fn get(&self) {} }\n\
         pub enum Kind { A, B { x: u8 } } pub struct Half<A, B>(A, B); pub struct Open; pub struct Pair(pub u8, pub u8); }\n\
         pub type Thing<'a, T> = imp::Thing<'a, T>; pub type Sort = imp::Kind;\n\
         pub type One<A> = imp::Half<A, u8>; pub use imp::Open; pub type Other = Open;\n\
         pub type Pair = imp::Pair;\n\
         pub fn make(_: Sort, _: One<u8>) -> Thing<'static, u8> { todo!() }",
    );
    let wanted = [
        "own::make",
        "own::Sort::A",
        "own::Sort::B",
        "own::Open",
        "own::Pair",
        "own::Thing<T>::get",
    ];
    let mut found = paths(&api);
    found.sort_unstable();
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    let make = item(&api, "own::make");
    assert_eq!(make.output.render(Names::Person), "own::Thing<u8>");
    assert_eq!(make.inputs[0].render(Names::Person), "own::Sort");
    let CallForm::Constructor { fields, .. } = &item(&api, "own::Pair").form else {
        panic!("it is no constructor");
    };
    assert_eq!(*fields, Fields::Named(vec!["0".to_owned(), "1".to_owned()]));
    // Other arguments are no name of the type.
    assert_eq!(
        make.barrier.as_ref().map(|barrier| barrier.code),
        Some(Code::NotNameable)
    );
    let aliases: Vec<&str> = api.aliases.keys().map(String::as_str).collect();
    assert_eq!(aliases, ["own::One", "own::Other"]);
}

#[test]
fn types_that_bounds_are_written_with_are_mentioned() {
    let api = read(
        "pub fn all<T: Iterator<Item = std::time::Duration> + AsRef<std::path::Path>>(items: T) {}\n\
         pub struct Own; impl From<std::rc::Rc<u8>> for Own { fn from(_: std::rc::Rc<u8>) -> Own { Own } }",
    );
    let mentioned = api.paths_mentioned();
    for path in ["std::time::Duration", "std::path::Path", "std::rc::Rc"] {
        assert!(mentioned.contains(path), "{path}: {mentioned:?}");
    }
}

#[test]
fn a_trait_with_parameters_is_implemented_for_all_that_they_may_be() {
    let api = read(
        "pub trait Format { fn check(&self) -> bool; }\n\
         pub trait Driver where Self::Error: Send { type Error; fn run(&self) -> Result<u8, Self::Error>; }\n\
         pub trait View<'a, 'b: 'a, T: AsRef<str>> where Self: Clone, Self::Out: Copy { type Out; fn see(&'a self, of: &'b T); }\n\
         pub trait Sink<'a, F: Format, T = u8> where T: Copy { type Out: Copy; fn take(&mut self, what: &'a F) -> T; }\n\
         pub trait Sized<const N: usize> { fn all(&self) -> [u8; N]; }",
    );
    let text = |path: &str| {
        let required = api.traits[path].required.as_ref();
        crate::write::arm::placeholder_impl(path, required.expect("users can implement it"))
    };
    assert_eq!(
        text("own::Sink"),
        "impl<'a, F: ::own::Format, T, const N: usize> ::own::Sink<'a, F, T> for crate::holes::Hole<N> where \
         T: ::std::marker::Copy { type Out = i32; fn take(self: &mut Self, _a1: &'a F) -> T { crate::demand::demand(N as u32) } }"
    );
    let starts = |path: &str, head: &str| assert!(text(path).starts_with(head), "{}", text(path));
    starts(
        "own::View",
        "impl<'a, 'b: 'a, T: ::std::convert::AsRef<str>, const N: usize> ::own::View<'a, 'b, T> for crate::holes::Hole<N> {",
    );
    starts(
        "own::Driver",
        "impl<const N: usize> ::own::Driver for crate::holes::Hole<N> { type Error = i32;",
    );
    let head = "impl<const N: usize, const NUMBER: usize> ::own::Sized<N> for crate::holes::Hole<NUMBER> {";
    starts("own::Sized", head);
}

#[test]
fn what_an_implementor_needs_besides_is_read() {
    let api = read(
        "pub trait Problem: std::fmt::Display {}\n\
         pub trait Fallible { type Error: Problem; type Word: Copy; }\n\
         pub trait Flash: Fallible + Clone { fn read(&self) -> Result<u8, Self::Error>; }",
    );
    let required = |path: &str| api.traits[path].required.clone().expect("users can implement it");
    let needs = |path: &str| -> Vec<String> {
        let needs = required(path).needs;
        needs.iter().map(|needed| needed.render(Names::Person)).collect()
    };
    assert_eq!(needs("own::Flash"), ["own::Fallible", "std::clone::Clone"]);
    assert_eq!(needs("own::Fallible"), ["own::Problem"]);
    assert_eq!(needs("own::Problem"), ["std::fmt::Display"]);
    let text = crate::write::arm::placeholder_impl("own::Fallible", &required("own::Fallible"));
    let types = "{ type Error = crate::holes::Hole<N>; type Word = i32; }";
    assert!(text.ends_with(types), "{text}");
}
