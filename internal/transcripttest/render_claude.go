package transcripttest

import "fmt"

// claudeWriter writes a session of Claude Code: one record for each content
// block, linked by parentUuid.
type claudeWriter struct {
	fan   bool // every result is a child of its own call's record
	lines []Line
	n     int
	word  int // the event that is written
	*claudeThread
	threads map[string]*claudeThread
	last    map[int]string // event of the main thread: its last linked record
}

// claudeThread is what the next record of a thread needs.
type claudeThread struct {
	side    string
	prev    string
	uses    map[string]string // call id: its record
	message int               // number of the last message with calls
}

func renderClaude(fan bool) func([]Event) []Line {
	return func(list []Event) []Line {
		w := &claudeWriter{fan: fan, threads: map[string]*claudeThread{}, last: map[int]string{}}
		for i, e := range list {
			w.word = i + 1
			w.claudeThread = w.thread(e.Side)
			w.event(e)
		}
		return w.lines
	}
}

func (w *claudeWriter) thread(side string) *claudeThread {
	if w.threads[side] == nil {
		w.threads[side] = &claudeThread{side: side, uses: map[string]string{}}
	}
	return w.threads[side]
}

func (w *claudeWriter) event(e Event) {
	if e.Kind != Call && e.Kind != Result && e.Kind != Synthetic && e.Kind != Meta {
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
	case Compaction:
		w.compaction(e)
	case Fork:
		w.prev = w.last[e.N]
	case Pointer:
		w.plain(fmt.Sprintf(`{"type":"last-prompt","leafUuid":%s,"sessionId":"s-1"}`, q(w.last[e.N])))
	}
}

// block adds an assistant record of message m.
func (w *claudeWriter) block(l Line, m int, block string) string {
	return w.add(l, "assistant", fmt.Sprintf(`,"message":{"id":"msg_%d","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":null}`, m, block))
}

func (w *claudeWriter) calls(e Event) {
	if !e.Same {
		w.message = w.n
	}
	m := w.message
	if e.Think {
		w.block(Line{Kind: Call}, m, fmt.Sprintf(`{"type":"thinking","thinking":"","signature":"sig%d"}`, e.N))
	}
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

// compaction writes a boundary and the summary behind it. What is kept are the
// linked records of the last events.
func (w *claudeWriter) compaction(e Event) {
	var keep []string
	for _, l := range w.lines {
		if l.Event >= w.word-e.N && l.ID != "" && !l.beside && l.side == "" {
			keep = append(keep, q(l.ID))
		}
	}
	logical := w.prev
	w.prev = ""
	meta := `"trigger":"auto","preTokens":100`
	if len(keep) > 0 {
		anchor := q(claudeID(w.n + 2))
		meta += fmt.Sprintf(`,"preservedSegment":{"headUuid":%s,"anchorUuid":%s,"tailUuid":%s}`, keep[0], anchor, keep[len(keep)-1])
		if !e.Old {
			meta += fmt.Sprintf(`,"preservedMessages":{"anchorUuid":%s,"uuids":%s,"allUuids":%s}`, anchor, list(keep...), list(keep...))
		}
	}
	w.add(Line{Kind: Compaction}, "system", fmt.Sprintf(`,"subtype":"compact_boundary","content":"Conversation compacted","logicalParentUuid":%s,"compactMetadata":{%s}`, q(logical), meta))
	w.add(Line{Kind: Compaction}, "user", `,"message":{"role":"user","content":`+q(summaryText(w.word))+`},"isCompactSummary":true,"isVisibleInTranscriptOnly":true`)
}

// meta adds in turn what stands between messages: links of the chain, records
// beside it, records that are not linked.
func (w *claudeWriter) meta() {
	switch w.n % 4 {
	case 0:
		prev := w.prev
		w.add(Line{Kind: Meta, beside: true}, "progress", `,"data":{"type":"hook_progress"},"toolUseID":"none"`)
		w.prev = prev
	case 1:
		w.add(Line{Kind: Meta}, "attachment", `,"attachment":{"type":"todo"}`)
	case 2:
		w.add(Line{Kind: Meta}, "system", `,"subtype":"info","content":"told"`)
	default:
		w.n++
		w.plain(fmt.Sprintf(`{"type":"file-history-snapshot","messageId":"h%d","snapshot":{},"isSnapshotUpdate":false}`, w.n))
	}
}

// plain adds a record that has no links.
func (w *claudeWriter) plain(raw string) {
	w.lines = append(w.lines, Line{Kind: Meta, Raw: raw, Event: w.word})
}

func claudeID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// add adds a record to the end of the thread and returns its id.
func (w *claudeWriter) add(l Line, typ, rest string) string {
	w.n++
	l.ID, l.Parent, l.Event, l.side = claudeID(w.n), w.prev, w.word, w.side
	parent, agent := "null", ""
	if w.prev != "" {
		parent = q(w.prev)
	}
	if w.side != "" && w.side[0] == 'a' {
		agent = `"agentId":` + q(w.side) + `,`
	}
	l.Raw = fmt.Sprintf(`{"parentUuid":%s,"isSidechain":%v,%s"userType":"external","cwd":"/w","sessionId":"s-1","version":"2.0.1","type":%q%s,"uuid":%q,"timestamp":%q}`,
		parent, w.side != "", agent, typ, rest, l.ID, stampOf(w.n))
	w.lines, w.prev = append(w.lines, l), l.ID
	if w.side == "" {
		w.last[w.word] = l.ID
	}
	return l.ID
}

func textBlock(text string) string { return `{"type":"text","text":` + q(text) + `}` }

func toolUse(r Ref) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
}

func toolResult(k Kind, r Ref) string {
	return fmt.Sprintf(`{"type":"tool_result","tool_use_id":%s,"content":%s}`, q(r.ID), q(resultText(k, r)))
}
