//! The `cargo-explore` binary: nothing but the way into the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    explorer::commands::run(std::env::args_os()).into()
}
