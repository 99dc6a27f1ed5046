//! What runs in the process of a child: plans, and everything that is to be noted of their runs.

mod alone;
mod candidates;
mod clock;
mod edges;
mod faults;
mod leaks;
mod learn;
pub(crate) mod loaded;
pub(crate) mod process;
mod run;
mod runner;
mod series;
mod signals;
pub(crate) mod stack;
mod tools;
pub(crate) mod touched;
