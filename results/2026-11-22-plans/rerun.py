#!/usr/bin/env python3
"""Runs the plans of reports again, in a build made anew, and says which of them end otherwise.

Usage: rerun.py PROGRAM REPORTS-DIRECTORY TARGET-DIRECTORY CSV [OLD=NEW ...]
For each report of panel.py whose findings have plans: the plans are written to a file, explored with the harness built in
TARGET-DIRECTORY, which should be empty, and held to the kind and the message that the report has. OLD=NEW runs the plans of
crate OLD (name@version) against NEW instead, and only those crates.
"""
import csv, json, os, re, subprocess, sys

program, reports, target, table = sys.argv[1:5]
other = dict(pair.split("=") for pair in sys.argv[5:])
normal = lambda message: re.sub(r"0x[0-9a-f]+|\d+", "#", message)
columns = ["crate", "against", "plans", "same", "otherwise", "passed", "no_longer_reachable", "not_run"]
with open(table, "w", newline="") as out:
    out = csv.writer(out)
    out.writerow(columns)
    for file in sorted(os.listdir(reports)):
        crate = file.removesuffix(".json")
        if not file.endswith(".json") or (other and crate not in other):
            continue
        findings = json.load(open(os.path.join(reports, file)))["findings"]
        plans = [(plan, f) for f in findings if f["confirmed"] for plan in f["smallest_plans"]]
        if not plans:
            continue
        lines = os.path.join(reports, crate + ".plans")
        open(lines, "w").write("".join(plan + "\n" for plan, _ in plans))
        against = other.get(crate, crate)
        results = os.path.join(reports, crate + ".reruns")
        command = [program, "explore", against, "--run-plans", lines, "--output", results, "--target-dir", target]
        with open(os.path.join(reports, crate + ".rerun.log"), "w") as log:
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=reports)
        told = [json.loads(line) for line in open(results)] if os.path.exists(results) else []
        count = dict.fromkeys(columns[3:], 0)
        count["not_run"] = len(plans) - len(told)
        for (plan, finding), run in zip(plans, told):
            if run["outcome"] == "no longer reachable":
                verdict = "no_longer_reachable"
            elif run["outcome"] == "passed":
                verdict = "passed"
            else:
                kind = run["outcome"] == finding["kind"] or {run["outcome"], finding["kind"]} == {"panic", "property"}
                loose = finding["kind"] in ("timeout", "memory")
                same = kind and (loose or normal(run["message"]) == normal(finding["message"]))
                verdict = "same" if same else "otherwise"
            count[verdict] += 1
            if verdict != "same":
                print(crate, verdict, finding["kind"], finding["message"][:60], "|", run["outcome"], run["message"][:90], "|",
                      plan[:200], flush=True)
        row = [crate, against, len(plans), *count.values()]
        out.writerow(row)
        print(*row, flush=True)
