#!/bin/sh
# Is the working tree stronger than another revision? Builds both, then plays until the test decides.
#   scripts/sprt.sh REVISION [VARIANT] [TIME CONTROL]
# Further options of `sepoy match` come from $MATCH, as in MATCH='-concurrency 2'.
set -eu
cd "$(dirname "$0")/.."
revision=$(git rev-parse --short "${1:?a revision to play against}")
variant=${2:-madrasi}
control=${3:-8+0.08}
other=target/sprt/$revision

[ -d "$other" ] || git worktree add --detach "$other" "$revision"
cargo build --release --manifest-path "$other/Cargo.toml" --target-dir "$other/target"
cargo build --release
mkdir -p target/sprt/games
# $MATCH is several words.
# shellcheck disable=SC2086
exec target/release/sepoy match -engine name=new cmd=self -engine "name=$revision" "cmd=$other/target/release/sepoy" \
    -each "tc=$control" option.Hash=16 -variant "$variant" -rounds 20000 -repeat \
    -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -pgnout "target/sprt/games/$revision-$variant.pgn" ${MATCH:-}
