package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const session = `{"role":"user","content":"please look"}
{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"tool_use","id":"a","name":"Read","input":{"path":"x"}}]}
not json
{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"line\n"},{"type":"image","source":{"data":"AAAA"}}]}]}
`

// TestSpans: words, thinking, calls and results are counted, images are not.
func TestSpans(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(name, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run([]string{"spans", name}, nil, &out); err != nil {
		t.Fatal(err)
	}
	list, err := readSamples(&out)
	var got []string
	for _, s := range list {
		got = append(got, s.Text)
	}
	if want := "please look|hm|Read|{\"path\":\"x\"}|line\n"; err != nil || strings.Join(got, "|") != want {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
}

// TestLive: what a rollback took back is not in a request, and sums are those of the
// larger count.
func TestLive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	linked := `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"first"}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"dead"}]}}
{"type":"user","uuid":"c","parentUuid":"a","sessionId":"s","message":{"role":"user","content":"second"}}
`
	if err := os.WriteFile(name, []byte(linked), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run([]string{"live", name}, nil, &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "first") || !strings.Contains(got, "second") || strings.Contains(got, "dead") {
		t.Errorf("%s", got)
	}
	in := strings.NewReader(`{"name":"x","o200k":3,"claude":1}{"name":"x","o200k":1,"claude":4}`)
	out.Reset()
	if err := run([]string{"sums"}, in, &out); err != nil || out.String() != "x\t5\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestFit: weights that are fitted to texts bring the estimates near the counts,
// and never fall below zero.
func TestFit(t *testing.T) {
	var list []sample
	for i := range 40 {
		words, numbers := 20+i*7%60, 10+i*11%50
		text := strings.Repeat("word ", words) + strings.Repeat("12345 ", numbers)
		list = append(list, sample{Set: "type", Name: "x", Text: text, O200k: float64(words + 2*numbers), Claude: float64(words)})
	}
	p := newProblem(list)
	w := p.fit()
	for i := range p.rows {
		if ratio := p.rows[i].estimate(w) / p.rows[i].want; ratio < 0.95 || ratio > 1.2 {
			t.Errorf("row %d: %.2f of the count", i, ratio)
		}
	}
	for i, x := range w {
		if x < 0 {
			t.Errorf("weight %s is %f", p.names[i], x)
		}
	}
}

// TestReport: the table names every type and sums up the sessions.
func TestReport(t *testing.T) {
	var in, out bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, s := range []sample{{"type", "prose", "some words of text", 4, 4}, {"session", "s.jsonl", "more words", 2, 3}, {"session", "s.jsonl", "and more", 2, 2}} {
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := run([]string{"report"}, &in, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"prose", "s.jsonl", "1 sessions: min "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"guess"}, {"spans", "/nonexistent"}} {
		if err := run(args, strings.NewReader(""), &bytes.Buffer{}); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}
