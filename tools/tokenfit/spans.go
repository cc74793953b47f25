package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// sample is a text and what the tokenizers make of it.
type sample struct {
	Set    string  `json:"set"` // "session" or "type"
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	O200k  float64 `json:"o200k,omitempty"`
	Claude float64 `json:"claude,omitempty"`
}

func (s *sample) larger() float64 { return max(s.O200k, s.Claude) }

// spans writes the texts of sessions, one sample each.
func spans(w io.Writer, files []string) error {
	return eachSession(w, files, filepath.Base, func(data []byte) (list []string, err error) {
		found := dialect.NewDetector(nil, "")
		for line := range bytes.Lines(data) {
			list = append(list, texts(found, line)...)
		}
		return list, nil
	})
}

// recordTexts is texts for a record whose format nothing else tells.
func recordTexts(raw []byte) []string { return texts(dialect.NewDetector(nil, ""), raw) }

// texts returns what a request would hold of a record: words, thinking,
// arguments and results.
func texts(found *dialect.Detector, line []byte) (list []string) {
	var doc outline.Doc
	var v dialect.View
	if doc.Parse(bytes.TrimSpace(line)) != nil || !found.View(doc.Root(), &v) {
		return nil
	}
	add := func(s string) {
		if s != "" {
			list = append(list, s)
		}
	}
	for t := range v.Words() {
		add(t.Text())
	}
	for b := range v.Body.All() {
		add(b.Get("thinking").Text())
	}
	for _, c := range v.Calls {
		add(c.Name.Text())
		if c.Args.Kind() == outline.String {
			add(c.Args.Text())
		} else {
			add(string(c.Args.Raw()))
		}
	}
	for i := range v.Results {
		for _, t := range v.Texts(&v.Results[i]) {
			add(t.Value.Text())
		}
	}
	return list
}

// readSamples reads samples, one a line.
func readSamples(r io.Reader) (list []sample, err error) {
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<20))
	for {
		var s sample
		if err := dec.Decode(&s); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
}
