package pair

import (
	"bytes"
	"io"
	"slices"

	"trtools/pkg/transcript"
)

// applier writes the input with a plan's changes to the next stage.
type applier struct {
	plan *plan
	src  *source
	next transcript.Stage
	r    renderer
	eol  []byte
	line int64 // lines of the input that are done
}

func newApplier(p *plan, src *source, o *Options, eol string, last int64, next transcript.Stage) *applier {
	return &applier{plan: p, src: src, next: next, r: renderer{opt: o, src: src, last: last}, eol: []byte(eol)}
}

// stop is a place in the input where something changes.
type stop struct {
	start, end int64 // end is 0 for a plain line: it ends where its line does
	pieces     []piece
}

// run pushes the whole input. Lines without a change are read through without
// being looked at.
func (a *applier) run(size int64) error {
	if a.plan.front != nil {
		if err := a.insert(a.r.text(a.plan.front)); err != nil {
			return err
		}
	}
	at := int64(0)
	for _, s := range a.stops() {
		if err := a.copy(at, s.start); err != nil {
			return err
		}
		end, err := a.stop(s)
		if err != nil {
			return err
		}
		at = end
	}
	if err := a.copy(at, size); err != nil {
		return err
	}
	return a.src.err
}

// stops returns the places where something changes, in order.
func (a *applier) stops() []stop {
	var list []stop
	inside := map[int64]bool{}
	for _, g := range a.plan.regions {
		list = append(list, stop{g.start, g.end, g.pieces})
		inside[g.start] = true
		for _, p := range g.pieces {
			inside[p.at] = true
		}
	}
	for at := range a.plan.edits {
		if !inside[at] {
			list = append(list, stop{start: at})
		}
	}
	slices.SortFunc(list, func(a, b stop) int { return int(a.start - b.start) })
	return list
}

// copy pushes the unchanged lines from at to end.
func (a *applier) copy(at, end int64) error {
	if at >= end {
		return nil
	}
	if c, ok := a.next.(transcript.Copier); ok {
		return c.CopyRange(a.src.r, at, end)
	}
	return transcript.Run(io.NewSectionReader(a.src.r, at, end-at), 0, &forward{a, at, a.line})
}

// forward is a stage that passes a section's records on with the places that
// they have in the input, and ends nothing.
type forward struct {
	a    *applier
	at   int64
	line int64
}

func (f *forward) Push(r *transcript.Record) error {
	r.Offset += f.at
	r.Line += f.line
	f.a.line = r.Line
	return f.a.next.Push(r)
}

func (f *forward) Flush() error { return f.a.next.Flush() }
func (f *forward) Close() error { return f.a.next.Flush() }

// stop pushes what becomes of one line or region, and returns where the input
// goes on.
func (a *applier) stop(s stop) (int64, error) {
	old := a.src.rawLine(s.start, s.end)
	if a.src.err != nil {
		return 0, a.src.err
	}
	end := s.start + int64(len(old))
	eol := old[len(bytes.TrimRight(old, "\r\n")):]
	pieces := s.pieces
	if s.end == 0 {
		pieces = []piece{{at: s.start, end: end - int64(len(eol))}}
	}
	var texts, added [][]byte
	for _, p := range pieces {
		text, after := a.piece(p)
		if text != nil {
			texts = append(texts, text)
		}
		if len(texts) == 0 || p.at != pieces[len(pieces)-1].at {
			texts = append(texts, after...)
		} else {
			added = after
		}
	}
	return end, a.push(s.start, old, eol, texts, added)
}

// piece returns what becomes of one record, and what follows it.
func (a *applier) piece(p piece) (text []byte, after [][]byte) {
	e := a.plan.edits[p.at]
	if e == nil {
		if p.gone {
			return nil, nil
		}
		return slices.Clone(a.src.record(p.at)), nil
	}
	if !e.remove && !p.gone {
		text = a.r.text(e)
	}
	return text, a.r.after(e, a.plan.edits)
}

// push pushes the new lines of a place: the first one as a change of the old
// one, all others as insertions.
func (a *applier) push(at int64, old, eol []byte, texts, added [][]byte) error {
	rec := transcript.Record{Raw: old, Offset: at, Line: a.line + 1}
	a.line += int64(max(1, bytes.Count(old, []byte("\n"))))
	switch {
	case len(texts) == 0:
		rec.Was, rec.Raw, rec.Change = old, nil, transcript.Removed
	case !bytes.Equal(texts[0], old[:len(old)-len(eol)]):
		end := eol
		if len(texts) > 1 && len(end) == 0 {
			end = a.eol
		}
		rec.Replace(append(slices.Clip(texts[0]), end...))
	}
	if err := a.next.Push(&rec); err != nil {
		return err
	}
	if len(texts) > 0 {
		texts = texts[1:]
	}
	for i, t := range append(texts, added...) {
		if i == 0 && len(eol) == 0 && rec.Change == transcript.Unchanged {
			// The old line lacks its ending: it comes with the new one, so that
			// the old one's bytes stay as they are.
			t = append(slices.Clone(a.eol), t...)
		}
		if err := a.insert(t); err != nil {
			return err
		}
	}
	return nil
}

// insert pushes a new line.
func (a *applier) insert(text []byte) error {
	raw := append(slices.Clip(text), a.eol...)
	return a.next.Push(&transcript.Record{Raw: raw, Line: a.line, Change: transcript.Inserted})
}
