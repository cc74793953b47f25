#!/bin/sh
# Prunes and recovers sessions to shares of their estimated tokens, and counts with
# real tokenizers what is left.
# Usage: NODE_MODULES=DIR sh testdata/tokens/limits.sh SESSION...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for c in tr-pair tr-prune tr-recover tr-chunk; do
	(cd "$root/tools" && go build -o "$work/$c" "./cmd/$c")
done
(cd "$root/tools" && go build -o "$work/tokenfit" ./tokenfit)
k=0
for session; do
	k=$((k + 1))
	"$work/tr-pair" -q "$session" >"$work/session" 2>/dev/null || continue
	session=$work/session
	size=$("$work/tr-chunk" --parts 1 "$session" 2>/dev/null | sed 's/.*"tokens":\([0-9]*\).*/\1/')
	[ "${size:-0}" -gt 2000 ] || continue
	for percent in 90 50 20; do
		limit=$((size * percent / 100))
		for stage in prune recover; do
			out=$work/$stage-$percent-$limit-$k
			case $stage in
			prune) "$work/tr-prune" --max-tokens "$limit" "$session" ;;
			recover) "$work/tr-recover" --no-spill --max-tokens "$limit" "$session" ;;
			esac >"$out" 2>/dev/null || rm "$out" # it cannot be made to fit
		done
	done
done
for stage in prune recover; do
	for percent in 90 50 20; do
		ls "$work" | grep "^$stage-$percent-" >"$work/names" || continue
		(cd "$work" && xargs ./tokenfit live <names) | node "$here/measure.mjs" count | "$work/tokenfit" sums |
			awk -F'[-\t]' '{ print $5 / $3 }' | sort -n | awk -v what="$stage to $percent%" '
				{ v[NR] = $1; if ($1 > 1 / 0.97) over++ }
				END { printf "%-16s %3d sessions: median %.3f of the limit, most %.3f, %d over 1/0.97\n", what, NR, v[int((NR + 1) / 2)], v[NR], over }'
	done
done
