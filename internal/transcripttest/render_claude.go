package transcripttest

import "fmt"

// claudeWriter writes a session of Claude Code: one record for each content
// block, linked by parentUuid.
type claudeWriter struct {
	fan   bool // every result is a child of its own call's record
	lines []Line
	prev  string
	uses  map[string]string // call id: its record
	n     int
}

func renderClaude(fan bool) func([]Event) []Line {
	return func(list []Event) []Line {
		w := &claudeWriter{fan: fan, uses: map[string]string{}}
		for _, e := range list {
			w.event(e)
		}
		return w.lines
	}
}

func (w *claudeWriter) event(e Event) {
	if e.Kind == User || e.Kind == Note || e.Kind == Final {
		clear(w.uses) // a result that comes later follows what was said
	}
	switch e.Kind {
	case User:
		w.add(Line{Kind: User, N: e.N}, "user", `,"message":{"role":"user","content":`+q(userText(e.N))+`}`)
	case Note, Final:
		w.block(Line{Kind: e.Kind}, w.n, textBlock(spoken(e)))
	case Call:
		w.calls(e)
	case Result, Synthetic:
		w.result(e)
	case Meta:
		w.meta()
	}
}

// block adds an assistant record of message m.
func (w *claudeWriter) block(l Line, m int, block string) string {
	return w.add(l, "assistant", fmt.Sprintf(`,"message":{"id":"msg_%d","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":null}`, m, block))
}

func (w *claudeWriter) calls(e Event) {
	m := w.n
	if e.Words {
		w.block(Line{Kind: Call}, m, textBlock(words))
	}
	for _, r := range e.Refs {
		w.uses[r.ID] = w.block(Line{Kind: Call, Refs: []Ref{r}}, m, toolUse(r))
	}
}

func (w *claudeWriter) result(e Event) {
	r := e.Refs[0]
	if use := w.uses[r.ID]; w.fan && use != "" {
		w.prev = use
	}
	w.add(Line{Kind: e.Kind, Refs: e.Refs}, "user", `,"message":{"role":"user","content":[`+toolResult(e.Kind, r)+`]},"toolUseResult":{"stdout":"copy"}`)
}

// meta adds in turn what stands between messages: links of the chain, records
// beside it, records that are not linked.
func (w *claudeWriter) meta() {
	switch w.n % 4 {
	case 0:
		prev := w.prev
		w.add(Line{Kind: Meta}, "progress", `,"data":{"type":"hook_progress"},"toolUseID":"none"`)
		w.prev = prev
	case 1:
		w.add(Line{Kind: Meta}, "attachment", `,"attachment":{"type":"todo"}`)
	case 2:
		w.add(Line{Kind: Meta}, "system", `,"subtype":"info","content":"told"`)
	default:
		w.n++
		w.lines = append(w.lines, Line{Kind: Meta, Raw: fmt.Sprintf(`{"type":"file-history-snapshot","messageId":"h%d","snapshot":{},"isSnapshotUpdate":false}`, w.n)})
	}
}

// add adds a record to the end of the chain and returns its id.
func (w *claudeWriter) add(l Line, typ, rest string) string {
	w.n++
	l.ID, l.Parent = fmt.Sprintf("00000000-0000-4000-8000-%012d", w.n), w.prev
	parent := "null"
	if w.prev != "" {
		parent = q(w.prev)
	}
	l.Raw = fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s-1","version":"2.0.1","type":%q%s,"uuid":%q,"timestamp":%q}`,
		parent, typ, rest, l.ID, stampOf(w.n))
	w.lines, w.prev = append(w.lines, l), l.ID
	return l.ID
}

func textBlock(text string) string { return `{"type":"text","text":` + q(text) + `}` }

func toolUse(r Ref) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
}

func toolResult(k Kind, r Ref) string {
	return fmt.Sprintf(`{"type":"tool_result","tool_use_id":%s,"content":%s}`, q(r.ID), q(resultText(k, r)))
}
