//! Tests of the command line: its grammar, how arguments reach it, and single values.

use super::values::{Constant, RustByteString, RustChar, RustString};
use super::*;
use std::collections::BTreeSet;
use std::time::Duration;

fn parse(arguments: &[&str]) -> Result<Cli, clap::Error> {
    Cli::from_args(
        std::iter::once("cargo-explore")
            .chain(arguments.iter().copied())
            .map(OsString::from),
    )
}

#[test]
fn the_definition_is_consistent() {
    Cli::definition().debug_assert();
}

#[test]
fn every_option_has_help_that_starts_with_a_capital_and_has_no_period() {
    let definition = Cli::definition();
    let mut seen = 0;
    for command in std::iter::once(&definition).chain(definition.get_subcommands()) {
        let mut names = BTreeSet::new();
        for argument in command.get_arguments() {
            let help = argument
                .get_help()
                .unwrap_or_else(|| panic!("{} has no help", argument.get_id()))
                .to_string();
            let first = help.chars().next().expect("help is not empty");
            assert!(first.is_uppercase(), "{}: {help}", argument.get_id());
            assert!(!help.ends_with('.'), "{}: {help}", argument.get_id());
            for name in argument
                .get_long()
                .into_iter()
                .map(str::to_owned)
                .chain(argument.get_short().map(String::from))
            {
                assert!(names.insert(name.clone()), "{name} is defined twice");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "the walk saw only {seen} arguments");
}

#[test]
fn cargo_s_first_argument_is_dropped_once() {
    assert_eq!(parse(&["explore", "semver"]).unwrap().explore.specs, ["semver"]);
    assert_eq!(parse(&["semver"]).unwrap().explore.specs, ["semver"]);
    assert_eq!(parse(&["explore", "explore"]).unwrap().explore.specs, ["explore"]);
}

#[test]
fn a_subcommand_wins_over_a_spec_of_the_same_name() {
    assert!(matches!(
        parse(&["explain", "E-TYPE"]).unwrap().command,
        Some(Command::Explain { .. })
    ));
    let path = parse(&["./explain"]).unwrap();
    assert!(path.command.is_none());
    assert_eq!(path.explore.specs, ["./explain"]);
}

#[test]
fn negative_constants_are_not_options() {
    let cli = parse(&["--ints", "-5,0,1", "--floats=-1e3,NaN", "--depth", "3", "."]).unwrap();
    assert_eq!(cli.explore.constants.ints, [List(vec![-5, 0, 1])]);
    assert_eq!(cli.explore.constants.floats[0].0[0], -1e3);
    assert_eq!(cli.explore.specs, ["."]);
}

#[test]
fn constants_may_be_given_several_times() {
    let cli = parse(&["--ints", "1", "--ints", "2,3"]).unwrap();
    assert_eq!(cli.explore.constants.ints, [List(vec![1]), List(vec![2, 3])]);
}

#[test]
fn wrong_values_are_usage_errors_that_say_what_to_write() {
    for (arguments, advice) in [
        (["--ints", "one"], "0,1,-5"),
        (["--case-memory", "lots"], "128MiB"),
        (["--time-limit", "60"], "time unit needed"),
        (["--case-timeout", "0s"], "at least 1ms"),
        (["--case-memory", "1"], "at least 1MiB"),
        (["--chars", "ab"], "not one character"),
        (["--strategy", "oldest"], "novelty"),
        (["--jobs", "0"], "--jobs"),
        (["--depth", "0"], "1.."),
    ] {
        let error = parse(&arguments).expect_err(arguments[0]);
        assert_eq!(error.exit_code(), 2, "{error}");
        assert!(error.to_string().contains(advice), "{error}");
    }
}

#[test]
fn the_defaults_are_those_of_the_contract() {
    let cli = parse(&[]).unwrap();
    let search = &cli.explore.search;
    assert_eq!(search.limits.time_limit, Duration::from_secs(60));
    assert_eq!(search.limits.case_timeout, Duration::from_secs(1));
    assert_eq!(search.limits.case_memory, ByteSize(128 << 20));
    assert_eq!((search.limits.depth, search.seed), (None, 0));
    assert_eq!(
        (search.strategy, search.sandbox),
        (Strategy::Deepening, Sandbox::Strict)
    );
}

#[test]
fn sizes_have_binary_and_decimal_units() {
    for (text, bytes) in [
        ("7", 7),
        ("128MiB", 128 << 20),
        ("64 KB", 64_000),
        ("1G", 1 << 30),
        ("2kib", 2048),
    ] {
        assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
    }
    for wrong in [
        "",
        "MiB",
        "1.5GiB",
        "-1",
        "0",
        "99999999999999999999",
        "18446744073709551615K",
        "1 parsec",
    ] {
        assert!(wrong.parse::<ByteSize>().is_err(), "{wrong}");
    }
}

#[test]
fn integers_have_signs_radixes_and_128_bits() {
    for (text, value) in [
        ("-5", -5),
        ("+5", 5),
        (" 7 ", 7),
        ("0xff", 255),
        ("-0b11", -3),
        ("1_000", 1000),
        ("-170141183460469231731687303715884105728", i128::MIN),
    ] {
        assert_eq!(i128::parse(text), Ok(value), "{text}");
    }
    for wrong in [
        "",
        "--5",
        "+-5",
        "0x",
        "0x-5",
        "1.0",
        "170141183460469231731687303715884105728",
    ] {
        assert!(i128::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn strings_split_at_commas_and_know_escapes() {
    let strings = |text: &str| {
        text.parse::<List<RustString>>()
            .map(|l| l.0.into_iter().map(|s| s.0).collect::<Vec<_>>())
    };
    assert_eq!(strings("a,,b\\,c").unwrap(), ["a", "", "b,c"]);
    assert_eq!(strings("").unwrap(), [""]);
    assert_eq!(strings(r"\n\x41\u{e9}\\").unwrap(), ["\nAé\\"]);
    for wrong in [
        r"\q",
        r"\x8",
        r"\xff",
        r"\u{110000}",
        r"\ud800",
        r"\u{d800}",
        "\\",
    ] {
        assert!(strings(wrong).is_err(), "{wrong}");
    }
    assert_eq!(RustByteString::parse(r"\xff\x00a").unwrap().0, [255, 0, b'a']);
    assert_eq!(RustChar::parse(r"\,").unwrap(), RustChar(','));
    assert_eq!(RustChar::parse("é").unwrap(), RustChar('é'));
}
