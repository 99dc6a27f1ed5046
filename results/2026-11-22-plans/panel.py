#!/usr/bin/env python3
"""Explores the crates of a list one after the other and writes one line per crate.

Usage: panel.py PROGRAM LIST TARGET-DIRECTORY REPORTS-DIRECTORY CSV [MORE OPTIONS OF explore]
LIST has one name@version per line. Reports are kept, one JSON file per crate; a crate that has one is not explored again.
"""
import csv, json, os, subprocess, sys

program, names, target, reports, table = sys.argv[1:6]
os.makedirs(reports, exist_ok=True)
columns = ["crate", "exit_code", "eligible", "completed", "findings", "confirmed", "expressions", "stop", "explore_ms",
           "confirm_ms", "placeholders", "plans"]
sums = {"eligible": 0, "completed": 0}
with open(table, "w", newline="") as out:
    out = csv.writer(out)
    out.writerow(columns)
    for crate in open(names).read().split():
        file = os.path.join(reports, crate + ".json")
        code = ""
        if not os.path.exists(file):
            command = [program, "explore", crate, "--format", "json", "--output", file, "--target-dir", target, *sys.argv[6:]]
            with open(os.path.join(reports, crate + ".log"), "w") as log:
                code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=reports).returncode
        try:
            report = json.load(open(file))
        except (OSError, ValueError):
            out.writerow([crate, code] + [""] * (len(columns) - 2))
            print(crate, code, "no report", flush=True)
            continue
        found = report["findings"]
        for column in sums:
            sums[column] += report["api"]["totals"][column]
        row = [crate, code, report["api"]["totals"]["eligible"], report["api"]["totals"]["completed"], len(found),
               sum(f["confirmed"] for f in found), report["expressions"], report["stop"], report["time_ms"]["explore"],
               report["time_ms"]["confirm"], sum(f["expression"].count("?") for f in found),
               sum(len(f.get("smallest_plans", [])) for f in found)]
        out.writerow(row)
        print(*row, flush=True)
    out.writerow(["all", "", sums["eligible"], sums["completed"]] + [""] * (len(columns) - 4))
