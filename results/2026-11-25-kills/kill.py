"""Kills runs at points in time by chance, and looks whether anything is lost by that.

kill.py PROGRAM PACKAGE DIRECTORY SEED KILLS
"""
import glob, json, os, random, shutil, subprocess, sys, time

program, package, directory, seed, kills = sys.argv[1:6]
shutil.rmtree(directory, ignore_errors=True)
os.makedirs(directory)
environment = dict(os.environ, CARGO_EXPLORE_STATE_DIR=os.path.join(directory, "state"), TMPDIR=directory)
target = ["--target-dir", os.path.join(directory, "target")]
exploring = [program, "explore", package, "--depth", "4", "--no-coverage", "--format", "json", *target]


def whole():
    began = time.time()
    done = subprocess.run([*exploring, "-q"], env=environment, capture_output=True, text=True)
    findings = json.loads(done.stdout)["findings"]
    return sorted((finding["id"], finding["confirmed"]) for finding in findings), done.returncode, time.time() - began


def shown():
    report = [program, "explore", "report", "--format", "json", *target]
    return subprocess.run(report, env=environment, capture_output=True, text=True)


cold = whole()
warm = whole()
print(f"unbroken: {len(cold[0])} findings, exit {cold[1]}, cold {cold[2]:.1f} s, warm {warm[2]:.1f} s, same: {cold[:2] == warm[:2]}")
chance = random.Random(int(seed))
unreadable = different = in_builds = 0
for number in range(int(kills)):
    is_cold = number % 10 == 0
    if is_cold:
        for build in glob.glob(os.path.join(directory, "target/explore/*-*")):
            shutil.rmtree(build, ignore_errors=True)
        in_builds += 1
    run = subprocess.Popen(exploring, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, cold[2] if is_cold else warm[2]))
    run.kill()
    run.wait()
    report = shown()
    if report.returncode not in (0, 100, 106):
        unreadable += 1
        print(f"kill {number}: report {report.returncode}: {report.stderr[-200:]!r}")
    if number % 5 == 4:
        found = whole()
        if found[:2] != cold[:2]:
            different += 1
            print(f"kill {number}: {len(found[0])} findings, exit {found[1]}")
last = whole()
left = [name for name in os.listdir(directory) if name.startswith("cargo-explore-")]
print(f"{kills} kills, {in_builds} of cold runs: {unreadable} stores unreadable, {different} of {int(kills) // 5} later runs different, last one the same: {last[:2] == cold[:2]}, left in the temporary directory: {len(left)}")
