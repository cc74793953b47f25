package dialect

import (
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// glanceTexts is how many texts are estimated at a time.
const glanceTexts = 64

// Size returns what View.Chars and View.Tokens return for the messages, added up. With
// Chars4, which estimates the whole by its chars, no tokens are returned.
func (g *Glance) Size(m tokens.Model) (chars, sum int) {
	g.texts = g.texts[:0]
	for el := range g.messages {
		chars += g.weigh(el)
		if m == tokens.Chars4 {
			g.texts = g.texts[:0]
		} else if len(g.texts) >= glanceTexts {
			sum += g.estimate(m)
		}
	}
	if m == tokens.Chars4 {
		return chars, 0
	}
	return chars, sum + g.estimate(m) + g.Messages*m.Message() + (g.Calls+len(g.Results))*m.Call()
}

// estimate returns the tokens of the texts that were taken, and lets go of them.
func (g *Glance) estimate(m tokens.Model) int {
	defer func() { g.texts = g.texts[:0] }()
	return m.SumJSON(g.texts)
}

// weigh adds the texts of a message to those whose tokens count, and returns the chars
// that do.
func (g *Glance) weigh(el outline.Value) (chars int) {
	var thinking outline.Value
	for x, ok := el.First(); ok; x, ok = x.Next() {
		switch string(x.Key()) {
		case "content":
			chars += g.text(x)
		case "tool_calls":
			for c := range x.All() {
				function := c.Get("function")
				g.text(function.Get("name"))
				chars += g.text(function.Get("arguments"))
			}
		case "reasoning_content":
			thinking = x // the last counts, if there are several
		}
	}
	g.text(thinking)
	return chars
}

// text adds a text, and returns its chars, 0 if it is no string.
func (g *Glance) text(v outline.Value) int {
	raw := v.Raw()
	if v.Kind() != outline.String {
		return 0
	}
	g.texts = append(g.texts, raw[1:len(raw)-1])
	return v.Chars()
}
