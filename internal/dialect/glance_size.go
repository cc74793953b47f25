package dialect

import "trtools/pkg/transcript/outline"

// Size returns what View.Chars and View.Estimate return for the messages, added up. Without
// an Estimator there are no tokens.
func (g *Glance) Size(m Estimator) (chars, tokens int) {
	for el := range g.messages {
		c, t := weighed(el, m)
		chars, tokens = chars+c, tokens+t
	}
	if m != nil {
		tokens += g.Messages*m.Message() + (g.Calls+len(g.Results))*m.Call()
	}
	return chars, tokens
}

// weighed returns the chars of a message, and the tokens of its texts.
func weighed(el outline.Value, m Estimator) (chars, tokens int) {
	var thinking outline.Value
	for x, ok := el.First(); ok; x, ok = x.Next() {
		switch string(x.Key()) {
		case "content":
			chars, tokens = chars+x.Chars(), tokens+estimated(m, x)
		case "tool_calls":
			for c, ok := x.First(); ok; c, ok = c.Next() {
				function := c.Get("function")
				args := function.Get("arguments")
				chars, tokens = chars+args.Chars(), tokens+estimated(m, function.Get("name"))+estimated(m, args)
			}
		case "reasoning_content":
			thinking = x // the last one counts
		}
	}
	return chars, tokens + estimated(m, thinking)
}

// estimated is stringTokens, 0 without an Estimator.
func estimated(m Estimator, v outline.Value) int {
	if m == nil {
		return 0
	}
	return stringTokens(m, v)
}
