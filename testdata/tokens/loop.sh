#!/bin/sh
# Runs the loop of the guide on sessions, against an API whose window is 90, 50 and 20%
# of what its own tokenizer counts of them, and says how many requests it takes. Where
# the loop gives up, "impossible" says that the least that tr-recover can leave of the
# session, whatever its target, is over the window.
# Usage: NODE_MODULES=DIR sh testdata/tokens/loop.sh SESSION...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
WORK=$(mktemp -d)
export WORK WINDOW TOKENIZER
trap 'rm -rf "$WORK"' EXIT

for c in tr-pair tr-classify tr-recover tr-chunk; do
	(cd "$root/tools" && go build -o "$WORK/$c" "./cmd/$c")
done
(cd "$root/tools" && go build -o "$WORK/tokenfit" ./tokenfit)

# recover is tr-recover in the loop. Lines that cannot be read are in no request.
recover() {
	"$WORK/tr-recover" -q --no-spill --ignore unreadable-line,line-too-long "$@" 2>/dev/null
}

# count writes the tokens of a history.
count() {
	"$WORK/tokenfit" live "$1" | node "$here/measure.mjs" sum "$TOKENIZER"
}

# least writes the tokens of the smallest history that can be made of $WORK/session. It
# searches for the smallest target that is reached, to a few tokens.
least() {
	low=0
	high=$("$WORK/tr-chunk" -q --parts 1 "$WORK/session" 2>/dev/null | sed 's/.*"tokens":\([0-9]*\).*/\1/')
	cp "$WORK/session" "$WORK/least"
	while [ $((high - low)) -gt 4 ]; do
		middle=$(((low + high) / 2))
		if recover --max-tokens $middle "$WORK/session" >"$WORK/smaller"; then
			high=$middle
			mv "$WORK/smaller" "$WORK/least"
		else
			low=$middle
		fi
	done
	count "$WORK/least"
}

# converge sends $WORK/session until the API takes it, and writes how many retries
# that took, or that it is impossible or was given up, with the sizes.
converge() {
	cp "$WORK/session" "$WORK/history"
	: >"$WORK/requests"
	attempt=0
	until sh "$here/api.sh" <"$WORK/history" 2>"$WORK/error.txt"; do
		attempt=$((attempt + 1))
		"$WORK/tr-classify" -q --error-file "$WORK/error.txt" --attempt $attempt "$WORK/history" |
			recover >"$WORK/next" || { attempt="given up" && break; }
		mv "$WORK/next" "$WORK/history"
	done
	sizes=$(tr '\n' ' ' <"$WORK/requests")
	if [ "$attempt" = "given up" ]; then
		fixed=$(least)
		[ "$fixed" -le "$WINDOW" ] || attempt=impossible
		sizes="$sizes(least $fixed)"
	fi
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$TOKENIZER" "$percent" "$attempt" "$WINDOW" "$sizes" "$(basename "$session")"
}

for session; do
	"$WORK/tr-pair" -q --ignore unreadable-line,line-too-long "$session" >"$WORK/session" 2>/dev/null || continue
	for TOKENIZER in o200k claude; do
		size=$(count "$WORK/session")
		[ "$size" -gt 2000 ] || continue
		for percent in 90 50 20; do
			WINDOW=$((size * percent / 100))
			converge
		done
	done
done >"$WORK/table"
[ -z "${TABLE-}" ] || cp "$WORK/table" "$TABLE"
cut -f1-3 "$WORK/table" | sort | uniq -c | awk '{ n = $1; $1 = ""; print $0 ($NF ~ /^[0-9]+$/ ? " retries" : "") ": " n " sessions" }'
