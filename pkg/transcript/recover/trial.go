package recover

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript/outline"
)

// trial is what becomes of a history's messages under some limits. Nothing is written: what
// changes in the trial that is chosen becomes a part of the plan.
type trial struct {
	caps  caps
	omit  map[imageAt]bool
	only  bool // results stay as they are
	over  int  // messages of turns that are over
	bared int  // the number of the last message of which an item of reasoning goes, 0 before the first

	// What becomes of the messages that something becomes of.
	saved   map[int]history.Size // by message: how much smaller it gets
	paths   map[int]bool         // by message: a preview names the file that holds the full text
	pressed map[int64]pressed    // records of which more changes than results
	changes map[int][]changed    // by message: what changes in its records
}

// newTrial returns a trial with some limits; stays are the messages that may stay, nil for all.
func (s *subject) newTrial(c caps, stays []bool) *trial {
	t := &trial{caps: c}
	if c.images {
		t.omit = s.olderImages(stays)
	}
	return t
}

// beside reports whether more goes than tool results and long texts.
func (t *trial) beside() bool { return t.omit != nil || t.caps.reasoning || t.caps.arguments > 0 }

// changed is what changes in a record, and what there is to say of it.
type changed struct {
	ref   int64
	edits []outline.Edit // of its text as it is planned
	notes []plan.Finding // of what becomes of its results
}

// shortens reports whether more changes in some record than its own texts.
func (t *trial) shortens() bool {
	for _, list := range t.changes {
		if slices.ContainsFunc(list, func(x changed) bool { return len(x.notes) > 0 }) {
			return true
		}
	}
	for _, p := range t.pressed {
		if p != (pressed{words: p.words}) {
			return true
		}
	}
	return false
}

// pressed counts what changes in a record beside its results.
type pressed struct {
	texts, images, thoughts, notes int
	words                          int  // texts that are cut to what the level allows
	ids                            int  // of items whose reasoning goes
	away                           bool // the record goes
}

// read collects the facts about all messages, unless an earlier call has done so, but about
// a quiet one only when it is needed for a trial, and decides for a trial what becomes of the
// messages for which only is true. With a nil t it only collects the facts.
func (s *subject) read(t *trial, only func(message int) bool) error {
	first := s.facts == nil
	if first {
		s.facts = make([]facts, s.h.Len())
		s.shortened = map[int]dialect.Shortened{}
	}
	among := func(i int) bool { return t != nil && !s.h.Message(i).Sealed && only(i) }
	k := newShrinker(s, t, among)
	for i := range s.facts {
		m := s.h.Message(i)
		tries := among(i)
		switch {
		case first && !tries && s.isQuiet(&m):
			s.facts[i].begin(&m)
			s.facts[i].settle(&m)
		case first || tries:
			s.readMessage(i, k, tries)
		}
	}
	if first {
		s.behindNewest = s.user(len(s.facts)-1, -1) + 1
	}
	k.endTurn()
	return s.plan.Err()
}

// readMessage reads the records of message i: it collects the facts about them, if nobody
// has, and has k decide what becomes of them where tries is true.
func (s *subject) readMessage(i int, k *shrinker, tries bool) {
	m, known := s.h.Message(i), &s.facts[i]
	look := !known.is(isRead)
	if look {
		known.begin(&m)
		known.set(isRead, true)
		defer known.settle(&m)
	}
	for node := range m.Nodes() {
		n := s.h.Index.Node(node)
		if n.Is(history.Inner) {
			continue
		}
		v, rec := s.plan.View(n.Ref(), m.Format)
		if look {
			s.addRecord(i, v, rec)
		}
		if tries {
			k.record(i, node, v, rec)
		}
	}
}

// view returns what the format of message i sees in one of its records.
func (s *subject) view(i int, rec outline.Value) *dialect.View {
	dialect.NewDetector(s.h.Message(i).Format, "").View(rec, &s.seen)
	return &s.seen
}
