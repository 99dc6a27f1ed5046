//! What runs in the process of the user: starting templates, sending them units, and reading what became of these.

pub(crate) mod builds;
pub(crate) mod client;
mod collecting;
pub(crate) mod contained_test;
mod ends;
mod grammars;
pub(crate) mod known;
mod profile;
pub(crate) mod results;
pub(crate) mod spawn;
pub(crate) mod starting;
