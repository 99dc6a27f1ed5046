//! What users configure besides their manifests does not change or hide what is explored: configuration files of cargo, flags of rustc,
//! features of dependencies, versions as they are typed, sources that lie elsewhere. Nothing from a registry, so nothing from the
//! network.

mod request;

use harness_gen::Request;
use harness_gen::cargo::{ResolvedTarget, TestBuild, Workbench};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

const LIBRARY: &str = "pub fn half(n: u32) -> u32 { n / 2 }\n";
const ARM: &str = "#[unsafe(no_mangle)] pub extern \"C\" fn arm() -> u32 { half_way::half(4) }\n";

/// A package, and the work directory beside it.
struct Fixture {
    root: TempDir,
    request: Request,
}

impl Fixture {
    /// A package with these files, relative to it.
    fn new(version: &str, more: &str, files: &[(&str, &str)]) -> Fixture {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("package");
        let manifest = format!(
            "[workspace]\n[package]\nname = \"half-way\"\nversion = \"{version}\"\nedition = \"2021\"\n{more}"
        );
        std::fs::create_dir(&package).unwrap();
        for (name, content) in files.iter().copied().chain([("Cargo.toml", manifest.as_str())]) {
            let file = package.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, content).unwrap();
        }
        let request = request::local("half-way", package, root.path().join("work"));
        Fixture { root, request }
    }

    /// A library where cargo is configured in this way.
    fn configured(library: &str, configuration: &str) -> Fixture {
        let files = [("src/lib.rs", library), (".cargo/config.toml", configuration)];
        Fixture::new("0.1.0", "", &files)
    }

    fn resolve(&mut self) -> (Workbench, ResolvedTarget) {
        let mut workbench = Workbench::open(&self.request, &Arc::default(), &mut |_| ()).unwrap();
        let resolved = workbench.resolve(&mut self.request, &mut |_| ()).unwrap();
        (workbench, resolved)
    }

    fn resolved(&mut self) -> Workbench {
        self.resolve().0
    }
}

fn write_lib(workbench: &Workbench, source: &str) {
    workbench
        .write_sources(&[(PathBuf::from("lib.rs"), source.to_owned())])
        .unwrap();
}

fn names(json: &Path) -> Vec<String> {
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let items = json["index"].as_object().unwrap().values();
    items
        .filter_map(|item| Some(item["name"].as_str()?.to_owned()))
        .collect()
}

#[test]
fn a_work_directory_with_dots_is_built_in() {
    let mut fixture = Fixture::new("0.1.0", "", &[("src/lib.rs", LIBRARY)]);
    fixture.request.work_dir = fixture.root.path().join("package/../work");
    let workbench = fixture.resolved();
    write_lib(&workbench, ARM);
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    assert!(workbench.build(&mut |_| ()).unwrap().is_file());
}

#[test]
fn a_configured_profile_is_not_what_is_explored_with() {
    let guard = "#[cfg(panic = \"abort\")] compile_error!(\"it aborts\");\n\
                 #[cfg(not(debug_assertions))] compile_error!(\"it does not check\");\n";
    let configuration = "[profile.dev]\npanic = \"abort\"\ndebug-assertions = false\noverflow-checks = false\nstrip = true\n\
                         [profile.test]\ndebug-assertions = false\n\
                         [profile.dev.package.\"*\"]\ndebug-assertions = false\n";
    let mut fixture = Fixture::configured(&format!("{guard}{LIBRARY}"), configuration);
    let workbench = fixture.resolved();
    write_lib(&workbench, &format!("{guard}{ARM}"));
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    assert!(workbench.build(&mut |_| ()).unwrap().is_file());
    let test = "#[test]\nfn t() {\n    assert!(cfg!(debug_assertions));\n    half_way::half(2);\n}\n";
    let built = workbench
        .build_reproductions(
            &[("t".to_owned(), test.to_owned())],
            TestBuild::AsPasted,
            &mut |_| (),
        )
        .unwrap();
    assert!(built.refused.is_empty(), "{built:?}");
}

#[test]
fn stand_alone_tests_are_not_refused_for_lints() {
    let mut fixture = Fixture::configured(LIBRARY, "[build]\nrustflags = [\"-Dwarnings\"]\n");
    let workbench = fixture.resolved();
    let test = "#[test]\nfn t() {\n    let unused = 1;\n    half_way::half(2);\n}\n";
    for manner in [TestBuild::AsPasted, TestBuild::AsExplored] {
        let built = workbench
            .build_reproductions(&[("t".to_owned(), test.to_owned())], manner, &mut |_| ())
            .unwrap();
        assert!(built.refused.is_empty(), "{built:?}");
    }
}

#[test]
fn flags_for_a_static_c_library_are_taken_back() {
    let configuration = "[build]\nrustflags = [\"-C\", \"target-feature=+crt-static\"]\n";
    let mut fixture = Fixture::configured(LIBRARY, configuration);
    let workbench = fixture.resolved();
    write_lib(&workbench, ARM);
    assert!(workbench.build(&mut |_| ()).unwrap().is_file());
}

#[test]
fn items_that_a_flag_turns_on_are_in_the_json() {
    let library = format!("{LIBRARY}#[cfg(extra)] pub fn third() {{}}\n");
    let mut fixture = Fixture::configured(&library, "[build]\nrustflags = [\"--cfg\", \"extra\"]\n");
    let workbench = fixture.resolved();
    let json = workbench.rustdoc_json(&mut |_| ()).unwrap();
    assert!(names(&json).contains(&"third".to_owned()));
}

#[test]
fn rustdoc_json_follows_sources_outside_of_the_package() {
    let files = [
        ("src/lib.rs", "#[path = \"../../shared.rs\"]\npub mod shared;\n"),
        ("../shared.rs", "pub fn second() {}\n"),
    ];
    let mut fixture = Fixture::new("0.1.0", "", &files);
    let workbench = fixture.resolved();
    let json = workbench.rustdoc_json(&mut |_| ()).unwrap();
    assert!(names(&json).contains(&"second".to_owned()));
    std::fs::write(fixture.root.path().join("shared.rs"), "pub fn third() {}\n").unwrap();
    let json = workbench.rustdoc_json(&mut |_| ()).unwrap();
    assert!(names(&json).contains(&"third".to_owned()));
}

#[test]
fn features_of_dependencies_are_asked_of_them() {
    let files = [
        (
            "src/lib.rs",
            "pub fn half(n: u32) -> u32 { leaf::deep() + n }\n#[cfg(feature = \"twig\")] pub use twig::long;\n",
        ),
        (
            "../leaf/Cargo.toml",
            "[package]\nname = \"leaf\"\nversion = \"1.0.0\"\n[features]\ndeep = []\n",
        ),
        (
            "../leaf/src/lib.rs",
            "#[cfg(feature = \"deep\")] pub fn deep() -> u32 { 1 }\n",
        ),
        (
            "../twig/Cargo.toml",
            "[package]\nname = \"twig\"\nversion = \"1.0.0\"\n[features]\nlong = []\n",
        ),
        (
            "../twig/src/lib.rs",
            "#[cfg(feature = \"long\")] pub fn long() {}\n",
        ),
    ];
    let dependencies =
        "[dependencies]\nleaf = { path = \"../leaf\" }\ntwig = { path = \"../twig\", optional = true }\n";
    let mut fixture = Fixture::new("0.1.0", dependencies, &files);
    fixture.request.features.named = ["leaf/deep", "twig/long"].map(str::to_owned).to_vec();
    let (workbench, resolved) = fixture.resolve();
    assert_eq!(resolved.features, ["twig"]);
    let json = workbench.rustdoc_json(&mut |_| ()).unwrap();
    assert!(names(&json).contains(&"half".to_owned()));
    write_lib(
        &workbench,
        &format!("{ARM}pub fn other() {{ half_way::long() }}\n"),
    );
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    let test = "#[test]\nfn t() { half_way::long(); }\n".to_owned();
    let built = workbench
        .build_reproductions(&[("t".to_owned(), test)], TestBuild::AsPasted, &mut |_| ())
        .unwrap();
    assert!(built.refused.is_empty(), "{built:?}");
}

#[test]
fn a_version_is_known_in_full_whatever_was_typed() {
    let mut fixture = Fixture::new("0.1.0+old", "", &[("src/lib.rs", LIBRARY)]);
    let (workbench, resolved) = fixture.resolve();
    assert_eq!(resolved.version, "0.1.0+old");
    assert_eq!(fixture.request.version, "0.1.0+old");
    if !workbench.counts_edges() {
        return;
    }
    write_lib(&workbench, ARM);
    workbench.build(&mut |_| ()).unwrap();
    let wrapper = std::fs::read_to_string(workbench.directory().join("rustc-wrapper")).unwrap();
    assert!(wrapper.contains("'half-way@0.1.0+old/half_way'"), "{wrapper}");
}
