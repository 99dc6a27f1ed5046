"""python nextrel.py PROGRAM OUT.csv DIRECTORY NAME OLD NEW ...: explores OLD, replays all of it against NEW, and runs the tests that `report
--emit-tests --all` writes against NEW, each in a process of its own. A row for each finding: what the replay says, and what the test does."""
import csv, json, os, re, subprocess, sys
program, out, directory = sys.argv[1:4]
# What tests name besides, as the crate itself depends on it.
MORE = {"petgraph": 'fixedbitset = "0.5.7"\n', "ordered-float": 'num-traits = "0.2"\n'}
crates = sys.argv[4:]
env = dict(os.environ, CARGO_TERM_COLOR="never")
new = not os.path.exists(out)
file = open(out, "a"); writer = csv.writer(file)
if new: writer.writerow("crate old new id kind item verdict why test".split())
for name, old, later in zip(crates[::3], crates[1::3], crates[2::3]):
    target = os.environ["ENDS_TARGET"]
    base = f"{directory}/{name}"
    os.makedirs(base, exist_ok=True)
    if not os.path.exists(f"{base}/old.json"): subprocess.run([program, f"{name}@{old}", "--time-limit", "20s", "--no-coverage", "--format", "json", "--output", f"{base}/old.json", "--target-dir", target, "-q"], env=env)
    report = json.load(open(f"{base}/old.json"))
    found = {f["id"]: f for f in report["findings"]}
    done = subprocess.run([program, "replay", "--all", "-p", name, "--spec", f"{name}@{later}", "--format", "json", "--output", f"{base}/replay.json", "--target-dir", target, "-q"], env=env, capture_output=True, text=True)
    if done.returncode not in (0, 100): print(name, done.returncode, done.stderr[-500:])
    verdicts = {f["id"]: f for f in json.load(open(f"{base}/replay.json"))["findings"]}
    package = f"{base}/package"
    os.makedirs(f"{package}/src", exist_ok=True); os.makedirs(f"{package}/tests", exist_ok=True)
    subprocess.run([program, "report", "--all", "--emit-tests", f"{package}/tests", "-p", name, "--target-dir", target], env=env)
    open(f"{package}/src/lib.rs", "w").close()
    open(f"{package}/Cargo.toml", "w").write(f'[package]\nname = "next-{name}"\nversion = "0.1.0"\nedition = "2024"\n[dependencies]\n{name} = "={later}"\n{MORE.get(name, "")}[workspace]\n')
    lib = name.replace("-", "_")
    path = f"{package}/tests/explore_{lib}.rs"
    text = open(path).read() if os.path.exists(path) else ""
    ids = {}
    for block in text.split("\n\n"):
        id, test = re.search(r"^// (\w{12}):", block, re.M), re.search(r"^fn (\w+)\(\)", block, re.M)
        if id and test: ids[test.group(1)] = id.group(1)
    built = subprocess.run(["cargo", "test", "--no-run", "--message-format", "json", "--manifest-path", f"{package}/Cargo.toml", "--target-dir", f"{directory}/target"], env=env, capture_output=True, text=True)
    exe = None
    for line in built.stdout.splitlines():
        m = json.loads(line)
        if m.get("executable") and m["target"]["name"] == f"explore_{lib}": exe = m["executable"]
    results = {}
    if exe is None: print(name, "tests do not build", built.stdout[-100:], built.stderr[-800:])
    for test, id in ids.items():
        if exe is None: break
        try:
            ran = subprocess.run([exe, "--exact", test, "--include-ignored"], capture_output=True, text=True, timeout=20)
            results[id] = "passes" if ran.returncode == 0 else "fails"
        except subprocess.TimeoutExpired:
            results[id] = "goes on for 20 s"
    for id, f in found.items():
        v = verdicts.get(id, {})
        writer.writerow([name, old, later, id, f["kind"], f["item"], v.get("verdict"), v.get("why") or v.get("reason"), results.get(id, "no test")])
    file.flush()
    from collections import Counter
    print(name, Counter((verdicts.get(i, {}).get("verdict"), results.get(i, "no test")) for i in found))
