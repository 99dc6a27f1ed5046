//! What a repository and the environment say about exploring, before anything is made of it: keys are the long options of
//! exploring, and values become arguments in front of those that were typed. So each value means what it means when it is typed.

mod file;
mod keys;
mod merged;

pub use file::{ConfigFile, FILE, MANIFEST_TABLE, of_manifest};
pub use keys::{Form, KEYS, Key, variable};
pub use merged::{Entry, Layer, Merged, Origin, Value, of_environment};
