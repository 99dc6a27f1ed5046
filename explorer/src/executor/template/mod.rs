//! What runs in the process of a template: loading a harness, forking children, and watching over them.

mod children;
mod counters;
mod loading;
mod monitor;
pub(crate) mod process;
