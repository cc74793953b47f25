package pair_test

import (
	"bytes"
	"slices"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Every healthy session comes out as it went in, in silence; every other one is
// repaired in one run, and the second run changes nothing.
func TestCorpora(t *testing.T) {
	for _, s := range transcripttest.RealSessions(t) {
		t.Run(s.Name, func(t *testing.T) { session(t, s.Verdict, s.Data) })
	}
}

func session(t *testing.T, verdict string, data []byte) {
	o := run(t, pair.Options{}, data)
	if verdict == "healthy" {
		if !bytes.Equal(o.out, data) {
			t.Error("a healthy session is changed")
		}
		for _, f := range o.findings {
			if f.Counts() && f.Code != transcript.NoRecords { // some are of formats that are not known yet
				t.Errorf("finding in a healthy session: %s in line %d", f.Code, f.Line)
			}
		}
		return
	}
	if len(data) < 200_000 { // it compares every line with every other
		invariants(t, pair.Options{}, data, o)
	}
	if again := run(t, pair.Options{}, o.out); !bytes.Equal(again.out, o.out) {
		t.Error("the second run changes something")
	}
	if codes, ok := damage[verdict]; ok && !has(o.findings, codes) {
		t.Errorf("no finding of %s", codes)
	}
}

// damage is what has to be found in the sessions of a verdict, any of it.
var damage = map[string][]transcript.Code{
	"glued-records":    {transcript.GluedRecords},
	"broken-link":      {transcript.BrokenLink},
	"unreadable-lines": {transcript.UnreadableLine, transcript.TornRecord},
	"head-cut":         {transcript.OrphanResult},
}

func has(list []transcript.Finding, codes []transcript.Code) bool {
	return slices.ContainsFunc(list, func(f transcript.Finding) bool { return slices.Contains(codes, f.Code) })
}
