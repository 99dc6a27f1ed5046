//! The flags that the user has rustc called with, as cargo puts them together for the target from the environment and its configuration
//! files. cargo passes them on by itself; they are read for what it does not do.

use super::process::tool_output;
use super::toolchain::Toolchain;
use cargo_metadata::cargo_platform::{Cfg, CfgExpr};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Between flags in `CARGO_ENCODED_RUSTFLAGS`.
const SEPARATOR: &str = "\u{1f}";
/// What has the C library linked into everything.
const STATIC: &str = "+crt-static";
const NOT_STATIC: &str = "-crt-static";
/// Options of rustc that decide which items there are, each with the beginning of its value.
const DECIDING: [(&str, &str); 4] = [
    ("--cfg", ""),
    ("--check-cfg", ""),
    ("-C", "target-cpu="),
    ("-C", "target-feature="),
];

/// The flags of the user's for the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RustFlags(Vec<String>);

impl RustFlags {
    /// Those for builds in a directory.
    pub(super) fn of_user(directory: &Path, toolchain: &Toolchain) -> RustFlags {
        let variable = |name: &str| std::env::var(name).ok();
        let files = configurations(directory);
        let cfgs = || {
            let arguments = ["--print", "cfg", "--target", toolchain.host.as_str()];
            let printed = tool_output(&toolchain.rustc, &arguments, Some(directory)).unwrap_or_default();
            printed
                .lines()
                .filter_map(|line| Cfg::from_str(line).ok())
                .collect()
        };
        RustFlags(together(&variable, &files, &toolchain.host, &cfgs))
    }

    /// `CARGO_ENCODED_RUSTFLAGS` for builds that cannot have what the user has: a program that loads libraries has none that bring a
    /// C library of their own, and rustc makes none.
    pub(super) fn instead(&self) -> Option<String> {
        let flags = self.in_use();
        (flags != self.0).then(|| flags.join(SEPARATOR))
    }

    /// Those that decide which items there are, for rustdoc, which cargo tells nothing of them.
    pub(super) fn for_rustdoc(&self) -> Vec<String> {
        let flags = self.in_use();
        let decides = |option: &str, value: &str| {
            DECIDING
                .iter()
                .any(|(known, start)| *known == option && value.starts_with(start))
        };
        let mut found = Vec::new();
        for (option, value) in options(&flags) {
            if decides(option, value) {
                found.extend([option.to_owned(), value.to_owned()]);
            }
        }
        found
    }

    /// Whether lints end builds that they only warn of elsewhere.
    pub(super) fn make_errors_of_lints(&self) -> bool {
        let is_one = |flag: &String| {
            ["-D", "-F", "--deny", "--forbid"]
                .iter()
                .any(|option| flag.starts_with(option))
        };
        self.0.iter().any(is_one)
    }

    fn in_use(&self) -> Vec<String> {
        self.0.iter().map(|flag| without_static(flag)).collect()
    }
}

/// A flag that asks for no static C library. rustc does as soon as one flag asks for it, whatever the others say.
fn without_static(flag: &str) -> String {
    const NAME: &str = "target-feature=";
    match flag.split_once(NAME) {
        Some((option @ ("" | "-C" | "--codegen="), features)) => {
            let features = features.split(',').map(|feature| match feature {
                STATIC => NOT_STATIC,
                feature => feature,
            });
            format!("{option}{NAME}{}", features.collect::<Vec<_>>().join(","))
        }
        _ => flag.to_owned(),
    }
}

/// Options with their values, however they are written: `--cfg a`, `--cfg=a`, `-C a`, `-Ca`, `--codegen a`.
fn options(flags: &[String]) -> Vec<(&str, &str)> {
    const NAMES: [(&str, &str); 4] = [
        ("--cfg", "--cfg"),
        ("--check-cfg", "--check-cfg"),
        ("--codegen", "-C"),
        ("-C", "-C"),
    ];
    let mut found = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        for (name, meant) in NAMES {
            let Some(rest) = flag.strip_prefix(name) else {
                continue;
            };
            let value = match rest.strip_prefix('=') {
                Some(value) => Some(value),
                None if rest.is_empty() => flags.next().map(String::as_str),
                None => Some(rest).filter(|_| !name.starts_with("--")),
            };
            found.extend(value.map(|value| (meant, value)));
            break;
        }
    }
    found
}

/// As cargo takes them: of the first that says anything, two variables, what is configured for the target, and for all builds.
fn together(
    variable: &dyn Fn(&str) -> Option<String>,
    files: &[toml::Table],
    host: &str,
    cfgs: &dyn Fn() -> Vec<Cfg>,
) -> Vec<String> {
    if let Some(encoded) = variable("CARGO_ENCODED_RUSTFLAGS") {
        let flags = encoded.split(SEPARATOR).filter(|flag| !flag.is_empty());
        return flags.map(str::to_owned).collect();
    }
    if let Some(flags) = variable("RUSTFLAGS") {
        return words(&flags);
    }
    let from_variable = |name: &str| variable(name).map(|flags| words(&flags)).unwrap_or_default();
    let in_name = host.to_uppercase().replace(['-', '.'], "_");
    let mut flags = listed(files, &["target", host, "rustflags"]);
    flags.extend(from_variable(&format!("CARGO_TARGET_{in_name}_RUSTFLAGS")));
    let conditions = conditions(files);
    if !conditions.is_empty() {
        let cfgs = cfgs();
        for condition in conditions {
            if CfgExpr::matches_key(condition, &cfgs) {
                flags.extend(listed(files, &["target", condition, "rustflags"]));
            }
        }
    }
    if flags.is_empty() {
        flags = listed(files, &["build", "rustflags"]);
        flags.extend(from_variable("CARGO_BUILD_RUSTFLAGS"));
    }
    flags
}

/// Conditions on the target that files have flags for, sorted.
fn conditions(files: &[toml::Table]) -> Vec<&str> {
    let targets = files.iter().filter_map(|file| file.get("target")?.as_table());
    let mut conditions: Vec<&str> = targets
        .flatten()
        .filter(|(key, value)| key.starts_with("cfg(") && value.get("rustflags").is_some())
        .map(|(key, _)| key.as_str())
        .collect();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// What files say at a place, all together, in their order.
fn listed(files: &[toml::Table], place: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for file in files {
        let mut value = file.get(place[0]);
        for key in &place[1..] {
            value = value.and_then(|value| value.get(key));
        }
        match value {
            Some(toml::Value::String(text)) => all.extend(words(text)),
            Some(toml::Value::Array(list)) => {
                all.extend(list.iter().filter_map(toml::Value::as_str).map(str::to_owned));
            }
            _ => {}
        }
    }
    all
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// cargo's configuration files for builds in a directory; what is said in a later one counts more. Whatever is wrong with one is for
/// cargo to say.
fn configurations(directory: &Path) -> Vec<toml::Table> {
    let home = match std::env::var_os("CARGO_HOME") {
        Some(home) if !home.is_empty() => Some(directory.join(home)),
        _ => std::env::home_dir().map(|home| home.join(".cargo")),
    };
    let mut places: Vec<PathBuf> = directory.ancestors().map(|above| above.join(".cargo")).collect();
    places.extend(home.filter(|home| !places.contains(home)));
    let file = |place: &PathBuf| {
        let names = ["config", "config.toml"].map(|name| place.join(name));
        let text = fs::read_to_string(names.iter().find(|path| path.is_file())?).ok()?;
        text.parse().ok()
    };
    places.iter().rev().filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> RustFlags {
        RustFlags(words(text))
    }

    #[test]
    fn a_static_c_library_is_taken_back_and_nothing_else_is_changed() {
        let instead = |text: &str| {
            flags(text)
                .instead()
                .map(|encoded| encoded.replace(SEPARATOR, " "))
        };
        for (text, changed) in [
            ("-Ctarget-feature=+crt-static", "-Ctarget-feature=-crt-static"),
            (
                "-C target-feature=+aes,+crt-static -D warnings",
                "-C target-feature=+aes,-crt-static -D warnings",
            ),
            (
                "--codegen=target-feature=+crt-static --codegen target-feature=-crt-static",
                "--codegen=target-feature=-crt-static --codegen target-feature=-crt-static",
            ),
        ] {
            assert_eq!(instead(text).as_deref(), Some(changed), "{text}");
        }
        for text in [
            "",
            "-D warnings",
            "-C target-feature=-crt-static,+aes",
            "-C link-arg=target-feature=+crt-static",
        ] {
            assert_eq!(instead(text), None, "{text}");
        }
    }

    #[test]
    fn rustdoc_gets_what_decides_which_items_there_are() {
        let given = flags(
            "--cfg tokio_unstable -D warnings --cfg=more -Ctarget-cpu=native -C opt-level=3 --check-cfg cfg(more)",
        );
        assert_eq!(
            given.for_rustdoc(),
            [
                "--cfg",
                "tokio_unstable",
                "--cfg",
                "more",
                "-C",
                "target-cpu=native",
                "--check-cfg",
                "cfg(more)"
            ]
        );
        assert_eq!(flags("-D warnings").for_rustdoc(), [""; 0]);
        let is_static = flags("-C target-feature=+crt-static").for_rustdoc();
        assert_eq!(
            is_static.last().map(String::as_str),
            Some("target-feature=-crt-static")
        );
    }

    #[test]
    fn flags_are_put_together_as_cargo_does() {
        let host = "x86_64-unknown-linux-gnu";
        let files: Vec<toml::Table> = [
            "[build]\nrustflags = '--cfg home'\n",
            "[build]\nrustflags = ['--cfg', 'project']\n[target.x86_64-unknown-linux-gnu]\nrustflags = ['--cfg', 'host']\n[target.'cfg(unix)']\nrustflags = ['--cfg', 'unix_too']\n[target.'cfg(windows)']\nrustflags = ['--cfg', 'windows_too']\n",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec();
        let of = |variables: &[(&str, &str)], files: &[toml::Table]| {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let cfgs = || vec![Cfg::from_str("unix").unwrap()];
            together(&variable, files, host, &cfgs).join(" ")
        };
        assert_eq!(of(&[], &files), "--cfg host --cfg unix_too");
        assert_eq!(of(&[], &files[..1]), "--cfg home");
        assert_eq!(
            of(&[("CARGO_BUILD_RUSTFLAGS", "-D x")], &files[..1]),
            "--cfg home -D x"
        );
        assert_eq!(
            of(
                &[("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS", "-D x")],
                &files[..1]
            ),
            "-D x"
        );
        assert_eq!(of(&[("RUSTFLAGS", "")], &files), "");
        assert_eq!(of(&[("RUSTFLAGS", " --cfg  a ")], &files), "--cfg a");
        let both = [
            ("RUSTFLAGS", "--cfg a"),
            ("CARGO_ENCODED_RUSTFLAGS", "--cfg\u{1f}b=\"x y\""),
        ];
        assert_eq!(of(&both, &files), "--cfg b=\"x y\"");
    }

    #[test]
    fn configuration_files_count_more_the_nearer_they_are() {
        let directory = tempfile::tempdir().unwrap();
        let write = |place: &str, text: &str| {
            let path = directory.path().join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(".cargo/config.toml", "[build]\nrustflags = ['far']\n");
        write("a/.cargo/config.toml", "[build]\nrustflags = ['never']\n");
        write("a/.cargo/config", "[build]\nrustflags = ['near']\n");
        let files = configurations(&directory.path().join("a/b"));
        let listed = listed(&files, &["build", "rustflags"]);
        assert_eq!(listed[listed.len() - 2..], ["far", "near"]);
    }
}
