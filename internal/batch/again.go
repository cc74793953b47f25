package batch

import (
	"errors"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// again is what is read again of a part whose lines were planned: those that change, as they
// were and as they are.
type again struct {
	was, text []byte
	from      int64 // where was begins in the part
	err       error
}

// ahead reads parts again while those before them are passed on.
type ahead struct {
	free chan *again
	done chan *again // of one part after the other
	quit chan struct{}
}

// readAhead begins to read the parts again. After stop nothing of them is read any more.
func (m *merger) readAhead() *ahead {
	r := &ahead{free: make(chan *again, 2), done: make(chan *again, 2), quit: make(chan struct{})}
	for range cap(r.free) {
		r.free <- new(again)
	}
	go func() {
		defer close(r.done)
		cuts := m.cuts.Read()
		for i := range m.kept {
			select {
			case <-r.quit:
				return
			case a := <-r.free:
				a.err = m.readAgain(a, &m.kept[i], m.starts[i], &cuts)
				r.done <- a // there is room for all
			}
		}
	}()
	return r
}

func (r *ahead) stop() {
	close(r.quit)
	for range r.done {
	}
}

// readAgain reads the lines of a part that change, and makes the cuts in them.
func (m *merger) readAgain(a *again, p *part, at Place, cuts *plan.CutReader) (err error) {
	from, to := p.changed()
	a.from = from
	if a.text, err = readInto(a.text, &m.texts, p.textAt, p.size); err == nil {
		a.was, err = readInto(a.was, m.source, from+at.Bytes, int(to-from))
	}
	var edits []outline.Edit
	for i := 0; i < len(p.ops) && err == nil; i++ {
		if o := &p.ops[i]; o.cut {
			cuts.Next()
			edits = cuts.Edits(edits[:0])
			err = a.cut(o, edits)
		}
	}
	return err
}

// errShort means that the input is not what it was when it was read first.
var errShort = errors.New("a record changed while it was read")

// cut writes a line with its edits behind the others.
func (a *again) cut(o *op, edits []outline.Edit) error {
	was := a.was[o.from-a.from : o.to-a.from]
	if n := len(edits); n > 0 && edits[n-1].End > len(was) {
		return &transcript.ReadError{Err: errShort}
	}
	o.text = int64(len(a.text))
	a.text = outline.AppendSplice(a.text, was, edits)
	o.size = len(a.text) - int(o.text)
	return nil
}
