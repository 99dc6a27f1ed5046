#!/usr/bin/env python3
"""Expressions with needed narrowing and with eager enumeration of the same arguments, depth by depth.

Usage: measure.py PROGRAM DIRECTORY [PART INTEGERS SECONDS]

Writes DIRECTORY/nesting.csv (all arguments whose constructors are nested at most so deep) and DIRECTORY/steps.csv (all
plans of at most so many steps) and prints them as they grow. PROGRAM is a release build of cargo-explore; the explored
crate is corpus/containers of the same tree. One job, so one core. With PART only items whose path contains it, with so
many integers instead of 2 and so many seconds instead of 4 for one exploration, and no steps.csv.
"""

import csv
import json
import os
import subprocess
import sys

PROGRAM, DIRECTORY = sys.argv[1:3]
PART, INTEGERS, TIME_LIMIT = (sys.argv[3], int(sys.argv[4]), int(sys.argv[5])) if sys.argv[3:] else ("", 2, 4)
CRATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../corpus/containers")
MOST = 8


def trees(kinds):
    """Trees of nodes of so many kinds, nested at most so deep."""
    return lambda depth: 1 if depth <= 0 else 1 + kinds * trees(kinds)(depth - 1) ** 2


def lists(kinds):
    return lambda depth: 1 if depth <= 0 else 1 + kinds * lists(kinds)(depth - 1)


def window_sets(ints):
    """0 if nothing is small enough. `Some` and every constructor with fields count."""

    def windows(depth):
        return 0 if depth < 0 else 1 if depth == 0 else 1 + ints * windows(depth - 1)

    def stacks(depth):
        return 0 if depth < 1 else ints * windows(depth - 1) ** 2

    def workspaces(depth):
        return 0 if depth < 1 else ints * (1 + stacks(depth - 2))

    def more(depth):
        return 0 if depth < 0 else 1 if depth == 0 else 1 + workspaces(depth - 1) * more(depth - 1)

    return lambda depth: 0 if depth < 1 else workspaces(depth - 1) * more(depth - 1) ** 2


# Item, and how many argument lists there are for a number of integers and a depth.
BENCHMARKS = [
    ("sorted_list::insert", lambda n, d: n * lists(n)(d)),
    ("red_black::insert", lambda n, d: n * trees(2 * n)(d)),
    ("red_black::delete", lambda n, d: n * trees(2 * n)(d)),
    ("avl::insert", lambda n, d: n * trees(3 * n)(d)),
    ("avl::delete", lambda n, d: n * trees(3 * n)(d)),
    ("size_balanced::insert", lambda n, d: n * trees(n * n)(d)),
    ("size_balanced::delete", lambda n, d: n * trees(n * n)(d)),
    ("size_balanced::difference", lambda n, d: trees(n * n)(d) ** 2),
    ("window_set::focus_up", lambda n, d: window_sets(n)(d)),
    ("window_set::focus_window", lambda n, d: n * window_sets(n)(d)),
    ("heap::insert", lambda n, d: n * trees(n)(d)),
    ("heap::delete", lambda n, d: trees(n)(d)),
    # With a precondition that looks at the whole argument, in the order of the way down.
    ("red_black::prop_insert", lambda n, d: n * trees(2 * n)(d)),
    ("red_black::prop_delete", lambda n, d: n * trees(2 * n)(d)),
    ("avl::prop_insert", lambda n, d: n * trees(3 * n)(d)),
    ("avl::prop_delete", lambda n, d: n * trees(3 * n)(d)),
    ("size_balanced::prop_insert", lambda n, d: n * trees(n * n)(d)),
    ("size_balanced::prop_delete", lambda n, d: n * trees(n * n)(d)),
    ("size_balanced::prop_difference", lambda n, d: trees(n * n)(d) ** 2),
    # The same for any ordered values: an integer is decided where it is compared, not where its node is looked at.
    ("generic::red_black::insert", lambda n, d: n * trees(2 * n)(d)),
    ("generic::red_black::delete", lambda n, d: n * trees(2 * n)(d)),
    ("generic::avl::insert", lambda n, d: n * trees(3 * n)(d)),
    ("generic::avl::delete", lambda n, d: n * trees(3 * n)(d)),
    ("generic::size_balanced::insert", lambda n, d: n * trees(SIZES * n)(d)),
    ("generic::size_balanced::delete", lambda n, d: n * trees(SIZES * n)(d)),
    ("generic::size_balanced::difference", lambda n, d: trees(SIZES * n)(d) ** 2),
]
# Sizes of maps are ordinary integers.
SIZES = INTEGERS


def count_all(item, count, integers, depth):
    """Of a generic item there is another instance, with the one value of a placeholder type."""
    both = [integers, 1] if item.startswith("generic::") else [integers]
    return sum(count(values, depth) for values in both)


def explore(item, integers, more):
    report = os.path.join(DIRECTORY, "report.json")
    command = [PROGRAM, "explore", CRATE, "--item", "containers::" + item, "--jobs", "1"]
    command += ["--only-given-constants", "--chars", "a", "--ints", ",".join(map(str, range(integers)))]
    command += ["--time-limit", "%ds" % TIME_LIMIT, "--format", "json", "--output", report, "-q"]
    command += ["--target-dir", os.path.join(DIRECTORY, "target")]
    # Exit code 4 with nothing to explore cannot happen; 0 says that nothing failed.
    subprocess.run(command + more, check=True)
    with open(report) as file:
        result = json.load(file)
    os.remove(report)
    assert not result["findings"], result["findings"]
    return result["expressions"], result["time_ms"]["explore"] / 1000, result["stop"] != "time"


def short(number):
    """Exactly up to ten digits."""
    digits = str(number)
    return digits if len(digits) <= 10 else "%s.%se%d" % (digits[0], digits[1:3], len(digits) - 1)


def writer(name, header):
    file = open(os.path.join(DIRECTORY, name), "w", newline="")
    rows = csv.writer(file)

    def write(row):
        rows.writerow(row)
        file.flush()
        print(*row, sep=",", flush=True)

    write(header)
    return write


os.makedirs(DIRECTORY, exist_ok=True)
header = ["item", "integers", "depth", "narrowing", "narrowing_s", "narrowing_complete"]
header += ["eager", "eager_s", "eager_complete", "eager_counted", "ratio"]
write = writer("nesting.csv", header)
for item, count in BENCHMARKS:
    for integers in [INTEGERS] if PART in item else []:
        lazy_goes_on = eager_goes_on = True
        for depth in range(1, MOST + 1):
            counted = count_all(item, count, integers, depth)
            if counted == 0 or not lazy_goes_on:
                continue
            limits = ["--strategy", "dfs", "--depth", "1000000", "--nesting", str(depth)]
            lazy, lazy_s, lazy_goes_on = explore(item, integers, limits)
            row = [item, integers, depth, lazy, lazy_s, lazy_goes_on]
            if eager_goes_on:
                eager, eager_s, eager_goes_on = explore(item, integers, limits + ["--eager"])
                assert not eager_goes_on or eager == counted, (item, integers, depth, eager, counted)
                row += [eager, eager_s, eager_goes_on]
            else:
                row += ["", "", ""]
            # Eager enumeration that did not come to an end is compared by its counted number.
            ratio = "%.1f" % (counted / lazy) if counted < 10**15 else short(counted // lazy)
            write(row + [short(counted), ratio if lazy_goes_on else ""])

header = ["item", "steps", "narrowing", "narrowing_s", "narrowing_complete", "eager", "eager_s", "eager_complete"]
write = writer("steps.csv", header)
for item, _ in [] if PART else BENCHMARKS[:12:3]:
    for steps in range(6, 25, 6):
        row = [item, steps]
        for more in [[], ["--eager"]]:
            try:
                row += explore(item, 3, ["--depth", str(steps)] + more)
            except subprocess.CalledProcessError:
                row += ["", "", ""]
        write(row)
        if not (row[4] and row[7]):
            break
