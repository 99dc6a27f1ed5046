//! The grammar of the sample harness, the harness's build, and an executor over both. The tables must agree with
//! `tests/fixtures/sample-harness/lib.rs`.

use explorer::executor::{Executor, ExecutorOptions, Moment, SandboxMode, UnitResult};
use explorer::outcome::FaultKind;
use plans::{Grammar, InPlace, OpId, OpSpec, Start, TypeId, UnitRequest, Watch, Work};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

pub const LOOK: OpId = OpId(5);
pub const TRIVIAL: OpId = OpId(6);
pub const PANIC: OpId = OpId(7);
pub const ABORT: OpId = OpId(8);
pub const EXIT: OpId = OpId(9);
pub const NULL_WRITE: OpId = OpId(10);
pub const STACK_OVERFLOW: OpId = OpId(11);
pub const HANG: OpId = OpId(12);
pub const BLOCK: OpId = OpId(13);
pub const HOARD: OpId = OpId(14);
pub const HUGE: OpId = OpId(15);
pub const DOUBLE_PANIC: OpId = OpId(16);
pub const DROP_PANIC: OpId = OpId(17);
pub const PROPERTY: OpId = OpId(18);
pub const BOX_READ: OpId = OpId(19);
pub const BOX_UNREAD: OpId = OpId(20);
pub const CATCH_THEN_LOOK: OpId = OpId(21);
pub const TYPE_DEMAND: OpId = OpId(22);
pub const NETWORK: OpId = OpId(23);
pub const FILES: OpId = OpId(24);
pub const FORK: OpId = OpId(25);
pub const REJECT: OpId = OpId(26);
pub const LEAK: OpId = OpId(27);
pub const TEXT_READ: OpId = OpId(31);
pub const BOX_KEPT: OpId = OpId(32);
pub const DROP_HANG: OpId = OpId(33);
pub const SLOW: OpId = OpId(34);
pub const FIRST_NUMBER: OpId = OpId(35);
pub const THREE_NUMBERS: OpId = OpId(38);
pub const THREE_BYTES: OpId = OpId(39);
pub const DEAF: OpId = OpId(40);
pub const STOPPED: OpId = OpId(41);
pub const DOUBLE_DROP: OpId = OpId(43);
pub const INVALID_USE: OpId = OpId(44);
pub const HOARD_AFTER_LIE: OpId = OpId(45);
pub const ABORT_AFTER_HOSTILE_PANIC: OpId = OpId(46);
pub const ABORTS_LATER: OpId = OpId(47);
pub const TAKES_HANDLERS: OpId = OpId(48);
pub const KILLED: OpId = OpId(49);
pub const WRITES_OVER: OpId = OpId(50);

const BYTE: TypeId = TypeId(0);
const BYTE_REF: TypeId = TypeId(1);
const UNIT: TypeId = TypeId(2);
const NOISY: TypeId = TypeId(3);
const BYTE_BOX: TypeId = TypeId(4);
/// Larger than a page.
pub const WIDE: TypeId = TypeId(5);
const TEXT: TypeId = TypeId(6);
const TEXT_REF: TypeId = TypeId(7);
const NUMBER: TypeId = TypeId(8);

pub fn grammar() -> Grammar {
    let value = |result, args: &[TypeId]| OpSpec {
        result,
        args: args.to_vec(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    };
    let pointer = |result, inner| OpSpec {
        steps: 0,
        pointer: true,
        ..value(result, &[inner])
    };
    let root = |result, args: &[TypeId]| OpSpec {
        total: false,
        builds: false,
        ..value(result, args)
    };
    let mut ops = vec![value(BYTE, &[]), value(BYTE, &[]), value(BYTE, &[])];
    ops.extend([
        pointer(BYTE_REF, BYTE),
        pointer(BYTE_BOX, BYTE),
        root(UNIT, &[BYTE_REF, BYTE_REF]),
    ]);
    ops.extend((6..=16).map(|_| root(UNIT, &[BYTE])));
    ops.extend([
        root(NOISY, &[BYTE]),
        root(UNIT, &[BYTE]),
        root(BYTE, &[BYTE_BOX]),
        root(UNIT, &[BYTE_BOX]),
    ]);
    ops.extend([
        root(UNIT, &[BYTE_REF]),
        root(UNIT, &[BYTE]),
        root(UNIT, &[BYTE]),
        root(UNIT, &[BYTE]),
    ]);
    ops.extend([
        root(UNIT, &[BYTE]),
        root(BYTE, &[BYTE]),
        root(UNIT, &[BYTE]),
        value(WIDE, &[]),
    ]);
    ops.extend([
        value(TEXT, &[BYTE]),
        pointer(TEXT_REF, TEXT),
        root(UNIT, &[TEXT_REF]),
        root(UNIT, &[BYTE_BOX]),
        root(NOISY, &[BYTE]),
        root(UNIT, &[BYTE]),
        value(NUMBER, &[]),
        value(NUMBER, &[]),
        value(NUMBER, &[]),
        root(UNIT, &[NUMBER; 3]),
        root(UNIT, &[BYTE; 3]),
        root(UNIT, &[BYTE]),
        root(UNIT, &[BYTE]),
        root(UNIT, &[BYTE_REF; 2]),
    ]);
    ops.extend((43..=47).map(|_| root(UNIT, &[BYTE])));
    ops.extend([
        root(UNIT, &[BYTE_REF; 2]),
        root(UNIT, &[BYTE]),
        root(UNIT, &[BYTE]),
    ]);
    Grammar::new(9, ops.into_iter().map(Some).collect()).expect("the sample grammar is sound")
}

/// Builds `tests/fixtures/<fixture>/lib.rs` with rustc alone. Returns the file.
pub fn build(fixture: &str, flags: &[&str], output: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(fixture);
    std::fs::create_dir_all(&directory).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(fixture)
        .join("lib.rs");
    let built = directory.join(output);
    // Each test may be a process of its own, and rustc leaves more files than one beside its output.
    let own = directory.join(std::process::id().to_string());
    std::fs::create_dir_all(&own).unwrap();
    let status = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024"])
        .args(flags)
        .arg("-o")
        .arg(own.join(output))
        .arg(source)
        .status()
        .expect("rustc runs");
    assert!(status.success(), "{fixture} does not build");
    std::fs::rename(own.join(output), &built).unwrap();
    std::fs::remove_dir_all(own).unwrap();
    built
}

/// Flags that instrument a crate on its edges, as the cargo side gives them to rustc.
const INSTRUMENT: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-prune-blocks=0",
];

/// The sample harness, built as harnesses are built where the toolchain can instrument.
pub fn instrumented() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let mut flags = vec!["--crate-type", "cdylib", "--crate-name", "counted", "-O", "-g"];
        flags.extend(INSTRUMENT);
        build("sample-harness", &flags, "libcounted.so")
    })
}

/// Directory with the built harness and the encoded grammar; built once per test process.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let flags = ["--crate-type", "cdylib", "--crate-name", "sample", "-O", "-g"];
        let dylib = build("sample-harness", &flags, "libsample.so");
        let directory = dylib.parent().unwrap().to_owned();
        std::fs::write(directory.join("grammar"), plans::encode_grammar(&grammar())).unwrap();
        directory
    })
}

pub fn options() -> ExecutorOptions {
    ExecutorOptions {
        dylib: built().join("libsample.so"),
        grammar_file: built().join("grammar"),
        case_timeout: Duration::from_millis(300),
        case_memory: 32 << 20,
        leaks: false,
        sandbox: SandboxMode::Strict,
        interrupt: Arc::default(),
    }
}

/// The program that serves the hidden subcommands.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_cargo-explore"))
}

pub fn executor() -> Executor {
    Executor::start_with(program(), &options()).expect("the executor starts")
}

/// A unit deep enough for every plan of the sample.
pub fn unit(root: OpId) -> UnitRequest {
    UnitRequest {
        budget: 10_000,
        ..UnitRequest::of(root, Work::round(20))
    }
}

/// The same from here on.
pub fn unit_from(root: OpId, start: Start) -> UnitRequest {
    let mut request = unit(root);
    request.round_mut().expect("a round").start = start;
    request
}

/// The same with so much watched.
pub fn unit_watching(root: OpId, watch: Watch) -> UnitRequest {
    let mut request = unit(root);
    request.round_mut().expect("a round").watch = watch;
    request
}

/// Runs a root to its end, over deaths. Returns the result of every part.
pub fn run_through(executor: &mut Executor, root: OpId) -> Vec<UnitResult> {
    let mut parts = Vec::new();
    let mut start = Start::Fresh;
    loop {
        let result = executor.run_batch(&[unit_from(root, start)]).unwrap().remove(0);
        let next = match (&result.death, &result.report.stop) {
            (Some(death), _) => Some(Start::After(death.fatal.clone())),
            (None, plans::UnitStop::Budget { next, .. }) => Some(Start::At(next.clone())),
            (None, plans::UnitStop::Exhausted { .. }) => None,
        };
        parts.push(result);
        match next {
            Some(next) => start = next,
            None => return parts,
        }
        assert!(parts.len() < 20, "no end in sight");
    }
}

/// All faults of the parts, deaths included, as kind and message.
pub fn faults(parts: &[UnitResult]) -> Vec<(FaultKind, String)> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(
            part.faults
                .iter()
                .map(|seen| (seen.fault.kind, seen.fault.message.clone())),
        );
        all.extend(
            part.death
                .iter()
                .map(|death| (death.fault.kind, death.fault.message.clone())),
        );
    }
    all
}

/// The same results whenever they came about.
pub fn timeless(mut results: Vec<UnitResult>) -> Vec<UnitResult> {
    for seen in results.iter_mut().flat_map(|result| &mut result.faults) {
        seen.at = Moment::default();
    }
    results
}

/// Runs and returned runs of all parts.
pub fn runs(parts: &[UnitResult]) -> (u64, u64) {
    parts.iter().fold((0, 0), |(executions, returned), part| {
        (
            executions + part.report.tallies.executions,
            returned + part.report.tallies.returned,
        )
    })
}
