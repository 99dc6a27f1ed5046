#!/usr/bin/env python3
"""run.py BIN OUT [CASE ...]: each case with each tool once, one after another, on core 0, for 60 s at most. Writes OUT/table.csv and OUT/table.md."""
import csv, json, os, pathlib, re, select, signal, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent
TOOLS = ["ours", "ours-item", "libfuzzer", "proptest"]
LIMIT = float(os.environ.get("FZ_LIMIT", "60"))
ON_CORE = ["taskset", "-c", os.environ.get("FZ_CORE", "0")]


def stop(process):
    """Its whole group: it leads one of its own."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(3)
            return
        except subprocess.TimeoutExpired:
            pass


def watched(command, log, env, directory, seconds):
    """Runs it; says after how long it said FZ-FOUND (or nothing), which other places it named, and its last lines."""
    found, others, last = None, set(), []
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               cwd=directory, env=env, start_new_session=True)
    rest = b""
    fd = process.stderr.fileno()
    while True:
        left = begin + seconds - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            break
        data = os.read(fd, 1 << 16)
        now = time.monotonic()
        if not data:
            break
        log.write(data)
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            line = line.decode(errors="replace")
            last = (last + [line])[-40:]
            if line.startswith("FZ-FOUND") and found is None:
                found = now - begin
            if line.startswith("FZ-OTHER"):
                others.add(line)
        if found is not None:
            break
    if found is not None:
        # It writes its input down.
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
    stop(process)
    # What it said as it ended.
    os.set_blocking(fd, False)
    try:
        data = os.read(fd, 1 << 16)
    except BlockingIOError:
        data = b""
    log.write(data)
    last = (last + data.decode(errors="replace").split("\n"))[-40:]
    process.stderr.close()
    return found, others, last, process.returncode


def death(last):
    """In libFuzzer's words, or those of std."""
    for line in reversed(last):
        match = re.search(r"ERROR: libFuzzer: (.*)|(memory allocation of .*|has overflowed its stack)", line)
        if match:
            return re.sub(r"\d+", "N", match.group(1) or match.group(2))
    return None


def search(case, tool, out):
    """libFuzzer or proptest: begun again, with the corpus that there is, when something else than the case's failure ended it."""
    directory = out / "runs" / f"{case['id']}-{tool}"
    corpus, artifacts = directory / "corpus", directory / "artifacts"
    corpus.mkdir(parents=True)
    artifacts.mkdir()
    env = {key: value for key, value in os.environ.items() if not key.startswith("PROPTEST_")}
    others, deaths, spent = set(), [], 0.0
    begin = time.monotonic()
    with open(directory / "log.txt", "wb") as log:
        while (left := LIMIT - spent) > 0.05:
            if tool == "libfuzzer":
                # In whole seconds; the watch below ends it to the point.
                command = [ROOT / f"target/x86_64-unknown-linux-gnu/release/lf-{case['id']}", str(corpus),
                           f"-max_total_time={int(left) + 1}", "-timeout=5", "-rss_limit_mb=2048", f"-artifact_prefix={artifacts}/"]
            else:
                command = [ROOT / f"target/release/pt-{case['id']}"]
                env["FZ_SECONDS"] = str(int(left) + 1)
            bound = ["timeout", "-k", "5", str(int(left) + 10)]
            found, more, last, code = watched([*bound, *ON_CORE, *map(str, command)], log, env, directory, left)
            others |= more
            if found is not None:
                return spent + found, sorted(others) + deaths
            spent = time.monotonic() - begin
            if spent < LIMIT - 0.05:
                deaths.append(death(last) or f"ended with {code}")
    return None, sorted(others) + deaths


def is_case(case, finding):
    """The same rule as for the others: the row's place. What is no panic has its function among the frames."""
    if not finding["confirmed"]:
        return False
    if case["kind"] == "panic":
        at = finding.get("location")
        if finding["kind"] != "panic" or not at:
            return False
        if "message" in case:
            # Panics in a dependency have the place of the crate's own call.
            return (finding["message"] or "").startswith(case["message"]) and any(re.search(case["frame"], frame) for frame in finding["frames"])
        if at["line"] != case["line"]:
            return False
        package, path = case["file"].split("/", 1)
        own = package == f"{case['crate']}-{case['version']}"
        return at["file"].endswith(case["file"]) or (own and at["file"] == path)
    if finding["kind"] not in ("memory", "abort"):
        return False
    at = finding.get("location")
    if at:
        return at["line"] == case["line"] and case["file"].endswith("/" + at["file"])
    return any(re.search(case["frame"], word) for word in [finding["item"], *finding["frames"]])


def explore(case, tool, binary, out):
    directory = out / "runs" / f"{case['id']}-{tool}"
    directory.mkdir(parents=True)
    report = directory / "report.json"
    command = [binary, "explore", f"{case['crate']}@{case['version']}", "--format", "json", "--output", str(report),
               "--target-dir", str(out / "explore-target"), "--jobs", "1", "--time-limit", f"{LIMIT:g}s"]
    if tool == "ours-item":
        command += ["--item", case["item"]]
    env = {**os.environ, "CARGO_EXPLORE_STATE_DIR": str(out / "state")}
    # Building is part of the command, and counted for nobody.
    with open(directory / "log.txt", "wb") as log:
        process = subprocess.Popen(["timeout", "-k", "10", "1800", *ON_CORE, *command], stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=log, cwd=directory, env=env, start_new_session=True)
        process.wait()
    if not report.exists():
        return None, [f"no report, ended with {process.returncode}"]
    report = json.loads(report.read_text().splitlines()[0])
    same = [finding for finding in report["findings"] if is_case(case, finding)]
    others = [finding["id"] for finding in report["findings"] if finding["confirmed"] and finding not in same]
    if not same:
        return None, others
    return min(finding["first_seen"]["time_us"] for finding in same) / 1e6, others


def table(rows, out):
    by = {(row["case"], row["tool"]): row for row in rows}
    shown = lambda row: "–" if row is None else f"{float(row['seconds']):.3f} s" if row["found"] == "yes" else "not found"
    lines = ["| case | crate | function | ours | ours, `--item` | libFuzzer | proptest | first |", "|---|---|---|---:|---:|---:|---:|---|"]
    first = 0
    for case in dict.fromkeys(row["case"] for row in rows):
        of = [by.get((case, tool)) for tool in TOOLS]
        times = {tool: float(row["seconds"]) for tool, row in zip(TOOLS, of) if row and row["found"] == "yes" and tool != "ours-item"}
        winner = min(times, key=times.get) if times else "nobody"
        first += winner == "ours"
        row = next(row for row in of if row)
        lines.append(f"| {case} | {row['crate']} {row['version']} | `{row['function']}` | " + " | ".join(map(shown, of)) + f" | {winner} |")
    lines.append(f"\nOurs (whole crate) first on {first} of {len(lines) - 2}.")
    (out / "table.md").write_text("\n".join(lines) + "\n")
    return "\n".join(lines)


def main():
    binary, out, only = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    cases = [case for case in json.load(open(ROOT / "cases.json")) if not only or case["id"] in only]
    for case in cases:
        for path in (f"target/x86_64-unknown-linux-gnu/release/lf-{case['id']}", f"target/release/pt-{case['id']}"):
            assert (ROOT / path).exists(), f"{path} is not built: run build.sh"
    if (out / "runs").exists():
        sys.exit(f"{out} has a run already")
    (out / "runs").mkdir(parents=True)
    says = lambda *command: subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.strip()
    (out / "versions.txt").write_text("\n".join([says(binary, "--version"), says("sha256sum", binary), says("rustc", "--version"),
                                                 "libfuzzer-sys 0.4.13, proptest 1.12.0", says("uname", "-a"), f"limit {LIMIT:g} s", says("date")]) + "\n")
    rows = []
    with open(out / "table.csv", "w", newline="") as file:
        columns = ["case", "crate", "version", "function", "tool", "found", "seconds", "other_failures"]
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        for case in cases:
            for tool in TOOLS:
                load = os.getloadavg()[0]
                seconds, others = explore(case, tool, binary, out) if tool.startswith("ours") else search(case, tool, out)
                (out / "runs" / f"{case['id']}-{tool}" / "others.txt").write_text("\n".join(others) + "\n")
                row = {"case": case["id"], **{key: case[key] for key in columns[1:4]}}
                row |= {"tool": tool, "found": "no" if seconds is None else "yes", "seconds": "" if seconds is None else f"{seconds:.6f}",
                        "other_failures": len(others)}
                rows.append(row)
                writer.writerow(row)
                file.flush()
                print(f"{case['id']:10} {tool:10} {row['found']:4} {row['seconds']:>12} others {len(others):3} (load before: {load:.1f})", flush=True)
    print(table(rows, out))


if __name__ == "__main__":
    main()
