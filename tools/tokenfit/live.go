package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/pkg/transcript"
)

// live writes the texts of what a request would hold of sessions, one sample each.
// Name is the file's path.
func live(w io.Writer, files []string) error {
	return eachSession(w, files, func(name string) string { return name }, liveTexts)
}

// eachSession writes the texts that a function finds in sessions, one sample each. Named
// returns the name of a file's samples.
func eachSession(w io.Writer, files []string, named func(path string) string, texts func(data []byte) ([]string, error)) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		list, err := texts(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, text := range list {
			if err := enc.Encode(sample{Set: "session", Name: named(path), Text: text}); err != nil {
				return err
			}
		}
	}
	return nil
}

// liveTexts returns the texts of the live records of a transcript: those of the last
// conversation where its lines are conversations.
func liveTexts(data []byte) (list []string, err error) {
	r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data)})
	defer r.Close()
	add := func(h *history.History, text func(ref int64) ([]byte, error)) {
		for _, ref := range h.Records() {
			raw, e := text(ref)
			if e != nil {
				err = e
			}
			list = append(list, recordTexts(raw)...)
		}
	}
	r.Conversation = func(c *input.Conversation) {
		list = nil
		add(c.Index.Main(nil), c.Text)
	}
	if e := transcript.Run(bytes.NewReader(data), 0, taker{r}); e != nil {
		return nil, e
	}
	if h := r.History(); h.Len() > 0 {
		list = nil
		add(h, func(ref int64) ([]byte, error) {
			line, _, _ := bytes.Cut(data[ref:], []byte("\n"))
			return line, nil
		})
	}
	return list, err
}

// taker is a reader as the last stage.
type taker struct{ *input.Reader }

func (taker) Flush() error { return nil }
func (taker) Close() error { return nil }

// sums writes the larger count of each session: the path, a tab, the tokens.
func sums(w io.Writer, list []sample) error {
	o200k, claude := map[string]float64{}, map[string]float64{}
	for _, s := range list {
		o200k[s.Name] += s.O200k
		claude[s.Name] += s.Claude
	}
	for _, name := range sorted(o200k) {
		if _, err := fmt.Fprintf(w, "%s\t%.0f\n", name, max(o200k[name], claude[name])); err != nil {
			return err
		}
	}
	return nil
}
