package pair

import (
	"bytes"
	"fmt"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/mend"
	"trtools/pkg/transcript/outline"
)

// analysis reads an input to its end and makes the plan for it.
type analysis struct {
	opt    *Options
	job    *transcript.Job
	plan   *plan
	src    *source
	hash   links.Hasher
	detect *dialect.Detector
	view   dialect.View
	lines  *mend.Mender

	chat   *frames      // messages one a line, and the first version of pi's entries
	items  *items       // Codex and Responses
	index  *links.Index // linked formats
	starts []int64      // offsets of pi's entries without ids, which a compaction may name by number

	header   headers
	doubles  []double
	wide     map[int64][]stretchAt // stretches that a finding has to name, by record
	unread   []int64               // offsets of lines that could not be read
	session  bool                  // the file is a client's session
	lastAt   int64                 // offset of the last record
	lastLink int64                 // offset of the last linked record
}

// stretchAt is a stretch of the input.
type stretchAt struct{ start, end int64 }

// headers knows where a file's header stands and where it should.
type headers struct {
	format dialect.Format // that wants one
	first  int64          // offset of the first record, -1 if there is none
	at     int64          // offset of the first header, -1
	unread []stretchAt    // unreadable lines before it
}

func newAnalysis(o *Options, j *transcript.Job, src *source) *analysis {
	a := &analysis{
		opt: o, job: j, src: src, plan: newPlan(), wide: map[int64][]stretchAt{}, hash: links.NewHasher(),
		detect: dialect.NewDetector(dialect.Named(j.Dialect), o.SyntheticText),
		header: headers{first: -1, at: -1},
	}
	a.lines = newMender(a)
	a.chat = &frames{opt: o, uses: map[uint64]*call{}}
	a.items = newItems(o, false)
	return a
}

// record takes a record that could be read. Its text is length bytes long in
// the input.
func (a *analysis) record(at, length int64, doc *outline.Doc) {
	if !a.detect.View(doc.Root(), &a.view) {
		a.seen(at)
		return
	}
	v := &a.view
	rules := v.Format.Rules()
	a.seen(at)
	a.session = a.session || rules.Session
	a.headerOf(v, at)
	switch {
	case v.List.Exists() && v.Class == dialect.Other:
		a.conversation(v, at)
	case rules.Linked && v.Class == dialect.Pointer:
		a.links().Point(v)
	case rules.Linked && !v.ID.Blank():
		a.link(v, at, doc)
	case rules.ByID:
		a.item(v, at)
	default:
		a.message(v, at)
	}
}

// link takes a linked record. One that is written again, the same to the last
// byte, is no record of its own: clients keep records by id.
func (a *analysis) link(v *dialect.View, at int64, doc *outline.Doc) {
	x := a.links()
	a.lastLink = at
	if v.Class == dialect.Header {
		a.starts = append(a.starts, at) // counted by the first version of pi's format
	}
	if i := x.Recent(v); i != links.None && bytes.Equal(a.src.record(x.Node(i).Offset()), doc.Raw()) {
		a.doubles = append(a.doubles, double{i, at})
		return
	}
	x.Add(v, at)
}

// double is a record that is written again.
type double struct {
	node uint32 // the first one
	at   int64
}

func (a *analysis) seen(at int64) {
	a.lastAt = at
	if a.header.first < 0 {
		a.header.first = at
	}
}

func (a *analysis) links() *links.Index {
	if a.index == nil {
		a.index = links.NewIndex(a.hash)
	}
	return a.index
}

// headerOf looks for the header of formats that want one in front.
func (a *analysis) headerOf(v *dialect.View, at int64) {
	h := &a.header
	if v.Format.Rules().Header && h.format == nil {
		h.format = v.Format
	}
	if v.Class == dialect.Header && h.at < 0 {
		h.at = at
	}
}

// message takes a message that stands for itself, or an entry of pi's first
// version.
func (a *analysis) message(v *dialect.View, at int64) {
	if v.Format.Rules().Linked {
		a.starts = append(a.starts, at)
		if v.Class == dialect.Boundary {
			a.compacted(v, at)
		}
	}
	if v.Class == dialect.Message {
		a.chat.add(newMessage(a.hash, v, at, 0))
	}
}

// compacted forgets the entries before the first one that a compaction keeps.
// The first version of pi's format names it by number.
func (a *analysis) compacted(v *dialect.View, at int64) {
	kept := at
	var n int
	if _, err := fmt.Sscan(string(v.Leaf.Raw()), &n); err == nil && n >= 0 && n < len(a.starts) {
		kept = a.starts[n]
	}
	a.chat.compact(kept, at)
	a.unread = after(a.unread, at, func(at int64) int64 { return at })
}

// item takes an item of Codex or the Responses API.
func (a *analysis) item(v *dialect.View, at int64) {
	switch v.Class {
	case dialect.Boundary:
		a.items.reset()
		a.unread = nil
		a.replacement(v, at)
	case dialect.Rollback:
		a.items.rollback(v.Turns)
	case dialect.Turn:
		a.items.begin()
	case dialect.Message:
		a.items.add(newMessage(a.hash, v, at, 0), v)
	}
}

// replacement takes the calls that a compaction keeps: their results may follow.
func (a *analysis) replacement(boundary *dialect.View, at int64) {
	inner := dialect.NewDetector(nil, a.opt.SyntheticText)
	var v dialect.View
	list := boundary.List
	for it := range list.All() {
		if inner.View(it, &v) && v.Format.Rules().ByID {
			m := newMessage(a.hash, &v, at, 0)
			m.replaced = true
			a.items.add(m, &v)
		}
	}
}

// note adds a finding with the severity and action of its code's rule.
func (a *analysis) note(f finding) {
	rule := transcript.RuleOf(f.code)
	if f.severity == "" {
		f.severity = rule.Severity
	}
	if f.action == "" {
		f.action = rule.Action
	}
	a.plan.findings = append(a.plan.findings, f)
}

// unreadable reports whether a line at or after from could not be read.
func (a *analysis) unreadable(from int64) bool {
	return len(a.unread) > 0 && a.unread[len(a.unread)-1] >= from && !a.opt.AssumeLost
}
