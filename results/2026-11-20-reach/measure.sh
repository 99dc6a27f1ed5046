#!/usr/bin/env bash
# Explores the crates of a list one after the other and writes two tables beside this script: NAME-crates.csv, one line per
# crate, and NAME-items.csv, one line per item that was not completed, with its status or code and the reason.
# Usage: measure.sh PROGRAM NAME LIST TARGET-DIRECTORY [MORE OPTIONS OF explore]
# LIST has one name@version per line. Needs python3 for the tables.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 name=$2 list=$(realpath "$3") target=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
while read -r crate; do
    code=0
    "$program" explore "$crate" --format json --output "$crate.json" --target-dir "$target" "$@" \
        >"$crate.log" 2>&1 </dev/null || code=$?
    echo "$crate $code" >>codes
done <"$list"
python3 - "$here/$name" <<'PYTHON'
import csv, json, sys
prefix = sys.argv[1]
columns = ["items", "eligible", "completed", "called", "unreached", "excluded"]
sums = dict.fromkeys(columns, 0)
with open(f"{prefix}-crates.csv", "w", newline="") as crates, open(f"{prefix}-items.csv", "w", newline="") as items:
    crates, items = csv.writer(crates), csv.writer(items)
    crates.writerow(["crate", "exit_code", *columns, "percent", "findings", "confirmed", "unreliable", "expressions", "stop",
                     "rustdoc_ms", "build_ms", "explore_ms", "confirm_ms"])
    items.writerow(["crate", "status", "item", "reason"])
    for line in open("codes"):
        crate, code = line.split()
        try:
            report = json.load(open(f"{crate}.json"))
        except OSError:
            crates.writerow([crate, code, *[""] * 16])
            continue
        totals, times, found = report["api"]["totals"], report["time_ms"], report["findings"]
        for column in columns:
            sums[column] += totals[column]
        crates.writerow([crate, code, *(totals[c] for c in columns),
                         f'{100 * totals["completed"] / max(1, totals["eligible"]):.1f}',
                         len(found), sum(f["confirmed"] for f in found), sum(f["class"] == "unreliable" for f in found),
                         report["expressions"], report["stop"], *(times[k] for k in ["rustdoc", "build", "explore", "confirm"])])
        for item in report["api"]["items"]:
            if item["status"] != "completed":
                items.writerow([crate, item["code"] or item["status"], item["path"], item["reason"] or ""])
    crates.writerow(["all", "", *(sums[c] for c in columns), f'{100 * sums["completed"] / max(1, sums["eligible"]):.2f}',
                     *[""] * 9])
print(f'{sums["completed"]} of {sums["eligible"]} eligible items completed: '
      f'{100 * sums["completed"] / max(1, sums["eligible"]):.2f} %')
PYTHON
