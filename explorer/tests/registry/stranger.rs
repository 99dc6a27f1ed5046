//! A fresh crate as its author would write it, that depends on the explored one and holds every stand-alone test
//! unchanged: each must compile, and fail as reported when it runs alone. None of this program's machinery is used.

use crate::sense::{count, list, text};
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const SIGILL: i32 = 4;
const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGXCPU: i32 = 24;
/// Exit code of a libtest process with a failed test.
const TEST_FAILED: i32 = 101;
/// A test that does not fail; it must pass under every limit, or failing under the limit would prove nothing.
const CONTROL: &str = "control::nothing_fails";
/// Address space a test process needs for itself, in KiB.
const OWN_KIB: u64 = 128 << 10;
/// Whoever neither ends nor uses its CPU time is killed after this, and has then not failed as reported.
const PATIENCE: Duration = Duration::from_secs(120);

/// A crate with the stand-alone tests of one report.
pub(crate) struct Stranger {
    executable: PathBuf,
    output: PathBuf,
    /// Root of the explored crate's sources.
    pub(crate) crate_root: PathBuf,
}

/// How a test process ended.
struct Ended {
    status: ExitStatus,
    output: String,
}

/// Limits of a test process.
struct Limits {
    cpu_seconds: u64,
    address_space_kib: Option<u64>,
}

impl Stranger {
    /// Writes the crate below `directory` and compiles it; an error is rustc's own words.
    pub(crate) fn new(directory: &Path, report: &Value) -> Result<Self, String> {
        let (name, version) = (text(&report["crate"]["name"]), text(&report["crate"]["version"]));
        let package = directory.join(name);
        let _ = fs::remove_dir_all(&package);
        let sources = package.join("src");
        fs::create_dir_all(&sources).expect("the directory for test products is writable");
        let write = |path: PathBuf, text: &str| fs::write(path, text).expect("the directory is writable");
        write(
            package.join("Cargo.toml"),
            &format!(
                "[package]\nname = \"stranger\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                 [dependencies]\n{name} = \"={version}\"\n"
            ),
        );
        let mut root = "mod control {\n    #[test]\n    fn nothing_fails() {}\n}\n".to_owned();
        for finding in confirmed(report) {
            let id = text(&finding["id"]);
            root.push_str(&format!("#[cfg(test)]\nmod finding_{id};\n"));
            write(
                sources.join(format!("finding_{id}.rs")),
                text(&finding["reproduction"]),
            );
        }
        write(sources.join("lib.rs"), &root);

        let manifest = package.join("Cargo.toml");
        let built = Command::new("cargo")
            .args(["test", "--no-run", "--message-format=json", "--manifest-path"])
            .arg(&manifest)
            .arg("--target-dir")
            .arg(directory.join("target"))
            .current_dir(&package)
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null())
            .output()
            .expect("cargo starts");
        let messages: Vec<Value> = String::from_utf8_lossy(&built.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if !built.status.success() {
            let errors: String = messages
                .iter()
                .filter(|message| message["message"]["level"] == "error")
                .filter_map(|message| message["message"]["rendered"].as_str())
                .collect();
            return Err(format!(
                "the tests do not compile:\n{errors}\n{}",
                String::from_utf8_lossy(&built.stderr)
            ));
        }
        let artifact = |condition: &dyn Fn(&Value) -> bool| {
            messages
                .iter()
                .find(|message| message["reason"] == "compiler-artifact" && condition(message))
                .cloned()
                .ok_or("cargo does not mention an artifact")
        };
        let executable = artifact(&|message| message["executable"].is_string())?;
        let library = artifact(&|message| {
            let package_id = text(&message["package_id"]);
            package_id.contains(&format!("{name}@{version}"))
                && message["target"]["kind"] != serde_json::json!(["custom-build"])
        })?;
        let crate_root = Path::new(text(&library["manifest_path"]))
            .parent()
            .expect("a manifest lies in a directory");
        Ok(Self {
            executable: PathBuf::from(text(&executable["executable"])),
            output: package.join("output.txt"),
            crate_root: crate_root.to_owned(),
        })
    }

    /// Runs the test of each confirmed finding. Returns what was seen for those that did not fail as reported, and
    /// the number of those that did.
    pub(crate) fn judge(&self, report: &Value) -> (Vec<String>, usize) {
        let mut troubles = Vec::new();
        let mut as_reported = 0;
        for finding in confirmed(report) {
            let (id, kind) = (text(&finding["id"]), text(&finding["kind"]));
            let limits = Limits {
                cpu_seconds: if kind == "timeout" { 5 } else { 60 },
                address_space_kib: (kind == "memory")
                    .then(|| (count(&report["settings"]["case_memory_bytes"]) >> 10) + OWN_KIB),
            };
            let control = self.run(CONTROL, &limits);
            if control.status.code() != Some(0) || !control.output.contains("1 passed") {
                troubles.push(format!("{id}: the limits stop a test that does nothing"));
                continue;
            }
            let ended = self.run(&format!("finding_{id}::finding_{id}"), &limits);
            if ended.shows(finding) {
                as_reported += 1;
            } else {
                troubles.push(format!(
                    "{id}: not the {kind} `{}`, but {}:\n{}",
                    text(&finding["message"]),
                    ended.status,
                    ended.output
                ));
            }
        }
        (troubles, as_reported)
    }

    fn run(&self, test: &str, limits: &Limits) -> Ended {
        let mut script = format!("ulimit -c 0; ulimit -t {}; ", limits.cpu_seconds);
        if let Some(kib) = limits.address_space_kib {
            script.push_str(&format!("ulimit -v {kib}; "));
        }
        script.push_str("exec \"$0\" \"$@\"");
        let output = fs::File::create(&self.output).expect("the directory is writable");
        let mut process = Command::new("sh")
            .args(["-c", &script])
            .arg(&self.executable)
            .args(["--exact", test, "--nocapture"])
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a file can be shared"))
            .stderr(output)
            .spawn()
            .expect("sh starts");
        let started = Instant::now();
        let status = loop {
            if let Some(status) = process.try_wait().expect("it is our child") {
                break status;
            }
            if started.elapsed() > PATIENCE {
                let _ = process.kill();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let output = fs::read(&self.output).expect("it was written");
        let kept = &output[..output.len().min(8 << 10)];
        Ended {
            status,
            output: String::from_utf8_lossy(kept).into_owned(),
        }
    }
}

impl Ended {
    fn shows(&self, finding: &Value) -> bool {
        let failed = self.status.code() == Some(TEST_FAILED);
        let signal = self.status.signal();
        let says = |words: &str| self.output.contains(words);
        if !says("running 1 test") {
            return false;
        }
        match text(&finding["kind"]) {
            "panic" => {
                let first_line = text(&finding["message"]).lines().next().unwrap_or_default();
                let location = &finding["location"];
                let place = format!("{}:{}:", text(&location["file"]), location["line"]);
                failed && says("panicked at") && (says(first_line) || says(&place))
            }
            "property" => failed,
            "memory" => says("memory allocation of") || says("capacity overflow") || signal == Some(SIGSEGV),
            "timeout" => matches!(signal, Some(SIGXCPU | SIGKILL)),
            "stack_overflow" => says("has overflowed its stack") && signal == Some(SIGABRT),
            "abort" => matches!(signal, Some(SIGABRT | SIGILL)) && !says("has overflowed its stack"),
            "signal" => signal.is_some(),
            "exit" => signal.is_none() && !says("test result:"),
            _ => false,
        }
    }
}

fn confirmed(report: &Value) -> impl Iterator<Item = &Value> {
    list(&report["findings"])
        .iter()
        .filter(|finding| finding["confirmed"] == true)
}
