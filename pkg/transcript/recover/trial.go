package recover

import (
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

	made map[int]made // what becomes of messages, of those that something becomes of
}

// made is what becomes of a message.
type made struct {
	saved   history.Size // how much smaller it gets
	records []changed
}

// changed is what changes in a record, and what there is to say of it.
type changed struct {
	ref   int64
	edits []outline.Edit // of its text as it is planned
	own   pressed        // what changes beside its results
	notes []plan.Finding // of what becomes of its results
}

// beside reports whether more goes than tool results and long texts.
func (t *trial) beside() bool { return t.omit != nil || t.caps.reasoning || t.caps.arguments > 0 }

// pressed counts what changes in a record beside its results.
type pressed struct {
	texts, images, thoughts, notes int
	words                          int  // texts that are cut to what the level allows
	ids                            int  // of items whose reasoning goes
	away                           bool // the record goes
}

// try finds what becomes of the messages that may stay, nil for all, under some limits.
func (s *subject) try(c caps, stays []bool) (*trial, error) {
	t := &trial{caps: c}
	if c.images {
		t.omit = s.olderImages(stays)
	}
	return t, s.read(t, stays)
}

// read decides for a trial what becomes of the messages that may stay.
func (s *subject) read(t *trial, stays []bool) error {
	t.made, t.over = map[int]made{}, s.h.Over()
	among := func(i int) bool { return !s.h.Message(i).Sealed && (stays == nil || stays[i]) }
	k := newShrinker(s, t, among)
	for i, m := range s.h.All() {
		if !among(i) {
			continue
		}
		for node := range m.Nodes() {
			if n := s.h.Index.Node(node); !n.Is(history.Inner) {
				v, rec := s.plan.View(n.Ref(), m.Format)
				s.see(i, v)
				k.record(i, node, v, rec)
			}
		}
	}
	k.endTurn()
	return s.plan.Err()
}
