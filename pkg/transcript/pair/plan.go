package pair

import (
	"cmp"
	"maps"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/mend"
)

// plan is everything that will be done to one input: regions that are mended,
// edits by the offset of the record, and the findings that say why. It is made
// before the first byte is written, and is small: texts are made when they are
// written.
type plan struct {
	regions  map[int64]*region
	edits    map[int64]*edit
	front    *edit // the record that moves in front of all others
	findings []finding
}

// region is a stretch of the input that is not one record on one line. It ends
// before its line ending.
type region struct {
	start, end int64
	pieces     []mend.Piece
}

// finding is a transcript.Finding before its line and hash are looked up.
type finding struct {
	code     transcript.Code
	action   transcript.Action
	severity transcript.Severity
	at       int64 // of the line's record
	start    int64 // of the bytes concerned
	end      int64
	id       string
	why      string
	reject   bool // the bytes leave the transcript
}

// leaves reports whether the finding's bytes leave their place.
func (f *finding) leaves() bool { return f.reject || f.action == transcript.Move }

// edit is what happens to one record.
type edit struct {
	at     int64
	format dialect.Format
	remove bool            // the record goes, or is moved
	drop   []part          // calls and results that go
	words  []part          // results that become a user's text
	rename []rename        // ids that change
	lead   []insert        // result blocks for the head of the message
	after  []insert        // records behind this one
	parent *string         // the id that it names as its parent now
	time   string          // its time stamp now, "" for the old one
	inner  map[int64]*edit // the same for the messages of a conversation, by index
}

type rename struct {
	part
	id string
}

// insert is a result that is put in: one that is moved, or a new one.
type insert struct {
	moved *part
	call  part // that it answers
	id    string
	made  dialect.NewResult
	wrap  bool // it needs a message of its own
}

func newPlan() *plan { return &plan{regions: map[int64]*region{}, edits: map[int64]*edit{}} }

// merge adds what another plan does and says.
func (p *plan) merge(q *plan) {
	maps.Copy(p.edits, q.edits)
	p.findings = append(p.findings, q.findings...)
}

// edit returns the edit of the record at an offset.
func (p *plan) edit(at int64, f dialect.Format) *edit { return editIn(p.edits, at, f) }

func editIn(edits map[int64]*edit, at int64, f dialect.Format) *edit {
	e := edits[at]
	if e == nil {
		e = &edit{at: at}
		edits[at] = e
	}
	if e.format == nil {
		e.format = f
	}
	return e
}

// sorted returns the edits in the order of the input.
func sorted(edits map[int64]*edit) []*edit {
	list := make([]*edit, 0, len(edits))
	for _, e := range edits {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *edit) int { return cmp.Compare(a.at, b.at) })
	return list
}
