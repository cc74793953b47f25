package dialect

import "strings"

// About is what people are told of a format.
type About struct {
	What   string // what a file of it is
	Reader string // what is known of who reads it back
}

// pairs says what becomes of calls and results that do not belong together.
func (r Rules) pairs() string {
	switch {
	case r.Name == "conversations":
		return "as those of the messages"
	case r.Told:
		return "judged and told: nothing is repaired"
	case r.Unjudged:
		return "not judged"
	case r.Folds:
		return "repaired inside the records: none is taken out"
	case r.Log:
		return "not judged, and no record is taken out"
	case r.Inline && !r.OpenEnd:
		return "not judged: call and result are one"
	case r.Inline:
		return "missing results are written into the call"
	case r.Slots:
		return "repaired where the trainer skips the example"
	}
	return "repaired"
}

// Table returns all formats as a table in Markdown, in the order in which people look
// for them.
func Table() string {
	var b strings.Builder
	b.WriteString("| Name | What it is | Its reader | Pairs |\n|---|---|---|---|\n")
	for _, f := range inGroups() {
		r, a := f.Rules(), f.About()
		b.WriteString("| `" + r.Name + "` | " + a.What + " | " + a.Reader + " | " + r.pairs() + " |\n")
	}
	return b.String()
}

// inGroups returns the formats: clients' sessions first, then messages of APIs and
// libraries, then conversations.
func inGroups() (list []Format) {
	group := func(f Format) int {
		switch r := f.Rules(); {
		case r.Name == "conversations":
			return 2
		case r.Session || r.Inline && !r.OpenEnd:
			return 0
		}
		return 1
	}
	for g := range 3 {
		for _, f := range formats() {
			if group(f) == g {
				list = append(list, f)
			}
		}
	}
	return list
}
