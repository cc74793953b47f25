package classify

import "strings"

// How much of a text is looked at. Errors are named at the beginning or at the end of a
// text, and there may be megabytes in between.
const (
	headBytes = 24 << 10
	tailBytes = 8 << 10
)

// Classify says which API error a text is. The text is what a failed call reported: it is
// not asked whether it is an error, only which. The same input gives the same verdict, and
// the time is linear in the size of the text up to a constant bound.
func Classify(in Input) Verdict {
	return understand(in).verdict(in)
}

// finding is what was found in a text.
type finding struct {
	text   text
	best   match  // the row that says most; nil where none fits
	status int    // HTTP status, 0 if unknown
	ruled  string // the name of what decides: of the best row, or of the status
	class  Class
}

// understand unwraps a text and finds what says most about it: a row, or the HTTP status.
func understand(in Input) finding {
	body, isRecord := recordError(clip(in.Text))
	if isRecord && body == "" {
		return finding{class: None, status: in.Status}
	}
	if last := lastAttempt(body); last != "" {
		if f := find(last, in.Status, " "); f.class != None {
			return f
		}
	}
	f := find(body, in.Status, " ")
	if !f.isSpecific() && strings.Contains(strings.TrimSpace(body), "\n") {
		if g := find(body, in.Status, ""); g.isSpecific() { // a terminal breaks lines inside of words
			return g
		}
	}
	return f
}

// isSpecific reports whether a sentence or a code that says what went wrong was found.
func (f *finding) isSpecific() bool { return f.best.row != nil && f.best.row.rank <= specific }

// find judges a text whose lines are put together with sep between them.
func find(s string, status int, sep string) finding {
	f := finding{text: newText(s, sep), status: status, class: None}
	f.best = best(&f.text)
	if f.status == 0 {
		f.status = statusOfText(f.text.masked)
	}
	if row := f.best.row; row != nil {
		f.class, f.ruled = row.Class, row.Name
	}
	if class, telling := statusClass(f.status); class != None && f.statusSaysMore(telling) {
		f.class, f.ruled, f.best = class, "status", match{}
	}
	return f
}

// statusSaysMore reports whether the HTTP status decides, and not the best row.
func (f *finding) statusSaysMore(telling bool) bool {
	switch row := f.best.row; {
	case row == nil || row.rank == vague:
		return true
	case row.rank == phrase:
		return telling || f.refused() && row.Class == ServerError
	}
	return false
}

// refused reports whether the status says that the request is at fault: no words about a
// server that failed undo that, for gateways say them of every answer that they pass on.
func (f *finding) refused() bool { return f.status >= 400 && f.status < 500 }

// verdict returns what was found as a verdict.
func (f finding) verdict(in Input) Verdict {
	v := Verdict{Class: f.class, IDs: []string{}, Confidence: 1, Rule: Name(f.ruled)}
	if f.class != None {
		v.Confidence = f.confidence()
		v.Provider = f.provider()
		f.number(&v)
		v.RetryAfterS = retryAfter(f.text.masked, in.RetryAfter)
		if f.status > 0 {
			v.Status = &f.status
		}
	}
	if v.Class == Pairing || v.Class == MalformedHistory || v.Class == InvalidRequest {
		v.IDs, v.Places = callIDs(f.text.plain), places(strings.ToLower(f.text.plain))
	}
	v.decide(in, f.best.row)
	return v
}

func (f *finding) confidence() float64 {
	if f.best.row == nil {
		return vague.confidence()
	}
	return f.best.row.rank.confidence()
}

func (f *finding) provider() Name {
	if f.best.row != nil && f.best.row.Provider != "" {
		return Name(f.best.row.Provider)
	}
	return providerOf(strings.ToLower(f.text.plain))
}

// clip keeps the head and the tail of a long text.
func clip(s string) string {
	if len(s) <= headBytes+tailBytes {
		return s
	}
	return strings.ToValidUTF8(s[:headBytes], "") + "\n" + strings.ToValidUTF8(s[len(s)-tailBytes:], "")
}
