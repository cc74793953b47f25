package plan_test

import (
	"slices"
	"strings"
	"testing"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// Where nobody reads what findings say, they are counted by their code, severity and action,
// in their order, and nothing is read for them.
func TestUnread(t *testing.T) {
	l := plan.Findings{Unread: true}
	l.Add(plan.Finding{Code: transcript.OrphanResult, Start: 3, End: 10, ID: "x", Why: "no call"})
	l.Add(plan.Finding{Code: transcript.MissingResult, Start: 0, End: 2, Action: transcript.Keep})
	want := []transcript.Finding{
		{Code: transcript.MissingResult, Severity: transcript.RuleOf(transcript.MissingResult).Severity, Action: transcript.Keep},
		{Code: transcript.OrphanResult, Severity: transcript.RuleOf(transcript.OrphanResult).Severity, Action: transcript.RuleOf(transcript.OrphanResult).Action},
	}
	var got []transcript.Finding
	for f, err := range l.Settle(&transcript.Job{}, "tr-x") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, f)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for range l.Settle(&transcript.Job{}, "tr-x") {
		break // whoever has enough is not given more
	}
}

// Where nobody reads the hashes, findings have none, and are the same otherwise.
func TestUnhashed(t *testing.T) {
	source := strings.NewReader("{}\n{\"a\":1}\n{}\n")
	var both [2][]transcript.Finding
	for i, unhashed := range []bool{false, true} {
		l := plan.Findings{Unhashed: unhashed}
		l.Add(plan.Finding{Code: transcript.OrphanResult, Start: 3, End: 10, ID: "x", Why: "no call"})
		l.Add(plan.Finding{Code: transcript.MissingResult, Start: 0, End: 2})
		for f, err := range l.Settle(&transcript.Job{Source: source}, "tr-x") {
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
