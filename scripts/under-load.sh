#!/bin/sh
# Runs the UCI tests ten times in a row while both cores are busy.
set -eu
cd "$(dirname "$0")/.."
cargo test --release --no-run --test uci_basics --test uci_search --test uci_games
burn() { while :; do :; done; }
burn & first=$!
burn & second=$!
trap 'kill $first $second' EXIT
for round in 1 2 3 4 5 6 7 8 9 10; do
    echo "round $round"
    cargo test --release -q --test uci_basics --test uci_search --test uci_games
done
