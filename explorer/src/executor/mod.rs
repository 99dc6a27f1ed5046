//! The contained executor: a template process loads a harness once, children forked from it run plans, and whatever
//! foreign code does to a child costs that child only. The only module of this crate with `unsafe`.

#[path = "../../../harness-gen/runtime/abi.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "the harness uses the rest, and publicly"
)]
mod abi;
mod candidates;
mod child;
mod children;
mod client;
mod clock;
mod contained;
mod counters;
mod edges;
mod ends;
mod faults;
mod learn;
mod moment;
mod monitor;
mod news;
mod protocol;
mod record;
#[cfg(target_arch = "x86_64")]
mod redirect;
mod results;
mod seccomp;
mod series;
mod signals;
mod stack;
mod starting;
mod template;
mod touched;
mod values;
mod watch;
mod watch_parts;

pub mod sandbox;

pub use candidates::{EXACT, LearnCandidate};
pub use client::{
    Death, EDGES_PER_SECOND, Executor, ExecutorOptions, Replay, Sample, SeenFault, TracedRun, UnitResult,
};
pub use contained::{TestLimits, TestOutcome, contained_main, run_contained_test, run_contained_test_with};

pub use edges::KeptRun;
pub use moment::Moment;
pub use sandbox::SandboxMode;
pub use starting::Starting;
pub use template::template_main;
pub use values::{Known, SeenValue, ValueEnd};

/// This very program, even if its file is replaced while it runs.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// Hidden first argument of the process that [`template_main`] serves.
pub const TEMPLATE_ARGUMENT: &str = "__executor";
/// Hidden first argument of the process that [`contained_main`] turns into a test.
pub const CONTAINED_ARGUMENT: &str = "__contained";
