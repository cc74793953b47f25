package dialect

import (
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// boundary is a boundary with the given metadata.
func boundary(meta string) string {
	return `{"parentUuid":null,"type":"system","subtype":"compact_boundary","logicalParentUuid":"d","compactMetadata":` + meta + `,"uuid":"x","sessionId":"s"}`
}

const (
	segment = `"preservedSegment":{"headUuid":"a","anchorUuid":"s","tailUuid":"d"}`
	listed  = `"preservedMessages":{"anchorUuid":"s","uuids":["a", "b", "c","d"],"allUuids":["a","b","c","d","nowhere"]}`
	both    = `{"trigger":"manual", ` + segment + `, ` + listed + `}`
)

// chainFates is what becomes of the records s, a, b, c, d of a chain, of which
// some go and some get another id.
func chainFates(goes string, renamed map[string]string) func(string) Fate {
	const chain = "abcd"
	return func(id string) Fate {
		i := strings.Index(chain, id)
		switch {
		case renamed[id] != "":
			return Fate{ID: renamed[id]}
		case !strings.Contains(goes, id):
			return Fate{ID: id}
		case i < 0:
			return Fate{Above: "x"}
		}
		f := Fate{}
		for k := i + 1; k < len(chain) && f.Below == ""; k++ {
			f.Below = strings.Trim(chain[k:k+1], goes)
		}
		for k := i - 1; k >= 0 && f.Above == ""; k-- {
			f.Above = strings.Trim(chain[k:k+1], goes)
		}
		return f
	}
}

// The table of docs/clients.md (second round): after each of these repairs every
// version of the client reads what is left of the segment.
func TestPreservedEdits(t *testing.T) {
	meta := func(head, anchor, tail, list, all string) string {
		return fmt.Sprintf(`{"trigger":"manual", "preservedSegment":{"headUuid":%q,"anchorUuid":%q,"tailUuid":%q}, "preservedMessages":{"anchorUuid":%q,"uuids":%s,"allUuids":%s}}`,
			head, anchor, tail, anchor, list, all)
	}
	for _, c := range []struct {
		goes    string
		renamed map[string]string
		want    string
	}{
		{"", nil, both},
		{"b", nil, meta("a", "s", "d", `["a", "c","d"]`, `["a","c","d","nowhere"]`)},
		{"a", nil, meta("b", "s", "d", `["b", "c","d"]`, `["b","c","d","nowhere"]`)},
		{"ab", nil, meta("c", "s", "d", `["c","d"]`, `["c","d","nowhere"]`)},
		{"d", nil, meta("a", "s", "c", `["a", "b", "c"]`, `["a","b","c","nowhere"]`)},
		{"bcd", nil, meta("a", "s", "a", `["a"]`, `["a","nowhere"]`)},
		{"s", nil, meta("a", "x", "d", `["a", "b", "c","d"]`, `["a","b","c","d","nowhere"]`)},
		{"c", map[string]string{"b": `"2"`}, meta("a", "s", "d", `["a", "\"2\"","d"]`, `["a","\"2\"","d","nowhere"]`)},
		{"", map[string]string{"a": "1", "s": "0"}, meta("1", "0", "d", `["1", "b", "c","d"]`, `["1","b","c","d","nowhere"]`)},
		{"abcd", nil, `{"trigger":"manual"}`},
	} {
		if got := preservedAfter(t, both, chainFates(c.goes, c.renamed)); got != boundary(c.want) {
			t.Errorf("without %q, renamed %q: got\n%s\nwant\n%s", c.goes, c.renamed, got, boundary(c.want))
		}
	}
}

func preservedAfter(t *testing.T, meta string, fate func(string) Fate) string {
	t.Helper()
	raw, v := []byte(boundary(meta)), new(View)
	if !NewDetector(nil, "").View(record(t, raw), v) || v.Class != Boundary || v.Parent.Exists() || !v.Declared.Exists() {
		t.Fatalf("%s is seen as %+v", raw, v)
	}
	got := outline.Splice(raw, v.Preserved.Edits(fate))
	record(t, got)
	return string(got)
}

// Versions from 2.1.105 to 2.1.196 write the segment without the list.
func TestSegmentWithoutList(t *testing.T) {
	for goes, want := range map[string]string{
		"":     `{` + segment + `}`,
		"a":    `{"preservedSegment":{"headUuid":"b","anchorUuid":"s","tailUuid":"d"}}`,
		"cd":   `{"preservedSegment":{"headUuid":"a","anchorUuid":"s","tailUuid":"b"}}`,
		"abcd": `{}`,
	} {
		if got := preservedAfter(t, `{`+segment+`}`, chainFates(goes, nil)); got != boundary(want) {
			t.Errorf("without %q: got %s, want %s", goes, got, boundary(want))
		}
	}
}

// Older boundaries keep nothing, and nothing is changed in them.
func TestNothingPreserved(t *testing.T) {
	for _, meta := range []string{`{"trigger":"auto","preTokens":1}`, `null`, `1`, `{"preservedSegment":null,"preservedMessages":[]}`, `{"preservedMessages":{"uuids":[]}}`} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(boundary(meta))), v)
		if v.Preserved.Exists() || len(v.Preserved.Edits(chainFates("abcds", nil))) > 0 {
			t.Errorf("%s: %+v", meta, v.Preserved)
		}
	}
}
