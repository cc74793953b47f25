package classify

import (
	"fmt"
	"strings"
)

// maxExplained bounds how many rows an explanation lists, so that it fits on a screen.
const maxExplained = 12

// Explain says in a few lines why Classify gives a text its verdict: which rows fit, and
// which of them says most. It is meant for people, and quotes the text.
func Explain(in Input) string {
	var b strings.Builder
	f := understand(in)
	v := f.verdict(in)
	fmt.Fprintf(&b, "verdict   %s: %s\n", v.Class, v.Class.Meaning())
	fmt.Fprintf(&b, "action    %s: %s%s\n", v.Action, v.Action.Meaning(), f.mended())
	if f.text.plain == "" {
		b.WriteString("why       the text is a record that says of itself that it is no error\n")
		return b.String()
	}
	fmt.Fprintf(&b, "text      %d bytes after unwrapping; begins %q\n", len(f.text.plain), excerpt(f.text.plain, 0, 60))
	if said := v.Facts(); said != "" {
		fmt.Fprintf(&b, "numbers   %s\n", said)
	}
	all := matches(&f.text)
	fmt.Fprintf(&b, "why       %s\n", f.why(len(all)))
	f.list(&b, all)
	return b.String()
}

// mended names the finding of tr-pair that mends what the best row names, "" if none does.
func (f *finding) mended() string {
	if row := f.best.row; row != nil && row.Mended != "" {
		return fmt.Sprintf("; the finding is %s (tr-pair --explain %[1]s)", row.Mended)
	}
	return ""
}

// why says what decided, where so many rows fit.
func (f *finding) why(fit int) string {
	switch {
	case f.best.row == nil && f.class == None:
		return "no row fits, and there is no status"
	case f.best.row == nil:
		return fmt.Sprintf("status %d; no row that fits says more", f.status)
	}
	row := f.best.row
	return fmt.Sprintf("of %d rows that fit, %s says most (%s, %s)", fit, row.Name, row.rank, row.Source)
}

// list lists the rows that fit, in the order of the tables.
func (f *finding) list(b *strings.Builder, all []match) {
	title := "fits"
	for i, m := range all {
		if i == maxExplained {
			fmt.Fprintf(b, "%-10s... and %d more\n", "", len(all)-i)
			break
		}
		fmt.Fprintf(b, "%-10s%s (%s, %s): %q\n", title, m.row.Name, m.row.Class, m.row.rank, excerpt(f.text.masked, m.at[0], m.at[1]-m.at[0]))
		title = ""
	}
}

// Facts lists the numbers that a verdict has, in words for people.
func (v *Verdict) Facts() string {
	var said []string
	for _, n := range []struct {
		name  string
		value *int64
	}{{"limit_tokens", v.LimitTokens}, {"actual_tokens", v.ActualTokens}, {"limit_bytes", v.LimitBytes}} {
		if n.value != nil {
			said = append(said, fmt.Sprintf("%s %d", n.name, *n.value))
		}
	}
	if v.RetryAfterS != nil {
		said = append(said, fmt.Sprintf("retry_after_s %v", *v.RetryAfterS))
	}
	if v.Status != nil {
		said = append(said, fmt.Sprintf("status %d", *v.Status))
	}
	return strings.Join(said, ", ")
}

// excerpt cuts n bytes out of a text, at whole characters and at most 80.
func excerpt(s string, from, n int) string {
	s = s[from:]
	if n = min(n, 80); n >= len(s) {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
