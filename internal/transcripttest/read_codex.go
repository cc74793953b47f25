package transcripttest

import (
	"fmt"
	"strings"
)

// readCodex replays the items of a rollout as the client does: lines that are no
// rollout line are skipped, a compaction replaces what came before, a rollback
// takes the last user texts and what came after them.
func readCodex(data []byte) []Thread {
	var list []Item
	for _, r := range decode(data) {
		if r.str("timestamp") == "" {
			continue
		}
		payload, _ := r.object["payload"].(object)
		switch r.str("type") {
		case "response_item":
			if it, ok := responsesItem(payload); ok {
				it.Lines = []int{r.line}
				list = append(list, it)
			}
		case "compacted":
			list = codexReplaced(list, payload, r.line)
		case "event_msg":
			if str(payload, "type") == "thread_rolled_back" {
				n, _ := payload["num_turns"].(float64)
				list = rolledBack(list, int(n))
			}
		}
	}
	return []Thread{{Items: list, Err: codexNumbers(data)}}
}

// codexNumbers says what version 0.153.4 of the client says of records that are numbered with a
// gap or a double: it shows nothing of such a rollout then. A line that it cannot read may
// stand for a number.
func codexNumbers(data []byte) error {
	next, line := 0, 0
	for _, r := range decode(data) {
		n, numbered := r.object["ordinal"].(float64)
		if !numbered {
			if next > 0 {
				return fmt.Errorf("line %d is missing an ordinal", r.line)
			}
			continue
		}
		if next == 0 && r.str("type") != "session_meta" {
			next, line = int(n), r.line-1
		}
		if got := int(n); got < next || got > next+r.line-line-1 {
			return fmt.Errorf("line %d: expected ordinal %d, got %d", r.line, next, got)
		}
		next, line = int(n)+1, r.line
	}
	return nil
}

// codexReplaced returns the history behind a compaction: the one that it brings,
// or, of older clients, the texts of the user and the summary.
func codexReplaced(list []Item, payload object, line int) []Item {
	var out []Item
	if payload["replacement_history"] != nil {
		for _, v := range arr(payload, "replacement_history") {
			o, _ := v.(object)
			if it, ok := responsesItem(o); ok {
				it.Lines = []int{line}
				out = append(out, it)
			}
		}
		return out
	}
	for _, it := range list {
		if wrote(it) {
			out = append(out, it)
		}
	}
	return append(out, Item{Role: "user", Text: str(payload, "message"), Lines: []int{line}})
}

// wrote reports whether an item is what a user wrote. A summary is not.
func wrote(it Item) bool {
	return it.Role == "user" && len(it.Results) == 0 && !strings.HasPrefix(it.Text, "This session is being continued")
}

// rolledBack drops the last n texts of the user and all that follows them; of
// more than there are it drops all of them, and leaves what stands before. A summary
// counts: the client looks at nothing but its role and at a few tags of its own
// (drop_last_n_user_turns, is_user_turn_boundary in codex-rs).
func rolledBack(list []Item, n int) []Item {
	cut := len(list)
	for i := len(list) - 1; i >= 0 && n > 0; i-- {
		if it := list[i]; it.Role == "user" && len(it.Results) == 0 {
			cut = i
			n--
		}
	}
	return list[:cut:cut]
}
