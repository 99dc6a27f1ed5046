#!/bin/bash
# Builds the targets: those of libFuzzer with the flags of cargo-fuzz (without AddressSanitizer), the proptests without.
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target
SANCOV="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-sanitizer-coverage-stack-depth -Cllvm-args=-simplifycfg-branch-fold-threshold=0 -Ccodegen-units=1 --cfg fuzzing"
idle() { chrt -i 0 nice -n 19 timeout 1500 "$@"; }
ids=$(python3 -c 'import json; print(*[c["id"] for c in json.load(open("cases.json"))])')
for id in ${*:-$ids}; do
    RUSTFLAGS="$SANCOV" idle cargo +1.95.0 build -j1 --release --target x86_64-unknown-linux-gnu -p lf-$id || echo "FAILED lf-$id"
    RUSTFLAGS="-Ccodegen-units=1" idle cargo +1.95.0 build -j1 --release -p pt-$id || echo "FAILED pt-$id"
done
echo BUILT
