package prune

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
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

// names returns one of the ids that a unit holds, "" if it holds none, and whether it holds a call of
// one of the tools, or a part of a compaction.
func (w *work) names(k int) (id string, tools, fixed bool) {
	for m := range w.h.UnitMessages(k) {
		if m.Marked && id == "" {
			id = w.idOf(&m)
		}
		tools = tools || m.Calls && len(w.opt.Tools) > 0 && w.calls(&m)
		fixed = fixed || m.Fixed
	}
	return id, tools, fixed
}

// idOf returns the first of the ids that a message, one of its records or calls
// has, "" if none has one.
func (w *work) idOf(m *history.Message) string {
	for ref := range m.Records() {
		v, rec := w.plan.View(ref, nil)
		for _, id := range v.IDs(rec) {
			if text := id.Text(); slices.Contains(w.opt.IDs, text) {
				return text
			}
		}
	}
	return ""
}

// calls reports whether a message calls one of the tools.
func (w *work) calls(m *history.Message) bool {
	for ref := range m.Records() {
		v, _ := w.plan.View(ref, nil)
		if slices.ContainsFunc(v.Calls, func(c dialect.Call) bool { return slices.Contains(w.opt.Tools, c.Tool()) }) {
			return true
		}
	}
	return false
}
