package transcripttest

import (
	"errors"
	"slices"
)

// readPi walks from the last entry to the root, as pi does; a file without ids
// is read line by line. A file that does not begin with its header is none.
func readPi(data []byte) []Thread {
	entries := decode(data)
	if len(entries) == 0 || entries[0].str("type") != "session" {
		return []Thread{{Err: errors.New("the session has no header")}}
	}
	path := slices.DeleteFunc(slices.Clone(entries), func(r record) bool { return r.str("type") == "session" })
	if len(path) > 0 && path[len(path)-1].object["id"] != nil {
		path = climb(path, "id", "parentId")
	}
	var list []Item
	for _, r := range piContext(entries, path) {
		if it, ok := piItem(r.object); ok {
			it.Lines = []int{r.line}
			list = append(list, it)
		}
	}
	return []Thread{{Items: list}}
}

// piContext returns what the last compaction of a path leaves: itself, what it
// keeps from before, and what comes after.
func piContext(entries, path []record) []record {
	for i, r := range slices.Backward(path) {
		if r.str("type") != "compaction" {
			continue
		}
		first := r.str("firstKeptEntryId")
		kept := func(o record) bool { return first != "" && o.str("id") == first }
		if n, ok := r.object["firstKeptEntryIndex"].(float64); ok && int(n) < len(entries) {
			kept = func(o record) bool { return o.line == entries[int(n)].line }
		}
		from := slices.IndexFunc(path[:i], kept)
		if from < 0 {
			from = i
		}
		return slices.Concat(path[i:i+1], path[from:i], path[i+1:])
	}
	return path
}

// climb follows parents from the last of some records to the root and returns the path
// downwards. The names are those of the members for a record's own id and its parent's.
// It stops at a parent that is not there, and at a cycle.
func climb(entries []record, own, above string) []record {
	byID := map[string]record{}
	for _, r := range entries {
		byID[r.str(own)] = r
	}
	var path []record
	seen := map[string]bool{}
	for r, ok := entries[len(entries)-1], true; ok && !seen[r.str(own)]; r, ok = byID[r.str(above)] {
		seen[r.str(own)] = true
		path = append(path, r)
	}
	slices.Reverse(path)
	return path
}

// piItem reads an entry that is sent. Turns that failed are not, but the client
// sends results of their calls.
func piItem(o object) (Item, bool) {
	if str(o, "type") == "compaction" {
		return Item{Role: "user", Text: str(o, "summary")}, true
	}
	msg := at(o, "message")
	it := Item{Role: str(msg, "role")}
	switch it.Role {
	case "user":
		it.Text = textOf(at(msg, "content"))
	case "toolResult":
		it.Role = "tool"
		it.Results = []ResultItem{{ID: str(msg, "toolCallId"), Name: str(msg, "toolName"), Text: textOf(at(msg, "content"))}}
	case "assistant":
		if stop := str(msg, "stopReason"); stop == "error" || stop == "aborted" {
			return it, false
		}
		it.say(textOf(at(msg, "content")))
		for _, b := range arr(msg, "content") {
			if str(b, "type") == "toolCall" {
				it.Calls = append(it.Calls, CallItem{ID: str(b, "id"), Name: str(b, "name"), Args: raw(at(b, "arguments"))})
			}
		}
	default:
		return it, false
	}
	return it, true
}
