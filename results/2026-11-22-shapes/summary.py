#!/usr/bin/env python3
"""What JSON reports say of shapes, one finding after another: shapes.py REPORT..."""

import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        report = json.load(file)
    for finding in report["findings"]:
        print(finding["item"])
        print("  fails: ", finding["expression"])
        trigger = finding["trigger"]
        if trigger:
            print("  when:  ", trigger["condition"])
        if finding["shape"]:
            print("  shape: ", finding["shape"], f"(together {finding['values_together']})")
        for value in finding["values"]:
            print(f"    {value['letter']}: {value['failing']} of {value['runs']}, {value['discarded']} discarded")
        for choice in finding["constructors"]:
            kind = "each fails" if choice["every"] else "no other fails" if choice["only"] else "some fail"
            tried = ", ".join(f"{row['constructor']} {row['failing']} of {row['runs']}" for row in choice["tried"])
            print(f"    {choice['at']}: {kind} ({tried})")
