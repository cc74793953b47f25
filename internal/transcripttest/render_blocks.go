package transcripttest

import "fmt"

// shape is how a provider writes messages of which calls and results are
// blocks.
type shape struct {
	text   func(role, text string) string
	block  func(text string) string
	call   func(Ref) string
	result func(Kind, Ref) string
	wrap   func(role string, blocks []string) string
}

var anthropicShape = shape{
	text:   func(role, text string) string { return `{"role":` + q(role) + `,"content":` + q(text) + `}` },
	block:  textBlock,
	call:   toolUse,
	result: toolResult,
	wrap: func(role string, blocks []string) string {
		return `{"role":` + q(role) + `,"content":` + list(blocks...) + `}`
	},
}

var converseShape = shape{
	text:  func(role, text string) string { return `{"role":` + q(role) + `,"content":[{"text":` + q(text) + `}]}` },
	block: func(text string) string { return `{"text":` + q(text) + `}` },
	call: func(r Ref) string {
		return fmt.Sprintf(`{"toolUse":{"toolUseId":%s,"name":%s,"input":%s}}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
	},
	result: func(k Kind, r Ref) string {
		return fmt.Sprintf(`{"toolResult":{"toolUseId":%s,"content":[{"text":%s}],"status":"success"}}`, q(r.ID), q(resultText(k, r)))
	},
	wrap: anthropicShape.wrap,
}

var (
	geminiShape     = geminiShapeOf(func(r Ref) string { return `"id":` + q(r.ID) + `,` })
	geminiNoIDShape = geminiShapeOf(func(Ref) string { return "" })
)

func geminiShapeOf(id func(Ref) string) shape {
	role := map[string]string{"user": "user", "assistant": "model"}
	return shape{
		text: func(r, text string) string {
			return `{"role":` + q(role[r]) + `,"parts":[{"text":` + q(text) + `}]}`
		},
		block: func(text string) string { return `{"text":` + q(text) + `}` },
		call: func(r Ref) string {
			return `{"functionCall":{` + id(r) + `"name":` + q(toolName(r.ID)) + `,"args":` + argsObject(r) + `}}`
		},
		result: func(k Kind, r Ref) string {
			key := "output"
			if k == Synthetic {
				key = "error"
			}
			return fmt.Sprintf(`{"functionResponse":{%s"name":%s,"response":{%q:%s}}}`, id(r), q(toolName(r.ID)), key, q(resultText(k, r)))
		},
		wrap: func(r string, blocks []string) string {
			return `{"role":` + q(role[r]) + `,"parts":` + list(blocks...) + `}`
		},
	}
}

// blockWriter gathers neighbouring results in one user message.
type blockWriter struct {
	shape
	lines   []Line
	results []string
	refs    []Ref
	kind    Kind
	later   []Line
	word    int // the event that is written
	// resultWord is the event of the last result that is gathered.
	resultWord int
}

func renderBlocks(s shape) func([]Event) []Line {
	return func(list []Event) []Line {
		w := &blockWriter{shape: s}
		for i, e := range list {
			w.word = i + 1
			w.event(e)
		}
		w.flush()
		return w.lines
	}
}

func (w *blockWriter) event(e Event) {
	switch e.Kind {
	case Result, Synthetic:
		w.results, w.refs, w.kind = append(w.results, w.result(e.Kind, e.Refs[0])), append(w.refs, e.Refs[0]), e.Kind
		w.resultWord = w.word
		return
	case Meta:
		w.meta(Line{Kind: Meta, Event: w.word, Raw: `{"usage":{"input_tokens":12,"cost":1.10}}`})
		return
	}
	w.flush()
	at := len(w.lines)
	defer func() { numberLines(w.lines, at, w.word) }()
	switch e.Kind {
	case User:
		w.lines = append(w.lines, Line{Kind: User, N: e.N, Raw: w.text("user", userText(e.N))})
	case Note, Final:
		w.lines = append(w.lines, Line{Kind: e.Kind, Raw: w.text("assistant", spoken(e))})
	case Call:
		w.calls(e)
	}
}

// meta puts a record that is no message behind the results that are gathered.
func (w *blockWriter) meta(l Line) {
	if len(w.results) > 0 {
		w.later = append(w.later, l)
	} else {
		w.lines = append(w.lines, l)
	}
}

func (w *blockWriter) calls(e Event) {
	var blocks []string
	if e.Words {
		blocks = append(blocks, w.block(words))
	}
	for _, r := range e.Refs {
		blocks = append(blocks, w.call(r))
	}
	w.lines = append(w.lines, Line{Kind: Call, Refs: e.Refs, Raw: w.wrap("assistant", blocks)})
}

func (w *blockWriter) flush() {
	if len(w.results) > 0 {
		w.lines = append(w.lines, Line{Kind: w.kind, Refs: w.refs, Event: w.resultWord, Raw: w.wrap("user", w.results)})
	}
	w.lines = append(w.lines, w.later...)
	w.results, w.refs, w.later = nil, nil, nil
}
