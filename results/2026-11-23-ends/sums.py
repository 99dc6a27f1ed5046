"""The figures of README.md, from the CSV files beside it: python sums.py"""
import csv, statistics as st
def load(file, label=None):
    return {r["crate"].split("@")[0]: r for r in csv.DictReader(open(file)) if not label or r["label"] == label}
cold, until, warm, quiet = map(load, ("cold.csv", "until.csv", "warm.csv", "warm-quiet.csv"))
last = {**warm, **quiet}
seconds = lambda row, *names: sum(float(row[name]) / 1000 for name in names)
ratios = []
for name, row in last.items():
    # What a build took is left out: some runs were the first of their program.
    begins = min(float(rows[name]["begins"]) for rows in (warm, quiet, until) if name in rows)
    whole = lambda row: begins + seconds(row, "explore", "confirm", "coverage")
    ratios.append((whole(row) / whole(until[name]) if name in until else 1.0, name))
print("whole run, of --until 60s: median %.2f (%s)" % sorted(ratios)[len(ratios) // 2])
print("at most a third:", sum(ratio <= 1 / 3 for ratio, _ in ratios), "of", len(ratios))
print("whole run, median: %.1f s" % st.median(float(row["wall"]) for row in last.values()))
for label, rows in (("cold", cold), ("warm", last)):
    first = [float(row["first_found"]) for row in rows.values() if row["first_found"]]
    print(label, "first finding: median %.2f s of %d crates" % (st.median(first), len(first)))
    print(label, "exploring: median %.1f s, ended before 60 s: %d" % (st.median(seconds(row, "explore") for row in rows.values()), sum(row["stop"] != "time" for row in rows.values())))
    print(label, "confirming and coverage beyond half:", [name for name, row in rows.items() if seconds(row, "confirm", "coverage") > seconds(row, "explore") / 2])
for label in ("replay", "again"):
    rows = load("replays.csv", label)
    walls = [float(row["wall"]) for row in rows.values()]
    still, all_ = (sum(int(row[key]) for row in rows.values()) for key in ("still_failing", "findings"))
    print(label, "%.1f s, most %.1f s; %d of %d still failing; exploring them %.1f s" % (sum(walls), max(walls), still, all_, sum(seconds(row, "explore") for row in last.values())))
