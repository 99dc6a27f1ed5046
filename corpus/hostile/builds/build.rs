//! Tries the acts, and leaves a process behind.

#[path = "../build-acts/src/acts.rs"]
mod acts;

use std::process::{Command, Stdio};

fn main() {
    let not_refused = acts::not_refused();
    println!("cargo::rustc-env=ACTS_OF_THE_SCRIPT={not_refused}");
    // Nobody waits for it, and it hears neither the end of a terminal nor a friendly signal.
    let script = format!("trap '' HUP INT TERM; {}", acts::place("daemon"));
    Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a build starts programs");
}
