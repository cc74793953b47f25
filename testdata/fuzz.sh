#!/bin/sh
# Runs every fuzz target of the module for the given time, and says in a line each
# what came of it. What one finds is kept in its package's testdata/fuzz.
set -u
status=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for pkg in $(grep -rl --include='*_test.go' '^func Fuzz' cmd internal pkg | xargs -n 1 dirname | sort -u); do
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\).*/\1/p' "$pkg"/*_test.go); do
		if go test -run '^$' -fuzz "^$target\$" -fuzztime "$1" -fuzzminimizetime 2s "./$pkg" >"$log" 2>&1; then
			said=ok
		else
			said=FAILED status=1
		fi
		echo "$pkg $target: $(grep -o 'execs: [0-9]*' "$log" | tail -n 1), $(grep -o 'total: [0-9]*' "$log" | tail -n 1) inputs, $said"
		[ "$said" = ok ] || sed -n '/^--- FAIL/,$p' "$log"
	done
done
exit $status
