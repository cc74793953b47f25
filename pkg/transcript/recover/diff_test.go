package recover

import (
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// What stands between two texts that change is in no edit, wherever that can be told.
func TestDiffOf(t *testing.T) {
	for _, x := range []struct{ was, now, want string }{
		{`{"a":"1234","b":[1],"c":"5678"}`, `{"a":"14","b":[1],"c":"58"}`, `[23 67]`},
		{`{"a":"12","b":"x"}`, `{"a":"12","b":"x"}`, `[]`},
		{`{"a":["x","y"],"b":"z"}`, `{"a":["y"],"b":"w"}`, `[x"," zw]`},
		{` {"a":1} `, `{"a":2}`, `[12]`},
		{`{"a":"x"}`, `{"b":"x"}`, `[ab]`},
		{`{"a":"one \"two\" three","b":"z"}`, `{"a":"one three","b":"z"}`, `[\"two\" ]`},
		{`{"a":"x\\","b":"y z"}`, `{"a":"x\\ z"}`, `[","b":"y]`},
		{`[1,2,3]`, `[4,2,5]`, `[14 35]`},
		{`[1,{"a":"left"}]`, `[1,{"a":{"b":2}}]`, `["left"{"b":2}]`},
	} {
		var now outline.Doc
		if err := now.Parse([]byte(x.now)); err != nil {
			t.Fatal(err)
		}
		d := diffOf([]byte(x.was), &now)
		var got []string
		for _, e := range d {
			got = append(got, x.was[e.Start:e.End]+string(e.Text))
		}
		if s := fmt.Sprint(got); s != x.want {
			t.Errorf("%s: %q, want %q", x.was, s, x.want)
		}
		if s := strings.TrimSpace(string(outline.Splice([]byte(x.was), d))); s != x.now {
			t.Errorf("%s became %s, not %s", x.was, s, x.now)
		}
	}
}
