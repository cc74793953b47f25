package dialect

import (
	"cmp"
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

// without is what becomes of the records a, b, c, d of a chain behind s, of which some go.
func without(goes string) Keeping {
	k := Keeping{Gone: map[string]bool{}}
	for _, id := range strings.Split("abcd", "") {
		if k.Gone[id] = strings.Contains(goes, id); !k.Gone[id] {
			k.Head, k.Tail = cmp.Or(k.Head, id), id
		}
	}
	if strings.Contains(goes, "s") {
		k.Anchor = "x"
	}
	return k
}

// The table of docs/clients.md (second round): after each of these repairs every
// version of the client reads what is left of the segment.
func TestPreservedEdits(t *testing.T) {
	meta := func(head, anchor, tail, list, all string) string {
		return fmt.Sprintf(`{"trigger":"manual", "preservedSegment":{"headUuid":%q,"anchorUuid":%q,"tailUuid":%q}, "preservedMessages":{"anchorUuid":%q,"uuids":%s,"allUuids":%s}}`,
			head, anchor, tail, anchor, list, all)
	}
	for goes, want := range map[string]string{
		"":     both,
		"b":    meta("a", "s", "d", `["a", "c","d"]`, `["a","c","d","nowhere"]`),
		"a":    meta("b", "s", "d", `["b", "c","d"]`, `["b","c","d","nowhere"]`),
		"ab":   meta("c", "s", "d", `["c","d"]`, `["c","d","nowhere"]`),
		"d":    meta("a", "s", "c", `["a", "b", "c"]`, `["a","b","c","nowhere"]`),
		"bcd":  meta("a", "s", "a", `["a"]`, `["a","nowhere"]`),
		"s":    meta("a", "x", "d", `["a", "b", "c","d"]`, `["a","b","c","d","nowhere"]`),
		"abcd": `{"trigger":"manual"}`,
	} {
		if got := preservedAfter(t, both, without(goes)); got != boundary(want) {
			t.Errorf("without %q: got\n%s\nwant\n%s", goes, got, boundary(want))
		}
	}
}

func preservedAfter(t *testing.T, meta string, k Keeping) string {
	t.Helper()
	raw, v := []byte(boundary(meta)), new(View)
	if !NewDetector(nil, "").View(record(t, raw), v) || v.Class != Boundary || v.Parent.Exists() || !v.Declared.Exists() {
		t.Fatalf("%s is seen as %+v", raw, v)
	}
	got := outline.Splice(raw, v.Preserved.Edits(k))
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
		if got := preservedAfter(t, `{`+segment+`}`, without(goes)); got != boundary(want) {
			t.Errorf("without %q: got %s, want %s", goes, got, boundary(want))
		}
	}
}

// What is no id stays as it is.
func TestPreservedWithoutIDs(t *testing.T) {
	const segment = `"preservedSegment":{"headUuid":1,"anchorUuid":7,"tailUuid":null}, `
	k := without("bs")
	k.Gone[""] = true
	got := preservedAfter(t, `{`+segment+`"preservedMessages":{"anchorUuid":"s","uuids":["a", 7,"c"]}}`, k)
	if want := boundary(`{` + segment + `"preservedMessages":{"anchorUuid":"x","uuids":["a","c"]}}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Older boundaries keep nothing, and nothing of them is edited.
func TestNothingPreserved(t *testing.T) {
	for _, meta := range []string{`{"trigger":"auto","preTokens":1}`, `null`, `1`, `{"preservedSegment":null,"preservedMessages":[]}`, `{"preservedMessages":{"uuids":[]}}`} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(boundary(meta))), v)
		if v.Preserved.Exists() {
			t.Errorf("%s: %+v", meta, v.Preserved)
		}
		if got := v.Preserved.Edits(Keeping{}); got != nil {
			t.Errorf("%s: %+v", meta, got)
		}
	}
}
