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
func (a *Planner) rounds() error {
	r := &repair{opt: &a.opt, x: a.Before, p: a.Plan, span: a.Span, unsure: a.unsure, suspects: a.suspect, destination: &a.destination}
	err := r.planAll()
	a.After, a.heldBack = r.x, r.heldBack
	return err
}

// planAll plans repairs, looks at the planned result as if it had been the input, and goes on until
// nothing is left to repair.
func (r *repair) planAll() error {
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
		r.x = r.p.Replay(r.x)
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
