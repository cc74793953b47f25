package pair

import (
	"strconv"
	"strings"

	"trtools/pkg/transcript"
)

// summary counts what was done.
type summary map[transcript.Action]int

// verbs are the actions in the order and words of the summary.
var verbs = [...]struct {
	action transcript.Action
	done   string
}{
	{transcript.Inject, "injected"}, {transcript.Move, "moved"}, {transcript.Remove, "removed"},
	{transcript.Rename, "renamed"}, {transcript.Relink, "relinked"}, {transcript.Split, "split"},
	{transcript.Join, "joined"}, {transcript.Replace, "replaced"},
}

// String says what was done, "" if nothing was.
func (s summary) String() string {
	var parts []string
	for _, v := range verbs {
		if n := s[v.action]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+v.done)
		}
	}
	return strings.Join(parts, ", ")
}

// plural returns "1 record", "2 records".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
