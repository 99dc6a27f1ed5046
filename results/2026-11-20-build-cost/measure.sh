#!/bin/sh
# What making a harness costs beside `cargo test --no-run` of the same crate, each from a clean target directory, and
# how soon a second run starts exploring.
#
# Usage: measure.sh PROGRAM DIRECTORY SPEC...   (SPEC: name@version of a registry crate)
#
# Writes DIRECTORY/table.csv, prints the medians. PROGRAM is a release build of cargo-explore. Downloads happen before
# anything is timed. Runs one thing at a time; nothing else should run on the machine.
set -eu
program=$1
directory=$2
shift 2
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
table=$directory/table.csv
echo "crate,test_s,test_kind,rustdoc_s,build_s,ours_s,ratio,rounds,repeat_start_s,repeat_rounds" > "$table"

# The sources of a registry crate as a package of its own, and its dev-dependencies in the registry's cache.
fetch_sources() {
    name=${1%@*}
    version=${1#*@}
    rm -rf "$directory/fetch" "$directory/own"
    mkdir -p "$directory/fetch/src"
    : > "$directory/fetch/src/lib.rs"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s = "=%s"\n[workspace]\n' \
        "$name" "$version" > "$directory/fetch/Cargo.toml"
    cargo fetch --quiet --manifest-path "$directory/fetch/Cargo.toml"
    manifest=$(cargo metadata --format-version 1 --offline --manifest-path "$directory/fetch/Cargo.toml" |
        python3 -c 'import json, sys
name, version = sys.argv[1:]
for package in json.load(sys.stdin)["packages"]:
    if (package["name"], package["version"]) == (name, version):
        print(package["manifest_path"])' "$name" "$version")
    cp -r "$(dirname "$manifest")" "$directory/own"
    chmod -R u+w "$directory/own"
    grep -q '^\[workspace\]' "$directory/own/Cargo.toml" || printf '\n[workspace]\n' >> "$directory/own/Cargo.toml"
    cargo fetch --quiet --manifest-path "$directory/own/Cargo.toml"
}

seconds() {
    python3 -c 'import subprocess, sys, time
began = time.monotonic()
end = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print("%.2f" % (time.monotonic() - began) if end == 0 else "failed")' "$@"
}

test_seconds() {
    rm -rf "$directory/test-target"
    seconds cargo test --no-run --offline --manifest-path "$directory/own/Cargo.toml" \
        --target-dir "$directory/test-target" "$@"
}

# rustdoc, build and rounds as the report says.
ours() {
    "$program" explore "$1" --time-limit 1s -q --format json --output "$directory/report.json" \
        --target-dir "$directory/ours-target" >> "$directory/log" 2>&1 || true
    python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
time = report["time_ms"]
print(time["rustdoc"] / 1000, time["build"] / 1000, report["prune_rounds"])' "$directory/report.json"
}

for spec in "$@"; do
    fetch_sources "$spec"
    kind=all
    test=$(test_seconds)
    if [ "$test" = failed ]; then
        # Published packages often lack files that their tests need.
        kind=lib
        test=$(test_seconds --lib)
    fi
    rm -rf "$directory/ours-target" "$directory/report.json"
    if first=$(ours "$spec") && again=$(ours "$spec"); then
        python3 -c 'import sys
spec, test, kind, rustdoc, build, rounds, rustdoc2, build2, rounds2 = sys.argv[1:]
ours = float(rustdoc) + float(build)
ratio = "" if test == "failed" else "%.2f" % (ours / float(test))
print(spec, test, kind, rustdoc, build, "%.2f" % ours, ratio, rounds, "%.2f" % (float(rustdoc2) + float(build2)), rounds2,
      sep=",")' "$spec" "$test" "$kind" $first $again | tee -a "$table"
    else
        echo "$spec,$test,$kind,,,failed,,,," | tee -a "$table"
    fi
done
rm -rf "$directory/fetch" "$directory/own" "$directory/test-target" "$directory/ours-target" "$directory/report.json"

python3 -c 'import csv, statistics, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for column in ["test_s", "ours_s", "ratio", "rounds", "repeat_start_s"]:
    values = [float(row[column]) for row in rows if row[column] not in ("", "failed")]
    if values:
        print("median %s %.2f, greatest %.2f, of %d crates" % (column, statistics.median(values), max(values), len(values)))' "$table"
