package main

import (
	"bytes"
	"os"
	"testing"

	"trtools/pkg/transcript/classify"
)

// TestErrors: of labelled errors that were found in public issues, most get their class,
// and hardly any is taken for one that a smaller history cures.
func TestErrors(t *testing.T) {
	data, err := os.ReadFile("../../pkg/transcript/classify/testdata/errors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		lines := bytes.SplitAfter(data, []byte("\n"))
		data = bytes.Join(lines[:len(lines)/10], nil)
	}
	all, err := readLabelled(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	s := newScore()
	for i := range all {
		s.add(&all[i])
	}
	for _, c := range []struct {
		name string
		share
		least int // in a thousand
	}{
		{"class", s.class, 930}, {"shrink precision", s.shrinkPrecision, 970}, {"shrink recall", s.shrinkRecall, 950},
		{"limits", s.limit.read, 900}, {"sizes of requests", s.actual.read, 930},
	} {
		if c.n*1000 < c.of*c.least {
			t.Errorf("%s: %v", c.name, c.share)
		}
	}
	invented, of := s.limit.invented.n+s.actual.invented.n, s.limit.invented.of+s.actual.invented.of
	if invented*100 > of {
		t.Errorf("%d of %d numbers are invented", invented, of)
	}
}

// TestEnvelopes: what stands around an error leaves its class.
func TestEnvelopes(t *testing.T) {
	all := []string{
		"prompt is too long: 210983 tokens > 200000 maximum", "Rate limit reached for requests", "insufficient_quota",
		"messages.9: tool_use ids were found without tool_result blocks immediately after: toolu_01AbCdEfGhIj",
		"Overloaded", "The model gpt-9 does not exist", "Invalid API key", "413 Payload Too Large", "upstream request timeout",
		"No tool output found for function call call_7abcdefg.", "socket hang up", "502 Bad Gateway",
	}
	for name, wrap := range wrappings() {
		for _, text := range all {
			wrapped := wrap(text)
			a, b := classify.Classify(classify.Input{Text: text}), classify.Classify(classify.Input{Text: wrapped})
			if wrapped != "" && a.Class != b.Class {
				t.Errorf("%s: %q is %s (%s) for %s (%s)", name, text, b.Class, b.Rule, a.Class, a.Rule)
			}
		}
	}
}
