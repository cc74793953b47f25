package recover

import (
	"bytes"
	"io"
	"sort"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/rewrite"
)

// ledger keeps a draft, and of each of its lines what it was in the input.
// Neighbouring lines that are unchanged need one entry.
type ledger struct {
	spool   transcript.Spool
	entries []entry
	next    int64 // offset in the input where an unchanged run would go on
	last    entry // the line that was pushed last
	open    bool  // it lacks its ending
	strip   bool  // verdicts are taken out of records
	see     func(*transcript.Record) error
	stood   *curtain // gives back what was hidden
}

// entry is a run of unchanged lines, or one line that is none.
type entry struct {
	pos    int64 // in the draft
	offset int64 // in the input
	line   int64
	was    int64 // length in the input of a line that was changed or removed
	kind   transcript.Change
}

// Push takes the next line of the draft. Its place is that in the input.
func (l *ledger) Push(r *transcript.Record) error {
	if l.stood != nil {
		r = l.stood.reveal(r)
	}
	if l.strip && !r.TooLong && bytes.Contains(r.Raw, word) {
		l.unmark(r)
	}
	if len(r.Raw) == 0 {
		l.note(r)
		return nil
	}
	if l.open && r.Change == transcript.Inserted {
		if err := l.end(r); err != nil {
			return err
		}
	}
	l.note(r)
	return l.write(r)
}

func (l *ledger) write(r *transcript.Record) error {
	l.open = r.Raw[len(r.Raw)-1] != '\n'
	if _, err := l.spool.Write(r.Raw); err != nil {
		return err
	}
	return l.see(r)
}

// end gives the last line the ending that it lacks. It comes with the line that
// is put in behind it.
func (l *ledger) end(r *transcript.Record) error {
	n := len(r.Raw) - len(bytes.TrimLeft(r.Raw, "\r\n"))
	eol := transcript.Record{Raw: bytes.Clone(r.Raw[:n])}
	r.Raw = r.Raw[n:]
	if n == 0 {
		return nil
	}
	if e := l.last; e.kind == transcript.Unchanged {
		e.kind = transcript.Changed
		if k := len(l.entries) - 1; l.entries[k].pos == e.pos {
			l.entries[k] = e
		} else {
			l.entries = append(l.entries, e)
		}
	}
	return l.write(&eol)
}

// unmark takes a verdict out of a record, or the record that is only one.
func (l *ledger) unmark(r *transcript.Record) {
	text := r.JSON()
	if raw := stripped(text); len(raw) != len(text) {
		r.Replace(append(bytes.Clone(raw), r.Raw[len(text):]...))
	}
}

// note makes the entry of a line.
func (l *ledger) note(r *transcript.Record) {
	pos := l.spool.Size()
	n := len(l.entries)
	l.last = entry{pos: pos, offset: r.Offset, line: r.Line, was: int64(len(r.Raw)), kind: r.Change}
	if r.Change == transcript.Unchanged {
		if n == 0 || l.entries[n-1].kind != transcript.Unchanged || r.Offset != l.next {
			l.entries = append(l.entries, entry{pos: pos, offset: r.Offset, line: r.Line})
		}
		l.next = r.Offset + int64(len(r.Raw))
		return
	}
	l.next = -1
	l.entries = append(l.entries, entry{pos: pos, offset: r.Offset, line: r.Line, was: int64(len(r.Was)), kind: r.Change})
}

// removed notes a line of the input that does not come at all.
func (l *ledger) removed(m mark) {
	l.entries = append(l.entries, entry{pos: l.spool.Size(), offset: m.at, line: m.line, was: m.end - m.at, kind: transcript.Removed})
}

func (l *ledger) Flush() error { return nil }
func (l *ledger) Close() error { return nil }

// origin returns what stood in the input where a line of the draft, n bytes
// long, stands: nothing where it was put in.
func (l *ledger) origin(pos, n int64) (offset, length int64) {
	i := sort.Search(len(l.entries), func(i int) bool { return l.entries[i].pos > pos }) - 1
	switch e := l.entries[i]; e.kind {
	case transcript.Unchanged:
		return e.offset + pos - e.pos, n
	case transcript.Inserted:
		return e.offset, 0
	default:
		return e.offset, e.was
	}
}

// restore is a stage that gives the lines of a draft the places that they had in
// the input, and the lines that are gone from it their turn.
type restore struct {
	l     *ledger
	input io.ReaderAt
	next  transcript.Stage

	at   int   // entries that are reached
	line int64 // of the input, that was pushed last
}

// Push takes a line of the draft, as a rewrite.Rewriter pushes it.
func (s *restore) Push(r *transcript.Record) error {
	if r.Change == transcript.Inserted {
		return s.next.Push(&transcript.Record{Raw: r.Raw, Line: s.line, Change: transcript.Inserted})
	}
	fresh, err := s.reach(r.Offset)
	if err != nil {
		return err
	}
	e := s.l.entries[s.at-1]
	out := transcript.Record{Raw: r.Raw, Change: r.Change, TooLong: r.TooLong, More: r.More, Offset: e.offset, Line: e.line}
	switch {
	case e.kind == transcript.Inserted && len(r.Raw) == 0:
		return nil
	case e.kind == transcript.Inserted:
		out.Change, out.Offset = transcript.Inserted, 0
	case e.kind == transcript.Changed:
		if out.Was, err = rewrite.Bytes(s.input, e.offset, e.offset+e.was); err != nil {
			return err
		}
		out.Change = max(transcript.Changed, r.Change) // changed, or removed
	default:
		out.Was, out.Offset = r.Was, e.offset+r.Offset-e.pos
		if !fresh {
			out.Line = s.line + 1
		}
	}
	s.line = out.Line
	return s.next.Push(&out)
}

// reach passes the entries up to a place in the draft and says whether a new one
// is reached. Lines that were removed are pushed as such.
func (s *restore) reach(pos int64) (fresh bool, err error) {
	for s.at < len(s.l.entries) && s.l.entries[s.at].pos <= pos {
		e := s.l.entries[s.at]
		s.at++
		fresh = true
		if e.kind != transcript.Removed {
			continue
		}
		if err := s.gone(e); err != nil {
			return false, err
		}
	}
	return fresh, nil
}

func (s *restore) gone(e entry) error {
	was, err := rewrite.Bytes(s.input, e.offset, e.offset+e.was)
	if err != nil {
		return err
	}
	return s.next.Push(&transcript.Record{Was: was, Offset: e.offset, Line: e.line, Change: transcript.Removed})
}

func (s *restore) Flush() error { return s.next.Flush() }

// Close pushes what was removed at the end. It does not close the next stage.
func (s *restore) Close() error {
	_, err := s.reach(1<<63 - 1)
	return err
}
