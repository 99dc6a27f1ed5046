#!/usr/bin/env python3
"""Writes the packages lf-CASE (libFuzzer) and pt-CASE (proptest) from cases.json. What people would write by hand is one line of call each."""
import pathlib, json
root = pathlib.Path(__file__).parent
TEXT = r'"(?s).*"'
CASES = json.load(open(root / "cases.json"))
common = """[package]
name = "common"
version = "0.0.0"
edition = "2024"
"""
(root/"common/src").mkdir(parents=True, exist_ok=True)
(root/"common/Cargo.toml").write_text(common)
members = ["common"]


def package(name, tool, crate, main):
    (root/name/"src").mkdir(parents=True, exist_ok=True)
    members.append(name)
    (root/name/"Cargo.toml").write_text(f'''[package]
name = "{name}"
version = "0.0.0"
edition = "2024"

[dependencies]
common = {{ path = "../common" }}
{tool}
{crate}''')
    (root/name/"src/main.rs").write_text(main)


for c in CASES:
    ident = c["crate"].replace("-", "_")
    dep = f'{c["crate"]} = "={c["version"]}"\n'
    alloc = '#[global_allocator]\nstatic ALLOCATOR: common::Limited = common::Limited;\n\n' if c["kind"] == "oom" else ""
    init = f'common::init("{c["file"]}", {c["line"]}, "{c.get("message", "")}")'
    ty = {"str": "&str", "bytes": "&[u8]"}[c["type"]]
    # libFuzzer
    package(f'lf-{c["id"]}', 'libfuzzer-sys = "=0.4.13"', dep, f'''#![no_main]

use libfuzzer_sys::fuzz_target;

{alloc}fuzz_target!(init: {init}, |data: {ty}| {{
    common::run(|| {{
        {c["call"]}
    }});
}});
''')
    # proptest
    if c["type"] == "str":
        strategy = f'prop_oneof![{TEXT}, r#"{c["strategy"]}"#]'
        borrow, seed = "data.as_str()", 'String::from_utf8(bytes).unwrap()'
    else:
        strategy = f'prop_oneof![any::<Vec<u8>>(), {c["strategy"]}]'
        borrow, seed = "data.as_slice()", 'bytes'
    package(f'pt-{c["id"]}', 'proptest = "=1.12.0"', dep, f'''use proptest::prelude::*;
use proptest::test_runner::{{Config, TestRunner}};

{alloc}fn target(data: {ty}) -> bool {{
    common::run(|| {{
        {c["call"]}
    }})
}}

fn main() {{
    {init};
    // A file, to see whether its contents count: nothing is searched for.
    if let Some(file) = std::env::args().nth(1) {{
        let bytes = std::fs::read(file).unwrap();
        let data = {seed};
        std::process::exit(if target({borrow}) {{ 77 }} else {{ 0 }});
    }}
    let config = Config {{
        cases: u32::MAX,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..Config::default()
    }};
    let mut runner = TestRunner::new(config);
    let strategy = {strategy};
    let found = runner.run(&strategy, |data| {{
        common::limit();
        match target({borrow}) {{
            true => Err(TestCaseError::fail("found")),
            false => Ok(()),
        }}
    }});
    if let Err(found) = found {{
        eprintln!("{{found:?}}");
        std::process::exit(77);
    }}
}}
''')
(root/"Cargo.toml").write_text('[workspace]\nresolver = "3"\nmembers = ' + json.dumps(members, indent=4) + '''

# As cargo-fuzz builds: optimized, with debug assertions and checks for overflow.
[profile.release]
opt-level = 3
debug = "line-tables-only"
debug-assertions = true
overflow-checks = true
''')
