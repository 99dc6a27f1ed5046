#!/usr/bin/env python3
"""CPU and wall time of whole crates to the same depth, with watching in parts and with whole values, alternately.

    measure.py PROGRAM TARGET_DIRECTORY CORPUS OUT.csv [SPEC...]

PROGRAM is cargo-explore. The depth of a crate is the first one at which exploring it takes a few seconds. CPU time is that of the
program and its executors, as /proc tells it while they run; what cargo and rustc use is left out.
"""
import csv
import json
import os
import subprocess
import sys
import time

CORPUS = ["containers", "total", "papers/irulan", "papers/type-targeted-testing", "papers/data-flow",
          "papers/smartcheck", "papers/survey"]
REGISTRY = ["semver@1.0.27", "slab@0.4.9", "smallvec@1.13.2", "num-rational@0.4.2", "indexmap@2.14.2", "url@2.5.4",
            "petgraph@0.8.3"]
ENOUGH_MS = 4_000
LIMIT = "60s"
RUNS = 3
TICK = os.sysconf("SC_CLK_TCK")


def processes():
    """Parent, name, own and inherited CPU time of all processes."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                text = file.read()
        except OSError:
            continue
        comm, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        times = [int(word) / TICK for word in rest[11:15]]
        found[int(name)] = (int(rest[1]), comm, times[0] + times[1], times[2] + times[3])
    return found


def watched(command, directory):
    """Runs the command. Returns the CPU time of it and its executors."""
    own, below = 0.0, {}
    with subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as child:
        while child.poll() is None:
            all_of_them = processes()
            if child.pid in all_of_them:
                own = max(own, all_of_them[child.pid][2])
            sums = {}
            for pid, (parent, comm, used, inherited) in all_of_them.items():
                # Executors are /proc/self/exe.
                if comm != "exe" or pid == child.pid:
                    continue
                top, above = pid, parent
                while above in all_of_them and above != child.pid:
                    top, above = above, all_of_them[above][0]
                if above == child.pid:
                    sums[top] = sums.get(top, 0) + used + inherited
            for pid, used in sums.items():
                below[pid] = max(below.get(pid, 0), used)
            time.sleep(0.05)
    return own + sum(below.values())


def explore(program, directory, spec, depth, more):
    report = os.path.join(directory, "report.json")
    if os.path.exists(report):
        os.remove(report)
    command = [program, "explore", spec, "--depth", str(depth), "--time-limit", LIMIT, "--jobs", "1", "--no-coverage",
               "--format", "json", "--output", report, "--target-dir", directory] + more
    cpu = watched(command, directory)
    with open(report) as file:
        return cpu, json.load(file)


def main():
    program, directory, corpus, out, *specs = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    specs = specs or [os.path.join(corpus, name) for name in CORPUS] + REGISTRY
    is_new = not os.path.exists(out)
    with open(out, "a", newline="") as file:
        rows = csv.writer(file)
        if is_new:
            rows.writerow(["crate", "depth", "mode", "run", "cpu_s", "explore_ms", "executions", "findings", "stop"])
        for spec in specs:
            depth, best = 1, None
            while depth <= 20:
                _, report = explore(program, directory, spec, depth, [])
                if report["stop"] == "time":
                    break
                best = depth
                if report["time_ms"]["explore"] >= ENOUGH_MS or report["stop"] == "exhausted":
                    break
                depth += 1
            if best is None:
                print(spec, "not even depth 1", flush=True)
                continue
            for run in range(RUNS):
                for mode, more in [("parts", []), ("whole", ["--whole-values"])]:
                    cpu, report = explore(program, directory, spec, best, more)
                    row = [spec.removeprefix(corpus).strip("/"), best, mode, run, round(cpu, 2),
                           report["time_ms"]["explore"], report["executions"], len(report["findings"]), report["stop"]]
                    rows.writerow(row)
                    file.flush()
                    print(*row, flush=True)


main()
