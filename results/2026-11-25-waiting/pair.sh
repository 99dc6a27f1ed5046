#!/usr/bin/env bash
# Explores each crate with both programs in turn: pair.sh BEFORE AFTER DIRECTORY. Reports go to DIRECTORY.
before=$(realpath "$1") after=$(realpath "$2") directory=$(realpath "$3")
for crate in crossbeam-channel@0.5.17 async-lock@3.5.0 kanal@0.1.1; do
    for program in before after; do
        "${!program}" explore "$crate" --time-limit 10s --no-coverage --target-dir "$directory/target-$program" \
            --format json --output "$directory/$program-$crate.json" >"$directory/$program-$crate.log" 2>&1 </dev/null
    done
done
