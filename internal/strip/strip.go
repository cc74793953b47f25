// Package strip shows a transcript as a picture: a column a turn, as high as it has
// tokens, results by tool, dead segments dim, findings marked.
//
// New sorts what the stage of tr-stat tells into turns. Text draws the picture for a
// terminal, Page writes it as a page that needs nothing else.
package strip

import (
	"cmp"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// Strip is what is drawn of one file.
type Strip struct {
	Turns  []Turn      `json:"turns"`
	Tools  []string    `json:"tools"` // those with the most tokens first
	Totals stat.Totals `json:"totals"`
}

// Turn is an assistant message and what follows it up to the next one.
type Turn struct {
	Line     int64     `json:"line"` // of its first message
	Last     int64     `json:"last"` // of its last one
	Segments []Segment `json:"segments"`
	Findings []Finding `json:"findings"`
}

// Segment is what a turn holds of one kind: a message's own words and calls, or a result.
type Segment struct {
	Kind   string `json:"kind"` // prompt, answer, result
	Tool   string `json:"tool"` // of a result
	ID     string `json:"id"`
	Line   int64  `json:"line"`
	Tokens int64  `json:"tokens"`
	Live   bool   `json:"live"`
	Why    string `json:"why"`
}

// Finding is the code of what tr-pair finds about a message.
type Finding struct {
	Code transcript.Code `json:"code"`
	Line int64           `json:"line"`
}

// Kinds of segments.
const (
	Prompt = "prompt" // of the user, the system or a client
	Answer = "answer" // of the model: its words, its thinking, its calls
	Result = "result"
)

// New sorts messages into turns.
func New(messages []stat.Message, t stat.Totals) *Strip {
	s := &Strip{Turns: []Turn{}, Totals: t}
	if s.Totals.Largest == nil { // a list, also as JSON
		s.Totals.Largest = []stat.Large{}
	}
	if s.Totals.Findings == nil {
		s.Totals.Findings = map[transcript.Code]int64{}
	}
	for i := range messages {
		m := &messages[i]
		if m.Role == "assistant" || len(s.Turns) == 0 {
			s.Turns = append(s.Turns, Turn{Line: m.Line, Segments: []Segment{}, Findings: []Finding{}})
		}
		s.Turns[len(s.Turns)-1].add(m)
	}
	s.rankTools()
	return s
}

func (t *Turn) add(m *stat.Message) {
	t.Last = m.Line
	own := Segment{Kind: Prompt, Line: m.Line, Tokens: m.Tokens, Live: m.Live, Why: m.Why}
	if m.Role == "assistant" {
		own.Kind = Answer
	}
	var results []Segment
	for _, r := range m.Results {
		own.Tokens -= r.Tokens
		t.Last = max(t.Last, r.Line)
		results = append(results, Segment{Kind: Result, Tool: r.Tool, ID: r.ID, Line: r.Line, Tokens: r.Tokens, Live: m.Live, Why: m.Why})
	}
	if own.Tokens = max(0, own.Tokens); own.Tokens > 0 && (len(results) == 0 || own.Kind == Answer) || len(m.Calls) > 0 {
		t.Segments = append(t.Segments, own)
	}
	t.Segments = append(t.Segments, results...)
	for _, c := range m.Findings {
		t.Findings = append(t.Findings, Finding{c, m.Line})
	}
}

// rankTools lists the tools by the tokens of their results, dead ones included.
func (s *Strip) rankTools() {
	sum := map[string]int64{}
	for i := range s.Turns {
		for _, p := range s.Turns[i].Segments {
			if p.Kind == Result {
				sum[p.Tool] += p.Tokens
			}
		}
	}
	s.Tools = []string{}
	for tool := range sum {
		s.Tools = append(s.Tools, tool)
	}
	slices.SortFunc(s.Tools, func(a, b string) int { return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b)) })
}
