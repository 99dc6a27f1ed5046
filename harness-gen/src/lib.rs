//! From a Rust crate to a harness: rustdoc JSON → API model → support set → case-constructor graph → grammar and
//! bindings → generated source → dylib. The only crate that knows Rust paths, rustdoc and cargo.

mod api;
mod call;
pub mod cargo;
pub mod changes;
pub mod codes;
mod dependencies;
mod diagnostic;
mod emit;
pub mod error;
mod example_items;
pub mod fuzzing;
mod given;
mod halving;
mod harness_types;
pub mod int_twins;
mod keys;
mod lower;
pub mod nesting;
pub mod oddity;
mod other_literals;
pub mod path_globs;
mod prepare;
pub mod prepared;
mod prune;
pub mod reading;
mod recipe;
pub mod render;
pub mod request;
mod rustdoc_json;
mod seeds;
pub mod sentences;
mod solve;
mod spans;
pub mod std_docs;
mod std_impls;
mod support;
pub mod support_file;
mod support_set;
mod tuning;
mod values;
pub mod variants;
mod verdicts;
mod vocabulary;
mod write;

pub use api::ItemKind;
pub use codes::Code;
pub use keys::Keys;
pub use path_globs::PathGlobs;
pub use prepare::{Progress, prepare};
pub use prepared::{
    Effort, Gives, Instance, Item, ItemUse, OpItems, Param, Prepared, Signature, SupportOps, Tools, Unused,
};
pub use recipe::Recipe;
pub use request::{
    CargoAccess, Constants, Features, Feeding, HiddenItems, Launcher, Request, Source, StandIns,
};
pub use rustdoc_json::SUPPORTED_FORMATS;
pub use support_file::SupportFile;
