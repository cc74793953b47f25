package pair

import (
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/mend"
	"trtools/pkg/transcript/rewrite"
)

// applier writes the input with a plan's changes to the next stage.
type applier struct {
	plan *plan
	src  *source
	r    renderer
	rewrite.Rewriter
}

func (s *Stage) applier(next transcript.Stage) *applier {
	return &applier{
		plan: s.an.plan, src: s.an.src,
		r:        renderer{opt: &s.opt, src: s.an.src, last: s.an.lastAt},
		Rewriter: rewrite.Rewriter{Source: s.job.Source, Size: s.size, EOL: s.eol, Next: next},
	}
}

// run pushes the whole input.
func (a *applier) run() error {
	var front [][]byte
	if a.plan.front != nil {
		front = [][]byte{a.r.text(a.plan.front)}
	}
	if err := a.Run(front, a.stops()); err != nil {
		return err
	}
	return a.src.err
}

// stops returns the places where something changes: the regions, and the plain
// lines that have an edit.
func (a *applier) stops() []rewrite.Stop {
	var list []rewrite.Stop
	inside := map[int64]bool{}
	for _, g := range a.plan.regions {
		list = append(list, rewrite.Stop{Start: g.start, End: g.end, Lines: func() [][]byte { return a.lines(g.pieces) }})
		for _, p := range append(slices.Clip(g.pieces), mend.Piece{At: g.start}) {
			inside[p.At] = true
		}
	}
	for at := range a.plan.edits {
		if !inside[at] {
			list = append(list, rewrite.Stop{Start: at, Lines: func() [][]byte { return a.lines([]mend.Piece{{At: at}}) }})
		}
	}
	return list
}

// lines returns what becomes of the records of one place, and what follows
// them.
func (a *applier) lines(pieces []mend.Piece) (lines [][]byte) {
	for _, p := range pieces {
		e := a.plan.edits[p.At]
		switch {
		case p.Gone || e != nil && e.remove:
		case e != nil:
			lines = append(lines, a.r.text(e))
		default:
			lines = append(lines, slices.Clone(a.src.record(p.At)))
		}
		if e != nil {
			lines = append(lines, a.r.after(e, a.plan.edits)...)
		}
	}
	return lines
}
