package classify

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxExplained bounds how many rules of one kind an explanation lists, so that
// it fits on a screen.
const maxExplained = 8

// Explain says in a few lines why Classify gives a text its verdict: which rules
// match it, what stopped the others, and why the winner won. It is meant for
// people, and quotes the text.
func Explain(in Input) string {
	var b strings.Builder
	vw, f := understand(in)
	v := Classify(in)
	fmt.Fprintf(&b, "verdict   %s%s, action %s\n", v.Class, ruleSource(f.rule), v.Action)
	fmt.Fprintf(&b, "action    %s: %s\n", v.Action, v.Action.Meaning())
	if vw == nil {
		b.WriteString("why       the text is a record that says of itself that it is no error\n")
		return b.String()
	}
	explainText(&b, vw, &v)
	matched, stopped, keyed := ask(vw)
	explainWinner(&b, vw, f, matched)
	list(&b, "matches", matched)
	list(&b, "stopped", stopped)
	list(&b, "key only", keyed)
	return b.String()
}

func ruleSource(r *Rule) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf(" by rule %s (%s, %s)", r.Name, r.Strength, r.Source)
}

// explainText says what Classify read in the text: its lines, its status, its numbers.
func explainText(b *strings.Builder, vw *view, v *Verdict) {
	joined := ""
	if vw.joined {
		joined = " put together"
	}
	fmt.Fprintf(b, "text      %d lines%s, %d bytes after unwrapping; begins %q\n", len(vw.starts), joined, len(vw.text), excerpt(vw.text, 0, 60))
	var said []string
	for _, n := range []struct {
		name  string
		value *float64
	}{{"limit_tokens", float(v.LimitTokens)}, {"actual_tokens", float(v.ActualTokens)}, {"retry_after_s", v.RetryAfterS}} {
		if n.value != nil {
			said = append(said, n.name+" "+show(n.value))
		}
	}
	if v.Status != nil {
		said = append(said, fmt.Sprintf("status %d", *v.Status))
	}
	if len(said) > 0 {
		fmt.Fprintf(b, "numbers   %s\n", strings.Join(said, ", "))
	}
}

// asked is a rule and what it found in a text.
type asked struct {
	rule rule
	look look
	note string
}

// ask tries every rule of the table on a text. It returns the rules that match, those
// that a veto stopped, and those of which only a key occurs.
func ask(vw *view) (matched, stopped, keyed []asked) {
	for _, r := range slices.Concat(rules(), grammar()) {
		switch l := r.look(vw); {
		case l.stands():
			matched = append(matched, asked{r, l, fmt.Sprintf("%q", excerpt(vw.low, l.at.from, l.at.to-l.at.from))})
		case l.hit:
			stopped = append(stopped, asked{r, l, fmt.Sprintf("%q stopped by %s", excerpt(vw.low, l.at.from, l.at.to-l.at.from), vw.reason(l))})
		case l.key != "":
			keyed = append(keyed, asked{r, l, fmt.Sprintf("key %q is there, the pattern does not match", l.key)})
		}
	}
	return matched, stopped, keyed
}

// reason returns the name of the veto that stopped a rule, and what spoke for it where that
// was a sum.
func (vw *view) reason(l look) string {
	if l.veto == unlikelyVeto {
		return l.veto + " (" + vw.spoken(l.at) + ")"
	}
	return l.veto
}

// explainWinner says why the verdict's rule was preferred to the others that match.
func explainWinner(b *strings.Builder, vw *view, f finding, matched []asked) {
	why := fmt.Sprintf("first of %d that match, in the order of the table: specific before generic", len(matched))
	switch {
	case f.rule == nil:
		why = "no rule matches, and there is no status"
	case f.rule.Strength == Worded:
		why = "no rule stands, or only one that proves less than the words of the text do"
	case f.rule.Strength == Bare:
		why = fmt.Sprintf("status %d; no rule that knows more matches", f.status)
	}
	fmt.Fprintf(b, "why       %s\n", why)
	if f.rule != nil && f.rule.Strength != Worded {
		fmt.Fprintf(b, "%-10s%s\n", "", vw.spoken(f.at))
	}
	if vw.hasWords() {
		fmt.Fprintf(b, "%-10s%s\n", "words", vw.wordsSay())
	}
}

func list(b *strings.Builder, title string, all []asked) {
	for i, a := range all {
		if i == maxExplained {
			fmt.Fprintf(b, "%-10s... and %d more\n", "", len(all)-i)
			break
		}
		if i > 0 {
			title = ""
		}
		fmt.Fprintf(b, "%-10s%s (%s, %s): %s\n", title, a.rule.Name, a.rule.Class, a.rule.Strength, a.note)
	}
}

// excerpt cuts n bytes out of a text, at whole characters and at most 80.
func excerpt(s string, from, n int) string {
	s = s[from:]
	if n = min(n, 80); n >= len(s) {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}
