package recover

import (
	"math"

	"trtools/pkg/transcript/classify"
)

// cure takes out what alone cures an error: images, or reasoning. Nothing else changes.
func (s *subject) cure(n *need) (*shape, error) {
	t := &trial{caps: caps{result: math.MaxInt32, turn: math.MaxInt32, reasoning: n.only == classify.DropReasoning}, only: true}
	missing := "no reasoning of a turn that is over is in the history: nothing is changed"
	if !t.caps.reasoning {
		missing = "no image is in the history: nothing is changed"
		t.omit = s.refusedImages(n.imageBytes, n.line)
	}
	if err := s.read(t, nil); err != nil {
		return nil, err
	}
	if len(t.made) == 0 {
		s.reportCannotFit(missing)
		return nil, nil
	}
	return s.formed(n, 0, t, nil), nil
}
