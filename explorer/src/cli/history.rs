//! Arguments of `history`, and where it is kept.

use super::values::Color;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Arguments of `history`.
#[derive(Debug, Args)]
pub struct HistoryArgs {
    /// A package, or the id of a finding, which may be abbreviated; none means all packages
    #[arg(value_name = "PACKAGE|ID")]
    pub about: Option<String>,
    /// Show all runs, and findings of all classes, those that are documented, expected or unreliable, too
    #[arg(long)]
    pub all: bool,
    /// Print the JSON Schema of `--format json`
    #[arg(long, conflicts_with_all = ["about", "all", "format", "output"])]
    pub schema: bool,
    /// How it is written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = HistoryFormat::Human)]
    pub format: HistoryFormat,
    /// Write it to this file, whose directory is created
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Directory of the history; one for each workspace below `cargo-explore` of the user's state directory if not given
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_EXPLORE_STATE_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub state_dir: Option<PathBuf>,
    /// Path to the Cargo.toml of the workspace whose history it is
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
    /// When to use colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, env = "CARGO_TERM_COLOR", hide_env = true)]
    pub color: Color,
}

/// Ways to write a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HistoryFormat {
    /// Text for people
    Human,
    /// One JSON document; `--schema` prints its schema
    Json,
    /// One page with charts that opens from disk
    Html,
}
