//! The one profile of our packages: as a manifest has it, and as options for cargo, which configuration files do not change.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(super) struct Profiles {
    pub(super) dev: Profile,
}

/// One profile for checking, documenting, building and testing, so that dependencies are compiled once.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Profile {
    opt_level: u8,
    debug: &'static str,
    overflow_checks: bool,
    debug_assertions: bool,
    panic: &'static str,
    incremental: bool,
    lto: &'static str,
    strip: &'static str,
    #[serde(rename = "package", skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) packages: BTreeMap<String, PackageProfile>,
}

/// What is different for one package.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PackageProfile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) codegen_units: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opt_level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) debug: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) debug_assertions: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overflow_checks: Option<bool>,
}

impl Profile {
    /// What everything of ours is built with.
    pub(super) fn ours() -> Profile {
        Profile {
            opt_level: 1,
            debug: "limited",
            overflow_checks: true,
            debug_assertions: true,
            panic: "unwind",
            incremental: false,
            lto: "off",
            strip: "none",
            packages: BTreeMap::new(),
        }
    }
}

impl PackageProfile {
    /// What [`Profile::ours`] says, said of the explored package: what a configuration file says of all dependencies does not hold
    /// for it then.
    pub(super) fn ours() -> PackageProfile {
        let Profile {
            opt_level,
            debug,
            debug_assertions,
            overflow_checks,
            ..
        } = Profile::ours();
        PackageProfile {
            codegen_units: None,
            opt_level: Some(opt_level),
            debug: Some(debug),
            debug_assertions: Some(debug_assertions),
            overflow_checks: Some(overflow_checks),
        }
    }
}

/// Values for `--config` that say once more what our manifests say: configuration files of the user's are put before manifests, and
/// would decide silently what is explored. `subcommand` is cargo's.
///
/// Of dependencies only the checks are said: optimisation and debug information would be those of build scripts and procedural
/// macros, too, which wait for both.
pub(super) fn configured(subcommand: &str, host: &str) -> Vec<String> {
    let ours = toml::Table::try_from(Profile::ours()).unwrap_or_default();
    let mut values = vec!["build.incremental=false".to_owned()];
    // `cargo test` has a profile of its own, which is the other one as far as nobody says anything.
    let profiles: &[&str] = match subcommand {
        "test" => &["dev", "test"],
        _ => &["dev"],
    };
    for profile in profiles {
        // Tests always unwind, and cargo warns of whoever says so.
        let said = ours
            .iter()
            .filter(|(key, _)| *key != "panic" || *profile == "dev");
        values.extend(said.map(|(key, value)| format!("profile.{profile}.{key}={value}")));
        // What backtraces are read from stays in the files that have the code, as is usual there.
        if host.contains("-linux-") {
            values.push(format!("profile.{profile}.split-debuginfo=\"off\""));
        }
        for key in ["debug-assertions", "overflow-checks"] {
            if let Some(value) = ours.get(key) {
                values.push(format!("profile.{profile}.package.\"*\".{key}={value}"));
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_says_what_the_manifest_says() {
        let values = configured("build", "x86_64-unknown-linux-gnu");
        for value in [
            "profile.dev.panic=\"unwind\"",
            "profile.dev.overflow-checks=true",
            "profile.dev.debug-assertions=true",
            "profile.dev.debug=\"limited\"",
            "profile.dev.strip=\"none\"",
            "profile.dev.opt-level=1",
            "profile.dev.incremental=false",
            "profile.dev.lto=\"off\"",
            "profile.dev.split-debuginfo=\"off\"",
            "profile.dev.package.\"*\".overflow-checks=true",
        ] {
            assert!(values.iter().any(|said| said == value), "{value}: {values:?}");
        }
        assert!(!values.iter().any(|value| value.starts_with("profile.test.")));
        assert!(
            values.iter().all(|value| value.parse::<toml::Table>().is_ok()),
            "{values:?}"
        );
    }

    #[test]
    fn tests_are_built_as_everything_else() {
        let values = configured("test", "x86_64-apple-darwin");
        let of = |profile: &str| {
            let start = format!("profile.{profile}.");
            let said = values.iter().filter_map(|value| value.strip_prefix(&start));
            said.filter(|value| !value.starts_with("panic="))
                .collect::<Vec<_>>()
        };
        assert_eq!(of("dev"), of("test"));
        assert!(!values.iter().any(|value| value.starts_with("profile.test.panic")));
        assert!(!values.iter().any(|value| value.contains("split-debuginfo")));
    }

    #[test]
    fn what_is_said_of_the_explored_package_is_what_is_said_of_all() {
        let [one, all] = [
            toml::Table::try_from(PackageProfile::ours()).unwrap(),
            toml::Table::try_from(Profile::ours()).unwrap(),
        ];
        assert_eq!(one.len(), 4);
        assert!(
            one.iter().all(|(key, value)| all.get(key) == Some(value)),
            "{one:?}"
        );
    }
}
