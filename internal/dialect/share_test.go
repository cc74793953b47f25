package dialect

import (
	"testing"

	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// A record is as large as its results and what is beside them.
func TestShares(t *testing.T) {
	for _, text := range []string{
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"one two"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"three"}]},{"type":"text","text":"four five six"}]}`,
		`{"role":"tool","tool_call_id":"x","content":"a result"}`,
		`{"role":"assistant","content":"no result","tool_calls":[{"id":"x","type":"function","function":{"name":"ls","arguments":"{\"a\":1}"}}]}`,
		`{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"text","n":12}}}]}`,
	} {
		var d outline.Doc
		var v View
		if err := d.Parse([]byte(text)); err != nil || !NewDetector(nil, "").View(d.Root(), &v) {
			t.Fatal(text, err)
		}
		beside := v
		beside.Results = nil
		chars, estimated := beside.Chars(), beside.Tokens(tokens.Calibrated)
		for k := range v.Results {
			c, e := v.SizeOf(tokens.Calibrated, k)
			chars, estimated = chars+c, estimated+e
			if _, quarter := v.SizeOf(tokens.Chars4, k); quarter != tokens.OfChars(c) {
				t.Errorf("%s: %d of %d chars", text, quarter, c)
			}
		}
		if chars != v.Chars() || estimated != v.Tokens(tokens.Calibrated) {
			t.Errorf("%s: %d chars, %d tokens, want %d and %d", text, chars, estimated, v.Chars(), v.Tokens(tokens.Calibrated))
		}
	}
}

func TestRoles(t *testing.T) {
	got := ""
	for r := NoRole; r <= Unknown; r++ {
		got += r.String() + " "
	}
	if got != "none system user assistant tool unknown " {
		t.Error(got)
	}
}
