package dialect

import (
	"slices"
	"strings"
)

// Judged reports whether something is said of the pairs of a format.
func (r *Rules) Judged() bool { return !strings.HasPrefix(r.pairs(), "not judged") }

// pairs says what becomes of calls and results that do not belong together.
func (r *Rules) pairs() string {
	switch {
	case r.Name == "conversations":
		return "as those of the messages"
	case r.Reader != nil && !r.Reader.Pairs:
		return "not judged: reported, with what the reader does"
	case r.ReportOnly:
		return "judged and reported: nothing is repaired"
	case r.Unjudged:
		return "not judged"
	case r.Folds:
		return "repaired inside the records: none is taken out"
	case r.Inline && !r.OpenEnd:
		return "not judged: call and result are one"
	case r.Inline:
		return "missing results are written into the call"
	case r.Slots:
		return "repaired where the trainer skips the example"
	}
	return "repaired"
}

// Sent reports whether messages of the format go to an API as they are, as far as anybody
// knows: what that API refuses is looked for in them.
func (r *Rules) Sent() bool {
	return !r.Unjudged && !r.Log && !r.ReportOnly && (!r.Inline || r.OpenEnd)
}

// Table returns all formats as a table in Markdown, in the order in which people look
// for them. Api says for which API a format is judged.
func Table(api func(*Rules) string) string {
	var b strings.Builder
	b.WriteString("| Name | What it is | Its reader | Judged for | Pairs |\n|---|---|---|---|---|\n")
	for _, f := range inGroups() {
		r := f.Rules()
		b.WriteString("| `" + r.Name + "` | " + r.What + " | " + r.ReadBy + " | " + api(r) + " | " + r.pairs() + " |\n")
	}
	return b.String()
}

// inGroups returns the formats: clients' sessions first, then messages of APIs and
// libraries, then conversations.
func inGroups() []Format {
	group := func(f Format) int {
		switch {
		case f.rules.Name == "conversations":
			return 2
		case f.rules.Session || f.rules.Inline && !f.rules.OpenEnd:
			return 0
		}
		return 1
	}
	return slices.SortedStableFunc(slices.Values(formats), func(a, b Format) int { return group(a) - group(b) })
}
