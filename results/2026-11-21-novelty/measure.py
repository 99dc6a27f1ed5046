#!/usr/bin/env python3
"""Explores a few crates with each strategy for 2 s and 10 s, and writes raw.csv beside this file, one line per run.

Usage: measure.py PROGRAM DIRECTORY [REPETITIONS]

PROGRAM is a cargo-explore, DIRECTORY takes everything that is built. The first time it needs the registry.
"""

import csv
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CRATES = ["corpus/magic", "corpus/sequences", "hex@0.4.3", "httparse@1.10.1", "semver@1.0.23"]
STRATEGIES = ["deepening", "random", "novelty"]


def explore(program, directory, spec, *options):
    """Explores a crate; returns the report and the CPU seconds."""
    report = directory / "report.json"
    command = [program, "explore", spec, "--format", "json", "--output", str(report), "-q", "-j1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, "--target-dir", str(directory / "explore"), *options], cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 100):
        sys.exit(f"{spec} ended with {done.returncode}")
    return json.loads(report.read_text()), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, directory = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    directory.mkdir(parents=True, exist_ok=True)
    for spec in CRATES:
        explore(program, directory, spec, "--depth", "1", "--time-limit", "1s")
    with (HERE / "raw.csv").open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(
            ["repetition", "crate", "strategy", "seconds", "edges", "all_edges", "expressions", "executions", "findings",
             "confirmed", "explore_ms", "confirm_ms", "cpu_seconds", "load"]
        )
        for repetition in range(repetitions):
            for seconds in (2, 10):
                for spec in CRATES:
                    for strategy in STRATEGIES:
                        options = ["--strategy", strategy, "--seed", str(repetition), "--time-limit", f"{seconds}s"]
                        report, cpu = explore(program, directory, spec, *options)
                        row = [
                            repetition, spec, strategy, seconds, report["edges"]["executed"], report["edges"]["total"],
                            report["expressions"], report["executions"], len(report["findings"]),
                            sum(finding["confirmed"] for finding in report["findings"]),
                            report["time_ms"]["explore"], report["time_ms"]["confirm"], f"{cpu:.2f}",
                            f"{os.getloadavg()[0]:.1f}",
                        ]
                        out.writerow(row)
                        file.flush()
                        print(*row, flush=True)


main()
