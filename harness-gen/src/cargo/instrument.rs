//! Lets rustc instrument the explored crate and the harness's arms, and nothing else, with LLVM's coverage pass, so that
//! executed edges can be counted and comparisons seen. A wrapper around rustc adds the flags, because cargo has no stable way to give flags
//! to single packages. A toolchain without the pass builds as it is, and nothing is counted.

use super::process::shell_quoted;
use super::scratch::{create_dir, short_hash, write_executable, write_if_changed};
use super::toolchain::Toolchain;
use crate::error::Error;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A callback on every edge and for every comparison of numbers. Without pruning: a loop that nothing leaves would lose its edge, being implied by the
/// function's entry.
///
/// The callbacks are behind a gate, a variable that instrumented code reads once per function: calling back on every
/// edge makes tight loops more than three times as slow, and the count matters for the few runs only that take long.
pub(super) const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-prune-blocks=0",
    "-Cllvm-args=-sanitizer-coverage-gated-trace-callbacks=1",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Short comparisons of memory are calls too, so that they can be seen.
    "-Cllvm-args=-max-loads-per-memcmp=0",
    // Like panics of one function stay apart: merged, they have no line of their own, and no inlined frames.
    "-Cllvm-args=-enable-tail-merge=0",
];
/// Counters for every region of the source, which can be moved into shared memory while the harness runs: what a run
/// counted before it died is there.
pub(super) const COVERAGE_FLAGS: [&str; 2] = [
    "-Cinstrument-coverage",
    "-Cllvm-args=-runtime-counter-relocation=1",
];
/// What instrumented code calls.
const CALLBACK: &[u8] = b"__sanitizer_cov_trace_pc_guard";

/// A number that tells these flags from those of other versions of this program.
pub(super) fn flags_number(flags: &[&str]) -> u32 {
    let bytes = flags.iter().flat_map(|flag| flag.bytes());
    bytes.fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

/// A package whose library is instrumented.
pub(super) struct Instrumented<'a> {
    pub(super) package: &'a str,
    pub(super) version: &'a str,
    pub(super) lib_name: &'a str,
}

/// Whether this toolchain can instrument for the runtime files `edges.rs` and `compares.rs`. Found out once per toolchain by compiling a
/// line; the answer is kept in `work_dir`.
pub(super) fn is_available(
    toolchain: &Toolchain,
    call_directory: &Path,
    work_dir: &Path,
) -> Result<bool, Error> {
    let host = &toolchain.host;
    if !["x86_64-", "aarch64-"].iter().any(|arch| host.starts_with(arch)) || !host.contains("-linux-") {
        return Ok(false);
    }
    let flags = FLAGS.join(" ");
    let key = short_hash(&format!(
        "{}\n{}\n{host}\n{flags}",
        toolchain.rustc.display(),
        toolchain.version
    ));
    let answers = work_dir.join("instrument");
    let answer = answers.join(&key);
    match std::fs::read_to_string(&answer).as_deref() {
        Ok("yes") => Ok(true),
        Ok("no") => Ok(false),
        _ => {
            create_dir(&answers)?;
            // Another run may be trying at the same time.
            let object = answers.join(format!("{key}-{}.o", std::process::id()));
            let Ok(available) = try_pass(&toolchain.rustc, call_directory, &object) else {
                // A compiler that cannot even be started says nothing to remember.
                return Ok(false);
            };
            write_if_changed(&answer, if available { "yes" } else { "no" })?;
            Ok(available)
        }
    }
}

/// Whether an object that `rustc` compiles with the flags has the callback in it. A code generator other than LLVM
/// accepts the flags and ignores them. An `Err` if the compiler cannot be run.
fn try_pass(rustc: &Path, directory: &Path, object: &Path) -> std::io::Result<bool> {
    let mut process = Command::new(rustc)
        .args(["--crate-name=probe", "--crate-type=lib", "--emit=obj"])
        .args(FLAGS)
        .arg("-o")
        .arg(object)
        .arg("-")
        .current_dir(directory)
        .env_remove("RUSTC_BOOTSTRAP")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = process.stdin.take() {
        // A compiler that refuses the flags may be gone before it reads.
        let _ = stdin.write_all(b"pub fn probe() {}");
    }
    let compiled = process.wait()?.success();
    let code = std::fs::read(object).unwrap_or_default();
    // A leftover does no harm.
    let _ = std::fs::remove_file(object);
    Ok(compiled && code.windows(CALLBACK.len()).any(|bytes| bytes == CALLBACK))
}

/// The wrapper that already stands between cargo and rustc, as cargo itself finds it in the environment. One that is
/// only named in a configuration file is not used while the harness is built.
pub(super) fn wrapper_in_use() -> Option<PathBuf> {
    ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"]
        .iter()
        .find_map(std::env::var_os)
        .filter(|wrapper| !wrapper.is_empty())
        .map(PathBuf::from)
}

/// Writes the program for `RUSTC_WRAPPER`, which calls `wrapper`, if there is one, with the compiler.
pub(super) fn write_wrapper(
    path: &Path,
    wrapper: Option<&Path>,
    instrumented: &[Instrumented<'_>],
    flags: &[&str],
) -> Result<(), Error> {
    let wrapper = wrapper.map(|wrapper| {
        wrapper.to_str().ok_or_else(|| Error::PathNotUnicode {
            path: wrapper.to_owned(),
        })
    });
    write_executable(path, &wrapper_source(wrapper.transpose()?, instrumented, flags))
}

/// cargo names package and library in the environment when it compiles a crate (and not when a build script calls
/// rustc), and gives `--target` when it compiles for the target (and not for build scripts and procedural macros).
fn wrapper_source(wrapper: Option<&str>, instrumented: &[Instrumented<'_>], flags: &[&str]) -> String {
    let program = wrapper.map_or(String::new(), |wrapper| format!(" {}", shell_quoted(wrapper)));
    let mut source =
        String::from("#!/bin/sh\ncase \"$CARGO_PKG_NAME@$CARGO_PKG_VERSION/$CARGO_CRATE_NAME\" in\n");
    for Instrumented {
        package,
        version,
        lib_name,
    } in instrumented
    {
        let pattern = shell_quoted(&format!("{package}@{version}/{lib_name}"));
        let _ = writeln!(
            source,
            "{pattern})\n    for argument; do\n        case \"$argument\" in\n        --target | --target=*) \
             exec{program} \"$@\" {} ;;\n        esac\n    done\n    ;;",
            flags.join(" ")
        );
    }
    let _ = write!(source, "esac\nexec{program} \"$@\"\n");
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the wrapper makes of a call of `echo`, for a package named `it-is` and its library `it_is`.
    fn wrapped(crate_name: &str, version: &str, arguments: &[&str]) -> String {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a wrapper");
        let instrumented = Instrumented {
            package: "it-is",
            version: "1.2.3",
            lib_name: "it_is",
        };
        write_executable(&path, &wrapper_source(None, &[instrumented], &FLAGS)).unwrap();
        let output = Command::new("/bin/sh")
            .arg(&path)
            .arg("echo")
            .args(arguments)
            .env("CARGO_PKG_NAME", "it-is")
            .env("CARGO_PKG_VERSION", version)
            .env("CARGO_CRATE_NAME", crate_name)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    fn the_library_gets_the_flags_and_nothing_else_does() {
        let flags = FLAGS.join(" ");
        assert_eq!(
            wrapped("it_is", "1.2.3", &["--target", "x"]),
            format!("--target x {flags}\n")
        );
        assert_eq!(
            wrapped("it_is", "1.2.3", &["--target=x"]),
            format!("--target=x {flags}\n")
        );
        assert_eq!(wrapped("it_is", "1.2.3", &["for the host"]), "for the host\n");
        assert_eq!(
            wrapped("build_script_build", "1.2.3", &["--target", "x"]),
            "--target x\n"
        );
        assert_eq!(wrapped("it_is", "1.2.4", &["--target", "x"]), "--target x\n");
    }

    #[test]
    fn a_compiler_that_refuses_or_ignores_the_pass_is_found_out() {
        let directory = tempfile::tempdir().unwrap();
        let compiler = |name: &str, source: &str| {
            let path = directory.path().join(name);
            write_executable(&path, source).unwrap();
            path
        };
        let object = directory.path().join("probe.o");
        let refuses = compiler("refuses", "#!/bin/sh\nexit 1\n");
        let tried = |rustc: &Path| try_pass(rustc, directory.path(), &object).ok();
        assert_eq!(tried(&refuses), Some(false));
        let ignores = compiler(
            "ignores",
            "#!/bin/sh\nwhile [ $# -gt 0 ]; do\n[ \"$1\" = -o ] && echo object > \"$2\"\nshift\ndone\n",
        );
        assert_eq!(tried(&ignores), Some(false));
        assert_eq!(tried(Path::new("rustc")), Some(true));
        assert!(!object.exists(), "nothing is left behind");
        assert_eq!(tried(Path::new("/nowhere/rustc")), None);
    }
}
