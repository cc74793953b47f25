package recover

import (
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// The strings among the arguments of a call are cut to the limit, however deep, and in
// JSON text as well; any other text is cut as a whole. What is short enough keeps its
// bytes.
func TestPressArguments(t *testing.T) {
	long := strings.Repeat("long ", 200)
	for _, c := range []struct {
		args  string
		limit int
		cut   int  // strings that are cut
		edits int  // of the record
		json  bool // a string that is JSON text is still that
	}{
		{`{"a":"` + long + `","b":1,"c":"short"}`, 300, 1, 1, false},
		{`{"a":["` + long + `",{"b":{"c":"` + long + `"}}],"d":"` + long + `"}`, 300, 3, 3, false},
		{`["` + long + `","x"]`, 300, 1, 1, false},
		{`{"a":"` + long + `"}`, 1000, 0, 0, false},
		{`{"a":"` + long + `"}`, 999, 1, 1, false},
		{`"` + long + `"`, 300, 1, 1, false},
		{`"{\"a\":\"` + long + `\",\"b\":\"` + long + `\"}"`, 300, 2, 1, true},
		{`"{\"a\":\"short\",\"b\":[` + strings.Repeat("1,", 500) + `1]}"`, 300, 0, 0, true},
		{`"[\"` + long + `\"]"`, 300, 1, 1, false},
		{`12345`, 1, 0, 0, false},
	} {
		var d, now outline.Doc
		if err := d.Parse([]byte(c.args)); err != nil {
			t.Fatal(err)
		}
		edits := pressArguments(nil, d.Root(), c.limit)
		text := outline.Splice([]byte(c.args), edits)
		if got := strings.Count(string(text), "chars omitted"); got != c.cut || len(edits) != c.edits {
			t.Errorf("%.40s, %d: %d strings are cut in %d edits, want %d in %d", c.args, c.limit, got, len(edits), c.cut, c.edits)
		}
		if err := now.Parse(text); err != nil {
			t.Errorf("%.40s, %d: %v", c.args, c.limit, err)
		}
		if inner := now.Root().Bytes(); c.json && now.Parse(inner) != nil {
			t.Errorf("%.40s, %d: no JSON text any more: %s", c.args, c.limit, inner)
		}
	}
}
