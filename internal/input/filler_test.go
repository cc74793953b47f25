package input_test

import (
	"fmt"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// lists returns conversations of all formats that are lists of messages.
func lists(t *testing.T) (all []plan.Elements) {
	t.Helper()
	for _, d := range transcripttest.All() {
		for _, story := range []string{"U F", "U A[x] R(x) F", "U A[x,y] R(y) R(x) F U F"} {
			doc, v := new(outline.Doc), dialect.View{}
			if doc.Parse(d.Bytes(story)) != nil || !dialect.NewDetector(nil, "").View(doc.Root(), &v) || !v.List.Exists() || v.Class != dialect.Other {
				continue
			}
			all = append(all, plan.NewElements(v.List))
		}
	}
	if len(all) < 6 {
		t.Fatalf("%d conversations", len(all))
	}
	return all
}

// said writes what an index holds of a list.
func said(x *history.Index, calls int) (text string) {
	for i := range uint32(x.Len()) {
		text += fmt.Sprintln(*x.Node(i), x.Format(i))
	}
	for k := range x.Parts() {
		text += fmt.Sprintln(*x.Part(k), x.Part(k).Name)
	}
	return text + fmt.Sprint(calls)
}

// What a conversation is taken for does not depend on those before it.
func TestFillerForgets(t *testing.T) {
	all := lists(t)
	used := input.NewFiller("")
	for _, before := range all {
		for _, list := range all {
			used.Fill(history.New(), before, nil)
			x, fresh := history.New(), history.New()
			got, want := said(x, used.Fill(x, list, nil)), said(fresh, input.NewFiller("").Fill(fresh, list, nil))
			if got != want {
				t.Fatalf("%s\nwant\n%s", got, want)
			}
		}
	}
}
