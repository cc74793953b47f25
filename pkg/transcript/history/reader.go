package history

import (
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// Reader is pushed an input and finds its history. It pushes nothing itself:
// read History after the last record, and write with Source and Size.
type Reader struct {
	Source io.ReaderAt // the input, to be read again
	Size   int64       // of the input, in bytes
	EOL    string      // how its lines end

	// Conversation is called for every line that is a conversation of its own,
	// before the next record is read.
	Conversation func(h *History, list outline.Value, r *transcript.Record) error

	job    *transcript.Job
	spool  *transcript.Spool
	hash   links.Hasher
	detect *dialect.Detector
	view   dialect.View
	plain  History // of formats without links
	index  *links.Index
	unread []int64
}

// NewReader returns a Reader for a stage's job.
func NewReader(job *transcript.Job) *Reader {
	r := &Reader{
		Source: job.Source, job: job, hash: links.NewHasher(), EOL: "\n",
		detect: dialect.NewDetector(dialect.Named(job.Dialect), ""),
	}
	if r.Source == nil {
		r.spool = new(transcript.Spool)
		r.Source = r.spool
	}
	return r
}

// Close frees what the reader holds.
func (r *Reader) Close() error {
	if r.spool != nil {
		return r.spool.Close()
	}
	return nil
}

// Push takes the next record. Lines that cannot be read are reported; they stay
// where they are.
func (r *Reader) Push(rec *transcript.Record) error {
	if r.spool != nil {
		if _, err := r.spool.Write(rec.Raw); err != nil {
			return err
		}
	}
	if r.Size == 0 && len(rec.Raw) > len(rec.JSON())+1 {
		r.EOL = "\r\n"
	}
	at := r.Size
	r.Size += int64(len(rec.Raw))
	if rec.TooLong || len(rec.JSON()) == 0 {
		if rec.TooLong {
			r.unreadable(rec, transcript.LineTooLong, "line is longer than --max-line and passes through unread")
		}
		return nil
	}
	doc, err := rec.Doc()
	if err != nil {
		r.unreadable(rec, transcript.UnreadableLine, "line is not JSON; try tr-pair first")
		return nil
	}
	return r.record(doc.Root(), rec, at)
}

func (r *Reader) unreadable(rec *transcript.Record, code transcript.Code, why string) {
	r.unread = append(r.unread, rec.Offset)
	if r.job.Report != nil {
		r.job.Report(transcript.Finding{
			File: r.job.Name, Line: rec.Line, Offset: rec.Offset, Length: int64(len(rec.JSON())),
			Code: code, Severity: transcript.Error, Action: transcript.Keep, Message: why,
		})
	}
}

// record files a record where it belongs. At is its offset in the source.
func (r *Reader) record(root outline.Value, rec *transcript.Record, at int64) error {
	v := &r.view
	if !r.detect.View(root, v) {
		return nil
	}
	rules := v.Format.Rules()
	switch {
	case v.List.Exists() && v.Class == dialect.Other:
		if r.Conversation != nil {
			return r.Conversation(Inside(v.List), v.List, rec)
		}
	case rules.Linked && v.Class == dialect.Pointer:
		r.links().Point(v)
	case rules.Linked && !v.ID.Blank():
		r.links().Add(v, at)
	case v.Class == dialect.Boundary:
		r.plain.Messages = r.plain.Messages[:0]
	case v.Class == dialect.Message:
		r.plain.add(r.hash, v, root, at)
	}
	return nil
}

func (r *Reader) links() *links.Index {
	if r.index == nil {
		r.index = links.NewIndex(r.hash)
	}
	return r.index
}

// History returns the history of the input's own lines: of the main thread,
// where there are several.
func (r *Reader) History() (*History, error) {
	h := &r.plain
	if r.index != nil {
		var err error
		if h, err = r.linked(); err != nil {
			return nil, err
		}
	}
	h.split()
	return h, nil
}

// linked returns the history of the live path. The sizes of its records are not
// in the index: they are read again, in the order of the input.
func (r *Reader) linked() (*History, error) {
	r.index.Resolve()
	live := r.mainThread()
	h := &History{index: r.index, live: live}
	where := map[int64]int{}
	if live != nil {
		kept, _ := live.Compaction()
		for k, i := range live.Path {
			if k >= kept {
				h.place(r.index, live, i, where)
			}
			h.owner = append(h.owner, len(h.Messages)-1)
		}
		r.placeBeside(h, live, where)
	}
	fill := &filler{h: h, where: where, hash: r.hash, detect: dialect.NewDetector(dialect.Named(r.job.Dialect), "")}
	err := transcript.Run(io.NewSectionReader(r.Source, 0, r.Size), r.job.MaxLine, fill)
	return h, err
}

// mainThread returns the live path of the main thread, or of the only one in a
// sub-agent's file.
func (r *Reader) mainThread() *links.Live {
	unreadable := func(from int64) bool { return len(r.unread) > 0 && r.unread[len(r.unread)-1] >= from }
	for t := range r.index.Threads() {
		if l := r.index.Live(uint8(t), unreadable); len(l.Path) > 0 {
			return l
		}
	}
	return nil
}

// place adds a record of the path to the message that it belongs to, or begins
// a new one.
func (h *History) place(x *links.Index, live *links.Live, i uint32, where map[int64]int) {
	n := x.Node(i)
	role := n.Role()
	if role == dialect.NoRole {
		return
	}
	k := len(h.Messages) - 1
	for k >= 0 && role == dialect.Assistant && !x.SameMessage(i, h.Messages[k].nodes) {
		if k = k - 1; len(h.Messages)-k > 8 {
			k = -1
		}
	}
	if k < 0 || role != dialect.Assistant {
		h.Messages = append(h.Messages, Message{Role: role, Format: x.FormatOf(n)})
		k = len(h.Messages) - 1
	}
	m := &h.Messages[k]
	for _, j := range append([]uint32{i}, live.Beside[i]...) {
		m.nodes = append(m.nodes, j)
		m.Records = append(m.Records, x.Node(j).Offset())
		where[x.Node(j).Offset()] = k
	}
}

// placeBeside adds the results that hang beside the path to the messages of
// their calls' frames: behind the call's message.
func (r *Reader) placeBeside(h *History, live *links.Live, where map[int64]int) {
	calls := map[uint64]int{}
	for k := range r.index.Parts() {
		p := r.index.Part(k)
		if m, ok := where[r.index.Node(p.Node).Offset()]; ok && !p.Result() {
			calls[p.ID] = m
		}
	}
	for k := range r.index.Parts() {
		p := r.index.Part(k)
		at := r.index.Node(p.Node).Offset()
		m, ok := calls[p.ID]
		if _, on := where[at]; p.Result() && ok && !on && live.InTree(p.Node) {
			h.Messages[m].Records = append(h.Messages[m].Records, at)
			where[at] = m
		}
	}
}

// filler is a stage that adds up what stands in the records of a history.
type filler struct {
	h      *History
	where  map[int64]int
	hash   links.Hasher
	detect *dialect.Detector
	view   dialect.View
	at     int64
}

func (f *filler) Push(rec *transcript.Record) error {
	k, ok := f.where[f.at]
	f.at += int64(len(rec.Raw))
	if !ok {
		return nil
	}
	if doc, err := rec.Doc(); err == nil && f.detect.View(doc.Root(), &f.view) {
		f.h.Messages[k].fill(f.hash, &f.view, doc.Root())
	}
	return nil
}

func (f *filler) Flush() error { return nil }
func (f *filler) Close() error { return nil }

// fill adds what a record holds to its message.
func (m *Message) fill(hash links.Hasher, v *dialect.View, rec outline.Value) {
	m.Chars += int64(v.Chars())
	m.Payload += int64(v.Payload(rec))
	m.Signed = m.Signed || v.Signed
	m.Summary = m.Summary || v.Summary
	m.Calls += len(v.Calls)
	m.Results += len(v.Results)
	for i := range v.Calls {
		m.calls = append(m.calls, key(hash, v.Calls[i].ID, v.Calls[i].Name))
	}
	synthetic := 0
	for i := range v.Results {
		m.results = append(m.results, key(hash, v.Results[i].ID, v.Results[i].Name))
		if v.Results[i].Synthetic {
			synthetic++
		}
	}
	m.User = m.User || v.Role == dialect.User && v.Text && !v.Meta
	m.Notice = !m.User && (v.Meta || synthetic > 0 && synthetic == len(v.Results)) && len(v.Calls) == 0
}

func key(hash links.Hasher, id, name outline.Value) uint64 {
	if id.Blank() {
		return hash.Of(name)
	}
	return hash.Of(id)
}

// add adds the message of a format without links. Consecutive items of the
// model are one message in formats that pair by id.
func (h *History) add(hash links.Hasher, v *dialect.View, rec outline.Value, at int64) {
	n := len(h.Messages)
	if n == 0 || !v.Model || !v.Format.Rules().ByID || h.Messages[n-1].Role != dialect.Assistant || h.Messages[n-1].Format != v.Format {
		h.Messages = append(h.Messages, Message{Role: v.Role, Format: v.Format})
		n++
	}
	m := &h.Messages[n-1]
	m.Records = append(m.Records, at)
	m.fill(hash, v, rec)
}

// Inside returns the history of a conversation on one line.
func Inside(list outline.Value) *History {
	h := &History{}
	hash, detect := links.NewHasher(), dialect.NewDetector(nil, "")
	var v dialect.View
	i := int64(0)
	for el := range list.All() {
		if detect.View(el, &v) && v.Class == dialect.Message {
			h.add(hash, &v, el, i)
		}
		i++
	}
	h.split()
	return h
}

// Contains reports whether a record belongs to the message.
func (m *Message) Contains(at int64) bool { return slices.Contains(m.Records, at) }
