package recover

import (
	"fmt"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
)

// shrink returns the draft of a text at the lowest level that fits, and what is
// to be done to it; nothing if no level does.
func (s *Stage) shrink(t *text, n *need) (*draft, *writer, error) {
	level, err := s.choose(t, n)
	if err != nil {
		return nil, nil, err
	}
	if level < 0 {
		return nil, nil, nil
	}
	d, err := s.newDraft(t, s.opt.caps(n, level), false)
	if err != nil {
		return nil, nil, err
	}
	sh := d.shape(level, &s.opt, n)
	w, err := s.newWriter(d, sh, n)
	if err == nil {
		err = s.tell(t, w)
	}
	if err != nil {
		d.Close()
		return nil, nil, err
	}
	s.sum(d, w)
	return d, w, nil
}

// choose returns the lowest level that reaches the targets, -1 if none does and
// the text is to stay as it is. Nothing is written or reported for a level that
// is only tried.
func (s *Stage) choose(t *text, n *need) (level int, err error) {
	if n.limits == (history.Size{}) {
		return n.from, nil // whatever it gives
	}
	var d *draft
	defer func() {
		if d != nil {
			d.Close()
		}
	}()
	var sh, best *shape
	for level = n.from; level <= n.to; level++ {
		if d == nil || s.opt.caps(n, level) != s.opt.caps(n, level-1) {
			if d != nil {
				d.Close()
			}
			if d, err = s.newDraft(t, s.opt.caps(n, level), true); err != nil {
				return 0, err
			}
		}
		if sh = d.shape(level, &s.opt, n); level == 0 || n.fits(sh.size, threshold) {
			return level, nil
		}
		if n.fits(sh.size, 100) && (best == nil || sh.size.Payload < best.size.Payload) {
			best = sh
		}
	}
	return s.second(t, n, best, sh, d), nil
}

// second returns the level to go on with where none is under the threshold: the
// one that is smallest, if it fits at all. The last one is at least an answer
// where a lower level was asked for.
func (s *Stage) second(t *text, n *need, best, last *shape, d *draft) int {
	switch {
	case best != nil:
		return best.level
	case n.early:
		return -1 // as it is, it fits
	case n.asked && last.level < lastLevel:
		s.cannot(t, fmt.Sprintf("level %d leaves %s: a higher level may fit", last.level, n.missed(last.size)))
		return last.level
	}
	s.cannot(t, fmt.Sprintf("level %d leaves %s%s: nothing is changed", last.level, n.missed(last.size), alone(d.system(), n)))
	return -1
}

// alone says whether the system's messages alone are over a target.
func alone(system history.Size, n *need) string {
	if n.fits(system, 100) {
		return ""
	}
	return ", and the system prompt alone is over"
}

func (s *Stage) cannot(t *text, why string) {
	s.report(transcript.Finding{Line: max(t.line, 1), Offset: t.at, Code: transcript.CannotFit, Message: why})
}

// sum says what was done.
func (s *Stage) sum(d *draft, w *writer) {
	parts := d.said
	if w.shape.dropped > 0 {
		parts = append(parts, plural(w.shape.dropped, "message")+" dropped")
	}
	if len(w.cut) > 0 {
		parts = append(parts, plural(len(w.cut), "long text")+" cut")
	}
	if len(w.put) > 0 {
		parts = append(parts, plural(len(w.put), "notice")+" added")
	}
	if len(parts) > 0 {
		s.say(fmt.Sprintf("level %d: %s", w.shape.level, strings.Join(parts, ", ")))
	}
}
