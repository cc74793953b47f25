package prune

import (
	"fmt"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// dead is what no request of an input holds and its client loads without (Options.Dead).
type dead struct {
	asides  []aside          // records that are nothing else
	records packed.Ascending // those of them that go
	copies  packed.Ascending // records with display copies of files
	files   int64            // copies of files
	text    int64            // and their bytes
}

// aside is a record, what it is for, and how long it is.
type aside struct {
	ref   int64
	kind  dialect.Aside
	bytes int64
}

// see notes a record of the input.
func (d *dead) see(at, end int64, v *dialect.View, rec outline.Value) {
	if kind := v.Aside(rec); kind.Needless() {
		d.asides = append(d.asides, aside{at, kind, end - at})
		return
	}
	list := v.NeedlessCopies(rec)
	if len(list) == 0 {
		return
	}
	d.copies.Add(at)
	d.files += int64(len(list))
	for _, c := range list {
		d.text += int64(len(c.Raw()) - len(`""`))
	}
}

// settle keeps the records whose parent is lost: they alone tell that a part of the history
// is.
func (d *dead) settle(x *history.Index) {
	if len(d.asides) == 0 {
		return
	}
	lost := map[int64]bool{}
	for i := range uint32(x.Len()) {
		if n := x.Node(i); n.Is(history.Lost) {
			lost[n.Ref()] = true
		}
	}
	d.asides = slices.DeleteFunc(d.asides, func(a aside) bool { return lost[a.ref] })
	for _, a := range d.asides {
		d.records.Add(a.ref)
	}
}

// empty reports whether there is nothing to take out.
func (d *dead) empty() bool { return d == nil || d.records.Len()+d.copies.Len() == 0 }

// plan takes it out, and returns the history of what is left: x, which it was planned for, if
// nothing is. Records that hung on one that goes hang on what that hung on.
func (d *dead) plan(p *plan.Plan, x *history.Index, span func(ref int64) (start, end int64)) *history.Index {
	if d.empty() {
		return x
	}
	if h := x.Main(nil); h.Live != nil && h.Linked() {
		c := p.NewChain(x, h.Live)
		c.Span, c.Quiet, c.Why = span, true, "what it was linked to goes: it is linked to what stays"
		for i := range uint32(x.Len()) {
			if d.records.Has(x.Node(i).Ref()) {
				c.Drop(i)
			}
		}
		c.Close()
	}
	p.RemoveAll(d.records)
	for ref := range d.copies.All() {
		p.Edit(ref, func(v *dialect.View, rec outline.Value) (edits []outline.Edit) {
			for _, s := range v.NeedlessCopies(rec) {
				start, end := s.Span()
				edits = append(edits, outline.Edit{Start: start, End: end, Text: []byte(`""`)})
			}
			return edits
		})
	}
	return p.Replay(x)
}

// summary says what goes.
func (d *dead) summary() string {
	var list []string
	for kind, what := range [...]string{dialect.Underway: "of progress", dialect.Snapshots: "of snapshots"} {
		if n, size := d.total(dialect.Aside(kind)); n > 0 {
			list = append(list, fmt.Sprintf("%s %s, %s", count(n, "record"), what, megabytes(size)))
		}
	}
	if d.files > 0 {
		copies := fmt.Sprintf("%d display copies", d.files)
		if d.files == 1 {
			copies = "1 display copy"
		}
		list = append(list, fmt.Sprintf("%s of files, %s", copies, megabytes(d.text)))
	}
	return strings.Join(list, "; ")
}

// total returns how many records of a kind go, and their bytes.
func (d *dead) total(kind dialect.Aside) (n, size int64) {
	for _, a := range d.asides {
		if a.kind == kind {
			n, size = n+1, size+a.bytes
		}
	}
	return n, size
}

func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// dead reports what goes because no request holds it.
func (r *report) dead(w *work, d *dead) {
	if d.empty() {
		return
	}
	r.gone = d.summary()
	r.add(transcript.DroppedMessages, 0, "file holds what no request holds and its client loads without: "+r.gone)
	for ref := range d.records.All() {
		start, end := w.span(ref)
		r.to.Add(plan.Finding{Code: transcript.PrunedRecord, Ref: ref, Start: start, End: end, Why: "no request holds it, and its client loads without it", Reject: true})
	}
	for ref := range d.copies.All() {
		start, end := w.span(ref)
		r.to.Add(plan.Finding{Code: transcript.Touched, Action: transcript.Replace, Ref: ref, Start: start, End: end,
			Why: "the client's own copies of files in it go", Reject: true})
	}
	if w.removed == 0 {
		for _, f := range w.plan.Report.All() {
			r.about(w, f)
		}
	}
}
