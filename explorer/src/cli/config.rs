//! Arguments of `config`.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Arguments of `config`.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// For this member of the workspace, with what its manifest says
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// With this profile
    #[arg(long, value_name = "NAME", env = "CARGO_EXPLORE_PROFILE", hide_env = true)]
    pub profile: Option<String>,
    /// Path to the Cargo.toml of the workspace that is configured
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
}
