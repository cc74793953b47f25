package classify

import "strings"

// How much of a text is looked at: an error is named where a text begins or
// where it ends, and what stands between may be megabytes.
const (
	headBytes = 24 << 10
	tailBytes = 8 << 10
)

// Classify says which API error a text is. The same input gives the same
// verdict, and the time is linear in the size of the text up to a constant
// bound.
func Classify(in Input) Verdict {
	v := Verdict{Class: None, IDs: []string{}, Confidence: 1}
	text := clip(in.Text)
	body, isRecord := recordError(text)
	if isRecord && body == "" {
		v.decide(in)
		return v
	}
	vw := newView(body, false)
	f := find(vw, in.Status)
	if f.vague() && vw.wrapped() {
		// A terminal may have broken the text inside words.
		joined := newView(body, true)
		if g := find(joined, in.Status); !g.vague() {
			vw, f = joined, g
		}
	}
	v.fill(vw, f, in)
	v.decide(in)
	return v
}

// fill copies what a finding says into the verdict.
func (v *Verdict) fill(vw *view, f finding, in Input) {
	if f.status != 0 {
		v.Status = &f.status
	}
	if f.rule == nil {
		return
	}
	v.Class, v.Rule, v.Confidence = f.rule.Class, Name(f.rule.Name), f.confidence
	v.Provider = Name(f.rule.Provider)
	if v.Provider == "" {
		v.Provider = providerOf(vw.low)
	}
	v.LimitTokens, v.ActualTokens = tokens(v.Class, vw.low)
	v.ReservedTokens = reserved(v.Class, vw.low)
	v.RetryAfterS = retryAfter(vw.low, in.RetryAfter)
	if v.Class == Pairing || v.Class == MalformedHistory || v.Class == InvalidRequest {
		v.IDs, v.Places = callIDs(vw.text), places(vw.low)
	}
}

// clip keeps the head and the tail of a long text.
func clip(s string) string {
	if len(s) <= headBytes+tailBytes {
		return s
	}
	return strings.ToValidUTF8(s[:headBytes], "") + "\n" + strings.ToValidUTF8(s[len(s)-tailBytes:], "")
}

// finding is the rule that fits a text, nil if none does.
type finding struct {
	rule       *Rule
	status     int
	confidence float64
}

// vague reports whether the text may say more than was understood.
func (f finding) vague() bool {
	return f.rule == nil || f.rule.Strength == Bare || f.rule.Class == InvalidRequest
}

// find asks the rules in order, then the status alone. The vetoes that look at
// the whole text are asked only when there is something to veto.
func find(vw *view, status int) finding {
	known := status != 0
	if !known {
		status = statusIn(vw.low)
	}
	f := finding{status: status}
	for _, r := range rules() {
		if r.matches(vw) {
			f.rule, f.confidence = r.Rule, r.Strength.confidence()
			return f.unless(vw.vetoed())
		}
	}
	if f.rule = statusRule(status); f.rule == nil {
		return f
	}
	f.confidence = Bare.confidence()
	return f.unless(!known && !vw.framed() || vw.vetoed())
}

// unless returns nothing where the text turns out to be no error.
func (f finding) unless(vetoed bool) finding {
	if vetoed {
		return finding{}
	}
	return f
}
