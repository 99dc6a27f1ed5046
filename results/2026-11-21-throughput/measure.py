#!/usr/bin/env python3
"""Measures what a run costs: exploration, hand-written loops and libFuzzer on the same function, two executors against
one, the sandbox off, and deaths. Writes raw.csv beside this file, one line per measurement.

Usage: measure.py PROGRAM DIRECTORY [REPETITIONS]

PROGRAM is a cargo-explore built with the plain release profile; DIRECTORY takes everything that is built. The first time
it needs the registry (libfuzzer-sys, arbitrary) and g++; without them it fails.
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
TARGET = "x86_64-unknown-linux-gnu"
PASS = "-Cllvm-args=-sanitizer-coverage"
# As instrument.rs in harness-gen.
EDGES = f"--cfg edges -Cpasses=sancov-module {PASS}-level=3 {PASS}-trace-pc-guard {PASS}-prune-blocks=0"
GATED = f"{EDGES} {PASS}-gated-trace-callbacks=1"
# As cargo-fuzz without a sanitizer.
FUZZ = (
    f"--cfg fuzzing -Cpasses=sancov-module {PASS}-level=4 {PASS}-inline-8bit-counters {PASS}-pc-table "
    f"{PASS}-trace-compares"
)
VALUES = [
    0, 7, 42, 255, 1000, 65535, 99999, 123456, 314159, 1000000, 123456789, 161803398, 271828182, 1000000007,
    2000000000, 2147483647,
]
FUZZ_RUNS = 1_500_000
DEATHS = ["abort", "exit", "signal", "double", "overflow"]


def run(command, cwd=ROOT, **environment):
    """Runs a command that must succeed; returns its output and the CPU seconds of it and all it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 100):
        sys.exit(f"{command} failed with {done.returncode}:\n{done.stdout}")
    return done.stdout, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def build(directory):
    """Builds the loops and the fuzz target; returns their paths by name."""
    # Nothing of whoever calls decides how they are built.
    for name in [name for name in os.environ if name.startswith("CARGO_PROFILE_") or name == "CARGO_TARGET_DIR"]:
        del os.environ[name]
    loops = {}
    for name, profile, flags in [
        ("loop, checks", "release", ""),
        ("loop, plain", "plain", ""),
        ("loop, checks, level 1", "harness", ""),
        ("loop, checks, level 1, gate closed", "harness", GATED),
        ("loop, checks, level 1, every edge", "harness", EDGES),
    ]:
        into = directory / name.replace(",", "").replace(" ", "-")
        run(
            ["cargo", "build", "--profile", profile, "--target", TARGET, "--target-dir", str(into)],
            cwd=HERE / "loop",
            RUSTFLAGS=flags,
        )
        loops[name] = into / TARGET / profile / "throughput-loop"
    into = directory / "fuzz"
    run(
        ["cargo", "build", "--release", "--target", TARGET, "--target-dir", str(into)],
        cwd=HERE / "fuzz",
        RUSTFLAGS=FUZZ,
        CXX="g++",
    )
    return loops, into / TARGET / "release" / "throughput-fuzz"


def explore(program, directory, crate, *options):
    """Explores a crate; returns the report and the CPU seconds."""
    report = directory / "report.json"
    command = [program, "explore", crate, "--format", "json", "--output", str(report), "-q", "--no-coverage"]
    _, cpu = run([*command, "--target-dir", str(directory / "explore"), *options])
    return json.loads(report.read_text()), cpu


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, directory = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    directory.mkdir(parents=True, exist_ok=True)
    loops, fuzz = build(directory)
    crate, total, deaths = ("corpus/throughput", "corpus/total", str(HERE / "deaths"))
    # An experiment learns no values from what is compared: the runs are those of the loops. Arguments by value have no
    # placeholders, so `--eager` changes nothing else.
    values = ["--only-given-constants", "--ints", ",".join(map(str, VALUES)), "--eager"]
    only = ["--item", "throughput::checksum", "--time-limit", "120s"]
    explore(program, directory, crate, *values, *only, "-j1")
    explore(program, directory, total, "--depth", "1", "-j1")
    explore(program, directory, deaths, "--depth", "1", "-j1")
    with (HERE / "raw.csv").open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["repetition", "what", "jobs", "runs", "seconds", "cpu_seconds", "load"])

        def note(repetition, what, jobs, runs, seconds, cpu):
            row = [repetition, what, jobs, runs, f"{seconds:.6f}", f"{cpu:.3f}", f"{os.getloadavg()[0]:.2f}"]
            out.writerow(row)
            file.flush()
            print(*row, flush=True)

        for repetition in range(repetitions):
            # All that is not exploring, to be taken off the CPU seconds.
            _, idle = explore(program, directory, crate, *values, *only, "-j1", "--depth", "1")
            for what, jobs, options in [
                ("explore", 1, []),
                ("explore, sandbox off", 1, ["--sandbox", "off"]),
            ]:
                report, cpu = explore(program, directory, crate, *values, *only, f"-j{jobs}", *options)
                assert report["stop"] == "exhausted" and report["expressions"] == report["executions"], report
                note(repetition, what, jobs, report["executions"], report["time_ms"]["explore"] / 1000, cpu - idle)
            for what, loop in loops.items():
                output, cpu = run([str(loop), *map(str, VALUES)])
                runs, seconds = output.split()
                note(repetition, what, 1, int(runs), float(seconds), cpu)
            output, cpu = run([str(fuzz), f"-runs={FUZZ_RUNS}", f"-seed={repetition + 1}", "-print_final_stats=1"], cwd=directory)
            per_second = [int(line.split()[-1]) for line in output.splitlines() if "average_exec_per_sec" in line]
            # It counts whole seconds: the CPU time is the finer measure.
            note(repetition, "libfuzzer", 1, FUZZ_RUNS, FUZZ_RUNS / per_second[0], cpu)
            for spec, what in [(crate, "throughput, all items, 6 s"), (total, "total, all items, 6 s")]:
                for jobs in (1, 2):
                    report, cpu = explore(program, directory, spec, "--time-limit", "6s", f"-j{jobs}", *(values if spec == crate else []))
                    note(repetition, f"{what}, expressions", jobs, report["expressions"], report["time_ms"]["explore"] / 1000, cpu)
            for kind in DEATHS:
                options = ["--item", f"deaths::{kind}::*", "--time-limit", "60s", "-j1"]
                report, cpu = explore(program, directory, deaths, *options)
                # Every run of these functions is a death.
                note(repetition, f"deaths, {kind}", 1, report["expressions"], report["time_ms"]["explore"] / 1000, cpu)


main()
