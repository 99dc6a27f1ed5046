"""Plants a panic in one function of a published crate after the other, chosen by chance, and looks which items `--since` leaves out.

plant.py PROGRAM REGISTRY DIRECTORY SEED FUNCTIONS CRATE-VERSION…
"""
import csv, glob, json, os, random, re, shutil, subprocess, sys

program, registry, directory, seed, functions = sys.argv[1:6]
chance = random.Random(int(seed))
environment = dict(os.environ, CARGO_EXPLORE_STATE_DIR=os.path.join(directory, "state"))


def git(where, *arguments):
    person = ["-c", "user.email=ada@example.org", "-c", "user.name=Ada"]
    subprocess.run(["git", *person, *arguments], cwd=where, check=True, stdout=subprocess.DEVNULL)


def explore(where, *arguments):
    fixed = ["explore", "--quiet", "--format", "json", "--target-dir", os.path.join(directory, "target")]
    done = subprocess.run([program, *fixed, *arguments], cwd=where, env=environment, capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(f"{done.returncode}: {done.stderr[-200:]}")
    return json.loads(done.stdout)


def repository(crate):
    where = os.path.join(directory, crate)
    shutil.rmtree(where, ignore_errors=True)
    shutil.copytree(os.path.join(registry, crate), where)
    for name in ("Cargo.lock", "Cargo.toml.orig", ".cargo_vcs_info.json", ".cargo-ok"):
        if os.path.exists(os.path.join(where, name)):
            os.remove(os.path.join(where, name))
    with open(os.path.join(where, "Cargo.toml"), "a") as manifest:
        manifest.write("\n[workspace]\n")
    subprocess.run(["cargo", "generate-lockfile", "-q"], cwd=where, check=True)
    for arguments in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-qm", "as published"]):
        git(where, *arguments)
    return where


def bodies(where):
    for path in sorted(glob.glob(os.path.join(where, "src/**/*.rs"), recursive=True)):
        text = open(path).read()
        tests = text.find("#[cfg(test)]")
        for found in re.finditer(r"\n( *)(pub(?:\([a-z]+\))? )?(?:unsafe )?fn (\w+)[^;{]*?\{", text):
            if tests < 0 or found.start() < tests:
                yield path, found.end(), found.group(3)


rows = csv.writer(sys.stdout)
rows.writerow(["crate", "file", "function", "affected", "left_out", "failing", "failing_and_left_out"])
for crate in sys.argv[6:]:
    where = repository(crate)
    places = list(bodies(where))
    chance.shuffle(places)
    for path, at, name in places[: int(functions)]:
        text = open(path).read()
        with open(path, "w") as file:
            file.write(text[:at] + ' if true { panic!("planted") }' + text[at:])
        row = [crate, os.path.relpath(path, where), name]
        try:
            listed = explore(where, "--since", "HEAD", "--list")["items"]
            affected = {item["path"] for item in listed if item.get("code") is None}
            left_out = {item["path"] for item in listed if item.get("code") == "E-USER"}
            found = explore(where, "--time-limit", "3s", "--no-coverage")["findings"]
            planted = [finding for finding in found if "planted" in finding["message"]]
            failing = {path for finding in planted for path in [finding["item"], *finding["also_in"]]}
            row += [len(affected), len(left_out), len(failing), " ".join(sorted(failing & left_out))]
        except (RuntimeError, ValueError, KeyError) as error:
            row += ["", "", "", repr(error).replace("\n", " ")]
        with open(path, "w") as file:
            file.write(text)
        rows.writerow(row)
        sys.stdout.flush()
