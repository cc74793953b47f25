package recover

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/tokens"
)

// passes notes a conversation that one look tells all of, and reports whether that does:
// all of it is smaller than what any limit is about, so that it stays as it is, or only
// loses old messages.
func (s *stage) passes(at, size int64, g *dialect.Glance) bool {
	n := s.opt.needOf(history.Size{Chars: size, Tokens: tokens.MostPerChar * size, Payload: size}, nil)
	s.briefs.flush(s.opt.Level)
	var x brief
	switch ok := true; {
	case len(n.statuses) > 0 || !n.isEmpty() && !s.passesLevel(&n, g):
		return false
	case n.from > 1:
		if x, ok = s.shorten(at, n.from, g); !ok {
			return false
		}
	}
	s.came(list{at: at, passed: true})
	s.briefs.last = x
	return true
}

// passesLevel reports whether a level that was asked for leaves the messages of a
// conversation as they are: nothing is long enough to be cut.
func (s *stage) passesLevel(n *need, g *dialect.Glance) bool {
	if !n.asked || n.continues || n.most != (history.Size{}) || n.ratio != half || g.Longest > min(longAnswer, longText) {
		return false
	}
	return !slices.ContainsFunc(s.trial, func(by turns.Passer) bool { return !by.Passes(g) })
}

// passers returns the stages of a trial at the level that was asked for, to be asked what
// they leave as it is.
func (o *Options) passers(job transcript.Job) (list []turns.Passer) {
	if o.Level == 0 {
		return nil
	}
	caps := o.caps(&need{ratio: half}, o.Level)
	for _, stage := range []transcript.Stage{budget.New(caps.options(nil), job), microcompact.New(microcompact.Options{}, job)} {
		list = append(list, stage.(turns.Passer))
	}
	return list
}
