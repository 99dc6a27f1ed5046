"""python sum.py panel.csv: of each crate, `--until 60s` and then the default, which finds everything built."""
import csv, statistics, sys
rows = {}
for row in csv.DictReader(open(sys.argv[1])):
    rows.setdefault(row["crate"], {})[row["label"]] = row
ratios, halves, ends = [], [], []
for crate, of in rows.items():
    ends_row = of["ends"]
    explore, confirm, coverage = (int(ends_row[k]) / 1000 for k in ("explore", "confirm", "coverage"))
    part = (confirm + coverage) / explore
    halves.append((part, crate))
    until = of.get("until")
    ratio = None
    if until:
        # Both as if everything was built.
        whole = float(until["wall"]) - float(until["begins"]) + float(ends_row["begins"])
        ratio = float(ends_row["wall"]) / whole
        ratios.append(ratio)
    ends.append(explore)
    print(f'{crate:22} {ends_row["stop"]:6} explore {explore:5.1f} s  confirm+coverage {part:.2f} of it  whole {float(ends_row["wall"]):5.1f} s, of --until 60s {ratio if ratio is None else round(ratio, 2)}')
n = len(ratios)
print(f"{n} crates with both: median of the ratios {statistics.median(ratios):.3f}; at most a third {sum(r <= 1/3 for r in ratios)}")
everyone = sorted(ratios + [1.0] * (37 - n))
print(f"of 37, the others 1: median {everyone[18]:.3f}; exploring at most 20 s: {sum(e <= 20 for e in ends)}")
print("most of confirming and coverage:", [(c, round(p, 2)) for p, c in sorted(halves)[-6:]])
