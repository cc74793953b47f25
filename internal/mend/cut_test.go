package mend_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// sink notes the records and what goes.
type sink struct {
	data    []byte
	records []string
	torn    []string
	others  []transcript.Code
}

func (s *sink) Record(_, _ int64, doc *outline.Doc) { s.records = append(s.records, string(doc.Raw())) }
func (s *sink) Region(mend.Region)                  {}
func (s *sink) Finding(f mend.Finding) {
	switch {
	case f.Code == transcript.TornRecord && f.Reject:
		s.torn = append(s.torn, string(s.data[f.Start:f.End]))
	case f.Code != transcript.BOM && f.Code != transcript.GluedRecords && f.Code != transcript.NULBytes:
		s.others = append(s.others, f.Code)
	}
}

// known reports whether a format claims an object.
func known(root outline.Value) bool {
	var v dialect.View
	return dialect.NewDetector(nil, "").View(root, &v)
}

func mendAll(lines ...string) *sink {
	text := strings.Join(lines, "\n") + "\n"
	s := &sink{data: []byte(text)}
	m := mend.New(mend.Options{Known: known}, s)
	at := int64(0)
	for _, l := range bytes.SplitAfter(s.data, []byte("\n")) {
		if len(l) > 0 {
			m.Push(&transcript.Record{Raw: l, Offset: at})
			at += int64(len(l))
		}
	}
	m.Close()
	return s
}

// spaced writes JSON with a space behind every colon and comma, as Python does.
func spaced(text string) string {
	inside := false
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			b.WriteByte(c)
			i++
		case c == '"':
			inside = !inside
		}
		if b.WriteByte(text[i]); !inside && (text[i] == ':' || text[i] == ',') {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// samples returns the records of a conversation in a dialect. Those that no format
// claims cannot be told from other objects.
func samples(d transcripttest.Dialect) []string {
	text := "U A+[x,y] R(x) R(y) M U N F"
	if d.Single {
		text = "U A+[x] R(x) M U N F"
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(d.Bytes(text))), "\n"), func(l string) bool {
		var doc outline.Doc
		// Gemini CLI's header begins as nothing else, and any of its messages can hold it
		// as a value: it is found where it stands, which is in front.
		header := strings.Contains(l, `"projectHash"`)
		return doc.Parse([]byte(l)) != nil || !known(doc.Root()) || header
	})
}

// A record that is cut off at any point is recognized as that, wherever it stands,
// and the records around it are read.
func TestEveryCut(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			list := samples(d)
			for i, whole := range list {
				next := list[(i+1)%len(list)]
				checkCuts(t, list, whole, next)
				checkCuts(t, []string{spaced(list[0]), spaced(list[len(list)-1])}, spaced(whole), spaced(next))
			}
		})
	}
}

// checkCuts cuts a record at every point. The places at which most can go wrong are
// tried with every cut, the others take turns.
func checkCuts(t *testing.T, list []string, whole, next string) {
	t.Helper()
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 1; n < len(whole); n += step {
		places := cutPlaces(list[0], list[len(list)-1], whole[:n], whole, next)
		for i, c := range places {
			if i < 3 || (n/step+i)%4 == 0 {
				checkCut(t, c, n, whole)
			}
		}
	}
}

// cutPlace is a place where a record may be cut off, and what can be read then.
type cutPlace struct {
	name           string
	lines, records []string
}

func cutPlaces(first, last, torn, whole, next string) []cutPlace {
	return []cutPlace{
		{"in the middle", []string{first, torn, last}, []string{first, last}},
		{"glued to its copy", []string{first, torn + whole, last}, []string{first, whole, last}},
		{"glued to another", []string{first, torn + next, last}, []string{first, next, last}},
		{"at the end", []string{first, last, torn}, []string{first, last}},
		{"before its copy", []string{first, torn, whole, last}, []string{first, whole, last}},
		{"before another", []string{first, torn, next, last}, []string{first, next, last}},
		{"glued at the end", []string{first, torn + next}, []string{first, next}},
		{"glued behind a BOM", []string{first, "\ufeff" + torn + next, last}, []string{first, next, last}},
		{"glued to two", []string{first, torn + next + last, last}, []string{first, next, last, last}},
		{"glued behind one", []string{first, next + torn, last}, []string{first, next, last}},
		{"glued between", []string{first, next + torn + next, last}, []string{first, next, next, last}},
		{"with NUL bytes", []string{first, torn + "\x00\x00" + next, last}, []string{first, next, last}},
		{"first, on its line", []string{torn, first, last}, []string{first, last}},
		{"first, glued", []string{torn + first, last}, []string{first, last}},
	}
}

func checkCut(t *testing.T, c cutPlace, n int, whole string) {
	t.Helper()
	s := mendAll(c.lines...)
	got, want := strings.TrimRight(strings.Join(s.torn, "|"), "\x00 "), strings.TrimRight(whole[:n], " ")
	if got != want || len(s.others) > 0 || !slices.Equal(s.records, c.records) {
		t.Errorf("%s, cut %d of %s, lines %q:\ntorn %q, records %q, other findings %v", c.name, n, whole, c.lines, s.torn, s.records, s.others)
	}
}

// A record that no format claims is not taken out with the beginning of another:
// where the file has others like it the line stays, at some cuts.
func TestUnknownBehindCut(t *testing.T) {
	const usage, chat = `{"usage":{"input":1}}`, `{"role":"user","content":[{"x":"y"},1]}`
	for n := 1; n < len(chat); n++ {
		s := mendAll(chat, usage, chat[:n]+usage, chat)
		for _, torn := range s.torn {
			if strings.Contains(torn, usage) {
				t.Errorf("cut %d: %q is removed", n, torn)
			}
		}
		if len(s.torn) == 0 && fmt.Sprint(s.others) != "[unreadable-line]" {
			t.Errorf("cut %d: findings %v", n, s.others)
		}
	}
}

// What a header of Gemini CLI ends with may be any value, and the next record is one:
// only the record behind it shows that it is no part of the header that was cut off.
func TestHeaderGluedToRecord(t *testing.T) {
	list := strings.Split(strings.TrimSpace(string(transcripttest.Named("gemini-cli").Bytes("U F U"))), "\n")
	header, next := list[0], list[1:]
	for n := 1; n < len(header); n++ {
		s := mendAll(slices.Concat([]string{header[:n] + next[0]}, next[1:])...)
		unread := fmt.Sprint(s.others) == "[unreadable-line]" && slices.Equal(s.records, next[1:])
		if !unread && !slices.Equal(s.records, next) || unread && header[n-1] != ':' {
			t.Errorf("cut %d: torn %q, records %q, other findings %v", n, s.torn, s.records, s.others)
		}
	}
	last := list[len(list)-1]
	if s := mendAll(header[:len(header)-1], last); len(s.torn) != 1 || len(s.records) != 1 {
		t.Errorf("a header without its end: torn %q, records %q", s.torn, s.records)
	}
}
