#!/usr/bin/env python3
"""Coverage of each module of corpus/papers after 1 s and 60 s, with and without taking results apart.

Usage: coverage.py PROGRAM TARGET-DIRECTORY [SECONDS ...]   (from the repository's root; writes coverage.csv here)
"""
import csv
import pathlib
import re
import subprocess
import sys

program, target = sys.argv[1:3]
limits = [float(text) for text in sys.argv[3:]] or [1, 60]
here = pathlib.Path(__file__).parent
with open(here / "coverage.csv", "w", newline="") as out:
    rows = csv.writer(out)
    rows.writerow(["crate", "module", "seconds", "results", "regions", "of", "lines", "of_lines"])
    for crate in ["irulan", "type-targeted-testing", "data-flow", "smartcheck", "survey"]:
        for seconds in limits:
            for results in ["apart", "whole"]:
                listing = pathlib.Path(target) / f"{crate}.txt"
                command = [program, "explore", f"corpus/papers/{crate}", "--time-limit", f"{int(seconds * 1000)}ms",
                           "--quiet", "--format", "json", "--output", f"{target}/{crate}.json",
                           "--coverage-listing", str(listing), "--target-dir", target]
                if results == "whole":
                    command.append("--keep-results-whole")
                listing.unlink(missing_ok=True)
                ran = subprocess.run(command, capture_output=True, text=True)
                assert ran.returncode in (0, 100), ran.stderr
                found = re.findall(r"^src/(\S+)\.rs: (\d+)/(\d+) regions, (\d+)/(\d+) lines$", listing.read_text(), re.M)
                assert found, listing
                for module, *counts in found:
                    rows.writerow([crate, module, seconds, results, *counts])
                out.flush()
