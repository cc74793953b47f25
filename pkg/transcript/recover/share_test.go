package recover_test

import (
	"slices"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// With a target as much stays as fits: chars kept of those allowed, median over the
// sessions that can be made to fit.
func TestShareKept(t *testing.T) {
	for _, percent := range []int64{90, 50, 20} {
		var shares []float64
		missed := 0
		large(t, 50_000, func(t *testing.T, data []byte) {
			before := sizes(t, data)
			opt := recover.Options{MaxChars: before.Chars * percent / 100}
			if opt.MaxChars == 0 {
				return
			}
			o := run(t, opt, data)
			got := sizes(t, o.out)
			if o.has(transcript.CannotFit) {
				missed++
				return
			}
			if got.Chars > opt.MaxChars {
				t.Errorf("%d chars, allowed %d", got.Chars, opt.MaxChars)
			}
			shares = append(shares, float64(got.Chars)/float64(opt.MaxChars))
			t.Logf("%d%%: %.3f kept of %d chars: %s", percent, shares[len(shares)-1], opt.MaxChars, o.summary)
		})
		if len(shares) == 0 {
			continue
		}
		slices.Sort(shares)
		median := shares[len(shares)/2]
		t.Logf("%d%%: median %.3f of %d sessions, %d cannot fit", percent, median, len(shares), missed)
		if median < 0.9 {
			t.Errorf("%d%%: only %.3f of the chars allowed are kept in the median", percent, median)
		}
	}
}
