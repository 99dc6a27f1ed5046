//! The ends of processes in words.

use crate::executor::shared::protocol::ChildEnd;

/// A signal with its name, if it has one that people know.
pub(crate) fn signal_text(number: i32) -> String {
    let name = match number {
        libc::SIGSEGV => " (SIGSEGV)",
        libc::SIGBUS => " (SIGBUS)",
        libc::SIGFPE => " (SIGFPE)",
        libc::SIGTRAP => " (SIGTRAP)",
        libc::SIGKILL => " (SIGKILL)",
        libc::SIGXFSZ => " (SIGXFSZ)",
        _ => "",
    };
    format!("signal {number}{name}")
}

/// A wait status in words.
pub(crate) fn describe_status(end: &ChildEnd) -> String {
    if libc::WIFSIGNALED(end.status) {
        signal_text(libc::WTERMSIG(end.status))
    } else {
        format!("its process exited with code {}", libc::WEXITSTATUS(end.status))
    }
}
