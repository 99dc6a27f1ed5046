//! Fuzz packages: targets that make plans of bytes and run them in a harness, for whoever wants weeks on many machines. What a
//! fuzzer then finds comes back as a plan.

#[path = "../../runtime/fuzzing/bytes.rs"]
pub mod bytes;
mod package;
mod sources;
mod table;

pub use package::{DICTIONARY, Export, FuzzTarget, Fuzzer, target_names};
pub use sources::KnownPanic;
pub use table::Table;
