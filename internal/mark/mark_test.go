package mark

import (
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
