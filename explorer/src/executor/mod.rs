//! The contained executor: a template process loads a harness once, children forked from it run plans, and whatever
//! foreign code does to a child costs that child only. The only module of this crate with `unsafe`.
//!
//! Sorted by the process in which the code runs. `supervisor` starts templates and reads what became of units, `template`
//! forks and watches children, `child` runs plans, `pages` is what template and child do with watched pages,
//! `contained` becomes a test, and `building` becomes cargo. All of them know `shared` and nobody else, but for the template, which becomes its children.

mod building;
mod child;
mod contained;
mod pages;
mod shared;
mod supervisor;
mod template;

pub use crate::containment::SandboxMode;
pub use building::building_main;
pub use contained::contained_main;
pub use shared::moment::Moment;
pub use shared::pieces::TracedRun;
pub use shared::setup::{BUILDING_ARGUMENT, CONTAINED_ARGUMENT, TEMPLATE_ARGUMENT, room_to_map};
pub use supervisor::builds::{BUILD_LAYERS, launcher_of_builds, probe_builds};
pub use supervisor::client::Executor;
pub use supervisor::contained_test::{
    TestEnd, TestLimits, TestOutcome, run_contained_test, run_contained_test_with,
};
pub use supervisor::known::Known;
pub use supervisor::results::{Death, PlanRun, Replay, SeenFault, UnitResult};
pub use supervisor::spawn::probe_sandbox;
pub use supervisor::starting::{EDGES_PER_SECOND, ExecutorOptions, Starting};
pub use template::process::template_main;
