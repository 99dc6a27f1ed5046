//! A process of this program for one package: started, watched, and ended from outside once its time is over. Whatever it does, it
//! takes nobody with it.

use crate::tuning::PATIENCE_WITH_PACKAGES;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The variable that tells a process to end when the one that began it has ended.
pub const ENDS_WITH_PARENT: &str = "CARGO_EXPLORE_ENDS_WITH_PARENT";
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// Most bytes of what it said last.
const MOST_WORDS: usize = 2_000;

/// What is to be done, and for how long at most.
#[derive(Debug)]
pub struct Worker<'a> {
    /// Its command line, the program left out.
    pub arguments: &'a [String],
    /// Where it says what it says.
    pub log: &'a Path,
    /// When it is told to end; none: never.
    pub most: Option<Duration>,
    /// Somebody has asked for an end.
    pub interrupt: &'a AtomicBool,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; none: a signal ended it.
    pub code: Option<u8>,
    /// It was told to end because its time was over.
    pub is_overdue: bool,
    /// From start to end.
    pub took: Duration,
    /// What it said last.
    pub words: String,
}

impl Worker<'_> {
    /// Runs it to its end. An error: it could not be started.
    pub fn run(&self) -> io::Result<Ended> {
        let began = Instant::now();
        let mut child = Command::new(std::env::current_exe()?)
            .args(self.arguments)
            .env(ENDS_WITH_PARENT, "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(self.log)?)
            // Whoever types Ctrl-C means the sweep, which tells each process once: told twice it would leave at once.
            .process_group(0)
            .spawn()?;
        let mut told: Option<Instant> = None;
        let mut is_overdue = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            let is_over = self.most.is_some_and(|most| began.elapsed() >= most);
            match told {
                None if is_over || self.interrupt.load(Ordering::Relaxed) => {
                    is_overdue = is_over;
                    told = Some(Instant::now());
                    signal(&child, Signal::TERM);
                }
                Some(told) if told.elapsed() > PATIENCE_WITH_PACKAGES => end(&child),
                _ => {}
            }
            std::thread::sleep(LOOK);
        };
        Ok(Ended {
            code: status.code().and_then(|code| u8::try_from(code).ok()),
            is_overdue,
            took: began.elapsed(),
            words: match status.signal() {
                Some(signal) => format!("{}its process was ended by signal {signal}", last_words(self.log)),
                None => last_words(self.log),
            },
        })
    }
}

/// Runs a command of the user's shell with `text` on its standard input.
pub fn tell(command: &str, text: &str) -> io::Result<ExitStatus> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A command that does not read all of it has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait()
}

fn signal(child: &Child, signal: Signal) {
    if let Some(process) = Pid::from_raw(child.id().cast_signed()) {
        // It fails only if the process is gone.
        let _ = kill_process(process, signal);
    }
}

/// With whatever it has started in its group.
fn end(child: &Child) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// The end of what a process said, from a line's beginning on.
fn last_words(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let from = text.ceil_char_boundary(text.len().saturating_sub(MOST_WORDS));
    let end = &text[from..];
    match end.split_once('\n') {
        Some((_, rest)) if from > 0 => rest.to_owned(),
        _ => end.to_owned(),
    }
}
