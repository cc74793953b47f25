package turns

// A Walker's work on conversations, one a line, can be divided: it implements what
// transcript.Divisible asks for, but for what a stage itself sums up.

// Plans implements transcript.Divisible.
func (w *Walker) Plans() bool { return false }

// Apart implements transcript.Divisible.
func (w *Walker) Apart() bool { return !w.tied }

// AddWalk takes what another Walker saved in the lines behind so many others.
func (w *Walker) AddWalk(part *Walker, lines int64) {
	if w.First == 0 && part.First > 0 {
		w.First = lines + part.First
	}
	w.Saved += part.Saved
}
