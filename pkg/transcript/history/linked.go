package history

import (
	"io"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
)

// linked returns the history of the live path. The sizes of its records are not
// in the index: they are read again, in the order of the input.
func (r *Reader) linked() (*History, error) {
	r.index.Resolve()
	h := &History{index: r.index, live: r.mainThread(), where: map[int64]int{}, pointer: r.pointer}
	if h.live != nil {
		h.placePath()
		h.placeBeside()
	}
	fill := &filler{h: h, marks: r.marks, detect: dialect.NewDetector(dialect.Named(r.job.Dialect), "")}
	err := transcript.Run(io.NewSectionReader(r.Source, 0, r.Size), r.job.MaxLine, fill)
	return h, err
}

// mainThread returns the live path of the main thread, or of the only one in a
// sub-agent's file.
func (r *Reader) mainThread() *links.Live {
	unreadable := func(from int64) bool { return len(r.unread) > 0 && r.unread[len(r.unread)-1] >= from }
	for t := range r.index.Threads() {
		if l := r.index.Live(uint8(t), unreadable); len(l.Path) > 0 {
			return l
		}
	}
	return nil
}

// placePath adds the records of the path to the messages that they belong to. A
// compaction on the path comes first, then what it keeps from before it.
func (h *History) placePath() {
	kept, boundary := h.live.Compaction()
	if boundary >= 0 {
		n := h.index.Node(h.live.Path[boundary])
		h.Messages = append(h.Messages, Message{Role: dialect.User, Format: h.index.FormatOf(n), Summary: true, Fixed: true})
		h.where[n.Offset()] = 0
	}
	for k, i := range h.live.Path {
		owner := -1
		if k >= kept {
			owner = h.place(i)
		}
		if owner >= 0 && k < boundary {
			h.Messages[owner].Fixed = true
		}
		h.owner = append(h.owner, owner)
	}
}

// place adds a record to the message that it belongs to, or begins a new one. It
// returns the message, for records that are none the one before them.
func (h *History) place(i uint32) int {
	n := h.index.Node(i)
	role := n.Role()
	if role == dialect.NoRole {
		return len(h.Messages) - 1
	}
	k, ok := h.sameMessage(i)
	if !ok || role != dialect.Assistant || h.Messages[k].Fixed {
		h.Messages = append(h.Messages, Message{Role: role, Format: h.index.FormatOf(n)})
		k = len(h.Messages) - 1
	}
	h.put(k, i)
	for _, j := range h.live.Beside[i] {
		h.put(k, j)
	}
	return k
}

func (h *History) put(k int, i uint32) {
	at := h.index.Node(i).Offset()
	if _, ok := h.where[at]; ok {
		return
	}
	m := &h.Messages[k]
	m.Records, m.nodes = append(m.Records, at), append(m.nodes, i)
	h.where[at] = k
}

// sameMessage returns the message that an earlier live record of the same API
// message is in.
func (h *History) sameMessage(i uint32) (int, bool) {
	for j, ok := h.index.Sibling(i); ok; j, ok = h.index.Sibling(j) {
		if k, live := h.where[h.index.Node(j).Offset()]; live {
			return k, true
		}
	}
	return 0, false
}

// placeBeside adds the results that hang beside the path to the messages of
// their calls.
func (h *History) placeBeside() {
	calls := map[uint64]int{}
	h.eachPart(func(p *links.Part, at int64) {
		if m, ok := h.where[at]; ok && !p.Result() {
			calls[p.ID] = m
		}
	})
	h.eachPart(func(p *links.Part, at int64) {
		if m, ok := calls[p.ID]; ok && p.Result() && h.live.InTree(p.Node) {
			h.put(m, p.Node)
		}
	})
}

func (h *History) eachPart(f func(p *links.Part, at int64)) {
	for k := range h.index.Parts() {
		p := h.index.Part(k)
		f(p, h.index.Node(p.Node).Offset())
	}
}
