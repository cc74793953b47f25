package batch

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"trtools/internal/plan"
	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// merger passes on what became of the batches, in the order of the input.
type merger struct {
	*Divider
	whole Stage            // tells of everything
	some  bool             // a part was added to it
	told  transcript.Stage // tells of everything instead, nil for whole
	at    Place            // where the next batch begins

	// What the stages planned waits for the end of the input, the bytes in texts.
	source  io.ReaderAt // the input again
	pipe    *spool.Spool
	texts   spool.Spool
	cuts    plan.Cuts // of lines that nothing else is done to
	kept    []part
	starts  []Place // of the parts
	rejects []reject

	from, to int64 // of the input, to be passed on as it is
}

// reject is a transcript.Reject whose bytes are in texts.
type reject struct {
	transcript.Reject
	at   int64
	size int
}

// merge takes one batch after the other.
func (m *merger) merge(r *reading) error {
	for b := range r.order {
		r.waiting.Add(-1)
		<-b.done
		if !m.fits(b) {
			return m.inOrder(r, b)
		}
		if err := m.take(b); err != nil {
			return err
		}
		if err := b.failure(); err != nil {
			return err
		}
		r.release(b)
	}
	switch {
	case !m.plans:
		return m.whole.Close()
	case m.some:
		return m.passKept()
	}
	return m.inOrder(r, &batch{err: io.EOF})
}

// fits reports whether a part can stand behind those before it.
func (m *merger) fits(b *batch) bool {
	if b.torn || b.stage == nil {
		return !b.torn && (b.blank || len(b.data) == 0)
	}
	m.some = true
	return m.whole.Add(b.stage, m.at)
}

// take passes a part on, or keeps it until the end.
func (m *merger) take(b *batch) (err error) {
	b.stage = nil
	if m.plans {
		err = m.keep(b)
	} else {
		err = m.pass(b)
	}
	m.at.Lines += b.lines
	m.at.Bytes += int64(len(b.data))
	return err
}

// pass passes on what a part found and pushed.
func (m *merger) pass(b *batch) error {
	b.found.tell(m.Job.Report, m.at)
	for _, x := range b.rejects {
		m.Job.Reject(moved(x, m.at))
	}
	rec := new(transcript.Record)
	for i := range b.ops {
		o := &b.ops[i]
		*rec = transcript.Record{Raw: b.data[o.from:o.to], Change: o.change}
		if o.change != transcript.Unchanged {
			rec.Was, rec.Raw = rec.Raw, b.text[o.text:o.text+int64(o.size)]
		}
		if err := m.push(rec, o, m.at); err != nil {
			return err
		}
	}
	return m.Next.Flush()
}

// push pushes a record with the place that it has in the input.
func (m *merger) push(rec *transcript.Record, o *op, at Place) error {
	rec.Line, rec.Offset = o.line+at.Lines, o.from+at.Bytes
	if rec.Change == transcript.Inserted {
		rec.Was = nil
	}
	return m.Next.Push(rec)
}

func moved(x transcript.Reject, at Place) transcript.Reject {
	x.Line += at.Lines
	x.Offset += at.Bytes
	return x
}

// keep moves the bytes of a part to where they may be many.
func (m *merger) keep(b *batch) error {
	if m.pipe != nil {
		if _, err := m.pipe.Write(b.data); err != nil {
			return err
		}
	}
	b.textAt, b.size = m.texts.Size(), len(b.text)
	if _, err := m.texts.Write(b.text); err != nil {
		return err
	}
	for i := range b.ops {
		if o := &b.ops[i]; o.cut {
			m.cuts.Add(o.from+m.at.Bytes, b.edits[o.text:][:o.size])
		}
	}
	for _, x := range b.rejects {
		raw := x.Raw
		x.Raw = nil
		m.rejects = append(m.rejects, reject{moved(x, m.at), m.texts.Size(), len(raw)})
		if _, err := m.texts.Write(raw); err != nil {
			return err
		}
	}
	part := b.part
	part.rejects, part.text, part.edits, b.ops = nil, nil, nil, nil
	m.kept, m.starts = append(m.kept, part), append(m.starts, m.at)
	return nil
}

// passKept passes on what was planned: first what there is to tell of the whole input,
// then the lines.
func (m *merger) passKept() error {
	for i := range m.kept {
		m.kept[i].found.tell(m.Job.Report, m.starts[i])
	}
	for _, x := range m.rejects {
		var err error
		if x.Raw, err = readInto(nil, &m.texts, x.at, x.size); err != nil {
			return err
		}
		m.Job.Reject(x.Reject)
	}
	r := m.readAhead()
	defer r.stop()
	for i := range m.kept {
		a := <-r.done
		if a.err != nil {
			return a.err
		}
		if err := m.passPlanned(&m.kept[i], a, m.starts[i]); err != nil {
			return err
		}
		r.free <- a
	}
	if err := m.copy(); err != nil {
		return err
	}
	return m.Next.Close()
}

// passPlanned passes on the lines of a part, those that stay as they are with the ones
// before them.
func (m *merger) passPlanned(p *part, a *again, at Place) error {
	rec := new(transcript.Record)
	for i := range p.ops {
		o := &p.ops[i]
		same := !o.changes()
		if same && o.from+at.Bytes == m.to {
			m.to = o.to + at.Bytes
			continue
		}
		if err := m.copy(); err != nil {
			return err
		}
		if m.from, m.to = o.from+at.Bytes, o.to+at.Bytes; same {
			continue
		}
		m.from = m.to
		*rec = transcript.Record{Raw: a.text[o.text:][:o.size], Was: a.was[o.from-a.from : o.to-a.from], Change: o.change}
		if err := m.push(rec, o, at); err != nil {
			return err
		}
	}
	return m.Next.Flush()
}

// copy passes on the lines that stay as they are.
func (m *merger) copy() error {
	if m.from == m.to {
		return nil
	}
	return m.Next.CopyRange(m.source, m.from, m.to)
}

// readInto reads so many bytes again, into b if it has the room.
func readInto(b []byte, from io.ReaderAt, at int64, size int) ([]byte, error) {
	b = slices.Grow(b[:0], size)[:size]
	if n, err := from.ReadAt(b, at); n < size {
		return nil, &transcript.ReadError{Err: err}
	}
	return b, nil
}

// inOrder pushes the lines from b on to one stage; a stage that plans gets those before
// as well.
func (m *merger) inOrder(r *reading, b *batch) error {
	r.idle.Store(true)
	rest := &rest{m: m, r: r, batch: b, at: m.at.Bytes, data: b.data}
	if !m.plans {
		return transcript.Run(rest, m.Job.MaxLine, &behind{m.whole, m.at})
	}
	stage, err := m.New(m.Job)
	if err != nil {
		return err
	}
	m.told = stage
	rest.before = io.NewSectionReader(m.source, 0, m.at.Bytes)
	return transcript.Run(rest, m.Job.MaxLine, stage)
}

// behind is a stage that takes lines which stand behind others.
type behind struct {
	transcript.Stage
	at Place
}

func (s *behind) Push(r *transcript.Record) error {
	r.Line += s.at.Lines
	r.Offset += s.at.Bytes
	return s.Stage.Push(r)
}

// rest reads the input from a batch on, if need be behind what stands before it. It
// implements transcript.LineAhead.
type rest struct {
	m      *merger
	r      *reading
	before io.Reader
	batch  *batch
	data   []byte // of the batch, not read yet
	at     int64  // where that begins in the input
}

func (s *rest) Read(b []byte) (int, error) {
	if s.before != nil {
		n, err := s.before.Read(b)
		if err == io.EOF {
			s.before, err = nil, nil
		}
		return n, err
	}
	for len(s.data) == 0 {
		if err := s.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.data)
	s.data, s.at = s.data[n:], s.at+int64(n)
	return n, nil
}

// next goes on to the next batch.
func (s *rest) next() error {
	if s.batch.err != nil {
		return s.batch.err
	}
	s.r.release(s.batch)
	next, ok := <-s.r.order
	if !ok {
		return io.EOF
	}
	s.r.waiting.Add(-1)
	<-next.done
	s.batch, s.data = next, next.data
	return nil
}

// RestOfLine implements transcript.LineAhead.
func (s *rest) RestOfLine(most int64) (int64, error) {
	if s.before != nil || s.m.Ahead == nil {
		return 0, errors.ErrUnsupported
	}
	if i := bytes.IndexByte(s.data, '\n'); i >= 0 {
		return min(most, int64(i)+1), nil
	}
	n, err := s.m.Ahead(s.at+int64(len(s.data)), max(0, most-int64(len(s.data))))
	return min(most, n+int64(len(s.data))), err
}
