#!/usr/bin/env python3
"""Times of runs with and without coverage, from one empty target directory per crate. Usage: measure.py BINARY CSV SPEC=DEPTH…"""
import csv, json, os, subprocess, sys, tempfile, time
binary, out, specs = sys.argv[1], sys.argv[2], sys.argv[3:]
rows = []
for spec in specs:
    spec, depth = spec.split("=")
    with tempfile.TemporaryDirectory() as target:
        for run, more in [("first", []), ("again", []), ("again", []), ("again", ["--no-coverage"]), ("again", ["--no-coverage"])]:
            report = os.path.join(target, "report.json")
            began = time.monotonic()
            subprocess.run([binary, "explore", spec, "--depth", depth, "--time-limit", "10m", "--jobs", "1", "--format", "json", "--output", report,
                            "--target-dir", target, "-q", *more], check=False, stdin=subprocess.DEVNULL)
            wall = time.monotonic() - began
            d = json.load(open(report))
            t, c = d["time_ms"], d["coverage"]
            rows.append([spec, depth, run, "no" if more else "yes", round(wall * 1000), t["rustdoc"], t["build"], t["explore"], t["confirm"], t["coverage"],
                         c["regions"]["covered"], c["regions"]["total"], c["lines"]["covered"], c["lines"]["total"], c["reason"], d["expressions"], d["stop"], round(os.getloadavg()[0], 1)])
            print(rows[-1], flush=True)
with open(out, "w", newline="") as file:
    w = csv.writer(file, lineterminator="\n")
    w.writerow("crate depth run coverage wall_ms rustdoc_ms build_ms explore_ms confirm_ms coverage_ms regions_covered regions lines_covered lines reason expressions stop load".split())
    w.writerows(rows)
