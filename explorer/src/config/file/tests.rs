//! The file: what it may say, what it may not, and which of its tables holds.

use super::*;
use crate::cli::Cli;
use serde_json::json;

const SAMPLE: &str = r#"
explore-version = "0.1"

[profile.default]
time-limit = "30s"
item = "own::*"
seed = 7

[profile.nightly]
until = "1h"
hostile = true
ints = [1, "0xff"]

[profile.bare]
inherits = "nightly"
hostile = false

[package.own]
support = "explore/support.rs"
no-default-features = true
"#;

fn parse(text: &str) -> anyhow::Result<ConfigFile> {
    ConfigFile::parse(Path::new("/w/.config/explore.toml"), Path::new("/w"), text)
}

/// `table key=value …` of each layer.
fn told(layers: &[Layer]) -> Vec<String> {
    let value = |value: &Value| match value {
        Value::Flag(is_on) => is_on.to_string(),
        Value::Texts(texts) => texts.join(" "),
    };
    let layer = |layer: &Layer| {
        let Origin::File(_, table) = &layer.origin else {
            panic!("it is of a file")
        };
        let values: Vec<String> = (layer.values.iter())
            .map(|(key, said)| format!("{key}={}", value(said)))
            .collect();
        format!("{table}: {}", values.join(", "))
    };
    layers.iter().map(layer).collect()
}

const DEFAULTS: &str = "profile.default: item=own::*, seed=7, time-limit=30s";
const NIGHTLY: &str = "profile.nightly: hostile=true, ints=1 0xff, until=1h";

#[test]
fn packages_come_before_profiles_and_profiles_before_what_they_inherit_from() {
    let file = parse(SAMPLE).unwrap();
    let layers = |profile, package| told(&file.layers(profile, package).unwrap());
    assert_eq!(layers(None, None), [DEFAULTS]);
    assert_eq!(layers(Some("nightly"), None), [NIGHTLY, DEFAULTS]);
    assert_eq!(
        layers(Some("bare"), Some("own")),
        [
            "package.own: no-default-features=true, support=/w/explore/support.rs",
            "profile.bare: hostile=false",
            NIGHTLY,
            DEFAULTS
        ]
    );
    assert_eq!(layers(None, Some("other")), [DEFAULTS]);
    assert_eq!(
        told(&ConfigFile::default().layers(None, Some("own")).unwrap()),
        [""; 0]
    );
}

#[test]
fn mistakes_are_told_with_what_is_nearest() {
    for (text, said) in [
        (
            "[profile.default]\ntime-limt = \"1s\"",
            "there is no key `time-limt` in `[profile.default]`; did you mean `time-limit`?",
        ),
        (
            "[package.own]\nsandbox = \"off\"",
            "there is no key `sandbox` in `[package.own]`",
        ),
        (
            "[profiles.default]",
            "there is no key `profiles`; did you mean `profile`?",
        ),
        ("depth = 3", "help: options stand in `[profile.default]`"),
        ("[profile]\nnightly = 3", "`profile.nightly` is no table"),
        (
            "[profile.a]\ninherits = \"b\"\n[profile.b]\ninherits = \"a\"",
            "the profile `a` inherits from itself",
        ),
        (
            "[profile.nightly]\n[profile.b]\ninherits = \"nightli\"",
            "there is no profile `nightli`; did you mean `nightly`?",
        ),
        (
            "[profile.a]\nhostile = \"yes\"",
            "`hostile = \"yes\"` in `[profile.a]` has another form",
        ),
        ("[profile.a]\ndepth = [1]", "write a text or a number"),
        ("[profile.a]\ninherits = 1", "the name of a profile"),
        (
            "explore-version = \"99.1\"\nnewer = 1",
            "it needs cargo-explore 99.1 or newer, and this is",
        ),
        (
            "explore-version = 1",
            "help: write for instance `explore-version = \"0.1\"`",
        ),
        ("[profile", "it is not TOML"),
    ] {
        let error = format!("{:#}", parse(text).expect_err(text));
        assert!(error.contains(said), "{said} is not in\n{error}");
    }
    let file = parse(SAMPLE).unwrap();
    let error = format!("{:#}", file.layers(Some("nigthly"), None).unwrap_err());
    assert!(error.contains("did you mean `nightly`?"), "{error}");
}

#[test]
fn a_manifest_says_what_holds_for_its_package() {
    let directory = tempfile::tempdir().unwrap();
    let write = |text: &str| std::fs::write(directory.path().join("Cargo.toml"), text).unwrap();
    assert_eq!(of_manifest(directory.path()).unwrap(), None);
    write("[package]\nname = \"own\"");
    assert_eq!(of_manifest(directory.path()).unwrap(), None);
    write("[package.metadata.explore]\ndepth = 3");
    let layer = of_manifest(directory.path()).unwrap().unwrap();
    assert_eq!(told(&[layer]), ["package.metadata.explore: depth=3"]);
    write("[package.metadata.explore]\ndept = 3");
    let error = format!("{:#}", of_manifest(directory.path()).unwrap_err());
    assert!(error.contains("did you mean `depth`?"), "{error}");
}

#[test]
fn the_schema_has_the_keys_that_there_are() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../schema/config-1.json")).unwrap();
    let keys = |of: &str| {
        let properties = schema["$defs"][of]["properties"].as_object().unwrap();
        properties.keys().cloned().collect::<Vec<_>>()
    };
    let mut known: Vec<String> = KEYS.iter().map(|key| key.name.to_owned()).collect();
    known.sort();
    assert_eq!(keys("options"), known);
    known.push("inherits".to_owned());
    known.sort();
    assert_eq!(keys("profile"), known);
    let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
    let sample = serde_json::to_value(SAMPLE.parse::<Table>().unwrap()).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&sample)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, [""; 0]);
    for wrong in [
        json!({"profile": {"a": {"sandbox": "off"}}}),
        json!({"depth": 1}),
        json!({"package": {"own": {"inherits": "a"}}}),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn every_key_is_a_long_option_of_exploring() {
    let definition = Cli::definition();
    for key in KEYS {
        let argument = definition
            .get_arguments()
            .find(|argument| argument.get_long() == Some(key.name));
        let argument = argument.unwrap_or_else(|| panic!("there is no --{}", key.name));
        let is_flag = !argument.get_action().takes_values();
        assert_eq!(is_flag, key.form == Form::Flag, "{}", key.name);
        let is_list = matches!(argument.get_action(), clap::ArgAction::Append);
        assert!(
            is_list == (key.form == Form::Many) || key.form == Form::Path,
            "{}",
            key.name
        );
    }
}
