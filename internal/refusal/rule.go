// Package refusal is the table of what APIs refuse although every call has its
// result: a row says which API answers 400 to what, where it stands, with which
// words, who has seen that, and what a repair does. The rows stand in rows.tsv, what finds
// their faults in one file for each family of providers.
//
// A row finds its faults in one message (dialect.View), or in a whole history. What
// becomes of them is decided by the stage that pairs.
package refusal

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Rule is a row of the table.
type Rule struct {
	Code    transcript.Code
	APIs    API      // that refuse it
	Models  []string // what the names of the models hold that it is about; none: all of them
	Since   string   // of these models: the first version that it is about, as 4.6; "" for all
	Formats []string // the formats in which it is looked for; none: all
	Place   string   // in the message
	Error   string   // what the API answers, literally, unless Source says otherwise
	Source  string   // where that was seen
	Repair  string   // what is done about it, "" if it is only reported
	Help    string   // what helps where it is only reported
	finder
}

// inBlock looks at a block of a list.
type inBlock func(m *Message, list, b outline.Value) (Fault, bool)

// finder is what finds the faults of a row: one of the functions, or a limit.
type finder struct {
	message func(m *Message, c *checker)
	block   inBlock // of the content of a message
	inside  inBlock // of that of a result
	call    func(m *Message, c *dialect.Call) (Fault, bool)
	image   func(m *Message, i *Image) (Fault, bool)
	history func(h *History, found func(Fault))
	marks   func(b outline.Value) bool // the blocks that history wants to see
	unnoted bool                       // history may find something though nothing was noted of any record
	// Id and tool limit the ids and the tool names of calls.
	id, tool dialect.Limit
}

// Fault is what a row finds at one place.
type Fault struct {
	In, At outline.Value // what it is, and the list or object that it stands in
	Says   string        // the words of a part of the content that takes its place
	Text   []byte        // what takes its place, of Says if that is given; nil: it goes
	Cut    [2]int        // the bytes of At that go, counted from its beginning, where At stays
	Put    []byte        // what is put into At, which is a list, and stays
	Void   bool          // the message holds nothing that the API takes
	Keep   bool          // here it is only reported
	Why    string

	// In a History: the message, its block, -1 for all of it, in the content of that the
	// block of a number, counted from one, and the member which goes, "" for the block itself.
	Ref, Block, Inner int
	Member            string
}

// Found is a fault and its row.
type Found struct {
	*Rule
	Fault
}

// Kept reports whether a fault is only reported.
func (f *Found) Kept() bool { return f.Keep || f.Repair == "" }

// Renames reports whether the row is about the id or the name of a call, which are renamed
// wherever they stand.
func (r *Rule) Renames() bool { return r.id != dialect.Limit{} || r.tool != dialect.Limit{} }

// Does returns what is done about a fault.
func (f *Found) Does() transcript.Action {
	switch {
	case f.Kept():
		return transcript.Keep
	case f.Put != nil:
		return transcript.Inject
	case f.Text != nil, f.Cut[1] > 0:
		return transcript.Replace
	}
	return transcript.Remove
}

// Message is a message with what a row needs to know of those around it.
type Message struct {
	*dialect.View
	Last bool // no other message stands behind it
	Open bool // nothing that the user said stands behind it: its turn is not finished
}

// Target is where a history will be sent.
type Target struct {
	APIs     API    // all that it may be: a row has to hold for each of them
	Model    string // in lower case, "" if nobody knows
	Explicit bool   // somebody said so: it is no guess
}

// applies reports whether the row holds for a target.
func (r *Rule) applies(t Target) bool {
	return t.APIs != 0 && t.APIs&^r.APIs == 0 && (len(r.Models) == 0 || r.isOf(t.Model) && (r.Since == "" || isSince(t.Model, r.Since)))
}

func (r *Rule) isOf(model string) bool {
	return slices.ContainsFunc(r.Models, func(m string) bool { return m != "" && strings.Contains(model, m) || m == model })
}

// Of names the models that the row is about, "" for all.
func (r *Rule) Of() string {
	of := strings.Join(r.Models, ", ")
	if r.Since != "" {
		of += " from " + r.Since + " on"
	}
	return of
}

// of reports whether the row is looked for in a format.
func (r *Rule) of(format string) bool {
	return len(r.Formats) == 0 || slices.Contains(r.Formats, sentAs(format))
}

// Table returns all rows, in the order in which they are asked.
func Table() []*Rule { return table() }

//go:embed rows.tsv
var rowsTable string

var table = sync.OnceValue(func() (list []*Rule) {
	for line := range strings.Lines(rowsTable) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, readRow(strings.TrimSuffix(line, "\n")))
		}
	}
	return list
})

// readRow reads a line of the table.
func readRow(line string) *Rule {
	c := strings.Split(line, "\t")
	models, since, _ := strings.Cut(c[3], " ")
	r := &Rule{
		finder: finders()[c[0]], Code: transcript.Code(c[1]), Since: since, Formats: strings.Fields(c[4]),
		Place: c[5], Error: c[6], Source: c[7], Repair: c[8], Help: c[9],
	}
	if models != "" {
		r.Models = strings.Split(models, "|")
	}
	for api := range strings.FieldsSeq(c[2]) {
		if api == "every" {
			r.APIs = every
		} else {
			r.APIs |= 1 << slices.Index(names, api)
		}
	}
	return r
}

// rowsOf returns the rows of a format.
func rowsOf(format string) []*Rule { return byFormat()[format] }

var byFormat = sync.OnceValue(func() map[string][]*Rule {
	of := map[string][]*Rule{}
	for _, name := range append(dialect.Names(), plain) {
		of[name] = slices.DeleteFunc(slices.Clone(table()), func(r *Rule) bool { return !r.of(name) && name != plain }) // whose plain messages are is not known yet
	}
	return of
})

// plain is the name of the format of messages that any API takes.
const plain = "plain"
