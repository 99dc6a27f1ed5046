//! The cargo side against small crates in temporary directories: nothing from a registry, so nothing from the network.

mod request;

use harness_gen::cargo::{
    ExtraDependency, Origin, Reproductions, ResolvedTarget, TestBuild, Workbench, rustc_version,
};
use harness_gen::error::Error;
use harness_gen::{Request, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::channel;
use tempfile::TempDir;

const LIBRARY: &str = "/// Half.\npub fn half(n: u32) -> u32 { assert!(n % 2 == 0); n / 2 }\n\
                       pub struct Token(());\n\
                       #[macro_export]\nmacro_rules! broken { () => {{ let _: u8 = \"text\"; }} }\n";

/// A package in a directory whose name has a space, and the work directory beside it.
struct Fixture {
    root: TempDir,
    request: Request,
}

impl Fixture {
    fn new(manifest: &str, files: &[(&str, &str)]) -> Fixture {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("my crate");
        let manifest = format!("[workspace]\n{manifest}");
        for (name, content) in files.iter().copied().chain([("Cargo.toml", manifest.as_str())]) {
            let file = package.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, content).unwrap();
        }
        let request = request::local("half-way", package, root.path().join("work dir"));
        Fixture { root, request }
    }

    /// The library [`LIBRARY`] and nothing else.
    fn library() -> Fixture {
        Fixture::new(&package(""), &[("src/lib.rs", LIBRARY)])
    }

    fn package_dir(&self) -> PathBuf {
        self.root.path().join("my crate")
    }

    fn open(&self) -> Workbench {
        Workbench::open(&self.request, &Arc::default(), &mut |_| ()).unwrap()
    }

    fn resolve(&mut self) -> Result<(Workbench, ResolvedTarget), Error> {
        let mut workbench = Workbench::open(&self.request, &Arc::default(), &mut |_| ())?;
        let resolved = workbench.resolve(&mut self.request, &mut |_| ())?;
        Ok((workbench, resolved))
    }

    fn resolved(&mut self) -> Workbench {
        self.resolve().unwrap().0
    }
}

fn package(more: &str) -> String {
    format!("[package]\nname = \"half-way\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
}

fn write_lib(workbench: &Workbench, source: &str) {
    workbench
        .write_sources(&[(PathBuf::from("lib.rs"), source.to_owned())])
        .unwrap();
}

fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn names(json: &serde_json::Value) -> Vec<&str> {
    json["index"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(|item| item["name"].as_str())
        .collect()
}

/// Every file below a directory with its content.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path.clone());
                files.insert(path, Vec::new());
            } else {
                let content = std::fs::read(&path).unwrap();
                files.insert(path, content);
            }
        }
    }
    files
}

#[test]
fn a_whole_round_leaves_the_package_as_it_was() {
    let mut fixture = Fixture::library();
    let before = snapshot(&fixture.package_dir());
    let workbench = fixture.resolved();
    let json = read_json(&workbench.rustdoc_json(&mut |_| ()).unwrap());
    assert!(json["format_version"].as_u64().unwrap() >= 57);
    assert!(names(&json).contains(&"half"));
    write_lib(
        &workbench,
        "#[unsafe(no_mangle)] pub extern \"C\" fn arm() -> u32 { half_way::half(4) }\n",
    );
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    assert!(workbench.build(&mut |_| ()).unwrap().is_file());
    let test = (
        "t".to_owned(),
        "#[test]\nfn t() { half_way::half(2); }\n".to_owned(),
    );
    workbench
        .build_reproductions(&[test], TestBuild::AsPasted, &mut |_| ())
        .unwrap();
    assert_eq!(snapshot(&fixture.package_dir()), before);
}

#[test]
fn rustdoc_json_comes_back_after_it_was_removed() {
    let mut fixture = Fixture::library();
    let workbench = fixture.resolved();
    let path = workbench.rustdoc_json(&mut |_| ()).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(names(&read_json(&workbench.rustdoc_json(&mut |_| ()).unwrap())).contains(&"half"));
}

#[test]
fn rustdoc_json_follows_changes_of_the_source() {
    let mut fixture = Fixture::library();
    let workbench = fixture.resolved();
    workbench.rustdoc_json(&mut |_| ()).unwrap();
    std::fs::write(fixture.package_dir().join("src/lib.rs"), "pub fn third() {}\n").unwrap();
    let json = read_json(&workbench.rustdoc_json(&mut |_| ()).unwrap());
    assert!(names(&json).contains(&"third") && !names(&json).contains(&"half"));
}

#[test]
fn stand_alone_tests_may_name_the_dependencies_that_the_harness_names() {
    let helper = "[package]\nname = \"helper\"\nversion = \"0.3.0\"\nedition = \"2021\"\n";
    let files = [
        (
            "src/lib.rs",
            "pub fn half(aid: helper::Aid) -> u8 { aid.0 / 2 }\n",
        ),
        ("dep/Cargo.toml", helper),
        ("dep/src/lib.rs", "pub struct Aid(pub u8);"),
    ];
    let manifest = package("[dependencies]\nhelper = { path = \"dep\" }\n");
    let mut fixture = Fixture::new(&manifest, &files);
    let (mut workbench, resolved) = fixture.resolve().unwrap();
    let test = "#[test]\nfn t() { half_way::half(helper::Aid(4)); }\n".to_owned();
    let tests = [("t".to_owned(), test)];
    let refused = |workbench: &Workbench| {
        let built = workbench
            .build_reproductions(&tests, TestBuild::AsPasted, &mut |_| ())
            .unwrap();
        !built.refused.is_empty()
    };
    assert!(refused(&workbench));
    let package = resolved.dependencies[0].clone();
    let extern_name = package.lib_name.clone();
    workbench
        .set_extra_dependencies(vec![ExtraDependency { extern_name, package }])
        .unwrap();
    assert!(!refused(&workbench));
}

#[test]
fn build_scripts_do_not_see_that_rustdoc_may_use_unstable_options() {
    let script = "fn main() { if std::env::var_os(\"RUSTC_BOOTSTRAP\").is_some() { panic!(\"leaked\") } }\n";
    let mut fixture = Fixture::new(&package(""), &[("src/lib.rs", LIBRARY), ("build.rs", script)]);
    let workbench = fixture.resolved();
    workbench.rustdoc_json(&mut |_| ()).unwrap();
    workbench.build(&mut |_| ()).unwrap();
}

#[test]
fn two_versions_of_one_library_keep_their_json_apart() {
    let old = "[package]\nname = \"half-way\"\nversion = \"0.0.9\"\nedition = \"2021\"\n";
    let manifest = package("[dependencies]\nold = { path = \"old\", package = \"half-way\" }\n");
    let files = [
        ("src/lib.rs", "pub use old::older;\npub fn newer() {}\n"),
        ("old/Cargo.toml", old),
        ("old/src/lib.rs", "pub fn older() {}\n"),
    ];
    let mut fixture = Fixture::new(&manifest, &files);
    let (workbench, resolved) = fixture.resolve().unwrap();
    assert_eq!(resolved.version, "0.1.0");
    let new_json = workbench.rustdoc_json(&mut |_| ()).unwrap();
    let old_json = workbench
        .dependency_json(&resolved.dependencies[0], &mut |_| ())
        .unwrap();
    assert!(names(&read_json(&new_json)).contains(&"newer"));
    assert!(
        names(&read_json(&old_json)).contains(&"older") && !names(&read_json(&old_json)).contains(&"newer")
    );
}

#[test]
fn resolve_tells_the_library_name_the_features_and_the_dependencies() {
    let manifest = package(
        "[lib]\nname = \"midway\"\n[features]\nfast = []\n\
         [dependencies]\nother-name = { path = \"dep\", package = \"helper\" }\n",
    );
    let helper = "[package]\nname = \"helper\"\nversion = \"0.3.0\"\nedition = \"2021\"\n";
    let files = [
        ("src/lib.rs", "#[cfg(feature = \"fast\")] pub fn quick() {}\n"),
        ("dep/Cargo.toml", helper),
        ("dep/src/lib.rs", "pub struct Aid;"),
    ];
    let mut fixture = Fixture::new(&manifest, &files);
    fixture.request.features.all = true;
    let (workbench, resolved) = fixture.resolve().unwrap();
    assert_eq!(resolved.lib_name, "midway");
    assert_eq!(fixture.request.lib_name, "midway");
    assert_eq!(fixture.request.features.named, ["fast"]);
    assert_eq!(resolved.features, ["fast"]);
    assert_eq!(resolved.crate_root, fixture.package_dir());
    assert_eq!(resolved.edition, "2021");
    let [dependency] = resolved.dependencies.as_slice() else {
        panic!("{:?}", resolved.dependencies)
    };
    assert_eq!(
        (
            dependency.name.as_str(),
            dependency.lib_name.as_str(),
            dependency.direct
        ),
        ("helper", "helper", true)
    );
    assert_eq!(dependency.origin, Origin::Path(fixture.package_dir().join("dep")));
    assert!(names(&read_json(&workbench.rustdoc_json(&mut |_| ()).unwrap())).contains(&"quick"));
    assert!(
        names(&read_json(
            &workbench.dependency_json(dependency, &mut |_| ()).unwrap()
        ))
        .contains(&"Aid")
    );
}

#[test]
fn check_maps_errors_to_lines_of_the_harness() {
    let mut fixture = Fixture::library();
    let workbench = fixture.resolved();
    let source = "mod arms;\npub fn good() -> u32 { half_way::half(4) }\n";
    let arms = "pub fn a() -> u32 { half_way::half(\"x\") }\npub fn b() -> u32 { half_way::half(2) }\n\
                pub fn c() {\n    half_way::broken!()\n}\npub fn d() -> half_way::Token { half_way::Token(()) }\n";
    let files = [
        (PathBuf::from("lib.rs"), source.to_owned()),
        (PathBuf::from("arms.rs"), arms.to_owned()),
    ];
    workbench.write_sources(&files).unwrap();
    let mut found = workbench.check(&mut |_| ()).unwrap();
    found.sort_by_key(|diagnostic| diagnostic.line_start);
    let places: Vec<_> = found
        .iter()
        .map(|d| (d.file.to_str().unwrap(), d.line_start, d.code.as_deref()))
        .collect();
    // The second is an error inside a macro of the explored crate, blamed on the line that calls it.
    assert_eq!(
        places[..2],
        [("arms.rs", 1, Some("E0308")), ("arms.rs", 4, Some("E0308"))],
        "{found:#?}"
    );
    assert!(
        places[2..]
            .iter()
            .all(|(file, line, _)| *file == "arms.rs" && *line == 6),
        "{found:#?}"
    );
    assert!(found[0].rendered.contains("mismatched types"));
}

#[test]
fn errors_of_code_generation_come_from_build_with_their_place() {
    let library = "pub struct Size<const N: usize>;\nimpl<const N: usize> Size<N> {\n\
                   const CHECKED: () = assert!(N < 4);\n    pub fn make() -> Self { Self::CHECKED; Size }\n}\n";
    let mut fixture = Fixture::new(&package(""), &[("src/lib.rs", library)]);
    let workbench = fixture.resolved();
    write_lib(
        &workbench,
        "pub extern \"C\" fn small() { half_way::Size::<1>::make(); }\n\n#[unsafe(no_mangle)]\npub extern \"C\" fn large() { half_way::Size::<9>::make(); }\n",
    );
    assert_eq!(workbench.check(&mut |_| ()).unwrap(), []);
    match workbench.build(&mut |_| ()) {
        Err(Error::HarnessBroken { diagnostics, .. }) => {
            assert_eq!(diagnostics[0].line_start, 4, "{diagnostics:#?}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_crate_that_does_not_compile_is_named_with_rustcs_words() {
    let mut fixture = Fixture::new(&package(""), &[("src/lib.rs", "pub fn f() -> u8 { \"text\" }\n")]);
    let workbench = fixture.resolved();
    for result in [
        workbench.check(&mut |_| ()).map(|_| ()),
        workbench.build(&mut |_| ()).map(|_| ()),
    ] {
        match result {
            Err(Error::TargetDoesNotCompile {
                rendered, reproduce, ..
            }) => {
                assert!(rendered.contains("mismatched types"), "{rendered}");
                assert!(reproduce.starts_with("cargo build"), "{reproduce}");
            }
            other => panic!("{other:?}"),
        }
    }
    match workbench.build_reproductions(
        &[("t".to_owned(), "#[test] fn t() {}".to_owned())],
        TestBuild::AsPasted,
        &mut |_| (),
    ) {
        Err(Error::TargetDoesNotCompile { .. }) => {}
        other => panic!("{other:?}"),
    }
    // rustdoc does not look into bodies, so it needs an error in a signature.
    std::fs::write(
        fixture.package_dir().join("src/lib.rs"),
        "pub fn f() -> Missing {}\n",
    )
    .unwrap();
    match workbench.rustdoc_json(&mut |_| ()) {
        Err(Error::TargetDoesNotCompile { rendered, .. }) => {
            assert!(rendered.contains("Missing"), "{rendered}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_failing_build_script_is_the_crates_fault() {
    let files = [
        ("src/lib.rs", LIBRARY),
        ("build.rs", "fn main() { panic!(\"no such library\") }\n"),
    ];
    let mut fixture = Fixture::new(&package(""), &files);
    match fixture.resolved().check(&mut |_| ()) {
        Err(Error::TargetDoesNotCompile { rendered, .. }) => {
            assert!(rendered.contains("no such library"), "{rendered}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn packages_without_a_callable_library_are_refused_by_kind() {
    let mut binary = Fixture::new(&package(""), &[("src/main.rs", "fn main() {}\n")]);
    assert!(matches!(binary.resolve(), Err(Error::NoLibrary { name }) if name == "half-way"));
    let mut only_c = Fixture::new(
        &package("[lib]\ncrate-type = [\"staticlib\"]\n"),
        &[("src/lib.rs", LIBRARY)],
    );
    assert!(matches!(only_c.resolve(), Err(Error::NoLibrary { .. })));
    let mut macros = Fixture::new(&package("[lib]\nproc-macro = true\n"), &[("src/lib.rs", "")]);
    assert!(matches!(macros.resolve(), Err(Error::ProcMacro { .. })));
}

#[test]
fn what_cargo_cannot_resolve_is_told_apart() {
    let mut feature = Fixture::library();
    feature.request.features.named = vec!["warp".to_owned()];
    assert!(matches!(feature.resolve(), Err(Error::UnknownFeature { .. })));
    let mut locked = Fixture::library();
    locked.request.access.locked = true;
    assert!(matches!(locked.resolve(), Err(Error::Locked { .. })));
    let mut nowhere = Fixture::library();
    nowhere.request.source = Source::Path(nowhere.root.path().join("nowhere"));
    assert!(matches!(nowhere.resolve(), Err(Error::NoManifest { .. })));
    let mut uncached = Fixture::library();
    uncached.request.source = Source::Registry;
    uncached.request.name = "surely-no-such-package-is-cached".to_owned();
    assert!(matches!(uncached.resolve(), Err(Error::NotCached { .. })));
}

#[test]
fn a_work_directory_that_cannot_be_made_is_named() {
    let mut fixture = Fixture::library();
    // A file in its place, which stops even a user who may write everywhere.
    std::fs::write(&fixture.request.work_dir, "in the way").unwrap();
    match fixture.resolve() {
        Err(error @ Error::WorkDir { .. }) => assert!(error.to_string().contains("--target-dir"), "{error}"),
        other => panic!("{:?}", other.map(|_| ())),
    }
}

#[test]
fn building_again_rebuilds_nothing() {
    let mut fixture = Fixture::library();
    let source = "#[unsafe(no_mangle)] pub extern \"C\" fn arm() -> u32 { half_way::half(4) }\n";
    let mut workbench = fixture.resolved();
    write_lib(&workbench, source);
    let dylib = workbench.build(&mut |_| ()).unwrap();
    let built = std::fs::metadata(&dylib).unwrap().modified().unwrap();
    drop(workbench);
    workbench = fixture.resolved();
    write_lib(&workbench, source);
    let mut compiled = Vec::new();
    assert_eq!(
        workbench
            .build(&mut |line| compiled.push(line.to_owned()))
            .unwrap(),
        dylib
    );
    assert_eq!(std::fs::metadata(&dylib).unwrap().modified().unwrap(), built);
    // What other cargo processes of this machine make it wait for is no work of its own.
    compiled.retain(|line| line.starts_with("compiling"));
    assert_eq!(compiled, [] as [String; 0]);
    write_lib(&workbench, &source.replace('4', "6"));
    workbench
        .build(&mut |line| compiled.push(line.to_owned()))
        .unwrap();
    compiled.retain(|line| line.starts_with("compiling"));
    assert_eq!(compiled, ["compiling explore-harness 0.0.0"]);
}

#[test]
fn overflow_is_checked_in_the_explored_crate() {
    let mut fixture = Fixture::new(
        &package("[profile.dev]\noverflow-checks = false\n"),
        &[("src/lib.rs", "pub fn next(n: u8) -> u8 { n + 1 }\n")],
    );
    let test = "#[test]\nfn t() { half_way::next(std::hint::black_box(255)); }\n";
    let built = fixture
        .resolved()
        .build_reproductions(
            &[("t".to_owned(), test.to_owned())],
            TestBuild::AsPasted,
            &mut |_| (),
        )
        .unwrap();
    assert!(!run_test(&built, "t"));
}

#[test]
fn reproductions_that_do_not_compile_do_not_stop_the_others() {
    let mut fixture = Fixture::library();
    let workbench = fixture.resolved();
    let test = |name: &str, body: &str| (name.to_owned(), format!("#[test]\nfn {name}() {{ {body} }}\n"));
    let tests = [
        test("even", "half_way::half(2);"),
        test("odd", "half_way::half(3);"),
        test("mistyped", "half_way::half(\"x\");"),
        test("unresolved", "half_way::third(3);"),
        test("unclosed", "half_way::half(3;"),
    ];
    let built = workbench
        .build_reproductions(&tests, TestBuild::AsPasted, &mut |_| ())
        .unwrap();
    assert_eq!(built.test_path.keys().collect::<Vec<_>>(), ["even", "odd"]);
    assert_eq!(
        built.refused.keys().collect::<Vec<_>>(),
        ["mistyped", "unclosed", "unresolved"]
    );
    assert!(built.refused["mistyped"].contains("E0308"));
    assert!(run_test(&built, "even"));
    assert!(!run_test(&built, "odd"));
    // It has no dependencies: nothing that is compiled for the harness keeps tests waiting.
    let apart = workbench.directory().join("target/tests");
    assert!(built.executable.is_some_and(|path| path.starts_with(apart)));

    let none = workbench
        .build_reproductions(&tests[2..3], TestBuild::AsPasted, &mut |_| ())
        .unwrap();
    assert_eq!((none.executable, none.refused.len()), (None, 1));
}

/// Runs exactly one of the built tests; true if it passed.
fn run_test(built: &Reproductions, name: &str) -> bool {
    let output = Command::new(built.executable.as_ref().unwrap())
        .args(["--exact", &built.test_path[name]])
        .output()
        .unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 101)), "the test is there: {code:?}");
    code == Some(0)
}

#[test]
fn the_support_module_is_documented_and_follows_its_text() {
    let fixture = Fixture::library();
    let workbench = fixture.open();
    let first = workbench
        .support_json("pub fn small_vec() -> Vec<u8> { vec![1] }\n", &mut |_| ())
        .unwrap();
    assert!(names(&read_json(&first)).contains(&"small_vec"));
    let second = workbench
        .support_json("pub fn empty_vec() -> Vec<u8> { vec![] }\n", &mut |_| ())
        .unwrap();
    assert!(names(&read_json(&second)).contains(&"empty_vec"));
    let mut progress = Vec::new();
    let again = workbench
        .support_json("pub fn small_vec() -> Vec<u8> { vec![1] }\n", &mut |line| {
            progress.push(line.to_owned())
        })
        .unwrap();
    assert_eq!(
        (again, progress),
        (first, Vec::<String>::new()),
        "the text is the first one, so nothing is made"
    );
}

#[test]
fn a_second_run_on_the_same_crate_waits_for_the_first() {
    let fixture = Fixture::library();
    let first = fixture.open();
    let (sender, notices) = channel();
    let request = fixture.request.clone();
    let second = std::thread::spawn(move || {
        Workbench::open(&request, &Arc::default(), &mut |line| {
            sender.send(line.to_owned()).unwrap()
        })
        .is_ok()
    });
    assert!(notices.recv().unwrap().starts_with("waiting for another run"));
    drop(first);
    assert!(second.join().unwrap());
}

#[test]
fn patches_of_the_users_workspace_hold_for_the_scratch_packages() {
    let manifest = package(
        "[dependencies]\nsurely-not-published = \"1\"\n\
         [patch.crates-io]\nsurely-not-published = { path = \"vendor/it\" }\n",
    );
    let vendored = "[package]\nname = \"surely-not-published\"\nversion = \"1.2.0\"\nedition = \"2021\"\n";
    let files = [
        ("src/lib.rs", "pub use surely_not_published::Thing;\n"),
        ("vendor/it/Cargo.toml", vendored),
        ("vendor/it/src/lib.rs", "pub struct Thing;\n"),
    ];
    let mut fixture = Fixture::new(&manifest, &files);
    let (_, resolved) = fixture.resolve().unwrap();
    assert_eq!(resolved.dependencies[0].version, "1.2.0");
}

#[test]
fn the_version_line_of_rustc_is_reported() {
    assert!(rustc_version().unwrap().starts_with("rustc 1."));
    assert_eq!(
        Fixture::library().open().toolchain().version,
        rustc_version().unwrap()
    );
}
