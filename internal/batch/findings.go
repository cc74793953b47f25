package batch

import (
	"slices"

	"trtools/pkg/transcript"
)

// findings are what a part reports.
type findings struct {
	list []transcript.Finding
	// times says how often each was reported, where nobody reads what they say: then one
	// stands for all of its code, severity and action. It is nil elsewhere.
	times []int
}

// add takes a finding that nobody reads if unread says so.
func (f *findings) add(x transcript.Finding, unread bool) {
	if !unread {
		f.list = append(f.list, x)
		return
	}
	i := slices.IndexFunc(f.list, func(y transcript.Finding) bool {
		return x.Code == y.Code && x.Severity == y.Severity && x.Action == y.Action
	})
	if i < 0 {
		i = len(f.list)
		f.list, f.times = append(f.list, x), append(f.times, 0)
	}
	f.times[i]++
}

// tell reports the findings with the places that they have in the input.
func (f *findings) tell(report func(transcript.Finding), at Place) {
	for i, x := range f.list {
		x.Line += at.Lines
		x.Offset += at.Bytes
		report(x)
		for n := 1; f.times != nil && n < f.times[i]; n++ {
			report(x)
		}
	}
}
