package pair

import (
	"iter"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// maxRounds is how often a planned result may need another repair. More than that
// would be a bug.
const maxRounds = 8

// rounds plans repairs of the history, looks at the planned result as if it had been
// the input, and goes on until nothing is left to repair.
func (a *analysis) rounds() error {
	x := a.x
	if a.repairChats() {
		x = a.plan.Replay(x)
	}
	for n := 0; ; n++ {
		before := a.plan.Report.Len()
		r := &repair{opt: a.opt, made: &a.made, x: x, p: a.plan, span: a.span, unsure: a.unsure, wire: wire{suspects: a.suspect}}
		r.planRound()
		a.heldBack = a.heldChats + r.heldBack
		if err := a.plan.Err(); err != nil {
			return &transcript.ReadError{Err: err}
		}
		found := a.plan.Report.From(before)
		if !repairs(found) && !r.planRefused() {
			a.planned = x
			return nil
		}
		if n == maxRounds {
			return unfinishedError(found)
		}
		a.plan.Report.Repairs(before)
		x = a.plan.Replay(x)
	}
}

// repairs reports whether one of the findings changes something.
func repairs(found iter.Seq2[int, plan.Finding]) bool {
	for _, f := range found {
		if f.Action != transcript.Keep {
			return true
		}
	}
	return false
}
