package transcripttest

import (
	"flag"
	"runtime/debug"
	"testing"
)

var (
	scopeEvents = flag.Int("scope.events", 0, "events of the largest transcripts that SmallScope tries; 0 for what the test says")
	scopeSeed   = flag.Int("scope.seed", 1, "the first seed of CombinedDamage")
	scopeCases  = flag.Int("scope.cases", 0, "cases of CombinedDamage in each dialect; 0 for what the test says")
)

// Known says which failures are known and only logged, until what is tested is
// ready for the case.
type Known func(Failure) bool

// SmallScope tries a repair on every transcript of up to n events with
// everything that can happen to one record of it, in every dialect. Where there
// are only messages there are fewer transcripts, and it goes two events further.
// The flag -scope.events goes before n: 6 takes minutes.
func SmallScope(t *testing.T, n int, repair Repair, known Known) {
	if *scopeEvents > 0 {
		n = *scopeEvents
	}
	eachDialect(t, known, func(d Dialect) *Tally {
		if d.Extra == "" {
			return Exhaust(d, n+2, repair)
		}
		return Exhaust(d, n, repair)
	})
}

// TornAnywhere tries a repair on records that are torn at every step-th cut
// point, in every dialect.
func TornAnywhere(t *testing.T, step int, repair Repair, known Known) {
	eachDialect(t, known, func(d Dialect) *Tally {
		if d.Single {
			return EveryCut(d, "U A[x] R(x) U F", step, repair)
		}
		return EveryCut(d, "U A+[x,y] R(y) R(x) U F", step, repair)
	})
}

// CombinedDamage tries a repair on so many made-up transcripts of each dialect,
// with two to five kinds of damage at once. The flag -scope.cases goes before
// cases; -scope.seed N makes others.
func CombinedDamage(t *testing.T, cases int, repair Repair, known Known) {
	if *scopeCases > 0 {
		cases = *scopeCases
	}
	eachDialect(t, known, func(d Dialect) *Tally { return Search(d, *scopeSeed, cases, repair) })
}

// eachDialect reports what a driver tells, dialect by dialect. Cases are small
// and many: without a higher limit most of the time would go into collecting
// garbage.
func eachDialect(t *testing.T, known Known, drive func(Dialect) *Tally) {
	before := debug.SetGCPercent(800)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for _, d := range All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			report(t, drive(d), known)
		})
	}
}

// shown is how many classes of failures a test shows whole.
const shown = 5

func report(t *testing.T, tally *Tally, known Known) {
	t.Helper()
	t.Log(tally)
	unknown, left := 0, 0
	for _, f := range tally.Failures() {
		if known != nil && known(f) {
			left += f.Count
			continue
		}
		if unknown++; unknown <= shown {
			t.Error(f)
		}
	}
	if left > 0 {
		t.Logf("%d failures are known", left)
	}
	if unknown > shown {
		t.Errorf("%d more classes of failures", unknown-shown)
	}
}
