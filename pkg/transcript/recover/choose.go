package recover

import (
	"cmp"
	"fmt"
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/internal/shrink"
	"trtools/pkg/transcript"
)

// choose decides what becomes of the history. It returns nil if that stays as it is.
func (s *subject) choose(n *need) (*shape, error) {
	s.forms = make([]*trial, hard+1)
	if err := s.findNotices(); err != nil {
		return nil, err
	}
	switch {
	case n.from == 0:
		return s.newShape(n, 0), nil
	case n.only != "":
		return s.cure(n)
	case n.asked:
		return s.stepAsked(n)
	}
	best, last, err := s.tryLevels(n)
	if err != nil || best != nil || n.early {
		return best, err // early: as it is, it fits
	}
	best, least, err := s.lastResort(n)
	if err == nil && best == nil && n.settle() {
		best, least, err = s.lastResort(n)
	}
	if err == nil && best == nil {
		s.reportCannotFit(s.failureReason(n, cmp.Or(least, last)))
	}
	return best, err
}

// tryLevels returns the shape of the first level that reaches the aim, or of the deepest one
// if that may be sent; nil if none does. Last is the shape of the last level that was tried.
func (s *subject) tryLevels(n *need) (best, last *shape, err error) {
	for level := n.from; level <= lastLevel; level++ {
		if last, err = s.gradual(n, level); err != nil {
			return nil, nil, err
		}
		switch {
		case n.rejected && !last.frees(): // the same bytes would be rejected again
		case last.reachesAim(), level >= n.deepest && last.mayBeSent():
			return last, last, nil
		}
	}
	return nil, last, nil
}

// stepAsked applies the level that the user asked for, whether or not the result fits.
// Only a history that an API rejected is not passed on unchanged.
func (s *subject) stepAsked(n *need) (*shape, error) {
	var stays []bool
	if n.from > 1 {
		stays = s.floor(s.opt.keepCount(n.from))
	}
	sh, err := s.tried(n, n.from, s.opt.caps(n, n.from), stays)
	switch {
	case err != nil:
		return nil, err
	case n.rejected && !sh.frees():
		s.reportCannotFit(fmt.Sprintf("level %d frees nothing: %s", sh.level, s.advice(sh)))
		return nil, nil
	case !sh.mayBeSent():
		s.reportCannotFit(fmt.Sprintf("level %d leaves %s: %s", sh.level, n.missedTarget(sh.size()), s.advice(sh)))
	case !sh.frees() && s.inSnapshot():
		s.reportCannotFit(fmt.Sprintf("level %d shortens no message in a list of a %s record: tr-microcompact and tr-budget do", sh.level, s.h.Format().Rules().Name))
	case sh.level > 1 && s.inLog(sh.level):
		s.reportCannotFit(fmt.Sprintf("level %d removes messages%s: it only shortens them", sh.level, s.logged()))
	}
	return sh, nil
}

// inSnapshot reports whether messages that a level would shorten stand in a list inside a record
// of a log, which stays as it is here.
func (s *subject) inSnapshot() bool {
	for _, m := range s.h.All() {
		if m.Sealed && m.Format.Rules().Log && m.Results && m.Size().Payload > shrink.MinChars {
			return true
		}
	}
	return false
}

// inLog reports whether a level would take messages out of a log.
func (s *subject) inLog(level int) bool {
	for i := s.user(0, 1) + 1; i < s.firstKept(s.opt.keepCount(level)); i++ {
		if m := s.h.Message(i); m.Format.Rules().Log && !m.Sealed && i != s.newest {
			return true
		}
	}
	return false
}

// logged says that messages of a log are not taken out, "" if the history is none.
func (s *subject) logged() string {
	if f := s.h.Format(); f != nil && f.Rules().Log {
		return fmt.Sprintf(", and no record of a %s file can be removed", f.Rules().Name)
	}
	return ""
}

// lastResort presses the messages that stay at level 3 as little as it takes to reach the target,
// or, without one, until something gets smaller. If that does not help, best is nil, and least is
// the least that can stay.
func (s *subject) lastResort(n *need) (best, least *shape, err error) {
	stays, presses, forms := s.floor(s.opt.keepCount(lastLevel)), s.opt.presses(n), len(s.forms)
	reaches := func(i int) bool {
		s.forms = s.forms[:forms] // those of the press before
		if err == nil {
			least, err = s.tried(n, lastLevel, presses[i], stays)
		}
		return err != nil || least.reachesAim() && least.frees()
	}
	if !reaches(len(presses) - 1) {
		return nil, least, err
	}
	i := sort.Search(len(presses), reaches)
	if reaches(i); err != nil {
		return nil, nil, err
	}
	if presses[i].newest == 0 { // the newest words of the user are pressed last
		least.restoreNewest()
	}
	return least, least, nil
}

// failureReason returns why no level helps.
func (s *subject) failureReason(n *need, last *shape) string {
	if last.mayBeSent() {
		return fmt.Sprintf("level %d frees nothing: nothing is changed%s", last.level, s.largest(last))
	}
	return fmt.Sprintf("level %d leaves %s%s: nothing is changed", last.level, n.missedTarget(last.size()), s.systemPromptOver(n)+s.logged())
}

// advice returns what to do when the level that was asked for does not help.
func (s *subject) advice(sh *shape) string {
	if sh.level < lastLevel {
		return "a higher level may fit"
	}
	return "no level fits" + s.systemPromptOver(sh.n)
}

// systemPromptOver says whether the system's messages alone are over a target.
func (s *subject) systemPromptOver(n *need) string {
	var sum history.Size
	for _, m := range s.h.All() {
		if m.Role == dialect.System {
			sum = sum.Plus(m.Size(), 1)
		}
	}
	if fits(history.Sized(s.opt.Estimate, sum), n.most) {
		return ""
	}
	return ", and the system prompt alone is over"
}

// largest says how large the largest message is that stays.
func (s *subject) largest(sh *shape) string {
	most := -1
	for i, keep := range sh.keep {
		if keep && (most < 0 || sh.weight(i).Payload > sh.weight(most).Payload) {
			most = i
		}
	}
	if most < 0 {
		return ""
	}
	return fmt.Sprintf("; the largest message that stays has %s", bytesText(sh.weight(most).Payload))
}

func (s *subject) reportCannotFit(why string) {
	s.report.Add(plan.Finding{Code: transcript.CannotFit, Ref: s.at, Start: s.at, End: s.at, Why: why})
}

// keepCount returns how many of the last messages a level keeps.
func (o *Options) keepCount(level int) int {
	if level == lastLevel {
		return min(o.Keep, keepNuclear)
	}
	return o.Keep
}
