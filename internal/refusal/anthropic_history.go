package refusal

import (
	"bytes"
	"fmt"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// What the rows of the Messages API ask of a history as a whole.

// manyImages counts the images of a history: of many each has to be smaller.
func manyImages(h *History, found func(Fault)) {
	n, last := 0, 0 // and the last message that has any
	for i := range h.Messages {
		if n += h.Messages[i].Images; h.Messages[i].Images > 0 {
			last = i
		}
	}
	for i := range h.Messages {
		if m := &h.Messages[i]; n > ManyImagesFrom && m.Pixels > MostPixelsOfMany && m.Pixels <= MostPixels {
			found(Fault{Ref: i, Why: fmt.Sprintf("an image of %d pixels among %d: of more than %d images none may be over %d", m.Pixels, n, ManyImagesFrom, MostPixelsOfMany)})
		}
	}
	if n > mostImages {
		found(Fault{Ref: last, Why: fmt.Sprintf("%d images: the API takes up to %d in a request", n, mostImages)})
	}
}

// prefilled finds a last message of the model, which newer models do not go on with.
func prefilled(h *History, found func(Fault)) {
	if n := len(h.Messages) - 1; h.Request && h.endsWithWords() {
		found(Fault{Ref: n, Why: "a request that ends with a message of the model"})
	}
}

// endsWithWords reports whether the last message is one of the model that is to go on with its
// words: its server goes on with what it has begun itself.
func (h *History) endsWithWords() bool {
	n := len(h.Messages) - 1
	if n < 0 || h.Messages[n].Role != dialect.Assistant || h.Messages[n].Calls {
		return false
	}
	last := outline.Value{}
	for last = range h.View(n).Body.All() {
	}
	return !isServers(last)
}

// tooManyCached finds the oldest cache_control members beyond four. Those of the tools, of the
// system prompt and of the request itself count, and stay.
func tooManyCached(h *History, found func(Fault)) {
	left := mostCached - len(h.cachedBefore())
	if isCached(h.Body) { // the API sets one itself
		left--
	}
	var list []Fault
	h.cached(func(at Fault, _ outline.Value) {
		at.Why = "more than four blocks with cache_control"
		list = append(list, at)
	})
	for _, f := range list[:max(0, len(list)-max(0, left))] {
		found(f)
	}
}

// cachedBefore returns the blocks with cache_control that stand in front of all messages: tools
// and the system prompt.
func (h *History) cachedBefore() (list []outline.Value) {
	for _, name := range []string{"tools", "system"} {
		for b := range h.Body.Get(name).All() {
			if isCached(b) {
				list = append(list, b)
			}
		}
	}
	return list
}

// cached calls f for all cache_control members of the messages, as what goes with them.
func (h *History) cached(f func(at Fault, b outline.Value)) {
	h.blocks(holdsCached, func(i, n int, b outline.Value) {
		at := Fault{Ref: i, Block: n, Member: "cache_control"}
		for c := range b.Get("content").All() {
			if at.Inner++; isCached(c) {
				f(at, c)
			}
		}
		if at.Inner = 0; isCached(b) {
			f(at, b)
		}
	})
}

// holdsCached reports whether a block has a cache_control, or one in its content has.
func holdsCached(b outline.Value) bool {
	for c := range b.Get("content").All() {
		if isCached(c) {
			return true
		}
	}
	return isCached(b)
}

const mostCached = 4

func isCached(b outline.Value) bool { return b.Get("cache_control").Kind() == outline.Object }

// isServers reports whether a block is a part of a call that the provider's server answers.
func isServers(b outline.Value) bool {
	t := b.Get("type")
	return t.IsAny("server_tool_use", "mcp_tool_use") || bytes.HasSuffix(t.Bytes(), []byte("_tool_result")) || b.Get("caller").Get("tool_id").Exists()
}

// halfServerCalls finds calls that a server answers without their result, and results
// without their call. The last message may still get one; behind words of the user none comes.
func halfServerCalls(h *History, found func(Fault)) {
	var uses []Fault
	at := map[string]int{} // of the uses, by id
	h.blocks(func(b outline.Value) bool { return isServers(b) || b.Get("type").Is("tool_result") }, func(i, n int, b outline.Value) {
		t, id := b.Get("type"), b.Get("tool_use_id").Text()
		switch {
		case t.IsAny("server_tool_use", "mcp_tool_use"):
			at[b.Get("id").Text()] = len(uses)
			uses = append(uses, Fault{Ref: i, Block: n, Why: "a call to a tool of the provider without its result"})
		case h.Messages[i].Role == dialect.User && !t.Is("tool_result"):
			found(Fault{Ref: i, Block: n, Why: "a result of a tool of the provider in a message of the user"})
		case t.Is("tool_use"): // of a program that runs there: its result comes with those of its calls
			h.answer(uses, at, b.Path("caller", "tool_id").Text(), i)
		case !h.answer(uses, at, id, i) && !t.Is("tool_result"):
			found(Fault{Ref: i, Block: n, Why: "a result of a tool of the provider without its call"})
		}
	})
	for _, f := range uses {
		if f.Why != "" && !h.isLast(f.Ref) {
			found(f)
		}
	}
}

// answer notes that a call has its result in message i, and reports whether there is such a
// call: one behind which the user has not spoken yet.
func (h *History) answer(uses []Fault, at map[string]int, id string, i int) bool {
	k, ok := at[id]
	if !ok || slices.ContainsFunc(h.Messages[uses[k].Ref:i], func(m Turn) bool { return m.Own }) {
		return false
	}
	uses[k].Why = ""
	return true
}

// unknownCallers finds calls of a program that is none of those before them.
func unknownCallers(h *History, found func(Fault)) {
	uses := map[string]bool{}
	h.blocks(isServers, func(i, n int, b outline.Value) {
		if b.Get("type").IsAny("server_tool_use") {
			uses[b.Get("id").Text()] = true
		}
		if id := b.Path("caller", "tool_id"); id.Exists() && !uses[id.Text()] {
			found(Fault{Ref: i, Block: n, Member: "caller", Why: "a call whose caller is no server_tool_use before it"})
		}
	})
}

// besideProgrammatic finds text in a message with results of calls that a program makes.
func besideProgrammatic(h *History, found func(Fault)) {
	h.blocks(func(b outline.Value) bool { return b.Get("caller").Get("tool_id").Exists() }, func(i, _ int, b outline.Value) {
		if i+1 >= len(h.Messages) || !h.Messages[i+1].Results {
			return
		}
		for x := range h.View(i + 1).Body.All() {
			if x.Get("type").Is("text") {
				found(Fault{Ref: i + 1, Block: -1, Why: "text beside the results of programmatic calls"})
				return
			}
		}
	})
}

// withoutContainer finds a request that goes on with programmatic calls and does not name
// the container in which the program waits.
func withoutContainer(h *History, found func(Fault)) {
	if !h.Request || h.Body.Get("container").Exists() {
		return
	}
	pending := -1
	h.blocks(isServers, func(i, _ int, b outline.Value) {
		switch {
		case b.Get("caller").Get("tool_id").Exists():
			pending = i
		case b.Get("type").Is("code_execution_tool_result"):
			pending = -1
		}
	})
	if pending >= 0 {
		found(Fault{Ref: pending, Block: -1, Why: "calls of a program that waits for their results, in a request that names no container"})
	}
}

// laterHours finds cache_control members that hold for an hour behind one that holds for
// five minutes, which is what one without a ttl does.
func laterHours(h *History, found func(Fault)) {
	short := false
	for _, b := range h.cachedBefore() {
		short = short || !isHour(b)
	}
	h.cached(func(at Fault, b outline.Value) {
		if short && isHour(b) {
			at.Why = "a cache_control of an hour behind one of five minutes"
			found(at)
		}
		short = short || !isHour(b)
	})
}

func isHour(b outline.Value) bool { return b.Path("cache_control", "ttl").Is("1h") }

// hasReference reports whether a block is a result that names a tool for the model to use.
func hasReference(b outline.Value) bool {
	return bytes.HasSuffix(b.Get("type").Bytes(), []byte("tool_result")) && bytes.Contains(b.Raw(), []byte(`"tool_reference"`))
}

// unknownReferences finds results that name a tool which the request does not have.
func unknownReferences(h *History, found func(Fault)) {
	tools := h.Body.Get("tools")
	if !h.Request || tools.Kind() != outline.Array {
		return
	}
	h.blocks(hasReference, func(i, n int, b outline.Value) {
		if name := unknownIn(b, tools); name.Exists() {
			found(Fault{Ref: i, Block: n, Why: fmt.Sprintf("a reference to the tool %q, which the request does not have", name.Text())})
		}
	})
}

// unknownIn returns the name of a tool that a value refers to and a list lacks.
func unknownIn(v, tools outline.Value) outline.Value {
	if v.Kind() == outline.Object && v.Get("type").Is("tool_reference") {
		for t := range tools.All() {
			if t.Get("name").Is(v.Get("tool_name").Text()) {
				return outline.Value{}
			}
		}
		return v.Get("tool_name")
	}
	for c := range v.All() {
		if name := unknownIn(c, tools); name.Exists() {
			return name
		}
	}
	return outline.Value{}
}

// withoutThinking finds a request with thinking whose open turn does not begin with it: what
// the model says behind results of its tools may be without.
func withoutThinking(h *History, found func(Fault)) {
	if !h.Request || !h.Body.Get("thinking").Get("type").Is("enabled") {
		return
	}
	first := -1 // message of the model in the open turn
	for i, m := range h.Messages {
		switch {
		case m.Role == dialect.Assistant && first < 0:
			first = i
		case m.Role == dialect.User && !m.Results:
			first = -1
		}
	}
	if first >= 0 {
		if b, _ := h.View(first).Body.First(); !b.Get("type").IsAny("thinking", "redacted_thinking") {
			found(Fault{Ref: first, Block: -1, Why: "an open turn without the thinking that the request asks for"})
		}
	}
}
