package transcripttest

import "fmt"

// codexEvent stands for a display event; it is told from an item by its type.
const codexEvent = `{"type":"token_count","info":null}`

// renderCodex writes a rollout file of the Codex CLI, of newer versions with an
// ordinal on every line.
func renderCodex(ordinals bool) func([]Event) []Line {
	return func(list []Event) []Line {
		head := Line{Kind: Meta, Raw: `{"id":"s-1","cwd":"/w","cli_version":"0.142.0"}`}
		lines := []Line{envelope(head, "session_meta", 0, ordinals)}
		for i, e := range list {
			at := len(lines)
			typ, written := codexLines(e, list, i)
			for _, l := range written {
				lines = append(lines, envelope(l, typ, len(lines), ordinals))
			}
			numberLines(lines, at, i+1)
		}
		return lines
	}
}

// codexLines returns the payloads of event i and the type of their lines.
func codexLines(e Event, list []Event, i int) (string, []Line) {
	switch e.Kind {
	case Compaction:
		return "compacted", []Line{{Kind: Compaction, Raw: codexCompacted(e, list[max(0, i-e.N):i], i+1)}}
	case Rollback:
		return "event_msg", []Line{{Kind: Rollback, Raw: fmt.Sprintf(`{"type":"thread_rolled_back","num_turns":%d}`, e.N)}}
	case Turn:
		return "event_msg", []Line{{Kind: Turn, Raw: fmt.Sprintf(`{"type":"task_started","turn_id":"turn_%d","model_context_window":100}`, i+1)}}
	case Meta:
		return "event_msg", itemLines(e, codexEvent)
	}
	return "response_item", itemLines(e, codexEvent)
}

// codexCompacted writes a compaction. Older ones bring the summary only, and
// the client rebuilds the history of it and of the texts of the user.
func codexCompacted(e Event, kept []Event, word int) string {
	summary := summaryText(word)
	if e.Old {
		return `{"message":` + q(summary) + `}`
	}
	var items []string
	for _, k := range kept {
		for _, l := range itemLines(k, "") {
			if l.Raw != "" {
				items = append(items, l.Raw)
			}
		}
	}
	items = append(items, itemMessage("", "user", "input_text", summary))
	return `{"message":` + q(summary) + `,"replacement_history":` + list(items...) + `}`
}

func envelope(l Line, typ string, n int, ordinals bool) Line {
	ordinal := ""
	if ordinals {
		ordinal = fmt.Sprintf(`"ordinal":%d,`, n)
	}
	l.Raw = fmt.Sprintf(`{"timestamp":%q,%s"type":%q,"payload":%s}`, stampOf(n), ordinal, typ, l.Raw)
	return l
}
