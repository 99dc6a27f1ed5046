#!/bin/sh
# Runs the cases of the papers under QuickCheck, SmallCheck and Lazy SmallCheck, each for at most SECONDS, and writes
# DIRECTORY/haskell.csv. Without a compiler or one of the libraries it says so and writes nothing.
#
#   bench/papers/haskell/run.sh DIRECTORY [SECONDS]
set -eu

if [ $# -lt 1 ]; then
    echo "run.sh DIRECTORY [SECONDS]" >&2
    exit 2
fi
results=$1
seconds=${2:-60}
sources=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "NOTHING WAS RUN: $1. The Debian packages are ghc libghc-quickcheck2-dev libghc-smallcheck-dev" \
        "libghc-lazysmallcheck-dev." >&2
    echo "SKIPPED: $1"
    exit 0
}

command -v ghc >/dev/null || skip "there is no ghc"
for library in QuickCheck smallcheck lazysmallcheck; do
    ghc-pkg describe "$library" >/dev/null 2>&1 || skip "the library $library is missing"
done

TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' INT TERM

(cd "$sources" && ghc -O1 -outputdir "$TMPDIR/objects" -o "$TMPDIR/papers" -rtsopts '-with-rtsopts=-M2g' Main.hs) >&2

mkdir -p "$results"
table=$TMPDIR/haskell.csv
echo "item,tool,found,executions,time_ms,depth,counterexample" >"$table"
# For what does not see the clock, or runs out of memory.
hard=$((seconds + seconds / 2 + 5))
for item in $("$TMPDIR/papers" list); do
    for tool in quickcheck smallcheck lazysmallcheck; do
        if row=$(timeout -k 5 "$hard" "$TMPDIR/papers" "$item" "$tool" "$seconds" csv); then
            echo "$row" >>"$table"
        else
            echo "$item,$tool,stopped,,,," >>"$table"
        fi
        tail -n 1 "$table" >&2
    done
done
mv "$table" "$results/haskell.csv"
