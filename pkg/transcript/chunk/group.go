package chunk

import (
	"bytes"
	"io"
	"slices"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// group is the chunks of one history that are summarised.
type group struct {
	h      *history.History
	at     int64 // of the line that holds it
	inside bool  // it is a conversation on one line
	chunks []part
	plan   *history.Plan
}

// part is one chunk: messages from:to, of which some count, and its summary.
type part struct {
	from, to int
	messages int64
	text     string
}

// group cuts what of a history is summarised: stretches of units that do not
// stay. It returns nil if there are none.
func (s *Stage) group(h *history.History, at int64, inside bool) *group {
	stays := h.Stays(s.opt.Keep)
	total := int64(0)
	for k, u := range h.Units {
		stays[k] = stays[k] || u.Open // its result may still come
		if !stays[k] {
			total += u.Chars
		}
	}
	g := &group{h: h, at: at, inside: inside}
	for from := 0; from < len(h.Units); {
		to := from
		for to < len(h.Units) && !stays[to] {
			to++
		}
		g.chunks = append(g.chunks, s.parts(h, from, to, total)...)
		from = to + 1
	}
	if len(g.chunks) == 0 {
		return nil
	}
	return g
}

// parts cuts units from:to. Of the parts that are wanted they get their share.
// What holds no message or no text is not worth a summary.
func (s *Stage) parts(h *history.History, from, to int, total int64) (list []part) {
	var sizes []int64
	sum, messages := int64(0), int64(0)
	for _, u := range h.Units[from:to] {
		sizes = append(sizes, u.Chars)
		sum += u.Chars
		messages += u.Messages
	}
	if sum == 0 || messages == 0 {
		return nil
	}
	parts := 0
	if s.opt.Parts > 0 {
		parts = max(1, int((s.opt.Parts*sum+total/2)/total))
	}
	for _, c := range s.opt.cut(sizes, parts) {
		p := part{from: h.Units[from+c[0]].From, to: h.Units[from+c[1]-1].To}
		for _, u := range h.Units[from+c[0] : from+c[1]] {
			p.messages += u.Messages
		}
		if p.messages > 0 {
			list = append(list, p)
		}
	}
	return list
}

// drops reports whether message i is replaced.
func (g *group) drops(i int) bool {
	return slices.ContainsFunc(g.chunks, func(p part) bool { return i >= p.from && i < p.to })
}

// content returns the records of a chunk's messages, one a line, in the order of
// the input.
func (g *group) content(p part, src io.ReaderAt, named string) (io.Reader, error) {
	var records []int64
	for _, m := range g.h.Messages[p.from:p.to] {
		records = append(records, m.Records...)
	}
	slices.Sort(records)
	if g.inside {
		return g.elements(records, src, named)
	}
	return &lineReader{src: src, records: records}, nil
}

// elements returns messages inside a conversation.
func (g *group) elements(records []int64, src io.ReaderAt, named string) (io.Reader, error) {
	var b bytes.Buffer
	_, err := history.Conversation(src, g.at, named, func(list outline.Value) []outline.Edit {
		i := int64(0)
		for el := range list.All() {
			if _, ok := slices.BinarySearch(records, i); ok {
				b.Write(el.Raw())
				b.WriteByte('\n')
			}
			i++
		}
		return nil
	})
	return &b, err
}

// lineReader reads lines of the input, one after another.
type lineReader struct {
	src     io.ReaderAt
	records []int64
	rest    []byte
}

func (l *lineReader) Read(b []byte) (int, error) {
	for len(l.rest) == 0 {
		if len(l.records) == 0 {
			return 0, io.EOF
		}
		raw, err := rewrite.Line(l.src, l.records[0])
		if err != nil {
			return 0, err
		}
		l.records, l.rest = l.records[1:], append(raw, '\n')
	}
	n := copy(b, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// prepare makes the plan that puts the summaries in. It returns the records that
// they take the place of.
func (g *group) prepare(s *Stage) (gone []int64) {
	g.plan = history.NewPlan(g.h, &s.job)
	for _, p := range g.chunks {
		g.plan.StandIn(p.from, p.to, dialect.SummaryText(int(p.messages), p.text))
	}
	if g.inside {
		return g.plan.Remove(g.drops)
	}
	return g.plan.Remove(g.drops, s.reader.Source)
}
