#!/bin/sh
# Fits the weights of the token estimate and reports how far it is off.
# Usage: NODE_MODULES=DIR sh testdata/tokens/fit.sh SESSION...
set -eu
here=$(dirname "$0")
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for seed in 1 2 3 4; do
	node "$here/measure.mjs" types $seed >"$work/types-$seed.jsonl"
done
: >"$work/sessions.jsonl"
if [ $# -gt 0 ]; then
	(cd "$root/tools" && go build -o "$work/tokenfit" ./tokenfit)
	"$work/tokenfit" spans "$@" | node "$here/measure.mjs" count >"$work/sessions.jsonl"
fi
weights=$root/pkg/transcript/tokens/weights.tsv
(cd "$root/tools" && go build -o "$work/tokenfit" ./tokenfit)
cat "$work"/types-[123].jsonl "$work/sessions.jsonl" | "$work/tokenfit" fit >"$work/weights.tsv"
cp "$work/weights.tsv" "$weights"
cp "$work/types-1.jsonl" "$here/reference.jsonl"
(cd "$root/tools" && go build -o "$work/tokenfit" ./tokenfit)
cat "$work/types-4.jsonl" "$work/sessions.jsonl" | "$work/tokenfit" report
