package turns

// A Walker's work on conversations, one a line, can be divided: it implements what
// package batch asks for, but for what a stage itself sums up.

// Plans implements batch.Stage.
func (w *Walker) Plans() bool { return false }

// Apart implements batch.Stage.
func (w *Walker) Apart() bool { return !w.tied }

// AddWalk takes what another Walker saved in the lines behind so many others.
func (w *Walker) AddWalk(part *Walker, lines int64) {
	if w.First == 0 && part.First > 0 {
		w.First = lines + part.First
	}
	w.Saved += part.Saved
}
