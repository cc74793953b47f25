package recover

import (
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
)

// writer turns a shape into a plan for the records of a draft.
type writer struct {
	d     *draft
	shape *shape
	plan  *history.Plan
	extra map[int64][][]byte // blocks that records get at their end
	gone  []int64            // records that go
	cut   []int64            // records with texts that were cut
	put   []string           // what is said to the model
}

// newWriter makes the plan for a shape.
func (s *Stage) newWriter(d *draft, sh *shape, n *need) (*writer, error) {
	w := &writer{d: d, shape: sh, plan: history.NewPlan(d.h, &s.job), extra: map[int64][][]byte{}}
	w.remove()
	if err := w.place(); err != nil {
		return nil, err
	}
	if n.goOn {
		if err := w.goOn(); err != nil {
			return nil, err
		}
	}
	w.edit()
	return w, nil
}

// format returns the format of a message. Messages that could be of any format
// take that of the first one that could not.
func (d *draft) format(i int) dialect.Format {
	if i == history.End {
		i = len(d.h.Messages) - 1
	}
	if i >= 0 && dialect.Named(d.h.Messages[i].Format.Rules().Name) != nil {
		return d.h.Messages[i].Format
	}
	for k := range d.h.Messages {
		if f := d.h.Messages[k].Format; dialect.Named(f.Rules().Name) != nil {
			return f
		}
	}
	if i < 0 {
		return nil
	}
	return d.h.Messages[i].Format
}

// remove takes out what does not stay.
func (w *writer) remove() {
	w.gone = w.plan.Remove(func(i int) bool { return !w.shape.keep[i] }, &w.d.ledger.spool)
}

// edit plans what changes inside the messages that stay.
func (w *writer) edit() {
	for i := range w.d.facts {
		if !w.shape.keep[i] || w.d.h.Messages[i].Fixed {
			continue
		}
		how := w.shape.how(i)
		cut := how >= 0 && w.d.facts[i].saved[how] != weight{}
		for _, at := range w.d.h.Messages[i].Records {
			if blocks := w.extra[at]; len(blocks) > 0 {
				w.plan.Edit(at, extend(blocks))
			}
			if cut && w.cutsAt(i, at, how) {
				w.cut = append(w.cut, at)
				w.plan.Edit(at, func(v *dialect.View, rec outline.Value) []outline.Edit {
					edits, _ := cuts(v, rec, how)
					return edits
				})
			}
		}
	}
}

// cutsAt reports whether a record of a message has texts to cut.
func (w *writer) cutsAt(i int, at int64, how int) bool {
	_, doc, err := w.like(at)
	if err != nil {
		return false
	}
	var v dialect.View
	dialect.NewDetector(w.d.format(i), "").View(doc.Root(), &v)
	edits, _ := cuts(&v, doc.Root(), how)
	return len(edits) > 0
}

// extend returns the edit that adds blocks at the end of a message's content.
func extend(blocks [][]byte) history.EditFunc {
	return func(v *dialect.View, _ outline.Value) []outline.Edit {
		return v.Edits(&dialect.Change{Tail: blocks})
	}
}

func (w *writer) count(text string) { w.put = append(w.put, text) }
