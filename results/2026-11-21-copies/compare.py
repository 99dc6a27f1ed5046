#!/usr/bin/env python3
"""Explores crates with and without keeping values that the run before had built, turn by turn.

Usage: compare.py PLAIN KEEPING TARGET_DIRECTORY TURNS SECONDS SPEC DEPTH [SPEC DEPTH ...]

PLAIN is the program as it is, KEEPING the one with keep.patch. One job, all values (`--all-values`), to the depth or for so many
seconds. `cpu_s` is the CPU time of the program and all its processes, less that of an exploration to depth 1. Appends to
compare.csv beside this file.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

PLAIN, KEEPING, TARGET, TURNS, SECONDS = sys.argv[1:6]
HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["crate", "depth", "turn", "values", "stop", "expressions", "executions", "returned", "findings", "cpu_s", "ids"]


def explore(program, name, spec, limits):
    with tempfile.TemporaryDirectory() as directory:
        report = os.path.join(directory, "report.json")
        command = [program, "explore", spec, "--jobs", "1", "--target-dir", os.path.join(TARGET, name), "--all-values", "-q"]
        command += ["--format", "json", "--output", report] + limits
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        with open(report) as file:
            return json.load(file), used.ru_utime + used.ru_stime


def main():
    path = os.path.join(HERE, "compare.csv")
    is_new = not os.path.exists(path)
    programs = [("built", PLAIN), ("kept", KEEPING)]
    with open(path, "a", newline="") as file:
        rows = csv.DictWriter(file, FIELDS)
        if is_new:
            rows.writeheader()
        for spec, depth in zip(sys.argv[6::2], sys.argv[7::2]):
            for name, program in programs:
                explore(program, name, spec, ["--depth", "1"])
            for turn in range(int(TURNS)):
                for name, program in programs:
                    _, least = explore(program, name, spec, ["--depth", "1"])
                    report, cpu = explore(program, name, spec, ["--depth", depth, "--time-limit", SECONDS + "s"])
                    row = {key: report[key] for key in FIELDS if key in report}
                    row |= {"crate": os.path.basename(spec), "depth": depth, "turn": turn, "values": name}
                    row["findings"] = len(report["findings"])
                    row["ids"] = " ".join(sorted(finding["id"] for finding in report["findings"]))
                    row["cpu_s"] = "%.2f" % (cpu - least)
                    rows.writerow(row)
                    file.flush()
                    print({key: row[key] for key in FIELDS if key != "ids"}, flush=True)


main()
