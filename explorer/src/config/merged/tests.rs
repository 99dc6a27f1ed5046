//! What beats what.

use super::*;

fn layer(table: &str, values: &[(&'static str, &str)]) -> Layer {
    Layer {
        origin: Origin::File("f".into(), table.to_owned()),
        values: (values.iter())
            .map(|(key, text)| match *text {
                "on" => (*key, Value::Flag(true)),
                "off" => (*key, Value::Flag(false)),
                text => (*key, Value::Texts(text.split(' ').map(str::to_owned).collect())),
            })
            .collect(),
    }
}

fn arguments(typed: &[&str], layers: &[Layer]) -> Vec<String> {
    let typed = typed.iter().map(|name| (*name).to_owned()).collect();
    let arguments = Merged::of(&typed, layers).arguments();
    (arguments.into_iter())
        .map(|argument| argument.into_string().unwrap())
        .collect()
}

#[test]
fn the_first_layer_that_says_something_decides_and_what_was_typed_beats_all() {
    let layers = [
        layer("a", &[("depth", "3"), ("hostile", "off")]),
        layer("b", &[("depth", "4"), ("hostile", "on"), ("item", "x y")]),
        layer("c", &[("item", "z"), ("check", "on"), ("ints", "-1")]),
    ];
    assert_eq!(
        arguments(&[], &layers),
        ["--depth=3", "--item=x", "--item=y", "--ints=-1", "--check"]
    );
    assert_eq!(arguments(&["depth", "item"], &layers), ["--ints=-1", "--check"]);
    let merged = Merged::of(&BTreeSet::new(), &layers);
    let item = merged.entries.iter().find(|entry| entry.key.name == "item");
    assert_eq!(item.unwrap().origin.to_string(), "[b] of f");
}

#[test]
fn what_stands_in_place_of_another_option_beats_it_too() {
    let layers = [
        layer("a", &[("until", "1h")]),
        layer("b", &[("time-limit", "1s"), ("no-coverage", "on")]),
    ];
    assert_eq!(arguments(&[], &layers), ["--until=1h", "--no-coverage"]);
    assert_eq!(arguments(&["time-limit", "coverage-listing"], &layers), [""; 0]);
    assert_eq!(arguments(&[], &layers[1..]), ["--time-limit=1s", "--no-coverage"]);
}

#[test]
fn the_environment_is_read_by_the_names_of_options() {
    let of = |name: &'static str, text: &'static str| {
        of_environment(move |wanted| (wanted == name).then(|| text.into()))
    };
    for (name, text, expected) in [
        ("CARGO_EXPLORE_TIME_LIMIT", "5s", &["--time-limit=5s"][..]),
        ("CARGO_EXPLORE_ITEM", "a::* b", &["--item=a::*", "--item=b"]),
        ("CARGO_EXPLORE_STRS", "a b", &["--strs=a b"]),
        ("CARGO_EXPLORE_HOSTILE", "true", &["--hostile"]),
        ("CARGO_EXPLORE_HOSTILE", "0", &[]),
        ("CARGO_EXPLORE_SANDBOX", "off", &[]),
        ("CARGO_EXPLORE_STATE_DIR", "/s", &[]),
    ] {
        assert_eq!(
            arguments(&[], &[of(name, text).unwrap()]),
            expected,
            "{name}={text}"
        );
    }
    let error = of("CARGO_EXPLORE_CHECK", "maybe").unwrap_err().to_string();
    assert!(error.contains("`CARGO_EXPLORE_CHECK=maybe`"), "{error}");
    let merged = Merged::of(&BTreeSet::new(), &[of("CARGO_EXPLORE_DEPTH", "3").unwrap()]);
    assert_eq!(merged.entries[0].origin.to_string(), "CARGO_EXPLORE_DEPTH");
}
