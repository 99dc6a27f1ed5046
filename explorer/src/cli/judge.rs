//! Arguments of the commands that judge findings.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Arguments of `accept`.
#[derive(Debug, Args)]
pub struct AcceptArgs {
    /// Ids of findings, or their first digits; that of a cause stands for all its findings
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// Why; `later` and `duplicate` need no reason
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// What the findings are
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t = AcceptedAs::Expected)]
    pub verdict: AcceptedAs,
    /// The finding that these are once more; with `--verdict duplicate`
    #[arg(long, value_name = "ID")]
    pub of: Option<String>,
    /// Take over what was judged of this finding, whose function had another name
    #[arg(long, value_name = "ID", conflicts_with_all = ["reason", "of", "expires", "only"])]
    pub same_as: Option<String>,
    /// Last day on which that holds, for instance 2027-06-30
    #[arg(long, value_name = "DATE")]
    pub expires: Option<String>,
    /// Judge the very findings, not all of their causes
    #[arg(long)]
    pub only: bool,
    /// Which report and which file.
    #[command(flatten)]
    pub from: FromArgs,
}

/// Arguments of `reject`.
#[derive(Debug, Args)]
pub struct RejectArgs {
    /// Ids of findings, or their first digits; that of a cause stands for all its findings
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// What is known of the bug, for instance where it is tracked
    #[arg(long, value_name = "TEXT", required = true)]
    pub reason: Option<String>,
    /// Last day on which that holds, for instance 2027-06-30
    #[arg(long, value_name = "DATE")]
    pub expires: Option<String>,
    /// Judge the very findings, not all of their causes
    #[arg(long)]
    pub only: bool,
    /// Which report and which file.
    #[command(flatten)]
    pub from: FromArgs,
}

/// Arguments of `reopen`.
#[derive(Debug, Args)]
pub struct ReopenArgs {
    /// Ids of judged findings, or their first digits
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// Which report and which file.
    #[command(flatten)]
    pub from: FromArgs,
}

/// Arguments of `review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// Go through what is documented or expected of every such item, too
    #[arg(long)]
    pub all: bool,
    /// Which report and which file.
    #[command(flatten)]
    pub from: FromArgs,
}

/// Which report, and which file.
#[derive(Debug, Args)]
pub struct FromArgs {
    /// The report with the findings, written with `--format json` or `--record`; the newest stored run if not given
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub report: Option<PathBuf>,
    /// Path to a Cargo.toml of the workspace whose file is written; that of the report if not given
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
    /// Directory for build products, below which runs are stored
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_TARGET_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub target_dir: Option<PathBuf>,
    /// Who judges; git's name of the user if not given
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
}

/// What findings can be accepted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AcceptedAs {
    /// They fail, and they should
    Expected,
    /// They are another finding once more
    Duplicate,
    /// They fail because of code that is not ours
    NotOurs,
    /// Seen, and put off
    Later,
}
