#!/usr/bin/env python3
"""Known inputs, one at a time: no search."""
import json, pathlib, subprocess, sys, tempfile
root = pathlib.Path(__file__).resolve().parent
macho = bytearray(32); macho[:4] = b"\xfe\xed\xfa\xce"; macho[16:20] = b"\xff" * 4
good = bytearray(32); good[:4] = b"\xfe\xed\xfa\xce"
INPUTS = {
    "css": ("#é1", "#ff8000"),
    "ini": ("a=\\xd800", "[a]\nb = c\\x0041\n"),
    "decimal": ("99999999999999999999999999999", "12.5"),
    "markdown": (">\n >>><N\n", "# a\n\n> b *c*\n"),
    "template": ("{#}", "{# a #}{b}"),
    "macho": (bytes(macho), bytes(good)),
    "regex": ("(?<n>a){0}", "(?<n>a){1}"),
    "date": ("P99999999999Y", "P1Y2M"),
    "hjson": ("/*", "{a: 1}"),
    "semver": ("18446744073709551616", "^1.2.3"),
}
bad = 0
for case in json.load(open(root / "cases.json")):
    name = case["id"]
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        continue
    for tool, path in (("libfuzzer", f"target/x86_64-unknown-linux-gnu/release/lf-{name}"), ("proptest", f"target/release/pt-{name}")):
        if not (root / path).exists():
            print(name, tool, "not built"); bad += 1; continue
        for data, expected in zip(INPUTS[name], (True, False)):
            with tempfile.TemporaryDirectory() as directory:
                file = pathlib.Path(directory) / "input"
                file.write_bytes(data if isinstance(data, bytes) else data.encode())
                command = ["timeout", "20", str(root / path), str(file)]
                done = subprocess.run(command, capture_output=True, cwd=directory)
            said = [line for line in done.stderr.decode(errors="replace").splitlines() if line.startswith("FZ-") or "ERROR" in line]
            found = any(line.startswith("FZ-FOUND") for line in said) and done.returncode != 0
            fine = found == expected and (expected or (done.returncode == 0 and not said))
            bad += not fine
            print("ok " if fine else "BAD", name, tool, "fails" if expected else "innocent", done.returncode, said)
print("bad:", bad)
