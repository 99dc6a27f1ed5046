//! What the supervisor asks for, read from the command line.

use crate::containment::SandboxMode;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::path::PathBuf;

/// A program, and what it may touch.
pub(super) struct Order {
    pub(super) mode: SandboxMode,
    /// Where it may write. What is not there is left out.
    pub(super) writable: Vec<PathBuf>,
    /// What it may read and execute, besides the system.
    pub(super) readable: Vec<PathBuf>,
    /// The program and its arguments; none: only the containment is tried.
    pub(super) command: Vec<OsString>,
}

impl Order {
    pub(super) fn read(arguments: &[OsString]) -> anyhow::Result<Order> {
        let mut arguments = arguments.iter();
        let mode = arguments
            .next()
            .and_then(|word| SandboxMode::from_word(word.to_str()?));
        let mut order = Order {
            mode: mode.context("unknown sandbox mode")?,
            writable: Vec::new(),
            readable: Vec::new(),
            command: Vec::new(),
        };
        while let Some(word) = arguments.next() {
            let places = match word.to_str() {
                Some("--") => {
                    order.command = arguments.cloned().collect();
                    break;
                }
                Some("--write") => &mut order.writable,
                Some("--read") => &mut order.readable,
                _ => bail!("unknown argument {}", word.display()),
            };
            places.push(arguments.next().context("an argument is missing")?.into());
        }
        order.writable.retain(|path| path.exists());
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_the_program_are_told_apart() {
        let words = [
            "strict",
            "--write",
            "/",
            "--read",
            "/a",
            "--write",
            "/not/there",
            "--",
            "p",
            "--read",
        ];
        let order = Order::read(&words.map(OsString::from)).unwrap();
        assert_eq!(order.writable, [PathBuf::from("/")]);
        assert_eq!(order.readable, [PathBuf::from("/a")]);
        assert_eq!(order.command, ["p", "--read"]);
        assert!(Order::read(&["loose".into()]).is_err());
    }
}
