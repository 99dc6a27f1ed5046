//! What runs in the process of a child: plans, and everything that is to be noted of their runs.

mod alone;
mod candidates;
mod clock;
mod edges;
mod faults;
mod leaks;
mod learn;
mod literal;
pub(crate) mod loaded;
mod numbers;
pub(crate) mod process;
mod run;
mod runner;
mod series;
mod signals;
pub(crate) mod stack;
mod tools;
pub(crate) mod touched;
