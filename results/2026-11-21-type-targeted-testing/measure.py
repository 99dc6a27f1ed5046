#!/usr/bin/env python3
"""The first 1,000 valid inputs of a depth, for the four benchmarks of "Type Targeted Testing" (ESOP 2015).

Usage: measure.py PROGRAM DIRECTORY

Writes DIRECTORY/table.csv and prints it as it grows. PROGRAM is a release build of cargo-explore; the explored crate is
corpus/containers of the same tree. One job, so one core.
"""

import csv
import json
import os
import subprocess
import sys

PROGRAM, DIRECTORY = sys.argv[1:]
CRATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../corpus/containers")
# Seconds for 1,000 inputs of exactly a depth, and of at most a depth.
TIME_LIMITS = {"exactly": 60, "at most": 10}


def red_black_size(depth, black_height):
    """Values of the smallest red-black tree with a way down of this many nodes."""
    if depth == 0:
        return 0
    below = black_height - (1 if depth <= 2 * black_height else 0)
    return 1 + 2**below - 1 + red_black_size(depth - 1, below)


def map_size(depth):
    """Entries of the smallest size-balanced map of this depth."""
    if depth <= 2:
        return depth
    higher = map_size(depth - 1)
    return 1 + higher + -(-higher // 3)


# Name, item without depth, integers for a depth, depths.
BENCHMARKS = [
    ("sorted list, insert", "sorted_list::prop_insert", lambda depth: 10, [10, 20, 21, 25, 30, 40, 80]),
    (
        "red-black tree, insert",
        "red_black::prop_insert",
        lambda depth: red_black_size(depth, -(-depth // 2)) + 2,
        [5, 7, 9, 11, 12, 13],
    ),
    ("map, delete", "size_balanced::prop_delete", lambda depth: map_size(depth) + 2, [4, 6, 8, 10, 11, 12]),
    ("stack set, refocus", "window_set::prop_refocus", lambda depth: 20, [6, 8, 9, 10, 12, 16]),
]


def explore(item, integers, time_limit, more):
    report = os.path.join(DIRECTORY, "report.json")
    command = [PROGRAM, "explore", CRATE, "--item", "containers::" + item, "--strategy", "dfs"]
    command += ["--depth", "10000000", "--valid", "1000", "--time-limit", "%ds" % time_limit, "--jobs", "1"]
    command += ["--only-given-constants", "--chars", "a", "--ints", ",".join(map(str, range(integers)))]
    command += ["--format", "json", "--output", report, "--target-dir", os.path.join(DIRECTORY, "target"), "-q"]
    subprocess.run(command + more, check=True)
    with open(report) as file:
        result = json.load(file)
    os.remove(report)
    assert not result["findings"], result["findings"]
    return result


os.makedirs(DIRECTORY, exist_ok=True)
with open(os.path.join(DIRECTORY, "table.csv"), "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["benchmark", "depth", "notion", "integers", "valid", "discarded", "runs", "seconds", "stop"])
    for name, item, integers, depths in BENCHMARKS:
        for depth in depths:
            for notion, path, more in [
                ("exactly", "%s_at_depth_%d" % (item, depth), []),
                ("at most", item, ["--nesting", str(depth)]),
            ]:
                result = explore(path, integers(depth), TIME_LIMITS[notion], more)
                row = [name, depth, notion, integers(depth), result["returned"], result["discarded"]]
                row += [result["executions"], result["time_ms"]["explore"] / 1000, result["stop"]]
                rows.writerow(row)
                file.flush()
                print(*row, sep=",", flush=True)
