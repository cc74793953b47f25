#!/bin/sh
# Runs the loop of the guide on sessions, against an API whose window is 90, 50 and 20%
# of what its own tokenizer counts of them, and says how many requests it takes.
# Usage: NODE_MODULES=DIR sh testdata/tokens/loop.sh SESSION...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
WORK=$(mktemp -d)
export WORK WINDOW TOKENIZER
trap 'rm -rf "$WORK"' EXIT

for c in tr-pair tr-classify tr-recover; do
	(cd "$root" && go build -o "$WORK/$c" "./cmd/$c")
done
(cd "$root" && go build -o "$WORK/tokenfit" ./internal/tokenfit)

# converge sends $WORK/session until the API takes it, and writes how many requests
# that took, or "given up", with the sizes.
converge() {
	cp "$WORK/session" "$WORK/history"
	: >"$WORK/requests"
	attempt=0
	until sh "$here/api.sh" <"$WORK/history" 2>"$WORK/error.txt"; do
		attempt=$((attempt + 1))
		"$WORK/tr-classify" -q --error-file "$WORK/error.txt" --attempt $attempt "$WORK/history" |
			"$WORK/tr-recover" -q --no-spill >"$WORK/next" 2>/dev/null || { attempt="given up"; break; }
		mv "$WORK/next" "$WORK/history"
	done
	printf '%s\t%s\t%s\t%s\n' "$TOKENIZER" "$percent" "$attempt" "$(tr '\n' ' ' <"$WORK/requests")"
}

for session; do
	"$WORK/tr-pair" -q "$session" >"$WORK/session" 2>/dev/null || continue
	for TOKENIZER in o200k claude; do
		size=$("$WORK/tokenfit" live "$WORK/session" | node "$here/measure.mjs" sum "$TOKENIZER")
		[ "$size" -gt 2000 ] || continue
		for percent in 90 50 20; do
			WINDOW=$((size * percent / 100))
			converge
		done
	done
done >"$WORK/table"
[ -z "${TABLE-}" ] || cp "$WORK/table" "$TABLE"
cut -f1-3 "$WORK/table" | sort | uniq -c | awk '{ n = $1; $1 = ""; print $0 " retries: " n " sessions" }'
