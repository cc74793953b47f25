package history

import (
	"io"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Reader is pushed an input and finds its history. It pushes nothing itself:
// read History after the last record, and write with Source and Size.
type Reader struct {
	Source io.ReaderAt // the input, to be read again
	Size   int64       // of the input, in bytes
	EOL    string      // how its lines end

	// Conversation is called for every line that is a conversation of its own,
	// before the next record is read. The record's Offset is its place in
	// Source.
	Conversation func(h *History, list outline.Value, r *transcript.Record) error

	job     *transcript.Job
	spool   *transcript.Spool
	marks   *marks
	detect  *dialect.Detector
	view    dialect.View
	plain   plain // of formats without links
	index   *links.Index
	pointer pointer
	unread  []int64
	long    int64 // bytes of a line over the limit that were seen

	linkedAny bool // a message has links
}

// pointer is the last record that names the leaf.
type pointer struct {
	at   int64
	leaf uint64 // hash of the id that it names, 0 if there is no such record
}

// NewReader returns a Reader for a stage's job. Messages that hold one of the
// ids are marked.
func NewReader(job *transcript.Job, mark ...string) *Reader {
	k := &marks{hash: links.NewHasher(), ids: map[uint64]string{}, found: map[string]bool{}}
	for _, id := range mark {
		k.ids[k.hash.Text(id)] = id
	}
	r := &Reader{
		Source: job.Source, job: job, marks: k, EOL: "\n", plain: plain{marks: k},
		detect: dialect.NewDetector(dialect.Named(job.Dialect), ""),
	}
	if r.Source == nil {
		r.spool = new(transcript.Spool)
		r.Source = r.spool
	}
	return r
}

// Marked reports whether the id was found in a live message.
func (r *Reader) Marked(id string) bool { return r.marks.found[id] }

// Close frees what the reader holds.
func (r *Reader) Close() error {
	if r.spool != nil {
		return r.spool.Close()
	}
	return nil
}

// Push takes the next record. Lines that cannot be read are reported; they stay
// where they are. In a strict run the first one is an *Unreadable error.
func (r *Reader) Push(rec *transcript.Record) error {
	if r.spool != nil {
		if _, err := r.spool.Write(rec.Raw); err != nil {
			return err
		}
	}
	text := rec.JSON()
	if r.Size == 0 && len(rec.Raw) > len(text)+1 {
		r.EOL = "\r\n"
	}
	at := r.Size
	r.Size += int64(len(rec.Raw))
	switch {
	case rec.TooLong:
		return r.tooLong(rec, at)
	case len(text) == 0:
		return nil
	}
	doc, err := rec.Doc()
	if err != nil || r.job.Strict && doc.Defects()&outline.NotJSON != 0 {
		return r.unreadable(rec, at, int64(len(text)), transcript.UnreadableLine, "line is not JSON; try tr-pair first")
	}
	return r.record(doc.Root(), rec, at)
}

// record files a record where it belongs. At is its offset in the source.
func (r *Reader) record(root outline.Value, rec *transcript.Record, at int64) error {
	v := &r.view
	if !r.detect.View(root, v) {
		return nil
	}
	switch rules := v.Format.Rules(); {
	case v.List.Exists() && v.Class == dialect.Other:
		return r.conversation(v, rec, at)
	case rules.Linked && v.Class == dialect.Pointer:
		r.links().Point(v)
		r.pointer = pointer{at, r.marks.hash.Of(v.Leaf)}
	case rules.Linked && !v.ID.Blank():
		r.linkedRecord(v, at)
	default:
		r.plainRecord(v, root, at)
	}
	return nil
}

// linkedRecord takes a record with an id. The header of a pi session has one even
// where the entries have none.
func (r *Reader) linkedRecord(v *dialect.View, at int64) {
	r.links().Add(v, at)
	r.linkedAny = r.linkedAny || v.Class == dialect.Message
	if v.Class == dialect.Header {
		r.plain.starts = append(r.plain.starts, at)
	}
}

// plainRecord takes a record of a format without links.
func (r *Reader) plainRecord(v *dialect.View, root outline.Value, at int64) {
	if v.Format.Rules().Linked {
		r.plain.starts = append(r.plain.starts, at)
	}
	switch v.Class {
	case dialect.Boundary:
		r.plain.compacted(v, root, at)
	case dialect.Rollback:
		r.plain.rollback(v.Turns)
	case dialect.Turn:
		r.plain.begin()
	case dialect.Message:
		r.plain.add(v, root, at)
	}
}

func (r *Reader) conversation(v *dialect.View, rec *transcript.Record, at int64) error {
	if r.Conversation == nil {
		return nil
	}
	offset := rec.Offset
	rec.Offset = at
	defer func() { rec.Offset = offset }()
	return r.Conversation(inside(v.List, r.marks), v.List, rec)
}

func (r *Reader) links() *links.Index {
	if r.index == nil {
		r.index = links.NewIndex(r.marks.hash)
	}
	return r.index
}

// History returns the history of the input's own lines: of the main thread,
// where there are several.
func (r *Reader) History() (*History, error) {
	h := &r.plain.History
	if r.linkedAny {
		var err error
		if h, err = r.linked(); err != nil {
			return nil, err
		}
	}
	h.split()
	return h, nil
}

// Inside returns the history of a conversation on one line.
func Inside(list outline.Value) *History {
	return inside(list, &marks{hash: links.NewHasher()})
}

func inside(list outline.Value, k *marks) *History {
	p := &plain{marks: k}
	detect := dialect.NewDetector(nil, "")
	var v dialect.View
	i := int64(0)
	for el := range list.All() {
		if detect.View(el, &v) && v.Class == dialect.Message {
			p.add(&v, el, i)
		}
		i++
	}
	p.split()
	return &p.History
}

// Rewrite pushes the input to next, changed by the stops. It does not close next.
func (r *Reader) Rewrite(stops []rewrite.Stop, next transcript.Stage) error {
	w := rewrite.Rewriter{Source: r.Source, Size: r.Size, EOL: r.EOL, Next: next}
	return w.Run(nil, stops)
}
