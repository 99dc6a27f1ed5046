//! Signals as messages name them.

/// `signal 11 (SIGSEGV)`; only the number for those that no run ends with.
pub(super) fn signal_text(number: i32) -> String {
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
