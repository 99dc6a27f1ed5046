#!/usr/bin/env bash
# Explores eight published crates at default settings, one after the other, and writes crates.csv and findings.csv
# beside this script. Needs python3 for the tables.
# Usage: measure.sh PATH-TO-cargo-explore [MORE OPTIONS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for crate in semver@1.0.23 hex@0.4.3 strsim@0.11.1 humantime@2.1.0 slab@0.4.9 smallvec@1.13.2 itoa@1.0.11 \
    percent-encoding@2.3.1; do
    code=0
    "$program" explore "$crate" --format json "$@" >>reports.json 2>"$crate.log" || code=$?
    echo "$crate $code" >>codes
done
python3 - "$here" <<'PYTHON'
import csv, json, sys
here = sys.argv[1]
codes = dict(line.split() for line in open("codes"))
reports = [json.loads(line) for line in open("reports.json")]
kinds = ["panic", "timeout", "memory", "stack_overflow", "abort", "signal", "exit", "property"]
classes = ["bug", "precondition", "documented", "unreliable"]
with open(f"{here}/crates.csv", "w", newline="") as out:
    table = csv.writer(out)
    table.writerow(["crate", "exit_code", "items", "eligible", "completed", "called", "unreached", "excluded",
                    *classes, *kinds, "expressions", "executions", "depth_completed", "stop",
                    "rustdoc_ms", "build_ms", "explore_ms", "confirm_ms"])
    for report in reports:
        name = f'{report["crate"]["name"]}@{report["crate"]["version"]}'
        totals, times, found = report["api"]["totals"], report["time_ms"], report["findings"]
        table.writerow([name, codes[name], *(totals[k] for k in
                        ["items", "eligible", "completed", "called", "unreached", "excluded"]),
                        *(sum(f["class"] == c for f in found) for c in classes),
                        *(sum(f["kind"] == k for f in found) for k in kinds),
                        report["expressions"], report["executions"], report["depth_completed"], report["stop"],
                        *(times[k] for k in ["rustdoc", "build", "explore", "confirm"])])
with open(f"{here}/findings.csv", "w", newline="") as out:
    table = csv.writer(out)
    table.writerow(["crate", "id", "kind", "class", "confirmed", "plans", "location", "item", "expression", "message"])
    for report in reports:
        for f in report["findings"]:
            at = f["location"]
            place = f'{at["file"]}:{at["line"]}' if at else ""
            table.writerow([report["crate"]["name"], f["id"], f["kind"], f["class"], f["confirmed"], f["plans"], place,
                            f["item"], f["expression"], f["message"]])
PYTHON
