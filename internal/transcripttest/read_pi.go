package transcripttest

// readPi walks from the last entry to the root, as pi does; a file without ids
// is read line by line. A file that does not begin with its header is none.
func readPi(data []byte) []Item {
	var entries []object
	for _, o := range decode(data) {
		if o != nil {
			entries = append(entries, o)
		}
	}
	if len(entries) == 0 || str(entries[0], "type") != "session" {
		return nil
	}
	var list []Item
	for _, o := range piPath(entries[1:]) {
		if it, ok := piItem(o); ok {
			list = append(list, it)
		}
	}
	return list
}

func piPath(entries []object) []object {
	if len(entries) == 0 || entries[len(entries)-1]["id"] == nil {
		return entries
	}
	byID := map[string]object{}
	for _, o := range entries {
		byID[str(o, "id")] = o
	}
	return climb(byID, entries[len(entries)-1], "id", "parentId")
}

// climb follows parents from a leaf to the root and returns the path downwards.
// It stops at a parent that is not there, and at a cycle.
func climb(byID map[string]object, leaf object, id, parent string) []object {
	var path []object
	seen := map[string]bool{}
	for o := leaf; o != nil && !seen[str(o, id)]; o = byID[str(o, parent)] {
		seen[str(o, id)] = true
		path = append(path, o)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// piItem reads a message entry. Turns that failed are not sent, but the
// client sends results of their calls.
func piItem(o object) (Item, bool) {
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
