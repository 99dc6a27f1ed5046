"""Sends a signal at random times of a run, and looks at what it leaves.

python signals.py PROGRAM SPEC DIRECTORY COUNT SEED INT|TERM|KILL [cold]

One CSV row for each signal. PROGRAM explores SPEC with its target directory below DIRECTORY, first once to its end. The signal goes
to the program alone; KILL to its whole process group, as a machine that is switched off does. With `cold` each run begins with an
empty target directory. What a run says it has found must be in the newest stored run then.
"""

import csv
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time

program, spec, directory, count, seed, name = sys.argv[1:7]
is_cold = "cold" in sys.argv[7:]
program, number = os.path.abspath(program), getattr(signal, "SIG" + name)
target = os.path.join(directory, "target")
dice = random.Random(int(seed))


def command(*arguments):
    return [program, *arguments, "--target-dir", target, "--color", "never"]


def whole():
    began = time.monotonic()
    ended = subprocess.run(command(spec), capture_output=True, text=True, errors="replace")
    return time.monotonic() - began, ended


def stored():
    ended = subprocess.run(command("report", "--format", "json", "--all"), capture_output=True, text=True)
    unreadable = "cannot be read" in ended.stderr or (ended.returncode == 2 and "no stored run" not in ended.stderr)
    return (json.loads(ended.stdout) if ended.stdout.strip() else {"findings": []}), unreadable, ended


def found(text):
    return re.findall(r"^  found (.*)", text, re.M)


shutil.rmtree(directory, ignore_errors=True)
os.makedirs(directory)
duration, ended = whole()
if not is_cold:
    duration, ended = whole()
out = csv.writer(sys.stdout)
out.writerow("at_s stage shown exit_code ended_after_s lost unreadable".split())
times, shown_in_all, lost_in_all, unreadable_in_all = [], 0, 0, 0
while len(times) < int(count):
    if is_cold:
        shutil.rmtree(target, ignore_errors=True)
    child = subprocess.Popen(command(spec), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, bufsize=0, start_new_session=True)
    at = dice.uniform(0, duration)
    end, text = time.monotonic() + at, b""
    while time.monotonic() < end and child.poll() is None:
        if select.select([child.stderr], [], [], max(0, min(0.05, end - time.monotonic())))[0]:
            text += os.read(child.stderr.fileno(), 1 << 16)
    if child.poll() is not None:
        continue
    said = text.decode(errors="replace")
    sent = time.monotonic()
    (os.killpg if number == signal.SIGKILL else os.kill)(child.pid, number)
    code = child.wait()
    took = time.monotonic() - sent
    stages = [line for line in said.splitlines() if not line.startswith(" ")]
    report, unreadable, answer = stored()
    kept = {finding["item"] for finding in report["findings"]}
    shown = found(said)
    lost = [line for line in shown if not any(line.startswith(item + " ") for item in kept)]
    if lost or unreadable:
        print(lost, answer.returncode, answer.stderr[:500], file=sys.stderr)
    times.append(took)
    shown_in_all, lost_in_all, unreadable_in_all = shown_in_all + len(shown), lost_in_all + len(lost), unreadable_in_all + unreadable
    out.writerow([f"{at:.1f}", stages[-1] if stages else "", len(shown), code, f"{took:.2f}", len(lost), int(unreadable)])
    sys.stdout.flush()
times.sort()
_, last = whole()
print(
    f"{len(times)} signals: median {times[len(times) // 2]:.2f} s to the end, most {times[-1]:.2f} s; {shown_in_all} findings shown, "
    f"{lost_in_all} lost, {unreadable_in_all} stores unreadable; the run after them ends with {last.returncode}, the first whole one "
    f"with {ended.returncode}",
    file=sys.stderr,
)
