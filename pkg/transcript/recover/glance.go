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

// passes notes a conversation that one look tells all of, and reports whether it stays as
// it is, because all of it is smaller than what any limit is about.
func (s *stage) passes(at, size int64, g *dialect.Glance) bool {
	n := s.opt.needOf(history.Size{Chars: size, Tokens: tokens.MostPerChar * size, Payload: size}, nil)
	if len(n.statuses) > 0 || !n.isEmpty() && !s.passesLevel(&n, g) {
		return false
	}
	s.latest = &list{at: at, passed: true}
	return true
}

// passesLevel reports whether a level that was asked for leaves a conversation as it is:
// nothing is long enough to be cut, and no message is too many.
func (s *stage) passesLevel(n *need, g *dialect.Glance) bool {
	switch {
	case !n.asked || n.continues || n.limited() || n.ratio != half:
		return false
	case n.from > 1 && g.Messages > s.opt.keepCount(n.from), g.Longest > min(longAnswer, longText):
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
