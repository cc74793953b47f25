package mark

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

// TestOf: a verdict that was added to a record of the transcript is told from a record
// that was inserted for it, even where the two look alike.
func TestOf(t *testing.T) {
	for text, want := range map[string]Kind{
		`{"type":"error"}`:                                                              None,
		`{"type":"error","classification":"x"}`:                                         None,
		`{"type":"error","n":1,"classification":{"class":"auth"}}`:                      Member,
		`{"classification":{"class":"auth"},"type":"error","error":{"message":"x"}}`:    Member,
		string(ErrorRecord("x", []byte(`{"class":"auth"}`))):                            Own,
		string(OwnRecord([]byte(`{"class":"auth"}`))):                                   Own,
		`{"type":"error","error":{"message":"x","a":1},"classification":{"class":"a"}}`: Member,
	} {
		if how, v := Of(parse(t, text)); how != want || v.Exists() != (want != None) {
			t.Errorf("%s: kind %d, want %d", text, how, want)
		}
	}
}

// TestAddStrip: Strip takes out what Add has put in, to the byte, and a second verdict
// takes the place of the first.
func TestAddStrip(t *testing.T) {
	verdict := []byte(`{"class":"auth"}`)
	for _, text := range []string{`{}`, `{"type":"error"}`, `{ "type" : "error" , "n" : 1.10 }`, `{"type":"error","error":{"message":"x"}}`} {
		rec := parse(t, text)
		with := outline.Splice([]byte(text), Add(rec, verdict))
		if how, _ := Of(parse(t, string(with))); how != Member {
			t.Errorf("%s became %s: kind %d", text, with, how)
		}
		if back := outline.Splice(with, Strip(parse(t, string(with)))); string(back) != text {
			t.Errorf("%s came back as %s", text, back)
		}
		if again := outline.Splice(with, Add(parse(t, string(with)), verdict)); string(again) != string(with) {
			t.Errorf("%s became %s", with, again)
		}
	}
}

// TestAddIndented: a verdict over several lines stays as it is if it is the same one,
// and another one in its place is indented like it.
func TestAddIndented(t *testing.T) {
	const text = "{\n  \"type\": \"error\",\n  \"n\": 1\n}"
	with := outline.Splice([]byte(text), Add(parse(t, text), []byte(`{"class":"auth"}`)))
	if edits := Add(parse(t, string(with)), []byte(`{"class":"auth"}`)); len(edits) > 0 {
		t.Errorf("%s: edits %v", with, edits)
	}
	other := outline.Splice(with, Add(parse(t, string(with)), []byte(`{"class":"quota"}`)))
	if want := strings.Replace(string(with), "auth", "quota", 1); string(other) != want {
		t.Errorf("got %s, want %s", other, want)
	}
	if edits := Add(parse(t, `{"classification":7}`), []byte(`{"class":"auth"}`)); len(edits) != 1 {
		t.Errorf("a member of that name that is no verdict: edits %v", edits)
	}
}
