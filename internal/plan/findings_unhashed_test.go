package plan_test

import (
	"strings"
	"testing"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// Where nobody reads the hashes, findings have none, and are the same otherwise.
func TestUnhashed(t *testing.T) {
	source := strings.NewReader("{}\n{\"a\":1}\n{}\n")
	var both [2][]transcript.Finding
	for i, unhashed := range []bool{false, true} {
		l := plan.Findings{Unhashed: unhashed}
		l.Add(plan.Finding{Code: transcript.OrphanResult, Start: 3, End: 10, ID: "x", Why: "no call"})
		l.Add(plan.Finding{Code: transcript.MissingResult, Start: 0, End: 2})
		for f, err := range l.Settle(source, "tr-x", "f") {
			if err != nil {
				t.Fatal(err)
			}
			both[i] = append(both[i], f)
		}
		if len(both[i]) != 2 {
			t.Fatal(both[i])
		}
	}
	for i, hashed := range both[0] {
		if len(hashed.SHA256) != 64 || both[1][i].SHA256 != "" {
			t.Errorf("hashes %q, %q", hashed.SHA256, both[1][i].SHA256)
		}
		if hashed.SHA256 = ""; hashed != both[1][i] {
			t.Errorf("%+v, %+v", hashed, both[1][i])
		}
	}
}
