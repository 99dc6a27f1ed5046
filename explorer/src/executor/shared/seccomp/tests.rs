//! The filters, run as the kernel runs them, and the listing of their verdicts.

use super::allowed::{Group, Refused};
use super::program::Test;
use super::*;
use std::fmt::Write;
use std::path::PathBuf;

const OWN: u32 = 4321;
const IMAGE: u64 = 0x7f00_1234_5678;

/// What a filter says of a call.
fn verdict(stage: Stage, number: u32, arguments: [u64; 6]) -> u32 {
    let mut program = stage.program();
    program.set_own(OWN);
    let mut shown = [
        number.to_le_bytes(),
        0xc000_003e_u32.to_le_bytes(),
        [0; 4],
        [0; 4],
    ]
    .concat();
    shown.extend(arguments.iter().flat_map(|argument| argument.to_le_bytes()));
    run(program.instructions(), &shown)
}

fn run(program: &[libc::sock_filter], shown: &[u8]) -> u32 {
    let (mut at, mut value) = (0_usize, 0_u32);
    loop {
        let instruction = &program[at];
        let k = instruction.k;
        at += 1;
        let leap = |holds: bool| usize::from(if holds { instruction.jt } else { instruction.jf });
        match u32::from(instruction.code) {
            0x20 => value = u32::from_le_bytes(shown[k as usize..][..4].try_into().unwrap()),
            0x05 => at += k as usize,
            0x15 => at += leap(value == k),
            0x35 => at += leap(value >= k),
            0x45 => at += leap(value & k != 0),
            0x54 => value &= k,
            0x06 => return k,
            other => panic!("instruction {other:#x}"),
        }
    }
}

fn is_allowed(stage: Stage, call: i64, arguments: [u64; 6]) -> bool {
    verdict(stage, call as u32, arguments) == libc::SECCOMP_RET_ALLOW
}

fn with(first: u64, second: u64) -> [u64; 6] {
    [first, second, 0, 0, 0, 0]
}

#[test]
fn arguments_decide_where_they_matter() {
    let explored = |call, arguments| is_allowed(Stage::Exploring, call, arguments);
    assert!(explored(libc::SYS_kill, with(u64::from(OWN), 9)));
    assert!(!explored(libc::SYS_kill, with(0, 9)), "its group");
    assert!(!explored(libc::SYS_kill, with(u64::MAX, 9)), "everybody");
    assert!(explored(libc::SYS_prlimit64, with(0, 7)));
    assert!(explored(libc::SYS_prlimit64, with(u64::from(OWN), 7)));
    assert!(!explored(libc::SYS_prlimit64, with(1, 7)));
    assert!(explored(libc::SYS_ioctl, with(3, libc::FIONBIO)));
    assert!(!explored(libc::SYS_ioctl, with(3, libc::TIOCSTI)));
    assert!(!explored(libc::SYS_ioctl, with(3, libc::TIOCSTI | 1 << 32)));
    let pair = |kind: i32| with(libc::AF_UNIX as u64, u64::from(kind.cast_unsigned()));
    assert!(explored(
        libc::SYS_socketpair,
        pair(libc::SOCK_STREAM | libc::SOCK_CLOEXEC)
    ));
    assert!(explored(libc::SYS_socketpair, pair(libc::SOCK_SEQPACKET)));
    for kind in [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, 0] {
        assert!(!explored(libc::SYS_socketpair, pair(kind)), "{kind}");
    }
    assert!(explored(libc::SYS_sendto, [3, 1, 1, 0, 0, 0]));
    assert!(!explored(libc::SYS_sendto, [3, 1, 1, 0, 1 << 32, 16]));
}

#[test]
fn the_template_lets_its_children_name_themselves() {
    let of_itself = [Test::OwnProcess(0), Test::OwnOrNone(0)].map(|test| format!("{test:?}"));
    for group in ALLOWED {
        let names_itself = (group.tests.iter()).any(|test| of_itself.contains(&format!("{test:?}")));
        for call in group.calls.iter().filter(|_| names_itself) {
            assert!(
                is_allowed(Stage::Serving, *call, with(u64::from(OWN) + 1, 0)),
                "{call}"
            );
        }
    }
}

#[test]
fn who_may_start_what() {
    let thread = u64::from((libc::CLONE_VM | libc::CLONE_SIGHAND | libc::CLONE_THREAD).cast_unsigned());
    let fork = u64::from(libc::SIGCHLD.cast_unsigned());
    let becoming = Stage::Test { image: IMAGE };
    let may = |stage, call, first| is_allowed(stage, call, with(first, 0));
    for (stage, threads, forks) in [
        (Stage::Serving, true, true),
        (Stage::Loading, false, false),
        (Stage::Exploring, true, false),
        (becoming, true, false),
    ] {
        assert_eq!(may(stage, libc::SYS_clone, thread), threads);
        assert_eq!(may(stage, libc::SYS_clone, fork), forks);
        assert!(!may(stage, libc::SYS_clone, thread | libc::CLONE_NEWUSER as u64));
        assert_eq!(
            verdict(stage, libc::SYS_clone3 as u32, [0; 6]),
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32
        );
    }
    assert!(may(becoming, libc::SYS_execve, IMAGE));
    assert!(!may(becoming, libc::SYS_execve, IMAGE + (1 << 32)));
    assert!(!may(becoming, libc::SYS_execve, 0));
    assert!(!may(Stage::Serving, libc::SYS_execve, 0));
}

#[test]
fn calls_of_other_tables_are_refused() {
    for number in [FIRST_UNKNOWN, 600, 0x4000_0000, 0x4000_0000 + 57, u32::MAX] {
        let refused = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
        assert_eq!(verdict(Stage::Serving, number, [0; 6]), refused);
    }
    // As a program of 32 bits makes them.
    let shown = [0x14_u32.to_le_bytes(), 0x4000_0003_u32.to_le_bytes()].concat();
    let program = Stage::Exploring.program();
    assert_eq!(
        run(program.instructions(), &shown),
        libc::SECCOMP_RET_ERRNO | libc::EPERM as u32
    );
}

/// The verdict on a call of explored code and its reason, in the words of the listing.
fn told(number: u32) -> (&'static str, &'static str) {
    let has = |calls: &[i64]| calls.contains(&i64::from(number));
    let refused = REFUSED.iter().find(|Refused { calls, .. }| has(calls));
    let allowed = ALLOWED.iter().find(|Group { calls, .. }| has(calls));
    match (refused, allowed) {
        (Some(refused), _) if refused.errno == libc::ENOSYS => ("`ENOSYS`", refused.reason),
        (Some(refused), _) => ("`EACCES`", refused.reason),
        (
            None,
            Some(Group {
                tests: [], reason, ..
            }),
        ) => ("allowed", reason),
        (None, Some(group)) => ("bounded", group.reason),
        (None, None) => ("`EPERM`", ""),
    }
}

/// The listing with the names, and the reasons of what is refused, that it has, and today's verdicts.
fn written_again(listing: &str) -> String {
    let mut rows = 0;
    let mut written = String::new();
    for line in listing.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = cells.get(1).and_then(|cell| cell.parse::<u32>().ok());
        let (Some(number), [_, _, name, _, why, _]) = (number, cells.as_slice()) else {
            writeln!(written, "{line}").unwrap();
            continue;
        };
        rows += 1;
        let (verdict, reason) = told(number);
        let reason = if reason.is_empty() { why } else { &reason };
        assert!(!reason.is_empty(), "{name} is refused without a reason");
        writeln!(written, "| {number} | {name} | {verdict} | {reason} |").unwrap();
        // The verdict without arguments is what the filter says.
        let filter = verdict_alone(number);
        assert!(
            verdict == filter || verdict == "bounded",
            "{name}: {verdict}, {filter}"
        );
    }
    assert_eq!(rows, 384, "the listing has every call of the table of x86-64");
    written
}

fn verdict_alone(number: u32) -> &'static str {
    const SYSTEM_LACKS: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    const DENIED: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES.cast_unsigned();
    match verdict(Stage::Exploring, number, [0; 6]) {
        libc::SECCOMP_RET_ALLOW => "allowed",
        SYSTEM_LACKS => "`ENOSYS`",
        DENIED => "`EACCES`",
        _ => "`EPERM`",
    }
}

/// `UPDATE_EXPECTED=1` writes the verdicts anew.
#[test]
fn the_listing_has_the_verdict_on_every_call() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/decisions/2026-11-23-system-calls.md");
    let listing = std::fs::read_to_string(&path).unwrap();
    let written = written_again(&listing);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, written).unwrap();
    } else {
        assert!(
            written == listing,
            "the listing is not as the filter is: run with UPDATE_EXPECTED=1"
        );
    }
}

#[test]
fn a_build_starts_programs_and_leaves_no_group_and_what_is_not_done_keeps_to_itself() {
    const AS_IF_DONE: u32 = libc::SECCOMP_RET_ERRNO;
    let of_builds =
        |changes_rights| move |call: i64| verdict(Stage::Building { changes_rights }, call as u32, [0; 6]);
    let (alone, mounted) = (of_builds(false), of_builds(true));
    for call in [
        libc::SYS_execve,
        libc::SYS_fchmod,
        libc::SYS_umask,
        libc::SYS_kill,
        libc::SYS_clone,
    ] {
        assert_eq!(alone(call), libc::SECCOMP_RET_ALLOW, "{call}");
        assert_eq!(mounted(call), libc::SECCOMP_RET_ALLOW, "{call}");
    }
    for call in [
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_socket,
        libc::SYS_ptrace,
        libc::SYS_unshare,
    ] {
        assert!(
            ![AS_IF_DONE, libc::SECCOMP_RET_ALLOW].contains(&mounted(call)),
            "{call}"
        );
    }
    for call in [
        libc::SYS_chown,
        libc::SYS_fchown,
        libc::SYS_lchown,
        libc::SYS_utimensat,
    ] {
        assert_eq!(
            (alone(call), mounted(call)),
            (AS_IF_DONE, libc::SECCOMP_RET_ALLOW),
            "{call}"
        );
    }
    assert_ne!(alone(libc::SYS_chmod), AS_IF_DONE);
    assert_eq!(mounted(libc::SYS_chmod), libc::SECCOMP_RET_ALLOW);
    let namespaces = (libc::CLONE_NEWUSER | libc::SIGCHLD) as u64;
    let apart = verdict(
        Stage::Building { changes_rights: true },
        libc::SYS_clone as u32,
        with(namespaces, 0),
    );
    assert_ne!(apart, libc::SECCOMP_RET_ALLOW);
}
