package pair_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/pair"
)

// Repair reads, writes, and returns what it found.
func TestRepairFunction(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for _, c := range []struct {
		story string
		found int
	}{{"U A[x] R(x) F", 0}, {"U A[x] U R(y) F", 2}} {
		var out bytes.Buffer
		found, err := pair.Repair(bytes.NewReader(d.Bytes(c.story)), &out, pair.Options{})
		if err != nil || len(found) != c.found {
			t.Errorf("%s: %v, %v", c.story, found, err)
		}
		if err := transcripttest.Check(d, out.Bytes()); err != nil {
			t.Errorf("%s: %v", c.story, err)
		}
	}
}

// Every option arrives at the stage: it changes what is written.
func TestOptions(t *testing.T) {
	to, err := pair.ParseTarget("mistral")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pair.ParseTarget("nobody"); err == nil {
		t.Error("an API that nobody knows is taken")
	}
	for _, c := range []struct {
		name, dialect, story string
		o                    pair.Options
	}{
		{"no mend", "openai-chat", "U A[x] R(x) F", pair.Options{NoMend: true}},
		{"strip", "openai-chat", "U A[x] U A[y] R(y) F", pair.Options{Missing: pair.StripMissing}},
		{"keep", "openai-chat", "U A[x] U A[y] R(y) F", pair.Options{Missing: pair.KeepMissing}},
		{"tail", "openai-chat", "U A[x]", pair.Options{Tail: pair.KeepTail}},
		{"orphans as text", "openai-chat", "U F U R(y) F", pair.Options{Orphans: pair.TextOrphans}},
		{"orphans stay", "openai-chat", "U F U R(y) F", pair.Options{Orphans: pair.KeepOrphans}},
		{"rename", "openai-chat", "U A[x,x] R(x) F", pair.Options{Duplicates: pair.RenameDuplicates}},
		{"duplicates stay", "openai-chat", "U A[x,x] R(x) F", pair.Options{Duplicates: pair.KeepDuplicates}},
		{"text", "openai-chat", "U A[x] U F", pair.Options{SyntheticText: "gone"}},
		{"no error flag", "anthropic", "U A[x] U F", pair.Options{NoErrorFlag: true}},
		{"for", "openai-chat", "U A[x] R(x) F", pair.Options{For: to}},
		{"hold back", "openai-chat", "U A[x] U F", pair.Options{HoldBack: true}},
		{"drop broken", "conv-messages", "U A[x] U F", pair.Options{DropBroken: true}},
		{"no relink", "pi", "U F U F", pair.Options{NoRelink: true}},
	} {
		data := transcripttest.Named(c.dialect).Bytes(c.story)
		switch c.name {
		case "no mend":
			data = append([]byte{0, 0}, data...)
		case "hold back":
			data = append(data, "{\"role\": what?\n"...)
		case "no relink":
			lines := bytes.SplitAfter(data, []byte("\n"))
			data = bytes.Join(slices.Delete(lines, 3, 4), nil)
		}
		usual, _, err := pair.RepairBytes(data, pair.Options{})
		out, _, err2 := pair.RepairBytes(data, c.o)
		if err != nil || err2 != nil || bytes.Equal(out, usual) {
			t.Errorf("%s: %v, %v: nothing changes:\n%s", c.name, err, err2, strings.TrimSpace(string(out)))
		}
	}
}
