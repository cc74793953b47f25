package prune

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
)

// removeNamed takes away the units that are asked for: by id in any case, by tool as far as they
// need not stay and no result is awaited. It returns whether there are any, and the ids of those
// that are part of a compaction, which cannot go.
func (w *work) removeNamed() (any bool, fixed []string) {
	if len(w.opt.Tools) == 0 && len(w.opt.IDs) == 0 {
		return false, nil
	}
	stays := w.opt.stays(w.h, w.opt.KeepLast)
	for k := range w.h.UnitLen() {
		id, tools, inside := w.names(k)
		switch {
		case id == "" && (!tools || stays[k] || w.h.Unit(k).Open):
		case !inside:
			w.take(k)
			any = true
		case id != "":
			fixed = append(fixed, id)
		}
	}
	return any, fixed
}

// names returns the first of the ids that a unit holds, "" if it holds none, and whether it holds a
// call of one of the tools, or a part of a compaction.
func (w *work) names(k int) (id string, tools, fixed bool) {
	for m := range w.h.UnitMessages(k) {
		fixed = fixed || m.Fixed
		if m.Marked || m.Calls && len(w.opt.Tools) > 0 {
			for ref := range m.Records() {
				first, calls := w.namesIn(ref)
				id, tools = cmp.Or(id, first), tools || calls
			}
		}
	}
	return id, tools, fixed
}

// namesIn returns that of a record.
func (w *work) namesIn(ref int64) (id string, tools bool) {
	v, rec := w.plan.View(ref, nil)
	for _, x := range v.IDs(rec) {
		if text := x.Text(); id == "" && slices.Contains(w.opt.IDs, text) {
			id = text
		}
	}
	return id, slices.ContainsFunc(v.Calls, func(c dialect.Call) bool { return slices.Contains(w.opt.Tools, c.Tool()) })
}
