package classify

import "strings"

// How much of a text is looked at. Errors are named at the beginning or at the end of a
// text, and there may be megabytes in between.
const (
	headBytes = 24 << 10
	tailBytes = 8 << 10
)

// Classify says which API error a text is. The same input gives the same
// verdict, and the time is linear in the size of the text up to a constant
// bound.
func Classify(in Input) Verdict {
	v := judge(in)
	v.decide(in)
	return v
}

// judge returns what the text and the status of an input tell.
func judge(in Input) Verdict {
	v := Verdict{Class: None, IDs: []string{}, Confidence: 1}
	if vw, f := understand(in); vw != nil {
		v.fill(vw, f, in)
	}
	return v
}

// understand unwraps a text and looks for a rule that fits it. The view is nil if the
// text is a record which is not an error.
func understand(in Input) (*view, finding) {
	text := clip(in.Text)
	body, isRecord := recordError(text)
	if isRecord && body == "" {
		return nil, finding{}
	}
	if last := lastAttempt(body); last != "" {
		if vw, f := interpret(last, in.Status); f.rule != nil {
			return vw, f
		}
	}
	return interpret(body, in.Status)
}

// interpret looks for a rule that fits the text as it is. If a terminal may have broken
// lines inside words, it also tries the text with its lines put together, and takes the
// finding whose rule knows more.
func interpret(text string, status int) (*view, finding) {
	vw := newView(text, false)
	f := find(vw, status)
	if len(vw.starts) == 1 || f.rank < beyondDoubt && f.rule.Strength == Exact {
		return vw, f
	}
	joined := newView(text, true)
	if g := find(joined, status); g.rule != nil && g.rank < f.rank {
		return joined, g
	}
	return vw, f
}

// fill sets the members of a verdict from a finding and its text.
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
	v.LimitTokens, v.ActualTokens = tokens(v.Class, vw, f.at)
	if v.Class == PayloadTooLarge {
		v.LimitBytes = limitBytes(vw.low)
	}
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

// finding is the rule that fits a text, nil if none does, and the place where it
// matches.
type finding struct {
	rule       *Rule
	rank       int // the lower it is, the more the rule knows about the error
	at         place
	status     int
	confidence float64
	denied     []Class // of rules that fit where the text says that there is no such error
}

// Ranks of findings that no specific rule made.
const (
	beyondDoubt = 1 << 20 // ranks of specific rules are below
	byTelling   = beyondDoubt + iota
	byPair
	byGeneric
	byStatus
	byWords
	byNothing
)

// found returns f with the rule that matched, its rank and its place.
func (f finding) found(r *Rule, rank int, at place) finding {
	f.rule, f.rank, f.at, f.confidence = r, rank, at, r.Strength.confidence()
	return f
}

// class returns the class of a finding.
func (f finding) class() Class {
	if f.rule == nil {
		return None
	}
	return f.rule.Class
}

// find returns what rules and words say of a text.
func find(vw *view, status int) finding {
	f := vw.worded(byRules(vw, status))
	if f.rule == nil {
		f.status = 0
	}
	return f
}

// byRules returns the first that fits of: the specific rules, a status that says more than
// a generic rule, the generic rules, and any other status.
func byRules(vw *view, status int) finding {
	f, known := finding{status: status}, status != 0
	at := 0
	if !known {
		f.status, at = vw.statusOfText()
	}
	told := false
	for i, r := range vw.specific {
		l := r.look(vw)
		if l.stands() {
			return f.found(r.Rule, i, l.at)
		}
		told = told || l.isTold()
		f.denied = l.appendDenied(f.denied, r.Class)
	}
	bare := statusRule(f.status)
	if bare != nil && !known && vw.statusStops(at, bare) != "" {
		bare = nil
	}
	if bare != nil && telling[f.status] {
		return f.found(bare, byTelling, vw.place(at, at))
	}
	if !told {
		for _, r := range grammar() {
			l := r.look(vw)
			if l.stands() {
				return f.found(r.Rule, byPair, l.at)
			}
			f.denied = l.appendDenied(f.denied, r.Class)
		}
	}
	for _, r := range generic() {
		l := r.look(vw)
		if l.stands() {
			return f.found(r.Rule, byGeneric, l.at)
		}
		f.denied = l.appendDenied(f.denied, r.Class)
	}
	if bare != nil {
		return f.found(bare, byStatus, vw.place(at, at))
	}
	f.rank = byNothing
	return f
}

// statusStops says why a status that no words of an error explain is not taken for an
// error, "" if it is.
func (vw *view) statusStops(at int, r *Rule) string {
	p := vw.place(at, min(at+3, len(vw.low)))
	if !vw.isFramed(p) && !(vw.isTerse(p) && vw.isPlain(p)) {
		return frameVeto
	}
	return vw.stops(p, r)
}
