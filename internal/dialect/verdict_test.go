package dialect

import (
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

func parse(t *testing.T, text string) outline.Value {
	t.Helper()
	var d outline.Doc
	if err := d.Parse([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d.Root()
}

// TestVerdictOf: a verdict that was added to a record of the transcript is told from a record
// that was inserted for it, even where the two look alike.
func TestVerdictOf(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"error"}`:                                                              "",
		`{"type":"error","classification":"x"}`:                                         "",
		`{"type":"error","n":1,"classification":{"class":"auth"}}`:                      "member",
		`{"classification":{"class":"auth"},"type":"error","error":{"message":"x"}}`:    "member",
		string(ErrorRecord("x", []byte(`{"class":"auth"}`))):                            "own",
		string(VerdictRecord([]byte(`{"class":"auth"}`))):                               "own",
		`{"type":"error","error":{"message":"x","a":1},"classification":{"class":"a"}}`: "member",
	} {
		if v, own := VerdictOf(parse(t, text)); own != (want == "own") || v.Exists() != (want != "") {
			t.Errorf("%s: %v, want %q", text, own, want)
		}
	}
}

// TestVerdictAddStrip: StripVerdict takes out what AddVerdict has put in, to the byte, and a second verdict
// takes the place of the first.
func TestVerdictAddStrip(t *testing.T) {
	verdict := []byte(`{"class":"auth"}`)
	for _, text := range []string{`{}`, `{"type":"error"}`, `{ "type" : "error" , "n" : 1.10 }`, `{"type":"error","error":{"message":"x"}}`} {
		rec := parse(t, text)
		with := outline.Splice([]byte(text), AddVerdict(rec, verdict))
		if v, own := VerdictOf(parse(t, string(with))); own || !v.Exists() {
			t.Errorf("%s became %s: %v", text, with, own)
		}
		if back := outline.Splice(with, StripVerdict(parse(t, string(with)))); string(back) != text {
			t.Errorf("%s came back as %s", text, back)
		}
		if again := outline.Splice(with, AddVerdict(parse(t, string(with)), verdict)); string(again) != string(with) {
			t.Errorf("%s became %s", with, again)
		}
	}
}

// TestVerdictAddIndented: a verdict over several lines stays as it is if it is the same one.
func TestVerdictAddIndented(t *testing.T) {
	const text = "{\n  \"type\": \"error\",\n  \"n\": 1\n}"
	with := outline.Splice([]byte(text), AddVerdict(parse(t, text), []byte(`{"class":"auth"}`)))
	if edits := AddVerdict(parse(t, string(with)), []byte(`{"class":"auth"}`)); len(edits) > 0 {
		t.Errorf("%s: edits %v", with, edits)
	}
	other := outline.Splice(with, AddVerdict(parse(t, string(with)), []byte(`{"class":"quota"}`)))
	if want := `"classification": {"class":"quota"}`; !strings.Contains(string(other), want) {
		t.Errorf("got %s, want %s", other, want)
	}
	if edits := AddVerdict(parse(t, `{"classification":7}`), []byte(`{"class":"auth"}`)); len(edits) != 1 {
		t.Errorf("a member of that name that is no verdict: edits %v", edits)
	}
}
