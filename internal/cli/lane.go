package cli

import "io"

// lane lets one of several files that are filtered at the same time speak when
// it is its turn, which is the order of the command line. What it has to say
// before that waits in its stage: at the first word it blocks. The first lane
// that is not done never blocks, so the run always goes on.
type lane struct {
	turn <-chan struct{} // closed when the lane before is done
	over chan struct{}   // closed when this lane is done
}

// newLanes returns the lanes of n files.
func newLanes(n int) []*lane {
	before := make(chan struct{})
	close(before)
	lanes := make([]*lane, n)
	for i := range lanes {
		lanes[i] = &lane{turn: before, over: make(chan struct{})}
		before = lanes[i].over
	}
	return lanes
}

// waitForTurn blocks until it is the lane's turn.
func (l *lane) waitForTurn() { <-l.turn }

// hasTurn reports whether it is the lane's turn, without waiting.
func (l *lane) hasTurn() bool {
	select {
	case <-l.turn:
		return true
	default:
		return false
	}
}

// passTurn gives the turn to the next lane.
func (l *lane) passTurn() {
	l.waitForTurn()
	close(l.over)
}

// laneWriter writes the data of a file to w when it is the lane's turn, behind that of the files
// before it. Where those lack their last line break, it puts one in between: otherwise two records
// would share a line.
type laneWriter struct {
	lane   *lane
	w      io.Writer
	midway *bool // what was written last, by any file, ends in no line break
	begun  bool
}

func (l *laneWriter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	l.lane.waitForTurn()
	if !l.begun && *l.midway {
		if _, err := l.w.Write([]byte{'\n'}); err != nil {
			return 0, err
		}
	}
	l.begun, *l.midway = true, p[len(p)-1] != '\n'
	return l.w.Write(p)
}
