package prune

import (
	"cmp"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	reports "trtools/internal/report"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// dead is what no request of an input holds and its client loads without (Options.Dead).
type dead struct {
	branches bool // those that were left go, too

	asides  []aside          // records that go
	records packed.Ascending // the same, where each begins
	listing map[int64]bool   // records that say nothing but which messages there are
	copies  packed.Ascending // records with display copies of files
	files   int64            // copies of files
	text    int64            // and their bytes
	untried dialect.Format   // of a session whose client is not known to load it without something
}

// aside is a record, what it is, and how long it is.
type aside struct {
	ref   int64
	what  kind
	bytes int64
}

// kind is what a record that goes is.
type kind uint8

const (
	underway kind = iota
	snapshot
	earlier
	branch
)

// kinds are their names, of one and of several.
var kinds = [...][2]string{
	underway: {"record of progress", "records of progress"},
	snapshot: {"record of snapshots", "records of snapshots"},
	earlier:  {"earlier version of messages", "earlier versions of messages"},
	branch:   {"record of branches", "records of branches"},
}

// see notes a record of the input.
func (d *dead) see(at, end int64, v *dialect.View, rec outline.Value) {
	if d.untried == nil && v.Format.Rules().Session && !dialect.LoadsWithout(v.Format) {
		d.untried = v.Format
	}
	switch a := v.Aside(rec); {
	case a == dialect.Snapshots:
		d.asides = append(d.asides, aside{at, snapshot, end - at})
	case a.Needless():
		d.asides = append(d.asides, aside{at, underway, end - at})
	case v.ListsOnly(rec):
		if d.listing == nil {
			d.listing = map[int64]bool{}
		}
		d.listing[at] = true
	default:
		d.seeCopies(at, v.NeedlessCopies(rec))
	}
}

func (d *dead) seeCopies(at int64, list []outline.Value) {
	if len(list) == 0 {
		return
	}
	d.copies.Add(at)
	d.files += int64(len(list))
	for _, c := range list {
		d.text += int64(len(c.Raw()) - len(`""`))
	}
}

// settle decides which records go, once the whole input is known. Those whose parent is lost
// stay: they alone tell that a part of the history is.
func (d *dead) settle(x *history.Index, span func(ref int64) (start, end int64)) {
	stays := map[int64]bool{}
	for i := range uint32(x.Len()) {
		if n := x.Node(i); n.Is(history.Lost) || n.Is(history.Boundary) && !d.listing[n.Ref()] {
			stays[n.Ref()] = true
		}
	}
	add := func(what kind, refs []int64) {
		for _, ref := range refs {
			start, end := span(ref)
			d.asides = append(d.asides, aside{ref, what, end - start})
		}
	}
	add(earlier, x.Superseded())
	if d.branches {
		add(branch, x.Main(nil).Left())
	}
	d.asides = slices.DeleteFunc(d.asides, func(a aside) bool { return stays[a.ref] })
	slices.SortFunc(d.asides, func(a, b aside) int { return cmp.Or(cmp.Compare(a.ref, b.ref), cmp.Compare(a.what, b.what)) })
	d.asides = slices.CompactFunc(d.asides, func(a, b aside) bool { return a.ref == b.ref })
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
		c.Span, c.Quiet = span, true
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
	var n, bytes [len(kinds)]int64
	for _, a := range d.asides {
		n[a.what]++
		bytes[a.what] += a.bytes
	}
	for k, what := range kinds {
		if n[k] > 0 {
			list = append(list, reports.Count(n[k], what[0], what[1])+", "+transcript.FormatBytes(bytes[k]))
		}
	}
	if d.files > 0 {
		list = append(list, reports.Count(d.files, "display copy of files", "display copies of files")+", "+transcript.FormatBytes(d.text))
	}
	return strings.Join(list, "; ")
}

// dead reports what goes because no request holds it.
func (r *report) dead(w *work, d *dead) {
	if d.untried != nil {
		r.to.Add(plan.Finding{Code: transcript.CannotFit, Severity: transcript.Warning,
			Why: "what the client of a session of " + d.untried.Rules().Name + " needs of it to load it is not known, so --dead takes nothing out of it"})
	}
	if d.empty() {
		return
	}
	r.gone = d.summary()
	r.add(transcript.DroppedMessages, 0, "file holds what no request contains and its client does not need: "+r.gone)
	for ref := range d.records.All() {
		start, end := w.span(ref)
		r.to.Add(plan.Finding{Code: transcript.PrunedRecord, Ref: ref, Start: start, End: end, Why: "no request contains it, and its client does not need it", Reject: true})
	}
	for ref := range d.copies.All() {
		start, end := w.span(ref)
		r.to.Add(plan.Finding{Code: transcript.Touched, Action: transcript.Replace, Ref: ref, Start: start, End: end,
			Why: "the copies of files that its client keeps in it are removed", Reject: true})
	}
	if w.removed == 0 {
		for _, f := range w.plan.Report.All() {
			w.plan.Tell(r.to, f)
		}
	}
}
