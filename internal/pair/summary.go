package pair

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"trtools/pkg/transcript"
)

// summary counts what was done.
type summary map[deed]int

// deed is one of the verbs, and the kind of thing that it was done to.
type deed struct {
	verb  int
	thing string
}

// verbs are the actions in the order and words of the summary.
var verbs = [...]struct {
	action transcript.Action
	done   string
}{
	{transcript.Inject, "injected"}, {transcript.Move, "moved"}, {transcript.Remove, "removed"},
	{transcript.Rename, "changed"}, {transcript.Relink, "mended"}, {transcript.Split, "split"},
	{transcript.Join, "joined"}, {transcript.Replace, "replaced"},
}

// things says what the findings of a code are about; what is not in it is a part of a record.
var things = map[transcript.Code]string{
	transcript.BadCall: "call", transcript.DuplicateCall: "call", transcript.HalfServerCall: "call",
	transcript.DisplacedResult: "result", transcript.DuplicateResult: "result", transcript.MissingResult: "result", transcript.OrphanResult: "result",
	transcript.BadRecord: "record", transcript.DuplicateRecord: "record", transcript.SplitRecord: "record", transcript.TornRecord: "record",
	transcript.GluedRecords: "line", transcript.StrayValue: "line",
	transcript.BadID: "id", transcript.BadItemID: "id", transcript.ReusedID: "id", transcript.BadName: "name", transcript.BadOrdinal: "number",
	transcript.InvalidString: "string", transcript.LoneSurrogate: "string", transcript.NULCharacter: "string",
	transcript.BadImage: "image", transcript.BOM: "byte order mark", transcript.BrokenConversation: "conversation",
	transcript.BrokenLink: "link", transcript.HeaderNotFirst: "header",
}

func (s summary) add(code transcript.Code, action transcript.Action) {
	for i, v := range verbs {
		if v.action == action {
			s[deed{i, cmp.Or(things[code], "part")}]++
		}
	}
}

// String says what was done, "" if nothing was.
func (s summary) String() string {
	var parts []string
	for _, d := range slices.SortedFunc(maps.Keys(s), deed.compare) {
		parts = append(parts, transcript.FormatCount(s[d], d.thing)+" "+verbs[d.verb].done)
	}
	return strings.Join(parts, ", ")
}

func (d deed) compare(e deed) int {
	return cmp.Or(cmp.Compare(d.verb, e.verb), cmp.Compare(d.thing, e.thing))
}
