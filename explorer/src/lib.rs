//! The `cargo-explore` program as a library: command line, supervisor, contained executor, findings, reports.
//! Events flow out of the engine; only `report` prints.

pub mod cause;
pub mod cli;
pub mod commands;
pub mod config;
pub mod confirm;
pub mod containment;
pub mod coverage;
pub mod engine;
pub mod event;
pub mod executor;
pub mod exit_code;
pub mod finding;
mod fnv;
pub mod fuzzing;
mod git;
pub mod growth;
pub mod history;
pub mod judged;
pub mod known;
pub mod message;
pub mod outcome;
pub mod report;
pub mod run_report;
pub mod settings;
pub mod shape;
pub mod since;
pub mod spec;
pub mod store;
pub mod sweep;
pub mod trigger;
mod tuning;
pub mod widening;
pub mod words;
