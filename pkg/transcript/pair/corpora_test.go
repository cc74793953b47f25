package pair_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// corpora holds real sessions, each with a verdict; tests that need them skip
// where they are not.
const corpora = "../../../../shared/corpora"

// Every healthy session comes out as it went in, in silence; every other one is
// repaired in one run, and the second run changes nothing.
func TestCorpora(t *testing.T) {
	list, err := os.ReadFile(filepath.Join(corpora, "MANIFEST.tsv"))
	if err != nil {
		t.Skip("no real sessions here")
	}
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		name, rest, _ := strings.Cut(line, "\t")
		verdict, _, _ := strings.Cut(rest, "\t")
		t.Run(name, func(t *testing.T) { session(t, name, verdict) })
	}
}

func session(t *testing.T, name, verdict string) {
	data, err := os.ReadFile(filepath.Join(corpora, name))
	if err != nil {
		t.Fatal(err)
	}
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
