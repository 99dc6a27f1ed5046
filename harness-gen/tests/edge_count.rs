//! Which crates are instrumented when a harness is built: the explored one and the harness, by whatever wrapper the user
//! has around rustc, and none where the toolchain cannot. The environment is cargo's, so every case runs this test
//! program again with its own.

mod request;

use harness_gen::cargo::{TestBuild, Workbench};

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Where the case run in another process finds its fixture.
const PLACE: &str = "EDGE_COUNT_PLACE";
const CALLBACK: &str = "__sanitizer_cov_trace_pc_guard";

/// A package with a build script, a procedural macro and a dependency, all of them with code of their own.
const FILES: [(&str, &str); 8] = [
    (
        "spin/Cargo.toml",
        "[workspace]\n[package]\nname = \"spin-it\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
         [dependencies]\nbeside = { path = \"../beside\" }\nby-macro = { path = \"../by-macro\" }\n",
    ),
    (
        "spin/build.rs",
        "fn main() { println!(\"cargo::rerun-if-changed=build.rs\"); }\n",
    ),
    (
        "spin/src/lib.rs",
        "pub fn spin(n: u64) -> u64 { by_macro::nothing!(); (0..n).map(beside::next).sum() }\n",
    ),
    (
        "beside/Cargo.toml",
        "[package]\nname = \"beside\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
    ),
    (
        "beside/src/lib.rs",
        "#[inline(never)]\npub fn next(n: u64) -> u64 { if n % 2 == 0 { n / 2 } else { 3 * n + 1 } }\n",
    ),
    (
        "by-macro/Cargo.toml",
        "[package]\nname = \"by-macro\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nproc-macro = true\n",
    ),
    (
        "by-macro/src/lib.rs",
        "#[proc_macro]\npub fn nothing(_: proc_macro::TokenStream) -> proc_macro::TokenStream { Default::default() }\n",
    ),
    (
        "recorder",
        // One line per call: the crate, and its arguments.
        "#!/bin/sh\necho \"${CARGO_CRATE_NAME:-none} $*\" >> \"$0.log\"\nexec \"$@\"\n",
    ),
];

fn fixture() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, content) in FILES {
        write(&root.path().join(name), content);
    }
    root
}

fn write(file: &Path, content: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, content).unwrap();
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn open(root: &Path) -> Workbench {
    let mut request = request::local("spin-it", root.join("spin"), root.join("work dir"));
    let mut workbench = Workbench::open(&request, &Arc::default(), &mut |_| ()).unwrap();
    workbench.resolve(&mut request, &mut |_| ()).unwrap();
    workbench
}

/// Runs one of the `case_` functions below in a process with more environment.
#[track_caller]
fn in_another_process(case: &str, root: &Path, environment: &[(&str, PathBuf)]) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([case, "--exact", "--ignored", "--nocapture"])
        .env_remove("RUSTC_WRAPPER")
        .env(PLACE, root)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// Checks, builds, and builds the stand-alone tests. Keeps the dylib as `harness.so`.
#[test]
#[ignore = "a part of other tests"]
fn case_build() {
    let root = PathBuf::from(std::env::var_os(PLACE).unwrap());
    let workbench = open(&root);
    let source = "#[unsafe(no_mangle)] pub extern \"C\" fn arm(n: u64) -> u64 { spin_it::spin(n) }\n";
    workbench
        .write_sources(&[(PathBuf::from("lib.rs"), source.to_owned())])
        .unwrap();
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    let dylib = workbench.build(&mut |_| ()).unwrap();
    std::fs::copy(dylib, root.join("harness.so")).unwrap();
    let test = "#[test]\nfn t() { spin_it::spin(3); }\n".to_owned();
    let built = workbench
        .build_reproductions(&[("t".to_owned(), test)], TestBuild::AsPasted, &mut |_| ())
        .unwrap();
    assert!(
        built.executable.is_some(),
        "the crate's other build is not instrumented"
    );
}

/// Whether the built harness calls the callback, which nothing here defines.
fn is_counting(root: &Path) -> bool {
    let dylib = std::fs::read(root.join("harness.so")).unwrap();
    dylib
        .windows(CALLBACK.len())
        .any(|bytes| bytes == CALLBACK.as_bytes())
}

/// Calls of rustc that compile `crate_name`, as the recorder noted them, and how many of them were told to instrument.
fn compiled(log: &str, crate_name: &str) -> (usize, usize) {
    let compiles = |line: &&str| {
        line.strip_prefix(crate_name)
            .is_some_and(|rest| rest.starts_with(' '))
            && line.contains("--emit=")
    };
    let lines: Vec<&str> = log.lines().filter(compiles).collect();
    let told = lines
        .iter()
        .filter(|line| line.contains("-Cpasses=sancov-module"))
        .count();
    (lines.len(), told)
}

#[test]
fn the_explored_crate_and_the_harness_are_instrumented_through_the_users_own_wrapper() {
    let root = fixture();
    let recorder = root.path().join("recorder");
    in_another_process("case_build", root.path(), &[("RUSTC_WRAPPER", recorder)]);
    assert!(is_counting(root.path()));
    let log = std::fs::read_to_string(root.path().join("recorder.log")).unwrap();
    // The build of the harness counts; its check, and everything for the stand-alone tests, does not.
    for (crate_name, expected) in [
        ("spin_it", 1),
        ("explore_harness", 1),
        ("explore_runtime_6d0f9b3c52e8", 0),
        ("explore_reproductions", 0),
        ("beside", 0),
        ("by_macro", 0),
        ("build_script_build", 0),
    ] {
        let (calls, told) = compiled(&log, crate_name);
        assert!(calls > 0, "{crate_name} was not compiled through the wrapper");
        assert_eq!(told, expected, "{crate_name}: {log}");
    }
    let (calls, _) = compiled(&log, "spin_it");
    // A check and a build of the harness, and the build of the tests.
    assert!(calls >= 3, "the stand-alone tests have a build of their own");
}

#[test]
fn without_a_wrapper_of_the_user_the_harness_counts_too() {
    let root = fixture();
    in_another_process("case_build", root.path(), &[("RUSTC_WRAPPER", PathBuf::new())]);
    assert!(is_counting(root.path()));
}

#[test]
fn a_toolchain_without_the_pass_builds_a_harness_that_does_not_count() {
    let root = fixture();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let without = root.path().join("rustc-without");
    write(
        &without,
        &format!(
            "#!/bin/sh\nfor argument; do\ncase \"$argument\" in -Cpasses=*) echo \"error: unknown pass\" >&2; exit 1 ;; esac\n\
             done\nexec {rustc} \"$@\"\n"
        ),
    );
    in_another_process("case_build", root.path(), &[("RUSTC", without)]);
    assert!(!is_counting(root.path()));
}
