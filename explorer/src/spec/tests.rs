//! Resolution of SPECs over small workspaces made on the spot. Needs cargo, but neither network nor compiler.

use super::*;
use harness_gen::{CargoAccess, Constants, Feeding};
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "cargo-explore-spec-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    fn file(&self, path: &str, text: &str) -> &Self {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn package(&self, directory: &str, name: &str, rest: &str) -> &Self {
        self.file(
            &format!("{directory}/Cargo.toml"),
            &format!("[package]\nname = \"{name}\"\nversion = \"0.3.1\"\nedition = \"2021\"\n{rest}"),
        )
    }

    /// Members alpha-one (library, depends on outside by path), beta (binary only); lock file with semver.
    fn workspace() -> Self {
        let scratch = Self::new();
        scratch
            .file("ws/Cargo.toml", "[workspace]\nmembers = [\"alpha\", \"beta\"]\nresolver = \"2\"\n")
            .package(
                "ws/alpha",
                "alpha-one",
                "[features]\ndefault = [\"a\"]\na = []\nb = []\n[dependencies]\noutside = { path = \"../../outside\" }\n",
            )
            .file("ws/alpha/src/lib.rs", "")
            .package("ws/beta", "beta", "")
            .file("ws/beta/src/main.rs", "fn main() {}")
            .package("outside", "outside", "[workspace]\n")
            .file("outside/src/lib.rs", "")
            .file("ws/Cargo.lock", LOCK);
        scratch
    }

    /// A registry for everything below: a line of its index for each version, more keys of the line behind it.
    fn registry(&self, versions: &[(&str, &str, &str)]) -> &Self {
        let root = self.0.display();
        self.file(
            ".cargo/config.toml",
            &format!("[source.crates-io]\nreplace-with = \"local\"\n[source.local]\nlocal-registry = '{root}/registry'\n"),
        );
        for (name, version, more) in versions {
            let path = format!("registry/index/{}/{}/{name}", &name[..2], &name[2..4]);
            let known = fs::read_to_string(self.0.join(&path)).unwrap_or_default();
            let checksum = "00".repeat(32);
            let line = format!(
                "{{\"name\":\"{name}\",\"vers\":\"{version}\",\"deps\":[],\"features\":{{}},\"cksum\":\"{checksum}\"{more}}}\n"
            );
            self.file(&path, &format!("{known}{line}"));
        }
        self
    }

    fn resolve(&self, directory: &str, change: impl FnOnce(&mut Selection)) -> Resolved {
        let mut selection = Selection {
            specs: Vec::new(),
            packages: Vec::new(),
            workspace: false,
            exclude: Vec::new(),
            manifest_path: None,
            target_dir: None,
            features: Features {
                default: true,
                ..Features::default()
            },
            access: CargoAccess::default(),
            constants: Constants::default(),
            properties: PathGlobs::default(),
            support: None,
            feeding: Feeding::default(),
        };
        change(&mut selection);
        resolve(&selection, &self.0.join(directory), &Arc::default())
    }

    fn spec(&self, directory: &str, spec: &str) -> Result<Request, SpecError> {
        let mut resolved = self.resolve(directory, |selection| selection.specs = vec![spec.into()]);
        assert_eq!(resolved.requests.len(), 1);
        resolved.requests.remove(0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory that is left over is harmless; failing in drop is not.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LOCK: &str = r#"
version = 4
[[package]]
name = "outside"
version = "0.3.1"
[[package]]
name = "semver"
version = "1.0.26"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "twice"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "twice"
version = "2.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "labelled"
version = "0.9.34+deprecated"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "forked"
version = "2.0.0"
source = "git+https://example.com/forked#abc"
"#;

#[test]
fn a_member_is_found_by_name_from_anywhere_in_the_workspace() {
    let scratch = Scratch::workspace();
    for directory in ["ws", "ws/beta"] {
        let request = scratch.spec(directory, "alpha-one").unwrap();
        assert_eq!(
            (request.name.as_str(), request.version.as_str()),
            ("alpha-one", "0.3.1")
        );
        assert_eq!(request.lib_name, "alpha_one");
        assert_eq!(request.source, Source::Workspace(scratch.0.join("ws/alpha")));
        assert_eq!(request.lock_file, Some(scratch.0.join("ws/Cargo.lock")));
        // Whoever runs the tests may have chosen another target directory for everything.
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(scratch.0.join("ws/target"), PathBuf::from);
        assert_eq!(request.work_dir, target.join("explore"));
    }
}

#[test]
fn a_path_may_be_a_directory_or_a_manifest() {
    let scratch = Scratch::workspace();
    for spec in ["../outside", "../outside/Cargo.toml"] {
        let request = scratch.spec("ws", spec).unwrap();
        assert_eq!(request.source, Source::Path(scratch.0.join("outside")), "{spec}");
        assert_eq!(request.lock_file, None);
    }
    assert_eq!(scratch.spec("ws/alpha", ".").unwrap().name, "alpha-one");
    assert_eq!(
        scratch.spec("", "outside").unwrap().source,
        Source::Path(scratch.0.join("outside"))
    );
}

#[test]
fn dependencies_of_the_lock_file_have_its_version_and_lock() {
    let scratch = Scratch::workspace();
    let request = scratch.spec("ws", "semver").unwrap();
    assert_eq!(
        (request.version.as_str(), &request.source),
        ("1.0.26", &Source::Registry)
    );
    assert_eq!(request.lock_file, Some(scratch.0.join("ws/Cargo.lock")));
    assert_eq!(
        scratch.spec("ws", "outside").unwrap().source,
        Source::Path(scratch.0.join("outside"))
    );
    assert!(matches!(
        scratch.spec("ws", "forked"),
        Err(SpecError::ForeignSource { .. })
    ));
    let several = scratch.spec("ws", "twice").unwrap_err();
    assert!(
        several.is_usage() && several.to_string().contains("`twice@2.0.0`"),
        "{several}"
    );
}

#[test]
fn exact_versions_are_the_registry_s_unless_a_member_is_meant() {
    let scratch = Scratch::workspace();
    let other = scratch.spec("ws", "semver@1.0.20").unwrap();
    assert_eq!((other.source, other.lock_file), (Source::Registry, None));
    assert!(scratch.spec("ws", "semver@1.0.26").unwrap().lock_file.is_some());
    assert!(matches!(
        scratch.spec("ws", "alpha-one@0.3.1").unwrap().source,
        Source::Workspace(_)
    ));
    assert_eq!(
        scratch.spec("ws", "alpha-one@9.0.0").unwrap().source,
        Source::Registry
    );
    for (spec, version, is_locked) in [
        ("labelled@0.9.34", "0.9.34+deprecated", true),
        ("labelled@0.9.34+deprecated", "0.9.34+deprecated", true),
        ("labelled@0.9.34+other", "0.9.34+other", false),
        ("labelled@0.9.3", "0.9.3", false),
    ] {
        let request = scratch.spec("ws", spec).unwrap();
        assert_eq!(
            (request.version.as_str(), request.lock_file.is_some()),
            (version, is_locked),
            "{spec}"
        );
    }
    for malformed in ["semver@1", "semver@", "@1.0.0", "semver@^1.0.0", ""] {
        let error = scratch.spec("ws", malformed).unwrap_err();
        assert!(error.is_usage(), "{malformed}: {error}");
    }
}

#[test]
fn without_a_spec_the_current_package_or_the_default_members_are_meant() {
    let scratch = Scratch::workspace();
    let names = |resolved: Resolved| -> Vec<String> {
        resolved
            .requests
            .into_iter()
            .map(|request| request.unwrap().name)
            .collect()
    };
    let of_root = scratch.resolve("ws", |_| {});
    assert_eq!(of_root.without_library, ["beta"]);
    assert_eq!(names(of_root), ["alpha-one"]);
    assert_eq!(names(scratch.resolve("ws/alpha/src", |_| {})), ["alpha-one"]);
    let of_binary = scratch.resolve("ws/beta", |_| {}).requests.remove(0);
    assert_eq!(
        of_binary,
        Err(SpecError::NoLibrary {
            package: "beta".into()
        })
    );
    let by_manifest = scratch.resolve("", |s| s.manifest_path = Some("ws/alpha/Cargo.toml".into()));
    assert_eq!(names(by_manifest), ["alpha-one"]);
    assert!(matches!(
        scratch.resolve("", |_| {}).requests.remove(0),
        Err(SpecError::Metadata { .. })
    ));
}

#[test]
fn package_workspace_and_exclude_choose_members() {
    let scratch = Scratch::workspace();
    let chosen = scratch.resolve("ws", |s| {
        s.packages = vec!["alpha-one".into(), "alpha-on".into(), "beta".into()]
    });
    assert_eq!(chosen.requests[0].as_ref().unwrap().name, "alpha-one");
    let unknown = chosen.requests[1].as_ref().unwrap_err().to_string();
    assert!(unknown.contains("did you mean `alpha-one`?"), "{unknown}");
    assert!(matches!(chosen.requests[2], Err(SpecError::NoLibrary { .. })));
    let excluded = scratch.resolve("ws", |s| (s.workspace, s.exclude) = (true, vec!["beta".into()]));
    assert_eq!((excluded.requests.len(), excluded.without_library.len()), (1, 0));
    let wrong = scratch.resolve("ws", |s| (s.workspace, s.exclude) = (true, vec!["bet".into()]));
    assert!(matches!(wrong.requests[0], Err(SpecError::UnknownMember { .. })));
}

#[test]
fn mistakes_are_explained() {
    let scratch = Scratch::workspace();
    scratch.registry(&[("alpha_one", "1.0.0", "")]);
    scratch
        .package("macros", "macros", "[lib]\nproc-macro = true\n[workspace]\n")
        .file("macros/src/lib.rs", "");
    scratch
        .package("c", "c", "[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n")
        .file("c/src/lib.rs", "");
    let text = |spec: &str| scratch.spec("ws", spec).unwrap_err().to_string();
    for (spec, expected) in [
        ("./nowhere", "there is no `./nowhere`"),
        ("./alpha/src", "not a package"),
        ("../ws", "its members are alpha-one, beta"),
        ("beta", "no library target"),
        ("../macros", "procedural macro"),
        ("../c", "crate-type"),
        ("semvar", "nor in the registry; did you mean `semver`?"),
        (
            "alpha_one",
            "has no member `alpha_one`; did you mean `alpha-one`?",
        ),
    ] {
        assert!(text(spec).contains(expected), "{spec}: {}", text(spec));
    }
}

#[test]
fn features_directories_and_tree_are_as_asked() {
    let scratch = Scratch::workspace();
    let mut resolved = scratch.resolve("ws", |selection| {
        selection.specs = vec!["alpha-one".into()];
        selection.features.all = true;
        selection.target_dir = Some("elsewhere".into());
    });
    let request = resolved.requests.remove(0).unwrap();
    assert_eq!(request.features.named, ["a", "b"]);
    assert_eq!(request.work_dir, scratch.0.join("ws/elsewhere/explore"));
    assert!(!scratch.0.join("ws/target").exists() && !scratch.0.join("ws/elsewhere").exists());
    assert!(!scratch.0.join("outside/Cargo.lock").exists());
}

#[test]
fn features_of_one_package_are_for_it_alone() {
    let scratch = Scratch::workspace();
    let named = ["alpha-one/b", "outside/x", "beta/y", "gone/z"].map(str::to_owned);
    let request = |change: &dyn Fn(&mut Selection)| {
        let mut resolved = scratch.resolve("ws", |selection| {
            selection.features.named = named.to_vec();
            change(selection);
        });
        resolved.requests.remove(0).unwrap()
    };
    // The root has both members by default.
    assert_eq!(request(&|_| {}).features.named, ["b", "outside/x", "gone/z"]);
    let alone = request(&|selection| selection.packages = vec!["alpha-one".into()]);
    assert_eq!(alone.features.named, ["b", "outside/x", "beta/y", "gone/z"]);
    let all = request(&|selection| selection.features.all = true);
    assert_eq!(all.features.named, ["a", "b", "outside/x", "gone/z"]);
    let fetched = request(&|selection| selection.specs = vec!["semver@1.0.20".into()]);
    assert_eq!(fetched.features.named, named);
}

const YANKED: &str = ",\"yanked\":true";
const NEEDS_NEWER_RUST: &str = ",\"yanked\":false,\"v\":2,\"rust_version\":\"1.999\"";
const OFFERED: &str = ",\"yanked\":false";

#[test]
fn a_name_that_is_not_here_is_the_newest_version_that_cargo_selects() {
    let scratch = Scratch::workspace();
    scratch.registry(&[
        ("plain", "1.0.9", OFFERED),
        ("plain", "1.0.10", OFFERED),
        ("plain", "1.1.0", YANKED),
        ("plain", "2.0.0-rc.1", OFFERED),
        ("early", "0.1.0-alpha.2", OFFERED),
        ("early", "0.1.0-alpha.10", OFFERED),
        ("ahead", "1.0.0", OFFERED),
        ("ahead", "2.0.0", NEEDS_NEWER_RUST),
        ("two_words", "0.2.0+extra.7", OFFERED),
        ("semper", "3.0.0", OFFERED),
    ]);
    for (spec, name, version, passed_over) in [
        ("plain", "plain", "1.0.10", None),
        ("early", "early", "0.1.0-alpha.10", None),
        ("ahead", "ahead", "1.0.0", Some("2.0.0")),
        ("two-words", "two_words", "0.2.0+extra.7", None),
        ("semper", "semper", "3.0.0", None),
    ] {
        let mut resolved = scratch.resolve("ws", |selection| selection.specs = vec![spec.into()]);
        let request = resolved.requests.remove(0).unwrap();
        assert_eq!((request.name.as_str(), request.version.as_str()), (name, version));
        assert_eq!((request.source, request.lock_file), (Source::Registry, None));
        let newest = &resolved.newest[0];
        assert_eq!((newest.spec.as_str(), newest.version.as_str()), (spec, version));
        assert_eq!(newest.passed_over.as_deref(), passed_over);
        // Names of the registry are what they are; that a locked one is near is only told.
        assert_eq!(newest.similar.is_empty(), spec != "semper");
    }
    // Whatever is here comes first.
    for spec in ["alpha-one", "semver", "forked"] {
        let resolved = scratch.resolve("ws", |selection| selection.specs = vec![spec.into()]);
        assert!(resolved.newest.is_empty(), "{spec}");
    }
}

#[test]
fn dashes_and_underscores_do_not_make_another_crate_of_a_locked_one() {
    let scratch = Scratch::workspace();
    let source = "registry+https://github.com/rust-lang/crates.io-index";
    let more = format!("[[package]]\nname = \"two_words\"\nversion = \"0.1.0\"\nsource = \"{source}\"\n");
    scratch
        .registry(&[("two_words", "0.2.0", OFFERED)])
        .file("ws/Cargo.lock", &format!("{LOCK}{more}"));
    let request = scratch.spec("ws", "two-words").unwrap();
    assert_eq!(
        (request.name.as_str(), request.version.as_str()),
        ("two_words", "0.1.0")
    );
}

#[test]
fn a_workspace_that_cannot_be_read_does_not_send_anyone_to_the_registry() {
    let scratch = Scratch::new();
    scratch
        .registry(&[("member", "1.0.0", OFFERED)])
        .file("broken/Cargo.toml", "[workspace]\nmembers = [\"member\"]\n");
    let broken = scratch.spec("broken", "member").unwrap_err();
    assert!(matches!(broken, SpecError::Metadata { .. }), "{broken}");
    let elsewhere = scratch.resolve("", |selection| {
        selection.specs = vec!["member".into()];
        selection.manifest_path = Some("broken/Cargo.toml".into());
    });
    assert!(matches!(elsewhere.requests[0], Err(SpecError::Metadata { .. })));
    assert_eq!(scratch.spec("", "member").unwrap().version, "1.0.0");
}
