#!/bin/sh
# Builds the loop of results/2026-11-21-throughput in each way of calling back, as the harness is built (level 1, checks), and
# prints nanoseconds per run: measure.sh DIRECTORY REPETITIONS, from the root of the repository.
set -e
here=results/2026-11-21-novelty/callbacks
pass="-Cllvm-args=-sanitizer-coverage"
profile="-Copt-level=1 -Coverflow-checks=on -Cdebug-assertions=on -Clto=off -Ccodegen-units=16 --edition 2021"
edges="--cfg edges -Cpasses=sancov-module $pass-level=3 $pass-prune-blocks=0"
compares="$pass-trace-compares -Cllvm-args=-max-loads-per-memcmp=0"
guard="$pass-trace-pc-guard"
gate="$pass-gated-trace-callbacks=1"
build() {
    name=$1 source=$2
    shift 2
    mkdir -p "$into/$name"
    rustc $profile --crate-type rlib --crate-name throughput corpus/throughput/src/lib.rs -o "$into/$name/libthroughput.rlib" "$@"
    rustc $profile --crate-name loop "$here/$source.rs" --extern "throughput=$into/$name/libthroughput.rlib" -o "$into/$name/loop" "$@"
}
into=$1
build none guard
build gate guard $edges $compares $guard $gate
build guard guard $edges $guard
build gate-and-flag guard $edges $compares $guard $gate $pass-inline-bool-flag
build gate-and-counter guard $edges $compares $guard $gate $pass-inline-8bit-counters
build flag guard $edges $pass-inline-bool-flag
build patched patched $edges $guard
build patched-compares patched_compares $edges $compares $guard
for repetition in $(seq "$2"); do
    for name in none gate guard gate-and-flag gate-and-counter flag patched patched-compares; do
        "$into/$name/loop" 0 7 42 255 1000 65535 99999 123456 314159 1000000 123456789 161803398 271828182 1000000007 \
            2000000000 2147483647 | awk -v row="$repetition,$name" '{ printf "%s,%.1f\n", row, $2 / $1 * 1e9 }'
    done
done
