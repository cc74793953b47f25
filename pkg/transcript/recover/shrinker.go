package recover

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/internal/shrink"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/spill"
)

// shrinker decides what becomes of the messages of a trial, from the oldest on: of a result
// first by its age, then by its size and that of its turn.
type shrinker struct {
	s      *subject
	t      *trial
	store  *spill.Store // dry: nothing is kept in files before a trial is chosen
	ages   shrink.Ages
	budget shrink.Budget

	all, spoken int          // messages of the model in the trial, and those so far
	speaks      int          // the one whose turn it is, -1 before the first
	open        int          // a message whose calls may still be running, -1 for none
	calls       map[int]call // by part of the history, as long as their results may come
	turn        []*undecided
	seen        dialect.View
}

// call is a call that has no result so far.
type call struct {
	message int
	spoken  int // messages of the model up to its own
	tool    string
	spilled bool // it reads spilled text back
}

// undecided is a record of the turn that is not decided yet.
type undecided struct {
	changed
	message int
	was     history.Size // of its record
	line    shrink.Line
	results []*shrink.Result
	ids     []string // of their calls
	cuts    shrink.Edits
}

// newShrinker returns what decides for a trial. Among tells the messages that it is about.
func newShrinker(s *subject, t *trial, among func(message int) bool) *shrinker {
	k := &shrinker{
		s: s, t: t, store: s.opt.Store.Dry(), speaks: -1, open: -1, calls: map[int]call{},
		ages:   shrink.Ages{Truncate: shrink.Truncate, Summarize: shrink.Summarize, Min: shrink.MinChars, Keep: s.opt.tools},
		budget: shrink.Budget{Result: t.caps.result, Turn: t.caps.turn},
	}
	k.look(among)
	return k
}

// look counts the messages of the model, and finds the one whose calls may still be running:
// nobody has said anything since, and one of them has no result.
func (k *shrinker) look(among func(message int) bool) {
	h, later := k.s.h, false
	for i := h.Len() - 1; i >= 0; i-- {
		if !among(i) {
			continue
		}
		m, speaks, asks := h.Message(i), false, false
		for node := range m.Nodes() {
			n := h.Index.Node(node)
			speaks = speaks || n.Role() == dialect.Assistant && !n.Is(history.Meta|history.Dropped)
			asks = asks || n.Role() == dialect.User && n.Is(history.Text) && !n.Is(history.Meta)
		}
		if speaks {
			k.all++
		}
		if !later && m.Calls && h.Unit(h.UnitOf(i)).Open {
			k.open = i
		}
		later = later || asks || m.Calls
	}
}

// record takes a record of message i.
func (k *shrinker) record(i int, node uint32, v *dialect.View, rec outline.Value) {
	if v.Role == dialect.Assistant && !v.Meta && !v.Dropped {
		if k.speaks != i {
			k.endTurn()
			k.speaks = i
			k.spoken++
		}
		k.addCalls(i, node, v)
	}
	sound := rec.Defects()&outline.NotJSON == 0
	var words []outline.Edit
	if sound { // a line that is edited has to be JSON to its last byte
		words = k.t.cutWords(k.s, i, v)
	}
	if len(v.Results) == 0 && !k.t.beside() && len(words) == 0 {
		return
	}
	h := &undecided{changed: changed{ref: k.s.h.Index.Node(node).Ref()}, message: i, was: k.s.h.Index.Weight(node)}
	h.line = shrink.Line{Raw: k.s.plan.Text(h.ref), Store: k.store, Sound: sound}
	for part := range k.s.h.Index.PartsOf(node) {
		if p := k.s.h.Index.Part(part); p.Is(history.Result) {
			k.result(h, v, part, &v.Results[p.N()])
		}
	}
	k.t.pressRecord(h, v, words)
	if len(h.results) > 0 || h.own != (pressed{}) {
		k.turn = append(k.turn, h)
	}
}

// addCalls files the calls of a record.
func (k *shrinker) addCalls(i int, node uint32, v *dialect.View) {
	for part := range k.s.h.Index.PartsOf(node) {
		if p := k.s.h.Index.Part(part); !p.Is(history.Result) {
			c := &v.Calls[p.N()]
			k.calls[part] = call{message: i, spoken: k.spoken, tool: c.Tool(), spilled: k.store.Names(c.Args.Raw())}
		}
	}
}

// result decides by its age what becomes of a result of a record, a part of the history. The
// rest is decided with its turn.
func (k *shrinker) result(h *undecided, v *dialect.View, part int, x *dialect.Result) {
	r := shrink.NewResult(&h.line, v, x)
	if len(r.Texts) == 0 {
		return
	}
	id := x.ID.Text()
	r.Tool = x.Name.Text()
	c := k.answered(part)
	if r.Spilled = c.spilled; r.Tool == "" {
		r.Tool = c.tool
	}
	age := min(k.all-c.spoken, max(k.ages.Summarize, k.ages.Truncate))
	if !k.t.only && !r.Failed && c.message != k.open && age >= k.ages.First() && r.MayBeOver(k.ages.Min) && k.ages.Concerns(&r) {
		if action := k.ages.Shrink(&r, age); action != "" && r.Save() {
			r.Old(action, age)
		}
	}
	r.Settle()
	h.results, h.ids = append(h.results, &r), append(h.ids, id)
}

// answered returns the call that a result is for. A result that no call is known of belongs to
// the message that it stands behind.
func (k *shrinker) answered(result int) call {
	if part, ok := k.s.h.CallOf(result); ok {
		if c, known := k.calls[part]; known {
			delete(k.calls, part)
			return c
		}
	}
	return call{message: k.speaks, spoken: k.spoken}
}

// endTurn decides what becomes of the results of a turn, whose records are all there.
func (k *shrinker) endTurn() {
	var results []*shrink.Result
	for _, h := range k.turn {
		for _, r := range h.results {
			if !r.Spilled {
				results = append(results, r)
			}
		}
	}
	k.budget.Fit(results)
	for _, h := range k.turn {
		k.settle(h)
	}
	clear(k.turn)
	k.turn = k.turn[:0]
}

// settle notes what becomes of a record.
func (k *shrinker) settle(h *undecided) {
	for n, r := range h.results {
		h.cuts.Add(r)
		h.note(k.s, r, h.ids[n])
	}
	if h.cuts.Empty() && len(h.notes) == 0 && !h.own.away {
		return
	}
	var d outline.Doc
	h.changed.edits = h.cuts.List(func() outline.Value {
		_ = d.Parse(h.line.Raw) // it was parsed before
		return d.Root()
	})
	h.widen(k.s)
	m := k.t.made[h.message]
	m.records = append(m.records, h.changed)
	m.saved = m.saved.Plus(h.was, 1).Plus(k.left(h), -1)
	k.t.made[h.message] = m
}

// left returns the size of what is left of a record.
func (k *shrinker) left(h *undecided) history.Size {
	var d outline.Doc
	switch {
	case h.own.away:
		return history.Size{}
	case len(h.changed.edits) == 0:
		return h.was
	case d.Parse(outline.Splice(h.line.Raw, h.changed.edits)) != nil:
		k.s.plan.Fail(errNotJSON)
		return history.Size{}
	}
	dialect.NewDetector(k.s.h.Message(h.message).Format, "").View(d.Root(), &k.seen)
	return k.s.h.Index.WeightOf(&k.seen)
}

// note makes the findings of what was decided of a result. What is damaged is told by the
// repairs.
func (h *undecided) note(s *subject, r *shrink.Result, id string) {
	for _, n := range r.Notes() {
		if n.Code == transcript.UnreadableLine {
			continue
		}
		f := plan.Finding{Code: n.Code, Severity: n.Severity, Action: n.Action, Ref: h.ref, ID: id, Why: n.Why, Reject: n.Action != transcript.Keep}
		f.Start, f.End = s.span(h.ref, n.Start, n.End)
		h.notes = append(h.notes, f)
	}
}

// widen has the findings about a record name all of what its edits replace: a text that is cut
// to nothing takes its block with it.
func (h *undecided) widen(s *subject) {
	for _, e := range h.changed.edits {
		start, end := s.span(h.ref, e.Start, e.End)
		n := slices.IndexFunc(h.notes, func(f plan.Finding) bool { return f.Start < end && start < f.End })
		if n >= 0 {
			h.notes[n].Start, h.notes[n].End = min(h.notes[n].Start, start), max(h.notes[n].End, end)
		}
	}
}
