package prune

import (
	"fmt"
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
	records packed.Ascending // whole records
	copies  packed.Ascending // records with display copies of files
	sizes   map[int64]aside  // of each of records
	n       [4]int64         // of each kind of aside, records that go
	size    [4]int64         // and their bytes
	files   int64            // copies of files
	text    int64            // and their bytes
}

// aside is what a record is for, and how long it is.
type aside struct {
	kind  dialect.Aside
	bytes int64
}

// settle keeps the records whose parent is lost: they alone tell that a part of the history
// is.
func (d *dead) settle(x *history.Index) {
	for i := range uint32(x.Len()) {
		if n := x.Node(i); n.Is(history.Lost) {
			delete(d.sizes, n.Ref())
		}
	}
	var goes packed.Ascending
	for ref := range d.records.All() {
		if a, ok := d.sizes[ref]; ok {
			goes.Add(ref)
			d.n[a.kind]++
			d.size[a.kind] += a.bytes
		}
	}
	d.records = goes
}

// see notes a record of the input.
func (d *dead) see(at, end int64, v *dialect.View, rec outline.Value) {
	if kind := v.Aside(rec); kind.Needless() {
		if d.sizes == nil {
			d.sizes = map[int64]aside{}
		}
		d.sizes[at] = aside{kind, end - at}
		d.records.Add(at)
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
	for aside, what := range [...]string{dialect.Underway: "of progress", dialect.Snapshots: "of snapshots"} {
		if n := d.n[aside]; n > 0 {
			list = append(list, fmt.Sprintf("%s %s, %s", count(n, "record"), what, megabytes(d.size[aside])))
		}
	}
	if d.files > 0 {
		list = append(list, fmt.Sprintf("%s of files, %s", strings.Replace(count(d.files, "display cop"), "cops", "copies", 1), megabytes(d.text)))
	}
	return strings.Join(list, "; ")
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
