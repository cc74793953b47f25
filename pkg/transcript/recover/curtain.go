package recover

import (
	"slices"

	"trtools/pkg/transcript"
)

// curtain hides the records from a stage that are no part of the live history:
// a streaming stage cannot know which those are, and they are not to be edited.
// In their place the stage gets an empty record, and what comes out of it there
// is replaced by what was hidden.
type curtain struct {
	next   transcript.Stage
	live   []int64 // offsets of the records to be seen, in order; nil for all
	hidden []*transcript.Record
}

// blank is what stands in for a hidden record.
var blank = []byte("{}\n")

// Push takes the next record.
func (c *curtain) Push(r *transcript.Record) error {
	if c.live == nil || r.Change == transcript.Inserted || len(r.Raw) == 0 || r.TooLong {
		return c.next.Push(r)
	}
	if _, ok := slices.BinarySearch(c.live, r.Offset); ok {
		return c.next.Push(r)
	}
	c.hidden = append(c.hidden, r.Clone())
	return c.next.Push(&transcript.Record{Raw: blank, Line: r.Line, Offset: r.Offset})
}

// reveal returns what was hidden, or the record itself.
func (c *curtain) reveal(r *transcript.Record) *transcript.Record {
	if len(c.hidden) == 0 || string(r.Raw) != string(blank) || c.hidden[0].Offset != r.Offset {
		return r
	}
	r, c.hidden = c.hidden[0], c.hidden[1:]
	return r
}

func (c *curtain) Flush() error { return c.next.Flush() }
func (c *curtain) Close() error { return c.next.Close() }
