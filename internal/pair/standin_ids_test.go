package pair_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
)

// What is put in for a call has the same id whatever else is repaired in the session: a
// client that has seen it knows it again.
func TestIDsOfStandInsStay(t *testing.T) {
	lines := strings.SplitAfter(string(transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F U A[y] U F")), "\n")
	ids := map[string]bool{}
	for _, data := range []string{strings.Join(lines, ""), strings.Join(append(append([]string{}, lines[:2]...), lines[3:]...), "")} {
		got, err := runReader(pair.Options{}, strings.NewReader(data), bytes.NewReader([]byte(data)))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for line := range bytes.Lines(got.out) {
			var r struct {
				UUID    string
				Message struct{ Content json.RawMessage }
			}
			if err := json.Unmarshal(line, &r); err != nil || seen[r.UUID] != "" {
				t.Errorf("%v, or a second record of id %s:\n%s", err, r.UUID, got.out)
			}
			if seen[r.UUID] = string(r.Message.Content); bytes.Contains(r.Message.Content, []byte(`"tool_use_id":"y"`)) {
				ids[r.UUID] = true
			}
		}
	}
	if len(ids) != 1 {
		t.Errorf("the stand-in of y has the ids %v", ids)
	}
}
