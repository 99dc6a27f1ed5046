#!/usr/bin/env python3
"""Explores crates with and without leaving out redundant arguments, to the same depth and for the same time.

Usage: measure.py PROGRAM TARGET_DIRECTORY SECONDS SPEC DEPTH [SPEC DEPTH ...]

Appends to values.csv beside this file. One job. The harness is built before anything is measured; `cpu_s` is the CPU time of
the program and all its processes, confirmation included.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, TARGET, SECONDS = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["crate", "until", "arguments", "expressions", "executions", "returned", "findings"]
FIELDS += ["depth_completed", "stop", "explore_ms", "cpu_s", "ids"]


def explore(spec, arguments):
    with tempfile.TemporaryDirectory() as directory:
        report = os.path.join(directory, "report.json")
        command = [PROGRAM, "explore", spec, "--jobs", "1", "--target-dir", TARGET, "-q", "--format", "json", "--output", report]
        process = subprocess.Popen(command + arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        with open(report) as file:
            return json.load(file), used.ru_utime + used.ru_stime


def main():
    path = os.path.join(HERE, "values.csv")
    is_new = not os.path.exists(path)
    with open(path, "a", newline="") as file:
        rows = csv.DictWriter(file, FIELDS)
        if is_new:
            rows.writeheader()
        for spec, depth in zip(sys.argv[4::2], sys.argv[5::2]):
            explore(spec, ["--depth", "1"])
            for until, limits in [
                ("depth " + depth, ["--depth", depth, "--time-limit", "60s"]),
                (SECONDS + " s", ["--time-limit", SECONDS + "s"]),
            ]:
                for name, flag in [("all", ["--all-values"]), ("distinct", [])]:
                    report, cpu = explore(spec, limits + flag)
                    row = {key: report[key] for key in FIELDS if key in report}
                    row["crate"], row["until"], row["arguments"] = os.path.basename(spec), until, name
                    row["findings"] = len(report["findings"])
                    row["ids"] = " ".join(sorted(finding["id"] for finding in report["findings"]))
                    row["explore_ms"], row["cpu_s"] = report["time_ms"]["explore"], "%.2f" % cpu
                    rows.writerow(row)
                    file.flush()
                    print({key: row[key] for key in FIELDS if key != "ids"}, flush=True)


main()
