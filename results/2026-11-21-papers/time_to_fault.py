#!/usr/bin/env python3
"""Time to the fault of every case that the 10 s run found, for several builds of the program in turn, so that whatever else
the machine does meets all of them. Usage: time_to_fault.py NAME=PROGRAM... > time_to_fault.csv, from the repository's root.
Builds before `first_seen.time_us` tell milliseconds."""

import csv
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).parent
programs = [argument.split("=", 1) for argument in sys.argv[1:]]
elsewhere = {"board::step": "corpus/board", "int_tree::insert": "corpus/int-tree"}
cases = {}
for row in csv.DictReader(open(here / "cases-10s-all-tools.csv")):
    if row["tool"] == "cargo-explore" and row["found"] and row["expected"] != "nothing":
        cases[row["item"]] = elsewhere.get(row["item"], "corpus/papers/" + row["paper"])

rows = csv.writer(sys.stdout)
rows.writerow(["build", "item", "inputs", "start_ms", "ms", "ready_ms"])
medians = {name: ([], []) for name, _ in programs}
with tempfile.TemporaryDirectory() as target:
    for item, directory in sorted(cases.items()):
        # The first run builds.
        for number, (name, program) in enumerate([programs[0], *programs]):
            command = [program, "explore", directory, "--item", item, "--max-findings", "1", "--time-limit", "10s"]
            command += ["--no-coverage", "--format", "json", "--quiet", "--target-dir", target]
            report = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
            if number == 0:
                continue
            for finding in report["findings"][:1]:
                seen = finding["first_seen"]
                ms = seen.get("time_us", seen["time_ms"] * 1e3) / 1e3
                start = report.get("start_us")
                ready = None if start is None else ms - start / 1e3
                rows.writerow([name, item, seen["expressions"], start and start / 1e3, ms, ready and round(ready, 3)])
                medians[name][0].append(ms)
                medians[name][1].extend([ready] if ready is not None else [])
for name, _ in programs:
    whole, ready = medians[name]
    said = f"{name}: {len(whole)} found, median {statistics.median(whole):.2f} ms"
    print(said + (f", once ready {statistics.median(ready):.2f} ms" if ready else ""), file=sys.stderr)
