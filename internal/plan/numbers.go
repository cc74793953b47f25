package plan

import (
	"fmt"
	"math"
	"strconv"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Numbers follows the numbers of the records of a rollout, which Codex counts from 0. It shows
// and forks a session by them: version 0.153.4 shows nothing of one in which a number is
// missing or comes twice, and refuses to fork it ("expected ordinal 8, got 7"); 0.169 does
// without them. A line that it cannot read takes a number or none ("rejected rollout lines
// cannot cover that gap").
type Numbers struct {
	Any bool // some record has one

	next   int64 // the smallest that the next record may have
	unread int64 // lines since the last record with a number that may have taken more
	shift  int64 // by how much the numbers have moved
}

// Unread takes a line without a number.
func (n *Numbers) Unread() { n.unread++ }

// Next takes a record's number and returns the one that it has to have. Where the file begins
// with another record than its header, the numbers go on from that one's.
func (n *Numbers) Next(number int64, header bool) int64 {
	if !n.Any && !header {
		n.next, n.unread = number, 0
	}
	is := number + n.shift
	if is < n.next || is > n.next+n.unread {
		is = n.next
	}
	n.Any, n.next, n.unread, n.shift = true, is+1, 0, is-number
	return is
}

// Number takes a record as it is seen, and returns the number that it has to have, and whether
// it has another one, or none among records that have one.
func (n *Numbers) Number(v *dialect.View) (number int64, wrong bool) {
	was, err := strconv.ParseInt(string(v.Ordinal.Raw()), 10, 64)
	switch {
	case err == nil:
		number = n.Next(was, v.Class == dialect.Header)
		return number, number != was
	case n.Any && v.Format.Rules().Numbered:
		n.next++
		return n.next - 1, true
	}
	n.Unread()
	return 0, false
}

// Renumber has the records numbered one after the other, where they are numbered and the plan
// changes which there are, or Misnumbered says that they were not whole, and has those that name the
// record before them name the one that is before them then. It adds a finding that spans the
// lines which change for it: few of them have any other.
func (p *Plan) Renumber(o Output, found *Findings) error {
	if !p.Numbered || p.Misnumbered && p.KeepNumbers || !p.Misnumbered && p.passes(o) {
		return nil
	}
	look := &numberer{own: p.Fixed}
	o.Next = look
	if err := p.Run(o); err != nil {
		return err
	}
	if look.damaged && !p.Misnumbered { // they were not whole before: mending that is left to tr-pair
		return nil
	}
	if p.renumber = look.wrong; look.n == 0 {
		return nil
	}
	f := Finding{Code: transcript.Touched, Action: transcript.Rename, Ref: look.start, Start: look.start, End: look.end}
	why := "records are renumbered, or linked to another record, because some are removed or inserted"
	if look.damaged {
		f.Code, why = transcript.BadOrdinal, BadNumbers
	}
	f.Why = fmt.Sprintf("%s; records changed: %d", why, look.n)
	found.Add(f)
	return nil
}

// BadNumbers says what is wrong with numbers that have a gap or a double.
const BadNumbers = "a number is missing or comes twice: Codex 0.153 shows nothing of the session, and does not fork it"

// numberer is a stage that numbers the records of a planned result.
type numberer struct {
	next transcript.Stage // nil: it only looks
	own  dialect.Format   // of all records; nil to detect it

	was, is Numbers
	trail   trail
	view    dialect.View
	doc     outline.Doc
	detect  *dialect.Detector

	wrong      bool  // a record of the result has to get another number
	n          int   // records of the input that get another number,
	start, end int64 // and where they stand
	damaged    bool  // the numbers of the input were not whole
}

// Push implements transcript.Stage.
func (s *numberer) Push(r *transcript.Record) error {
	switch r.Change {
	case transcript.Unchanged:
		s.note(r.Raw)
	case transcript.Changed, transcript.Removed:
		s.note(r.Was)
	}
	if r.Change == transcript.Removed {
		s.trail.pass(&s.view, r.Change)
	} else {
		s.give(r)
	}
	if s.next == nil {
		return nil
	}
	return s.next.Push(r)
}

// note looks at the number of a record of the input. A line that is mended may hold any
// number of records.
func (s *numberer) note(line []byte) {
	_, wrong := s.number(&s.was, line)
	if s.damaged = s.damaged || wrong; s.view.Format == nil {
		s.was.unread = math.MaxInt32
	}
}

// give gives a record of the result its number, and the link to the one before it.
func (s *numberer) give(r *transcript.Record) {
	var edits []outline.Edit
	if number, wrong := s.number(&s.is, r.Raw); wrong {
		edits = s.view.SetOrdinal(s.doc.Root(), strconv.FormatInt(number, 10))
	}
	if parent, wrong := s.trail.pass(&s.view, r.Change); wrong {
		edits = append(edits, s.view.SetParent(parent)...)
	}
	if len(edits) == 0 {
		return
	}
	s.wrong = true
	if r.Change != transcript.Inserted {
		size := len(r.Raw)
		if r.Change == transcript.Changed {
			size = len(r.Was)
		}
		if s.n++; s.n == 1 {
			s.start = r.Offset
		}
		s.end = r.Offset + int64(size)
	}
	if s.next != nil {
		r.Replace(outline.Splice(r.Raw, edits))
	}
}

// number returns the number that the record on a line has to have.
func (s *numberer) number(n *Numbers, line []byte) (number int64, wrong bool) {
	if s.detect == nil {
		s.detect = dialect.NewDetector(s.own, "")
	}
	if s.doc.Parse(line) != nil || !s.detect.View(s.doc.Root(), &s.view) {
		s.view.Format = nil
		n.Unread()
		return 0, false
	}
	return n.Number(&s.view)
}

// Flush implements transcript.Stage.
func (s *numberer) Flush() error {
	if s.next == nil {
		return nil
	}
	return s.next.Flush()
}

// Close implements transcript.Stage.
func (s *numberer) Close() error { return s.Flush() }
