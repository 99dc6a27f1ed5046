//! The program where there is no workspace, on crates of a registry that lies in a directory: which version a bare name is, yanked
//! versions, where things are made and found again, and what is said where none of this works. Each place is a temporary one.

mod cli_support;
#[path = "cli_support/local_registry.rs"]
mod local_registry;

use cli_support::{Ran, command, from_json, interrupt};
use local_registry::{LocalRegistry, Published};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

/// Fails for most arguments, which no text says.
const WEEK: &str = "pub fn weekend(day: u8) -> Option<char> {\n    Some(\"au\".chars().nth(usize::from(day % 7)).unwrap())\n}\n";

/// Several versions, of which the newest that counts is 1.0.5.
fn registry() -> LocalRegistry {
    let registry = LocalRegistry::new();
    let week = |version| Published {
        source: WEEK,
        ..Published::new("week-ends", version)
    };
    registry.publish(&week("1.0.0"));
    registry.publish(&week("1.0.5"));
    registry.publish(&week("2.0.0-rc.1"));
    registry.publish(&Published {
        is_yanked: true,
        ..week("1.1.0")
    });
    registry.publish(&Published {
        rust_version: Some("1.999"),
        ..Published::new("ahead", "1.0.0")
    });
    registry
}

#[track_caller]
fn expect(registry: &LocalRegistry, code: i32, arguments: &[&str]) -> Ran {
    Ran::expect(&mut registry.command(command(arguments)), code)
}

#[test]
fn a_bare_name_is_the_newest_version_and_everything_about_it_is_in_the_cache() {
    let registry = registry();
    // cargo takes `-` and `_` for each other.
    let told = "`week_ends` is not here: exploring week-ends 1.0.5, the newest of the registry";
    let explored = expect(&registry, 100, &["week_ends", "--depth", "2", "--no-coverage"]);
    assert_eq!(explored.stderr.lines().next(), Some(told), "{}", explored.stderr);
    assert!(
        registry
            .path("cache/cargo-explore/explore/week-ends-1.0.5")
            .is_dir()
    );
    assert_eq!(fs::read_dir(registry.here()).unwrap().count(), 0);

    let report = expect(&registry, 100, &["report", "--format", "json"]);
    let report = from_json(&report.stdout);
    assert_eq!(report["crate"]["version"], "1.0.5");
    assert_eq!(report["sandbox"]["build"], "contained");
    let replayed = expect(&registry, 100, &["replay"]);
    assert!(replayed.stderr.contains("week-ends 1.0.5"), "{}", replayed.stderr);

    let cache = registry.path("cache/cargo-explore").display().to_string();
    let named = expect(&registry, 100, &["report", "--target-dir", &cache]);
    assert!(
        named.stderr.contains("week-ends 1.0.5: 1 bug"),
        "{}",
        named.stderr
    );
    let newest = expect(&registry, 100, &["replay", "--spec", "week_ends"]);
    assert!(newest.stderr.starts_with(told), "{}", newest.stderr);

    let document = expect(&registry, 0, &["week-ends", "--list", "--format", "json"]);
    assert_eq!(from_json(&document.stdout)["crate"]["version"], "1.0.5");
    let quiet = expect(&registry, 0, &["week-ends", "--list", "--quiet"]);
    for ran in [document, quiet] {
        assert!(!ran.stderr.contains("is not here"), "{}", ran.stderr);
    }
}

#[test]
fn yanked_versions_are_explored_with_their_yanked_dependencies_and_said_to_be_yanked() {
    let registry = LocalRegistry::new();
    let yanked = |name, version| Published {
        is_yanked: true,
        ..Published::new(name, version)
    };
    registry.publish(&yanked("gone", "0.3.0"));
    registry.publish(&yanked("gone", "0.3.1"));
    registry.publish(&Published {
        dependency: Some(("gone", "^0.3")),
        ..Published::new("between", "1.0.0")
    });
    registry.publish(&Published {
        dependency: Some(("between", "1.0")),
        source: WEEK,
        ..yanked("old", "0.1.0")
    });
    // With coverage and stand-alone tests: all that is built is built of the same versions. The second time nothing has to be
    // locked any more.
    for _ in 0..2 {
        let said = expect(&registry, 100, &["old@0.1.0", "--depth", "2"]).stderr;
        for package in ["gone 0.3.1", "old 0.1.0"] {
            let warning = format!("warning: {package} is yanked");
            assert_eq!(said.matches(&warning).count(), 1, "{package}: {said}");
        }
        assert!(said.contains("coverage    100 %"), "{said}");
    }
    let name_alone = expect(&registry, 101, &["old"]).stderr;
    assert!(name_alone.contains("nor in the registry"), "{name_alone}");
}

#[test]
fn a_place_that_is_given_or_configured_comes_before_the_cache() {
    let registry = LocalRegistry::new();
    let place = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = registry.command(command(&[&["report"], arguments].concat()));
        let ran = Ran::expect(command.envs(variables.iter().copied()), 101);
        let (_, rest) = ran.stderr.split_once("no run is stored in `").expect(&ran.stderr);
        let (place, _) = rest.split_once('`').expect("it ends");
        place.to_owned()
    };
    let runs = |place: &str| registry.path(place).display().to_string();
    assert_eq!(place(&[], &[]), runs("cache/cargo-explore/explore/runs"));
    let home = registry.path("someone").display().to_string();
    assert_eq!(
        place(&[], &[("XDG_CACHE_HOME", ""), ("HOME", &home)]),
        runs("someone/.cache/cargo-explore/explore/runs")
    );
    assert_eq!(
        place(&[], &[("CARGO_BUILD_TARGET_DIR", "built")]),
        runs("here/built/explore/runs")
    );
    registry.configure("[build]\ntarget-dir = 'configured'\n");
    assert_eq!(place(&[], &[]), runs("configured/explore/runs"));
    assert_eq!(
        place(&[], &[("CARGO_TARGET_DIR", "set")]),
        runs("here/set/explore/runs")
    );
    assert_eq!(
        place(&["--target-dir", "given"], &[("CARGO_TARGET_DIR", "set")]),
        runs("here/given/explore/runs")
    );
}

#[test]
fn what_stands_in_the_way_is_said_with_advice() {
    let registry = registry();
    for (arguments, told, advice) in [
        (&["weekends"][..], "nor in the registry", "its path"),
        (&["week.ends"], "nor in the registry", "its path"),
        (&["weekends", "--offline"], "not in cargo's cache", "`--offline`"),
        (&["ahead"], "needs a newer Rust", "+stable explore ahead"),
        (&["week-ends@7.0.0"], "version 7.0.0 of `week-ends`", "1.0.5"),
    ] {
        let said = expect(&registry, 101, arguments).stderr;
        assert!(said.contains(told) && said.contains(advice), "{said}");
        assert!(!said.contains("is not here"), "{said}");
    }
    // A file in place of the directory: nobody can write below it, not even root.
    let file = registry.path("file");
    fs::write(&file, "").unwrap();
    let mut unwritable = registry.command(command(&["week-ends"]));
    let unwritable = Ran::expect(unwritable.env("XDG_CACHE_HOME", &file), 101).stderr;
    assert!(
        unwritable.contains("`--target-dir`") && unwritable.contains("file/cargo-explore"),
        "{unwritable}"
    );
    let mut homeless = registry.command(command(&["week-ends"]));
    // Were it not set at all, the system's list of users would name one.
    homeless.env("HOME", "nowhere").env_remove("XDG_CACHE_HOME");
    let homeless = Ran::expect(&mut homeless, 101).stderr;
    assert!(homeless.contains("help: set one of them"), "{homeless}");
    fs::remove_dir_all(registry.path("index")).unwrap();
    let unreachable = expect(&registry, 101, &["week-ends"]).stderr;
    assert!(unreachable.contains("help: check the network"), "{unreachable}");
}

/// What rustc has made of a crate, below a directory where packages are built, and when.
fn made_of(name: &str, directory: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut made = Vec::new();
    let begins = format!("lib{name}-");
    for entry in fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display())) {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            made.extend(made_of(name, &entry.path()));
        } else if entry.file_name().to_string_lossy().starts_with(&begins) {
            made.push((entry.path(), entry.metadata().unwrap().modified().unwrap()));
        }
    }
    made.sort();
    made
}

#[test]
fn sweeps_compile_what_packages_have_in_common_once_and_anew_where_it_is_damaged() {
    let registry = LocalRegistry::new();
    registry.publish(&Published {
        source: "pub fn half(n: u8) -> u8 { assert!(n != 3, \"three has no half\"); n / 2 }\n",
        ..Published::new("common", "1.0.0")
    });
    let sweep = |name: &'static str| {
        registry.publish(&Published {
            source: "pub fn quarter(n: u8) -> u8 { common::half(common::half(n)) }\n",
            dependency: Some(("common", "1")),
            ..Published::new(name, "1.0.0")
        });
        fs::write(registry.here().join("list.txt"), format!("{name}@1.0.0\n")).unwrap();
        let arguments = ["sweep", "--list", "list.txt", "--depth", "3", "--no-coverage"];
        let ran = expect(&registry, 100, &arguments);
        assert!(ran.stderr.contains("1 finding"), "{}", ran.stderr);
        let built = registry.path(&format!("cache/cargo-explore/explore/{name}-1.0.0"));
        made_of("common", &built)
    };
    let kept = registry.path("cache/cargo-explore/explore/compiled-dependencies");
    let times = |made: &[(PathBuf, SystemTime)]| made.iter().map(|(_, time)| *time).collect::<Vec<_>>();
    let first = sweep("first");
    assert!(!first.is_empty());
    assert_eq!(times(&made_of("common", &kept)), times(&first));
    assert_eq!(times(&sweep("second")), times(&first));

    for (file, time) in made_of("common", &kept) {
        fs::write(&file, "damaged").unwrap();
        fs::File::options()
            .append(true)
            .open(&file)
            .unwrap()
            .set_modified(time)
            .unwrap();
    }
    // What was built with it stays there, set aside.
    assert!(times(&sweep("third")).len() > first.len());
    let anew = times(&made_of("common", &kept));
    assert!(anew.len() == first.len() && anew.iter().min() > times(&first).iter().max());
    assert_eq!(times(&sweep("fourth")), anew);
}

#[test]
fn a_registry_that_does_not_answer_is_not_waited_for_after_an_interrupt() {
    let registry = LocalRegistry::new();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().unwrap();
    registry.configure_source(&format!("registry = 'sparse+http://{address}/'"));
    let mut asking = registry.command(command(&["week-ends"]));
    let child = asking
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let (_open, _) = silent.accept().expect("cargo asks");
    interrupt(&child);
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 106, "{}", ran.stderr);
    assert!(!ran.stderr.contains("error"), "{}", ran.stderr);
}
