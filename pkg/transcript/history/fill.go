package history

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// marks are ids whose messages are marked, by hash.
type marks struct {
	hash  links.Hasher
	ids   map[uint64]string
	found map[string]bool
}

// see reports whether a record has one of the ids.
func (k *marks) see(v *dialect.View, rec outline.Value) (seen bool) {
	if len(k.ids) == 0 {
		return false
	}
	for _, id := range v.IDs(rec) {
		if text, ok := k.ids[k.hash.Of(id)]; ok && !id.Blank() {
			k.found[text], seen = true, true
		}
	}
	return seen
}

// fill adds what a record holds to its message.
func (m *Message) fill(k *marks, v *dialect.View, rec outline.Value) {
	m.Chars += int64(v.Chars())
	m.Payload += int64(v.Payload())
	m.Signed = m.Signed || v.Signed
	m.Summary = m.Summary || v.Summarizes()
	m.Marked = k.see(v, rec) || m.Marked
	m.Calls += len(v.Calls)
	m.Results += len(v.Results)
	for i := range v.Calls {
		m.calls = append(m.calls, part{k.hash.Of(v.Calls[i].ID), k.hash.Of(v.Calls[i].Name)})
	}
	synthetic := 0
	for i := range v.Results {
		m.results = append(m.results, part{k.hash.Of(v.Results[i].ID), k.hash.Of(v.Results[i].Name)})
		if v.Results[i].Synthetic {
			synthetic++
		}
	}
	user := v.Prompt()
	notice := !user && !v.Summarizes() && len(v.Calls) == 0 && (v.Notice() || synthetic > 0 && synthetic == len(v.Results))
	m.User = m.User || user
	m.Notice = notice && (m.Notice || !m.filled)
	m.filled = true
}

// filler is a stage that adds up what stands in the records of a history.
type filler struct {
	h      *History
	marks  *marks
	detect *dialect.Detector
	view   dialect.View
	at     int64
}

func (f *filler) Push(rec *transcript.Record) error {
	k, ok := f.h.where[f.at]
	f.at += int64(len(rec.Raw))
	if !ok || rec.TooLong {
		return nil
	}
	doc, err := rec.Doc()
	if err != nil || !f.detect.View(doc.Root(), &f.view) {
		return nil
	}
	m := &f.h.Messages[k]
	if f.view.Class == dialect.Boundary {
		m.replaced(&f.view)
	} else {
		m.fill(f.marks, &f.view, doc.Root())
	}
	return nil
}

func (f *filler) Flush() error { return nil }
func (f *filler) Close() error { return nil }

// replaced fills a message with the text that a compaction put in.
func (m *Message) replaced(v *dialect.View) {
	chars, payload := v.Replaced()
	m.Chars, m.Payload = m.Chars+int64(chars), m.Payload+int64(payload)
}
