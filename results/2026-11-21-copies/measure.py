#!/usr/bin/env python3
"""What share of the time of an exploration goes into values that the run before had built, too?

Usage: measure.py PROGRAM TARGET_DIRECTORY SECONDS SPEC [SPEC ...]

PROGRAM is built with measure.patch: its harnesses count cycles, and it appends a line of 80 sums per executor to the file that
the variable MEASURED names. One job; the line of the executor that ran the most is kept (the others confirm and measure coverage).
The harness is built before anything is measured. Appends to raw.csv beside this file, and prints the shares.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, TARGET, SECONDS = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))
# Of the bare runs, with the cycles that looking at the clock took.
SUMS = {
    "runs": 0, "flat_runs": 1, "series_runs": 2, "steps": 3, "same_steps": 4, "same_calls": 5, "same_crate_calls": 6,
    "run_cycles": 7, "between_cycles": 8, "series_cycles": 9, "drop_cycles": 10, "really_same_steps": 11, "calls": 12,
    "crate_calls": 13, "clock_cycles": 15, "watched_runs": 64, "watched_cycles": 65, "after_watched_cycles": 66,
    "panicking_runs": 67, "panicking_cycles": 68,
}
CLASSES = ["demanding", "copy", "holding", "reference", "owning", "placeholder"]
for start, where in [(16, "same"), (40, "argument")]:
    for position, kind in enumerate(CLASSES):
        for offset, what in enumerate(["values", "cycles", "calls", "crate_calls"]):
            SUMS[f"{where}_{kind}_{what}"] = start + 4 * position + offset


def explore(spec, limits):
    with tempfile.TemporaryDirectory() as directory:
        report, sums = os.path.join(directory, "report.json"), os.path.join(directory, "sums")
        command = [PROGRAM, "explore", spec, "--jobs", "1", "--target-dir", TARGET, "-q", "--format", "json", "--output", report]
        environment = dict(os.environ, MEASURED=sums)
        subprocess.run(command + limits, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(report) as file, open(sums) as lines:
            rows = [list(map(int, line.split(","))) for line in lines]
            return json.load(file), max(rows, key=lambda row: row[0] + row[1] + row[2] + row[64])


def main():
    path = os.path.join(HERE, "raw.csv")
    is_new = not os.path.exists(path)
    with open(path, "a", newline="") as file:
        rows = csv.DictWriter(file, ["crate", "seconds", "expressions", "executions", "findings"] + list(SUMS))
        if is_new:
            rows.writeheader()
        for spec in sys.argv[4:]:
            explore(spec, ["--depth", "1"])
            report, sums = explore(spec, ["--time-limit", SECONDS + "s"])
            row = {name: sums[at] for name, at in SUMS.items()}
            row |= {key: report[key] for key in ["expressions", "executions"]}
            row |= {"crate": os.path.basename(spec), "seconds": SECONDS, "findings": len(report["findings"])}
            rows.writerow(row)
            file.flush()
            show(row)


def show(row):
    bare = sum(row[name] for name in ["run_cycles", "drop_cycles", "series_cycles"])
    bare -= 2 * row["clock_cycles"] * row["steps"]
    whole = bare + sum(row[name] for name in ["between_cycles", "watched_cycles", "after_watched_cycles"])

    def share(cycles, of=whole):
        return "%.1f" % (100 * cycles / of)

    cells = [row["crate"], str(row["runs"]), "%.1f" % (row["steps"] / row["runs"]), "%.1f" % (row["same_steps"] / row["runs"])]
    cells += ["%.1f" % (row["same_crate_calls"] / row["runs"]), share(bare), share(row["between_cycles"])]
    for where in ["same", "argument"]:
        plain = row[f"{where}_copy_cycles"] + row[f"{where}_placeholder_cycles"]
        other = sum(row[f"{where}_{kind}_cycles"] for kind in ["holding", "reference", "owning"])
        cells += [share(plain), share(other), share(plain + other, bare)]
    cells += [share(row["argument_demanding_cycles"])]
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
