//! Acts that reach out of a build. Each does no harm where it is not refused: it leaves a file, or looks whether it could.

use std::fs;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::PathBuf;

extern "C" {
    fn kill(process: i32, signal: i32) -> i32;
    fn setsid() -> i32;
    fn ptrace(request: i64, process: i64, address: i64, data: i64) -> i64;
}

const PTRACE_SEIZE: i64 = 0x4206;

/// A file of the package that is compiled.
fn own(file: &str) -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it is");
    PathBuf::from(manifest).join(file)
}

/// What a test has written of a place that acts are about.
pub fn place(name: &str) -> String {
    let places = fs::read_to_string(own("places.txt")).expect("a build reads its own package");
    let line = places
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name}=")));
    line.expect("the place is listed").to_owned()
}

fn number(name: &str) -> i32 {
    place(name).parse().expect("it is a number")
}

/// The parent of a process, as `/proc` has it.
fn parent_of(process: &str) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    line.trim().parse().ok()
}

/// The parent is cargo.
fn beyond_the_parent() -> impl Iterator<Item = i32> {
    let beyond = |process: &Option<i32>| parent_of(&process.as_ref()?.to_string());
    let first = parent_of("self");
    let second = beyond(&first);
    [second, beyond(&second)].into_iter().flatten()
}

fn reaches(process: i32) -> bool {
    // SAFETY: asks only whether a signal could be sent.
    process > 1 && unsafe { kill(process, 0) == 0 }
}

fn sees(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}

/// The names of the acts that were not refused; `none` if all were.
pub fn not_refused() -> String {
    let at = |name: &str| PathBuf::from(place(name));
    let port = format!("127.0.0.1:{}", place("port"));
    let tester = number("tester");
    let manifest = own("Cargo.toml");
    let acts: &[(&str, bool)] = &[
        (
            "writes to the home",
            fs::write(at("home").join("canary"), "").is_ok(),
        ),
        (
            "writes to cargo's home",
            fs::write(at("cargo").join("canary"), "").is_ok(),
        ),
        ("writes to its package", fs::write(own("canary"), "").is_ok()),
        (
            "writes to temporary files of others",
            fs::write("/tmp/cargo-explore-canary", "").is_ok(),
        ),
        (
            "writes a shared file",
            fs::write("/dev/shm/cargo-explore-canary", "").is_ok(),
        ),
        (
            "changes rights",
            fs::set_permissions(&manifest, fs::Permissions::from_mode(0o600)).is_ok(),
        ),
        ("reads a key", fs::read(at("home").join(".ssh/key")).is_ok()),
        (
            "reads cargo's credentials",
            fs::read(at("cargo").join("credentials.toml")).is_ok(),
        ),
        ("lists the home", fs::read_dir(at("home")).is_ok()),
        (
            "is told the home",
            std::env::var_os("HOME") == Some(at("home").into()),
        ),
        ("sees an agent", sees("SSH_AUTH_SOCK")),
        ("sees a token", sees("DEPLOY_TOKEN")),
        ("sees cargo's token", sees("CARGO_REGISTRY_TOKEN")),
        ("connects", TcpStream::connect(&port).is_ok()),
        ("opens a port", std::net::TcpListener::bind("127.0.0.1:0").is_ok()),
        ("has datagrams", UdpSocket::bind("127.0.0.1:0").is_ok()),
        ("connects to a daemon", UnixStream::connect(at("socket")).is_ok()),
        ("has pairs of datagrams", UnixDatagram::pair().is_ok()),
        ("reaches the tester", reaches(tester)),
        // SAFETY: plain questions; a process that is not there cannot be seized.
        ("has a session of its own", unsafe { setsid() != -1 }),
        ("traces the tester", unsafe {
            ptrace(PTRACE_SEIZE, i64::from(tester), 0, 0) == 0
        }),
        (
            "reads an environment",
            fs::read(format!("/proc/{tester}/environ")).is_ok(),
        ),
        (
            "reaches beyond its parent",
            beyond_the_parent()
                .any(|process| reaches(process) || fs::read(format!("/proc/{process}/environ")).is_ok()),
        ),
    ];
    let done: Vec<&str> = acts
        .iter()
        .filter(|(_, done)| *done)
        .map(|(name, _)| *name)
        .collect();
    match done.as_slice() {
        [] => "none".to_owned(),
        done => done.join(", "),
    }
}
