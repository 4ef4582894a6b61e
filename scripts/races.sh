#!/bin/sh
# Looks for data races: runs the tests of what the threads of a search share under ThreadSanitizer.
#
# The standard library is not built for it, so what it synchronises out of sight looks like a race: the last
# drop of an Arc, channels, the end of a thread or scope, a contended lock (the list of the threads' memories).
# That is left out by the exact place, and so is the test harness. Solving is not among the tests: rayon hands
# over all of its results in that way. The sanitizer is an unstable option of the compiler, hence
# RUSTC_BOOTSTRAP. Takes some minutes.
set -eu
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
mkdir -p target/races
cat >target/races/suppressions <<END
race:alloc::sync::Arc*::drop
race:drop_in_place::<alloc::sync::Arc
race:std::sync::mpmc
race:std::thread::lifecycle::Packet
race:test::event::CompletedTest
race:sepoy::search::history::Memory
race:sepoy::search::table::memory::Memory as core::ops::drop::Drop
END
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
export TSAN_OPTIONS="suppressions=$PWD/target/races/suppressions"
test="cargo test --target $host --target-dir target/races"
$test --lib -- search:: engine:: solver::table uci::
$test --test search threads
$test --test uci_search threads
