package dialect

import "trtools/pkg/transcript/outline"

// langchain is one message of LangChain a line, in any of the forms that the
// library writes: {"type":"ai","data":{...}} (messages_to_dict),
// {"lc":1,"type":"constructor","id":[...],"kwargs":{...}} (dumpd) and the bare
// members (model_dump).
//
// LangGraph's create_react_agent (langchain-ai/langgraph, commit f09cfe8f) raises
// INVALID_CHAT_HISTORY for a call without a ToolMessage anywhere, and checks
// nothing else. Orphans, second and displaced results go on to the provider,
// whose rules are those of Chat Completions: results stand directly behind their
// call.
//
// A message may hold a call up to four times: in tool_calls, as a block of its
// content, raw in additional_kwargs, and in tool_call_chunks. What goes, goes from
// all of them: with an empty tool_calls the library reads the raw ones again.
// Calls whose arguments could not be read stand in invalid_tool_calls; langchain-openai
// sends them (libs/partners/openai, commit 00539b50), so they want results as well.
var langchain = &format{
	rules: Rules{Name: "langchain",
		What:   "messages of LangChain and LangGraph, in all three forms",
		ReadBy: "refuses a call without a result, sends the rest as it is (LangGraph f09cfe8f read)"},
	Sees: func(rec outline.Value) bool {
		msg, typ := langchainMessage(rec)
		return msg.Exists() && langchainRole(typ) != Unknown
	},
	View: func(rec outline.Value, v *View) {
		msg, typ := langchainMessage(rec)
		content := msg.Get("content")
		v.Class, v.Role, v.Msg, v.Body = Message, langchainRole(typ), msg, content
		switch v.Role {
		case Tool:
			id := msg.Get("tool_call_id") // a ToolMessage without one cannot be read: that of a call without an id holds ""
			v.result(Result{Item: rec, ID: id, Name: msg.Get("name"), Content: content, NoID: id.Blank() || typ.IsAny("function", "FunctionMessage"),
				Failed: msg.Get("status").Is("error") || hasPrefix(content, "Error: ")}, true) // LangGraph's ToolNode begins errors so
		case Assistant:
			v.Text = saysMore(content)
			langchainCalls(v, msg.Get("tool_calls"))
			langchainCalls(v, msg.Get("invalid_tool_calls"))
		default:
			v.Text = hasContent(content)
		}
	},
	resultOf: func(w *writing) string {
		return langchainLike(w, "tool", "ToolMessage", `"content":"$text","tool_call_id":"$id","name":"$name?","status":"$error?"`)
	},
	messageOf: func(w *writing) string { return langchainLike(w, "human", "HumanMessage", `"content":"$text"`) },
}

// langchainMessage returns the members of a message, and its type: neither
// exists in a record of another kind.
func langchainMessage(rec outline.Value) (msg, typ outline.Value) {
	t := rec.Get("type")
	switch {
	case t.Kind() != outline.String || rec.GetAny("role", "uuid", "payload", "message", "parentId").Exists():
	case rec.Get("lc").Kind() == outline.Number && t.Is("constructor"):
		for el := range rec.Get("id").All() {
			typ = el
		}
		return rec.Get("kwargs"), typ
	case rec.Get("data").Kind() == outline.Object:
		if rec.Path("data", "content").Exists() && !rec.Get("id").Exists() {
			return rec.Get("data"), t
		}
	case rec.Get("content").Exists() && rec.GetAny("additional_kwargs", "response_metadata", "invalid_tool_calls").Exists():
		return rec, t
	}
	return outline.Value{}, outline.Value{}
}

// langchainRole reads the types and the names of the classes.
func langchainRole(typ outline.Value) Role {
	switch {
	case typ.IsAny("human", "HumanMessage", "HumanMessageChunk"):
		return User
	case typ.IsAny("ai", "AIMessage", "AIMessageChunk"):
		return Assistant
	case typ.IsAny("tool", "ToolMessage", "ToolMessageChunk", "function", "FunctionMessage"):
		return Tool
	case typ.IsAny("system", "SystemMessage", "SystemMessageChunk"):
		return System
	}
	return Unknown
}

// saysMore reports whether a content says something besides calls.
func saysMore(content outline.Value) bool {
	if content.Kind() != outline.Array {
		return !content.Blank()
	}
	for b := range content.All() {
		if !b.Get("type").IsAny("tool_use", "tool_call", "input_json_delta") {
			return true
		}
	}
	return false
}

func langchainCalls(v *View, list outline.Value) {
	for c := range list.All() {
		if c.Kind() != outline.Object {
			continue
		}
		id := c.Get("id")
		call := stringCall(Call{Item: c, In: list, ID: id, Name: c.Get("name"), Args: c.Get("args"), NoID: unnamed(id)})
		if id.Kind() == outline.String {
			call.Copies = langchainCopiesOf(v, id)
		}
		v.call(call)
	}
}

// langchainCopiesOf returns where else a message holds the next call with an id: where
// several have it, the first is the first everywhere.
func langchainCopiesOf(v *View, id outline.Value) (list []Copy) {
	want, before, msg := id.Text(), 0, v.Msg
	for i := range v.Calls {
		if v.Calls[i].ID.Is(want) {
			before++
		}
	}
	for _, in := range []outline.Value{msg.Get("content"), msg.Path("additional_kwargs", "tool_calls"), msg.Get("tool_call_chunks")} {
		if in.Kind() != outline.Array {
			continue
		}
		n := 0
		for el := range in.All() {
			if again := el.Get("id"); again.Is(want) {
				if n == before {
					list = append(list, Copy{Item: el, In: in, ID: again})
				}
				n++
			}
		}
	}
	return list
}

// langchainLike writes a message in the form of another one.
func langchainLike(w *writing, typ, class, members string) string {
	rec := w.like
	switch typed, path := `"type":"`+typ+`"`, rec.Get("id").Len(); {
	case rec.Get("kwargs").Exists() && path > 0:
		for el := range rec.Get("id").All() {
			w.blocks = append(w.blocks, el.Raw())
		}
		w.blocks[path-1] = outline.Quote(class)
		if rec.Path("kwargs", "type").Exists() {
			members += "," + typed
		}
		return `{"lc":1,"type":"constructor","id":"$parts","kwargs":{` + members + `}}`
	case rec.Get("data").Exists() || !rec.Exists():
		return "{" + typed + `,"data":{` + members + `}}`
	default:
		return "{" + members + "," + typed + `,"additional_kwargs":{},"response_metadata":{}}`
	}
}
