//! The process of a contained test: contains itself, then becomes the test binary.

use super::shared::apart;
use super::shared::descriptors;
use super::shared::private;
use super::shared::sandbox::{self, Role, Territory};
use crate::containment::SandboxMode;
use anyhow::Context;
use std::ffi::{CString, OsString};
use std::io::Write;
use std::os::fd::{FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Entry point of the hidden subcommand `__contained`, with the arguments after it. Not for people.
pub fn contained_main(arguments: &[OsString]) -> ! {
    let mut arguments = arguments.iter().cloned();
    let troubles = arguments.next().and_then(|fd| fd.to_str()?.parse::<RawFd>().ok());
    let Some(fd) = troubles else { std::process::exit(2) };
    descriptors::close_all_but(&[fd]);
    // SAFETY: the supervisor left this descriptor open for us; it closes when the test takes over.
    let mut troubles = unsafe {
        if libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) != 0 {
            std::process::exit(2);
        }
        std::fs::File::from_raw_fd(fd)
    };
    let Err(error) = become_test(arguments);
    let _ = write!(troubles, "{error:#}");
    std::process::exit(2)
}

fn become_test(mut arguments: impl Iterator<Item = OsString>) -> anyhow::Result<std::convert::Infallible> {
    let mut word = || {
        arguments
            .next()
            .and_then(|word| word.into_string().ok())
            .context("an argument is missing")
    };
    let mode = SandboxMode::from_word(&word()?).context("unknown sandbox mode")?;
    let cpu_seconds = word()?.parse()?;
    let address_space = Some(word()?.parse()?).filter(|&bytes| bytes > 0);
    let private = PathBuf::from(arguments.next().context("an argument is missing")?);
    let image: Vec<CString> = arguments
        .map(|argument| CString::new(argument.as_bytes()))
        .collect::<Result<_, _>>()?;
    let path = image.first().context("an argument is missing")?.clone();
    let program = PathBuf::from(std::ffi::OsStr::from_bytes(path.as_bytes()));
    let work = private::work(&private);
    let territory = Territory {
        private,
        readable: Vec::new(),
        program: Some(program),
    };
    let has_own_processes = mode != SandboxMode::Off && apart::step_inside(None)?;
    sandbox::enter(
        mode,
        &territory,
        has_own_processes,
        Role::Test {
            cpu_seconds,
            address_space,
            image: path.as_ptr() as u64,
        },
    )?;
    let environment = CString::new([b"TMPDIR=", work.as_os_str().as_bytes()].concat())?;
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings
            .iter()
            .map(|string| string.as_ptr())
            .chain([std::ptr::null()])
            .collect()
    };
    let (arguments, environment_list) = (pointers(&image), pointers(std::slice::from_ref(&environment)));
    // SAFETY: null-terminated lists of null-terminated strings that outlive the call.
    unsafe { libc::execve(path.as_ptr(), arguments.as_ptr(), environment_list.as_ptr()) };
    Err(std::io::Error::last_os_error()).context("cannot run the test")
}
