//! Everything the program says. Only here is anything printed: machine formats to standard output or a file, text for
//! people to standard error, and the answers of `--list`, `explain`, `doctor` and `completions` to standard output.

pub mod annotations;
pub mod cargo_messages;
pub mod chosen_version;
pub mod configuration;
pub mod console;
pub mod coverage_listing;
pub mod diagnosis;
pub mod emitted;
mod excerpt;
pub mod explanation;
mod found;
pub mod fuzzed;
pub mod guide;
pub mod history;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod known;
pub mod list;
pub mod markdown;
pub mod plan_runs;
pub mod plan_steps;
pub mod progress;
mod publish;
pub mod replayed;
pub mod review;
pub mod sarif;
mod shares;
pub mod since;
mod source;
mod style;
mod suspects;
pub mod sweep;
mod text;
mod unexplored;

pub use console::{Console, Sink};
pub use publish::Publisher;
pub use unexplored::Unexplored;

/// A report made by hand, for tests of others.
#[cfg(test)]
pub(crate) fn sample_report() -> crate::run_report::RunReport {
    json::tests::sample()
}
