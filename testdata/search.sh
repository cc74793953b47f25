#!/bin/sh
# Searches with new seeds until the given number of seconds is over, and says what
# each round found and how to see it again. What it finds becomes a fixed case.
set -u
end=$(($(date +%s) + $1))
seed=$(date +%s)
status=0 rounds=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
try() {
	left=$((end - $(date +%s)))
	[ $left -gt 0 ] || return 0
	go test -count=1 -timeout "$((left + 60))s" "$@" >"$log" 2>&1 && return 0
	status=1
	echo "found by: go test $*"
	grep -E -A 12 -e '--- FAIL|panic:' "$log" | head -n 60
}
properties=$(grep -rl --include='*_test.go' pgregory.net/rapid internal pkg | xargs -n 1 dirname | sort -u)
while [ "$(date +%s)" -lt "$end" ]; do
	for dir in $properties; do
		try -short "./$dir" -args -rapid.seed="$seed"
	done
	try . -run 'TestKilledCommands|TestSessionsCutAnywhere|TestDamagedSessionsTwice' -args -search.seed="$seed"
	rounds=$((rounds + 1)) seed=$((seed + 1))
done
echo "search: $rounds rounds of new seeds, $([ $status = 0 ] && echo nothing found || echo see above)"
exit $status
