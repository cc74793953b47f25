package history

import (
	"slices"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// End stands for the end of the live path where a message is asked for.
const End = -1

// Linked reports whether the history is that of a linked format, where a new
// record needs an id and a parent.
func (h *History) Linked() bool { return h.live != nil && len(h.live.Path) > 0 }

// LastTime returns the latest time stamp of the thread, "" if there is none.
func (h *History) LastTime() string {
	if !h.Linked() {
		return ""
	}
	return h.index.Last(h.live.Thread)
}

// Chain returns the record of a message, or of the End, that the next one on
// the live path hangs on, and the record that does, -1 if there is none. A
// message that is not on the path counts as the End. Call it after Remove:
// records that go are passed over.
func (p *Plan) Chain(message int) (at, next int64) {
	path := p.h.live.Path
	k := len(path) - 1
	if message != End {
		on := slices.IndexFunc(path, func(i uint32) bool { return slices.Contains(p.h.Messages[message].nodes, i) })
		for on >= 0 && !slices.Contains(p.h.Messages[message].nodes, path[k]) {
			k--
		}
	}
	for j := k + 1; j < len(path); j++ {
		if !p.goes(j) {
			return p.offset(k), p.offset(j)
		}
	}
	return p.offset(k), -1
}

// Insert puts a new record with an id of its own on the live path, between the
// two that Chain returned. The text names its parent itself.
func (p *Plan) Insert(at, next int64, id string, text []byte) {
	p.After(at, text)
	if next < 0 {
		return
	}
	p.change(next).relink = false
	p.Edit(next, func(v *dialect.View, _ outline.Value) []outline.Edit {
		start, end := v.Parent.Span()
		return []outline.Edit{{Start: start, End: end, Text: outline.Quote(id)}}
	})
}

func (p *Plan) offset(k int) int64 { return p.h.index.Node(p.h.live.Path[k]).Offset() }

func (p *Plan) goes(k int) bool {
	c := p.changes[p.offset(k)]
	return c != nil && c.remove && !p.h.index.Node(p.h.live.Path[k]).Is(links.IsHeader)
}
