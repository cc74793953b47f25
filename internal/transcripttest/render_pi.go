package transcripttest

import "fmt"

// piWriter writes a session of pi: version 3 is linked, version 1 is not.
type piWriter struct {
	linked bool
	lines  []Line
	prev   string
	word   int
	last   map[int]string // event: its record
}

func renderPi(linked bool) func([]Event) []Line {
	return func(list []Event) []Line {
		w := &piWriter{linked: linked, last: map[int]string{}}
		version := ""
		if linked {
			version = `"version":3,`
		}
		w.lines = []Line{{Kind: Meta, Raw: `{"type":"session",` + version + `"id":"7f0c9ad2-0000-4000-8000-000000000001","timestamp":` + q(stampOf(0)) + `,"cwd":"/w"}`}}
		for i, e := range list {
			w.word = i + 1
			w.event(e)
			w.last[w.word] = w.prev
		}
		return w.lines
	}
}

func (w *piWriter) event(e Event) {
	l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N}
	switch e.Kind {
	case User:
		w.message(l, `{"role":"user","content":[`+textBlock(userText(e.N))+`],"timestamp":1}`)
	case Note, Final:
		w.message(l, piAssistant(textBlock(spoken(e)), "stop"))
	case Call:
		w.message(l, piAssistant(piCalls(e), "toolUse"))
	case Result, Synthetic:
		r := e.Refs[0]
		w.message(l, fmt.Sprintf(`{"role":"toolResult","toolCallId":%s,"toolName":%s,"content":[%s],"isError":%v,"timestamp":2}`,
			q(r.ID), q(toolName(r.ID)), textBlock(resultText(e.Kind, r)), e.Kind == Synthetic))
	case Compaction:
		w.compaction(l, e.N)
	case Fork:
		w.prev = w.last[e.N]
	default:
		l.Kind = Meta
		w.add(l, "custom", `"customType":"x","data":{"n":1.10}`)
	}
}

// compaction writes one that keeps the last n events; one that keeps nothing
// names itself.
func (w *piWriter) compaction(l Line, n int) {
	first := len(w.lines)
	for first > 1 && w.lines[first-1].Event >= w.word-n {
		first--
	}
	kept := fmt.Sprintf(`"firstKeptEntryIndex":%d`, first)
	if w.linked {
		kept = `"firstKeptEntryId":` + q(piID(first))
	}
	l.N = 0
	w.add(l, "compaction", `"summary":`+q(summaryText(w.word))+`,`+kept+`,"tokensBefore":100`)
}

func piAssistant(blocks, stop string) string {
	return fmt.Sprintf(`{"role":"assistant","content":[%s],"api":"a","provider":"p","model":"m","stopReason":%q,"usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{}},"timestamp":3}`, blocks, stop)
}

func piCalls(e Event) string {
	text := ""
	if e.Think {
		text = `{"type":"thinking","thinking":"hm","thinkingSignature":"sig"},`
	}
	if e.Words {
		text += textBlock(words) + ","
	}
	for i, r := range e.Refs {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(`{"type":"toolCall","id":%s,"name":%s,"arguments":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
	}
	return text
}

func (w *piWriter) message(l Line, msg string) { w.add(l, "message", `"message":`+msg) }

// piID is the id of the entry on a line, counted from 0.
func piID(line int) string { return fmt.Sprintf("%08x", 0xa0000000+int64(line)) }

func (w *piWriter) add(l Line, typ, rest string) {
	link := ""
	l.Event = w.word
	if w.linked {
		l.ID, l.Parent = piID(len(w.lines)), w.prev
		parent := "null"
		if w.prev != "" {
			parent = q(w.prev)
		}
		link = fmt.Sprintf(`"id":%q,"parentId":%s,`, l.ID, parent)
		w.prev = l.ID
	}
	l.Raw = fmt.Sprintf(`{"type":%q,%s"timestamp":%q,%s}`, typ, link, stampOf(len(w.lines)), rest)
	w.lines = append(w.lines, l)
}
