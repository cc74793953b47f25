package pair_test

import (
	"slices"
	"testing"

	"trtools/internal/pair"
)

// A record that by itself is of another format than between its neighbours is planned,
// verified and written in the same format.
func TestFormatOfDamagedRecords(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []string // codes of the findings
	}{
		"a role that no format knows": {
			`{"role":"user","content":[{"toolUse":{"toolUseId":"c1","name":"read","input":{}}}]}` +
				`{"role":"assistalt","content":[{"toolUse":{"toolUseId":"c2","name":"read","input":{}}},{"toolResult":{"toolUseId":"c2","content":[{"text":"x"}]}}]}` + "\n" +
				`{"role":"assistant","content":[{"toolUse":{"toolUseId":"c3","name":"  ","input":{}}}]}` + "\n",
			[]string{"glued-records", "bad-call", "bad-call", "bad-call"},
		},
		"calls written in another way than their format's": {
			`{"role":"assistant","content":[{"type":"toolUse","toolUseId":"t1","name":"read","arguments":{"path":"a"}}]}` + "\n" +
				`{"role":"assistant","content":[{"type":"toolUse","toolUseId":"t1","name":"read","arguments":{"path":"a"}}]}` + "\n" +
				`{"role":"user","content":[{"type":"toolResult","toolUseId":"t1","content":"aaa"}]}` + "\n",
			[]string{"missing-result", "reused-id", "touched"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := run(t, pair.Options{}, []byte(c.data))
			var got []string
			for _, f := range o.findings {
				got = append(got, string(f.Code))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("findings: %v", got)
			}
			invariants(t, pair.Options{}, []byte(c.data), o)
		})
	}
}
