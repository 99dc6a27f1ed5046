"""Replays the newest stored run of each crate; times in seconds, one CSV row a crate.

python replays.py PROGRAM OUT.csv DIRECTORY LABEL [OPTIONS...] -- CRATE...

Runs are read from, and all is built in, DIRECTORY/targets/CRATE, where `ends.py` of 2026-11-22-ends left them. Documents go to
DIRECTORY/CRATE.LABEL.json.
"""
import csv, glob, json, os, subprocess, sys, time
from collections import Counter
program, out, directory, label = sys.argv[1:5]
at = sys.argv.index("--")
options, crates = sys.argv[5:at], sys.argv[at + 1:]
FIELDS = "crate label exit_code findings still_failing failing_otherwise fixed no_longer_reachable cannot_tell wall explore explore_and_after".split()
new = not os.path.exists(out)
with open(out, "a") as file:
    writer = csv.DictWriter(file, FIELDS)
    if new: writer.writeheader()
    for crate in crates:
        name = crate.split("@")[0]
        target = f"{directory}/targets/{name}"
        path = f"{directory}/{name}.{label}.json"
        began = time.monotonic()
        spec = [option.replace("CRATE", crate) for option in options]
        done = subprocess.run([program, "replay", "--all", "--format", "json", "--output", path, "--target-dir", target, "-q", *spec], capture_output=True, text=True)
        wall = time.monotonic() - began
        row = dict(crate=crate, label=label, exit_code=done.returncode, wall=f"{wall:.2f}")
        try:
            document = json.load(open(path))
            verdicts = Counter(each["verdict"] for each in document["findings"])
            row["findings"] = sum(verdicts.values())
            for verdict in FIELDS[4:9]: row[verdict] = verdicts.pop(verdict, 0)
            assert not verdicts, verdicts
        except Exception as error:
            print(crate, repr(error), done.stderr[-300:])
        try:
            times = json.load(open(f"{directory}/{name}.warm.json"))["time_ms"]
            row["explore"] = times["explore"] / 1000
            row["explore_and_after"] = (times["explore"] + times["confirm"] + times["coverage"]) / 1000
        except FileNotFoundError:
            pass
        writer.writerow(row); file.flush()
