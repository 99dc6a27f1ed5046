//! From a Rust crate to a harness: rustdoc JSON → API model → support set → case-constructor graph → grammar and
//! bindings → generated source → dylib. The only crate that knows Rust paths, rustdoc and cargo.

pub mod codes;
pub mod prepared;
pub mod render;
pub mod request;

pub use codes::Code;
pub use prepared::{Instance, Item, ItemKind, ItemUse, Prepared};
pub use request::{CargoAccess, Constants, Features, Request, Source};
