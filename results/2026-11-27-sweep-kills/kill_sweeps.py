"""Kills sweeps of a workspace of twelve members at points in time by chance, resumes them, and compares reports.

kill_sweeps.py PROGRAM CORPUS DIRECTORY TOTAL_TIME SEED SWEEPS KILLS

Each of SWEEPS sweeps begins anew (no state, no builds); it is killed KILLS times in all, the kill coming after a
random part of what the unbroken sweep took, divided by the kills that one sweep gets; then it is resumed until it ends.
"""
import json, os, random, re, shutil, signal, subprocess, sys, time

program, corpus, directory, total, seed, sweeps, kills = sys.argv[1:8]
directory, program = os.path.abspath(directory), os.path.abspath(program)
corpus = os.path.abspath(corpus)
shutil.rmtree(directory, ignore_errors=True)
workspace = os.path.join(directory, "workspace")
HEALTHY = ["magic", "triggers", "int-tree", "dear", "leaks", "sequences", "values"]
MADE = {
    "broken": ("pub fn f() -> u8 { 1u16 }\n", None),
    "hangs-in-build": ("pub fn f(x: u8) -> u8 { x }\n", "fn main() { loop { std::thread::sleep(std::time::Duration::from_secs(1)); } }\n"),
    "fills-the-disk": (
        "use std::io::Write;\npub fn fill(times: u8) -> u64 {\n"
        "    let path = std::env::temp_dir().join(\"full\");\n"
        "    let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) else { return 0 };\n"
        "    let mut written = 0;\n    loop {\n"
        "        match file.write(&[7; 1 << 20]) { Ok(0) | Err(_) => break, Ok(n) => written += n as u64 }\n"
        "        if written > (1 << 36) { break }\n    }\n    written + u64::from(times)\n}\n", None),
    "writes-elsewhere": (
        "pub fn leave(name: u8) -> bool { std::fs::write(format!(\"/usr/explored-{name}\"), b\"x\").is_ok() }\n"
        "pub fn home(name: u8) { std::fs::write(format!(\"/root/explored-{name}\"), b\"x\").unwrap() }\n", None),
    "by-path": ("pub fn lowest(n: u8) -> u8 { assert!(n != 9, \"nine\"); n }\npub use int_tree;\n", None),
}


def make():
    shutil.rmtree(workspace, ignore_errors=True)
    os.makedirs(workspace)
    for name in HEALTHY:
        shutil.copytree(os.path.join(corpus, name), os.path.join(workspace, name), ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        manifest = os.path.join(workspace, name, "Cargo.toml")
        text = open(manifest).read()
        open(manifest, "w").write("\n".join(line for line in text.splitlines() if line.strip() != "[workspace]") + "\n")
    for name, (lib, build) in MADE.items():
        os.makedirs(os.path.join(workspace, name, "src"))
        manifest = f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n'
        if name == "by-path":
            manifest += '[dependencies]\nint-tree = { path = "../int-tree" }\n'
        open(os.path.join(workspace, name, "Cargo.toml"), "w").write(manifest)
        open(os.path.join(workspace, name, "src/lib.rs"), "w").write(lib)
        if build:
            open(os.path.join(workspace, name, "build.rs"), "w").write(build)
    members = ", ".join(f'"{name}"' for name in [*HEALTHY, *MADE])
    open(os.path.join(workspace, "Cargo.toml"), "w").write(f"[workspace]\nresolver = \"2\"\nmembers = [{members}]\n")


environment = dict(os.environ, CARGO_EXPLORE_STATE_DIR=os.path.join(directory, "state"), TMPDIR=os.path.join(directory, "tmp"))
target = os.path.join(directory, "target")


def fresh():
    for name in (target, environment["CARGO_EXPLORE_STATE_DIR"], environment["TMPDIR"]):
        shutil.rmtree(name, ignore_errors=True)
    os.makedirs(environment["TMPDIR"])


def begin(resume):
    more = ["--resume"] if resume else ["--workspace", "--total-time", total, "--depth", "4", "--no-coverage"]
    command = [program, "explore", "sweep", *more, "--format", "json", "--output", os.path.join(directory, "report.json"), "--target-dir", target]
    return subprocess.Popen(command, cwd=workspace, env=environment, stdout=subprocess.DEVNULL, stderr=open(os.path.join(directory, "stderr.txt"), "a"))


def report():
    """Findings of each package from the JSON lines, outcomes from what people read."""
    name = os.path.join(directory, "report.json")
    reports = [json.loads(line) for line in open(name)]
    os.remove(name)
    findings = {r["crate"]["name"]: sorted((f["id"], f["class"], f["confirmed"]) for f in r["findings"]) for r in reports}
    told = open(os.path.join(directory, "stderr.txt")).read()
    lines = told[told.rindex("sweep: "):].splitlines()[1:]
    packages = {}
    for line in lines:
        match = re.match(r"  (\S+) 0\.1\.0 +(.*)", line)
        if match:
            outcome = re.sub(r"explored [\d.]+ m?s|, [\d.]+ m?s in all|after [\d.]+ m?s", "", match[2])
            packages[match[1]] = (outcome, findings.get(match[1], []))
    return packages


make()
fresh()
chance = random.Random(int(seed))
began = time.time()
code = begin(False).wait()
took = time.time() - began
unbroken = report()
print(f"unbroken: exit {code}, {took:.1f} s, {len(unbroken)} packages, {sum(len(f) for _, f in unbroken.values())} findings", flush=True)
for name, (outcome, findings) in sorted(unbroken.items()):
    print(f"  {name}: {outcome}, {len(findings)} findings", flush=True)
different = done = finished = 0
for sweep in range(int(sweeps)):
    fresh()
    resume = False
    share = (int(kills) - done + int(sweeps) - sweep - 1) // (int(sweeps) - sweep)
    spent = time.time()
    points = []
    for _ in range(share):
        run = begin(resume)
        wait = chance.uniform(0, took / share)
        points.append(f"{wait:.1f}")
        time.sleep(wait)
        if run.poll() is not None:
            finished += 1
        else:
            run.send_signal(signal.SIGKILL)
            run.wait()
        done += 1
        # Killed before there was anything to go on with, a sweep is begun.
        sweeps_kept = os.path.join(target, "explore/sweeps")
        resume = os.path.isdir(sweeps_kept) and bool(os.listdir(sweeps_kept))
    code = begin(resume).wait()
    try:
        found = report()
    except (OSError, ValueError, KeyError) as error:
        found = {"report": (repr(error), [])}
    same = found == unbroken
    different += not same
    print(f"sweep {sweep}: killed after {', '.join(points)} s, exit {code}, the same: {same}, {time.time() - spent:.1f} s in all", flush=True)
    if not same:
        for name in sorted(set(found) | set(unbroken)):
            if found.get(name) != unbroken.get(name):
                print(f"  {name}: {unbroken.get(name)}\n    now {found.get(name)}", flush=True)
print(f"{done} kills ({finished} came after the end) in {sweeps} sweeps: {different} reports different, left in the temporary directory: {os.listdir(environment['TMPDIR'])}")
