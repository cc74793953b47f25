package prune

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
)

// removeNamed takes away the units that are asked for: by id in any case, by tool
// as far as they need not stay and no result is awaited.
func (w *work) removeNamed(h *history.History, c *choice) {
	if len(w.opt.Tools) == 0 && len(w.opt.IDs) == 0 {
		return
	}
	stays := w.opt.stays(h, w.opt.KeepLast)
	for k := range h.UnitLen() {
		ids, tools := w.names(h, k)
		if !ids && (!tools || stays[k] || h.Unit(k).Open) {
			continue
		}
		if id, fixed := w.fixedID(h, k); fixed {
			if id != "" {
				c.fixed = append(c.fixed, id)
			}
			continue
		}
		c.take(h, k)
		c.named++
	}
}

// names reports whether unit k holds one of the ids, and whether a call of one of
// the tools.
func (w *work) names(h *history.History, k int) (ids, tools bool) {
	for m := range h.UnitMessages(k) {
		if m.Marked && w.idOf(&m) != "" {
			ids = true
		}
		if m.Calls && len(w.opt.Tools) > 0 && w.calls(&m) {
			tools = true
		}
	}
	return ids, tools
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

// fixedID reports whether unit k is part of a compaction, which cannot go, and the
// id by which its removal was asked for.
func (w *work) fixedID(h *history.History, k int) (id string, fixed bool) {
	for m := range h.UnitMessages(k) {
		if m.Fixed {
			fixed = true
		}
		if m.Marked && id == "" {
			id = w.idOf(&m)
		}
	}
	return id, fixed
}
