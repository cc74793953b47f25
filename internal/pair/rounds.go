package pair

import (
	"iter"

	"trtools/internal/history"
	"trtools/internal/packed"
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
		x = a.succeed(x)
	}
	r := &repair{opt: a.opt, x: x, p: a.plan, span: a.span, unsure: a.unsure, wire: wire{suspects: a.suspect, destination: &a.destination}}
	err := r.planAll(a.succeed)
	a.planned, a.heldBack = r.x, a.heldChats+r.heldBack
	return err
}

// planAll plans repairs, looks at the planned result as if it had been the input, and goes on until
// nothing is left to repair. Succeed makes the history of that result.
func (r *repair) planAll(succeed func(*history.Index) *history.Index) error {
	for n := 0; ; n++ {
		before := r.p.Report.Len()
		r.planRound()
		if err := r.p.Err(); err != nil {
			return &transcript.ReadError{Err: err}
		}
		found := r.p.Report.From(before)
		if !repairs(found) && !r.planRefused() {
			return nil
		}
		if n == maxRounds {
			return unfinishedError(found)
		}
		r.p.Report.Repairs(before)
		r.x = succeed(r.x)
	}
}

// succeed returns the history of the planned result. Where no other stage asks what the
// input was, a long one takes the memory of the one before: an input of many records in
// which little is repaired needs hardly more than a sound one.
func (a *analysis) succeed(x *history.Index) *history.Index {
	if a.planner != nil || x.Len() <= packed.ListBlock {
		return a.plan.Replay(x)
	}
	a.x = nil
	return a.plan.Succeed(x)
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
