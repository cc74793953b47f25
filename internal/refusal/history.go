package refusal

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// History is the live messages of a request, as far as rows are about more than one of
// them: what counts, and in which order they stand.
type History struct {
	Messages []Turn
	Request  bool // it is the body of a request, to which nothing is added
	// Whole says that it goes to the API as it stands: whoever keeps messages one a line may
	// join neighbours of one role, or have cut off the beginning.
	Whole bool
	// Body is the request, or the line, that holds the messages, where there is one.
	Body outline.Value
	// View returns what is seen in a message, valid until the next one is looked at.
	View func(i int) *dialect.View
}

// Turn is what is known of a message without reading it again.
type Turn struct {
	Role    dialect.Role
	Format  string
	Own     bool // it holds a user's own words
	Calls   bool
	Results bool
	Signed  bool // its reasoning or its calls are signed
	Thinks  bool // an item that is nothing but reasoning
	Model   bool // an item that the model produced
	Note
}

// CheckAll returns the faults of a history for a target, in the order of the table.
func (t Target) CheckAll(h *History) (list []Found) {
	for _, r := range table() {
		if r.history != nil && r.applies(t) && h.holds(r) {
			r.history(h, func(f Fault) { list = append(list, Found{r, f}) })
		}
	}
	return list
}

// Unnoted reports whether a row may find something in messages of a format of which nothing
// was noted.
func (t Target) Unnoted(format string) bool {
	for _, r := range rowsOf(format) {
		if r.unnoted && r.applies(t) {
			return true
		}
	}
	return false
}

// holds reports whether a history has messages of a format in which a row is looked for.
func (h *History) holds(r *Rule) bool {
	for i := range h.Messages {
		if r.of(h.Messages[i].Format) {
			return true
		}
	}
	return false
}

// blocks calls f for the blocks of messages that a row wants to see: the number of the
// message, and of the block in it.
func (h *History) blocks(wants func(b outline.Value) bool, f func(i, n int, b outline.Value)) {
	for i := range h.Messages {
		if !h.Messages[i].Notable {
			continue
		}
		n := 0
		for b := range h.View(i).Body.All() {
			if wants(b) {
				f(i, n, b)
			}
			n++
		}
	}
}

// isLast reports whether nothing but the model speaks behind a message.
func (h *History) isLast(i int) bool {
	return !slices.ContainsFunc(h.Messages[i+1:], func(m Turn) bool { return m.Role != dialect.Assistant })
}

// openFrom returns the message behind the newest words of the user: what stands from there
// on is the turn that is still open.
func (h *History) openFrom() int {
	for i := len(h.Messages) - 1; i >= 0; i-- {
		if h.Messages[i].Own {
			return i + 1
		}
	}
	return 0
}

// Resolve gives faults of a History their places in the message as it is seen now.
func Resolve(v *dialect.View, list []Found) []Found {
	for i := range list {
		f := &list[i]
		if f.Block >= 0 {
			f.In, f.At = v.Body, element(v.Body, f.Block)
			if f.Inner > 0 {
				f.In = f.At.Get("content")
				f.At = element(f.In, f.Inner-1)
			}
			if f.Member != "" {
				f.In, f.At = f.At, f.At.Get(f.Member)
			}
		}
		if f.Block < 0 && f.Member != "" { // a member of the message
			f.In, f.At = v.Msg, v.Msg.Get(f.Member)
		}
	}
	return list
}

// element returns element n of a list.
func element(list outline.Value, n int) outline.Value {
	for b := range list.All() {
		if n--; n < 0 {
			return b
		}
	}
	return outline.Value{}
}
