package mend

import (
	"testing"

	"trtools/pkg/transcript/outline"
)

func TestMembers(t *testing.T) {
	const record = `{"a":"x","b":{"c":[1,2]},"d":12,"e":null}`
	for torn, want := range map[string]string{
		``: "", `{`: "", `{"a`: "", `{"a":"x`: "", `{"a":"x"`: `{"a":"x"}`, `{"a":"x","b":{"c":[1`: `{"a":"x"}`,
		`{"a":"x","b":{"c":[1,2]}`: `{"a":"x","b":{"c":[1,2]}}`, `{"a":"x","b":{"c":[1,2]},"d":1`: `{"a":"x","b":{"c":[1,2]}}`,
		record[:len(record)-1]: record, `{"a":"x"]`: `{"a":"x"}`, `["a","b"`: "", `"a`: "",
	} {
		var doc outline.Doc
		got := ""
		if Members([]byte(torn), &doc) {
			got = string(doc.Raw())
		}
		if got != want {
			t.Errorf("%s: %s, want %s", torn, got, want)
		}
	}
}

// What is open at the end of a text is closed, and nothing else.
func TestClose(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1,{"b":"x`: `{"a":[1,{"b":"x"}]}`, `{"a":1`: `{"a":1}`, `{"a":1}`: `{"a":1}`, `[{}`: `[{}]`, ``: ``, `"x`: `"x"`,
	} {
		if got := Close(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
