package refusal

import (
	"bytes"
	"fmt"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// What the rows of the Messages API ask of a history as a whole.

// manyImages counts the images of a history: of many each has to be smaller.
func manyImages(h *History, found func(Fault)) {
	n := 0
	for i := range h.Messages {
		n += h.Messages[i].Images
	}
	for i := range h.Messages {
		if m := &h.Messages[i]; n > manyImagesFrom && m.Pixels > mostPixelsOfMany && m.Pixels <= mostPixels {
			found(Fault{Ref: i, Why: fmt.Sprintf("an image of %d pixels among %d: of more than %d images none may be over %d", m.Pixels, n, manyImagesFrom, mostPixelsOfMany)})
		}
	}
	if n > mostImages {
		found(Fault{Ref: h.lastWithImages(), Why: fmt.Sprintf("%d images: the API takes up to %d in a request", n, mostImages)})
	}
}

// prefilled finds a last message of the model, which newer models do not go on with.
func prefilled(h *History, found func(Fault)) {
	if n := len(h.Messages); h.Request && n > 0 && h.Messages[n-1].Role == dialect.Assistant && !h.Messages[n-1].Calls {
		found(Fault{Ref: n - 1, Why: "a last message of the model"})
	}
}

// tooManyCached finds the oldest cache_control members beyond four.
func tooManyCached(h *History, found func(Fault)) {
	var list []Fault
	h.blocks(isCached, func(i, n int, b outline.Value) {
		list = append(list, Fault{Ref: i, Block: n, Member: "cache_control", Why: "more than four blocks with cache_control"})
	})
	for _, f := range list[:max(0, len(list)-mostCached)] {
		found(f)
	}
}

const mostCached = 4

func isCached(b outline.Value) bool { return b.Get("cache_control").Kind() == outline.Object }

// isServers reports whether a block is a part of a call that the provider's server answers.
func isServers(b outline.Value) bool {
	t := b.Get("type")
	return isOne(t, "server_tool_use", "mcp_tool_use") || bytes.HasSuffix(t.Bytes(), []byte("_tool_result")) || b.Get("caller").Get("tool_id").Exists()
}

// halfServerCalls finds calls that a server answers without their result, and results
// without their call. The last message may still get one.
func halfServerCalls(h *History, found func(Fault)) {
	var uses []Fault
	at := map[string]int{} // of the uses, by id
	h.blocks(func(b outline.Value) bool { return isServers(b) || b.Get("type").Is("tool_result") }, func(i, n int, b outline.Value) {
		t, id := b.Get("type"), b.Get("tool_use_id").Text()
		switch {
		case isOne(t, "server_tool_use", "mcp_tool_use"):
			at[b.Get("id").Text()] = len(uses)
			uses = append(uses, Fault{Ref: i, Block: n, Why: "a call to a tool of the provider without its result"})
		case h.Messages[i].Role == dialect.User && !t.Is("tool_result"):
			found(Fault{Ref: i, Block: n, Why: "a result of a tool of the provider in a message of the user"})
		case t.Is("tool_use"): // of a program that runs there: its result comes with those of its calls
			answer(uses, at, b.Path("caller", "tool_id").Text())
		case !answer(uses, at, id) && !t.Is("tool_result"):
			found(Fault{Ref: i, Block: n, Why: "a result of a tool of the provider without its call"})
		}
	})
	for _, f := range uses {
		if f.Why != "" && !h.isLast(f.Ref) {
			found(f)
		}
	}
}

// answer notes that a call has its result, and reports whether there is such a call.
func answer(uses []Fault, at map[string]int, id string) bool {
	k, ok := at[id]
	if ok {
		uses[k].Why = ""
	}
	return ok
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
	if !h.Request || h.Member("container").Exists() {
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
	h.blocks(isCached, func(i, n int, b outline.Value) {
		switch hour := b.Path("cache_control", "ttl").Is("1h"); {
		case !hour:
			short = true
		case short:
			found(Fault{Ref: i, Block: n, Member: "cache_control", Why: "a cache_control of an hour behind one of five minutes"})
		}
	})
}

// hasReference reports whether a block is a result that names a tool for the model to use.
func hasReference(b outline.Value) bool {
	return bytes.HasSuffix(b.Get("type").Bytes(), []byte("tool_result")) && bytes.Contains(b.Raw(), []byte(`"tool_reference"`))
}

// unknownReferences finds results that name a tool which the request does not have.
func unknownReferences(h *History, found func(Fault)) {
	tools := h.Member("tools")
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

// withoutThinking finds a request with thinking whose last message of the model has calls and
// does not begin with it.
func withoutThinking(h *History, found func(Fault)) {
	if !h.Request || !h.Member("thinking").Get("type").Is("enabled") {
		return
	}
	for i := len(h.Messages) - 1; i >= h.openFrom(); i-- {
		if m := &h.Messages[i]; m.Role == dialect.Assistant {
			if b, ok := h.View(i).Body.First(); m.Calls && ok && !isOne(b.Get("type"), "thinking", "redacted_thinking") {
				found(Fault{Ref: i, Block: -1, Why: "calls without the thinking that the request asks for"})
			}
			return
		}
	}
}
