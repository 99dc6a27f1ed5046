"""Runs crates and writes one CSV row for each; times in seconds from the command, stages in milliseconds.

python ends.py PROGRAM OUT.csv DIRECTORY LABEL OPTIONS... -- CRATE...

Reports go to DIRECTORY/CRATE.LABEL.json, target directories are DIRECTORY/targets/CRATE: a second run is warm. `begins` is when
exploring began, `first_found` how long after that the first finding was shown.
"""
import csv, json, subprocess, sys, time, threading, os
program, out, jsons, label = sys.argv[1:5]
at = sys.argv.index("--")
options, crates = sys.argv[5:at], sys.argv[at + 1:]
os.makedirs(jsons, exist_ok=True)
FIELDS = "crate label exit_code stop first_found begins explore widen confirm coverage build wall expressions runs in_vain findings confirmed causes bugs".split()
new = not os.path.exists(out)
with open(out, "a") as file:
    writer = csv.DictWriter(file, FIELDS)
    if new: writer.writeheader()
    for crate in crates:
        name = crate.split("@")[0]
        target = f"{jsons}/targets/{name}"
        path = f"{jsons}/{name}.{label}.json"
        began = time.monotonic()
        child = subprocess.Popen([program, crate, "--format", "json", "--output", path, "--target-dir", target, "--color", "never", *options], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        first = begins = None
        log = open(f"{jsons}/{name}.{label}.log", "w")
        for line in child.stderr:
            now = time.monotonic() - began
            log.write(f"{now:.2f} {line}")
            if line.lstrip().startswith("exploring") and begins is None: begins = now
            if line.startswith("  found") and first is None: first = now
        code = child.wait()
        wall = time.monotonic() - began
        row = dict(crate=name, label=label, exit_code=code, wall=f"{wall:.1f}")
        if begins is not None: row["begins"] = f"{begins:.1f}"
        if first is not None: row["first_found"] = f"{first - (begins or 0):.2f}"
        try:
            report = json.load(open(path))
            c = report
            row.update(stop=c["stop"], findings=len(c["findings"]), confirmed=sum(bool(f.get("confirmed")) for f in c["findings"]), causes=len(c["causes"]), bugs=sum(x["class"]=="bug" for x in c["causes"]))
            for k in ("explore", "widen", "confirm", "coverage", "build"):
                row[k] = c["time_ms"].get(k)
            row["expressions"], row["runs"], row["in_vain"] = c["expressions"], c["executions"], c["in_vain"]
        except Exception as error:
            row["stop"] = f"? {error!r}"
        writer.writerow(row); file.flush()
