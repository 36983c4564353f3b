#!/bin/sh
# The main job on the examples: two seeded bugs found and confirmed on the JVM, one program proved.
# Fails if lazuli's exit code is not the expected one.
set -eu
lazuli=${LAZULI:-target/release/lazuli}

expect() {
    expected=$1
    shift
    echo "\$ lazuli $*"
    code=0
    "$lazuli" "$@" || code=$?
    echo
    if [ "$code" -ne "$expected" ]; then
        echo "demo: exit code $code where $expected was expected" >&2
        exit 1
    fi
}

expect 1 check examples/ListPartition.java --method ListPartition.partition --requires ListPartition.acyclic --depth 3
expect 1 check examples/ArrayPartition.java --method ArrayPartition.partition --requires ArrayPartition.atLeastTwo --unwind 3
expect 0 check examples/SwapFirstTwo.java
