package dialect

import (
	"testing"

	"trtools/pkg/transcript/outline"
)

const noon = "2026-01-01T12:00:00.000Z"

// A time is later than the one before it, and earlier than what follows where
// there is a millisecond between the two.
func TestLater(t *testing.T) {
	for _, c := range []struct {
		after  string
		n      int
		limit  string
		want   string
		millis int64
	}{
		{noon, 1, "", "2026-01-01T12:00:00.001Z", 1767268800001},
		{noon, 0, "", noon, 1767268800000},
		{noon, 1, "2026-01-01T13:00:00Z", "2026-01-01T12:00:00.001Z", 1767268800001},
		{noon, 5, "2026-01-01T12:00:00.003Z", "2026-01-01T12:00:00.002Z", 1767268800002},
		{noon, 1, "2026-01-01T12:00:00.001Z", "2026-01-01T12:00:00.001Z", 1767268800001}, // no room
		{noon, 1, "2026-01-01T11:00:00Z", "2026-01-01T12:00:00.001Z", 1767268800001},     // out of order
		{noon, 1, "tomorrow", "2026-01-01T12:00:00.001Z", 1767268800001},
		{"2026-01-01T13:00:00+01:00", 1, "", "2026-01-01T12:00:00.001Z", 1767268800001},
		{"", 1, noon, "", 0},
		{"yesterday", 1, "", "", 0},
	} {
		if text, ms := Later(c.after, c.n, c.limit); text != c.want || ms != c.millis {
			t.Errorf("%d ms after %q, before %q: %q, %d", c.n, c.after, c.limit, text, ms)
		}
	}
}

// stamped are records of the formats that stamp theirs, and their stamps.
var stamped = map[string]Stamp{
	`{"parentUuid":"p","type":"user","message":{"role":"user","content":"x"},"uuid":"u","timestamp":"` + noon + `"}`: {
		RecordID: "u", Parent: "p", Time: noon, Millis: 1767268800000},
	`{"timestamp":"` + noon + `","ordinal":7,"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}}`: {
		Time: noon, Millis: 1767268800000, Ordinal: "7"},
	`{"type":"message","id":"00000001","parentId":"00000000","timestamp":"` + noon + `","message":{"role":"user","content":"x","timestamp":1767268799999}}`: {
		RecordID: "00000001", Parent: "00000000", Time: noon, Millis: 1767268799999},
	`{"role":"user","content":[{"toolResult":{"toolUseId":"x"}}]}`: {},
}

func TestStamp(t *testing.T) {
	for raw, want := range stamped {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(raw)), v)
		if got := v.Stamp(); got != want {
			t.Errorf("%s has the stamp %+v, want %+v", raw, got, want)
		}
	}
	got := Stamp{RecordID: "u", Parent: "p", Time: noon, Millis: 1, Ordinal: "7"}.Follow(2)
	if want := (Stamp{Parent: "u", Time: "2026-01-01T12:00:00.002Z", Millis: 1767268800002, Ordinal: "9"}); got != want {
		t.Errorf("what follows has the stamp %+v", got)
	}
	if got := (Stamp{Millis: 5}).Follow(1); got != (Stamp{Millis: 6}) {
		t.Errorf("what follows a record with nothing but milliseconds has the stamp %+v", got)
	}
}

// What is set is read again; a record without the member stays as it is.
func TestSetStamp(t *testing.T) {
	const later = "2026-01-01T12:00:00.005Z"
	for raw, old := range stamped {
		v := new(View)
		rec := record(t, []byte(raw))
		NewDetector(nil, "").View(rec, v)
		edits := append(v.SetTime(later), v.SetParent(`q"`)...)
		if old.Ordinal != "" {
			edits = append(edits, v.SetOrdinal(rec, "12")...)
		}
		got := outline.Splice([]byte(raw), edits)
		w := new(View)
		NewDetector(nil, "").View(record(t, got), w)
		want := Stamp{RecordID: old.RecordID}
		if old.Time != "" {
			want.Time, want.Millis = later, 1767268800005
		}
		if old.Parent != "" {
			want.Parent = `q"`
		}
		if old.Ordinal != "" {
			want.Ordinal = "12"
		}
		if w.Stamp() != want {
			t.Errorf("%s has the stamp %+v, want %+v", got, w.Stamp(), want)
		}
	}
}

// A root names no parent, or has no member for one.
func TestSetParentOfRoot(t *testing.T) {
	for raw, want := range map[string]string{
		`{"parentUuid":null,"type":"user","uuid":"u"}`:                         `{"parentUuid":"p","type":"user","uuid":"u"}`,
		`{"parentUuid":"","type":"user","uuid":"u"}`:                           `{"parentUuid":"p","type":"user","uuid":"u"}`,
		`{"type":"user","uuid":"u","sessionId":"s"}`:                           `{"type":"user","uuid":"u","sessionId":"s"}`,
		`{"type":"user","uuid":"u","sessionId":"s","logicalParentUuid":"a"}`:   `{"type":"user","uuid":"u","sessionId":"s","logicalParentUuid":"a"}`,
		`{"parentUuid":"x","type":"system","subtype":"compact_boundary"}`:      `{"parentUuid":"p","type":"system","subtype":"compact_boundary"}`,
		`{"parentUuid":"x","logicalParentUuid":"a","type":"user","uuid":"u"}`:  `{"parentUuid":"p","logicalParentUuid":"a","type":"user","uuid":"u"}`,
		`{"logicalParentUuid":"a","parentUuid":null,"type":"user","uuid":"u"}`: `{"logicalParentUuid":"a","parentUuid":"p","type":"user","uuid":"u"}`,
	} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(raw)), v)
		if got := outline.Splice([]byte(raw), v.SetParent("p")); string(got) != want {
			t.Errorf("%s becomes %s", raw, got)
		}
		if got := outline.Splice([]byte(want), v.SetParent("")); v.Declared.Exists() && len(v.SetParent("")) != 1 {
			t.Errorf("%s becomes %s", want, got)
		}
	}
}
