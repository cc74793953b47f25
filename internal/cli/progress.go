package cli

import (
	"fmt"
	"time"

	"trtools/pkg/transcript"
)

const (
	progressDelay = 2 * time.Second        // shorter work needs no comfort
	progressEvery = 200 * time.Millisecond // often enough to be seen moving
)

// showsProgress decides whether a progress line is shown: never into a pipe,
// and never among data on the same terminal.
func showsProgress(mode string, quiet, errTerminal, dataOnTerminal bool) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return !quiet && errTerminal && !dataOnTerminal
}

// startProgress begins to show how much is read and returns the function that
// ends it.
func (p *program) startProgress() (stop func()) {
	dataOnTerminal := p.s.IsTerminal(p.s.Out) && !p.opt.write && p.opt.outFile() == ""
	if p.con.json || !showsProgress(p.opt.progress, p.opt.quiet, p.s.IsTerminal(p.s.Err), dataOnTerminal) {
		return func() {}
	}
	delay := progressDelay
	if p.opt.progress == "always" {
		delay = 0
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		p.drawProgress(delay, p.sizeOfInputs(), quit)
	}()
	return func() {
		close(quit)
		<-done
		p.con.endProgress()
	}
}

func (p *program) drawProgress(delay time.Duration, total int64, quit <-chan struct{}) {
	wait, begin := time.NewTimer(delay), time.Now()
	defer wait.Stop()
	for {
		select {
		case <-quit:
			return
		case <-wait.C:
			done := p.seen.Load()
			if total > 0 {
				done = (done + p.passed.Load()) / 2
			}
			p.con.progress(progressText(p.cmd.Name, done, total, time.Since(begin)))
			wait.Reset(progressEvery)
		}
	}
}

// progressText is the line for done bytes of total, or of an unknown number if
// total is 0. A stage that plans before it writes is half done when everything is
// read; what is left takes as long as what is done, byte for byte.
func progressText(tool string, done, total int64, elapsed time.Duration) string {
	if total == 0 {
		return fmt.Sprintf("%s: %s", tool, transcript.FormatBytes(done))
	}
	share := min(1, float64(done)/float64(total))
	text := fmt.Sprintf("%s: %s of %s (%.0f%%)", tool, transcript.FormatBytes(done), transcript.FormatBytes(total), 100*share)
	if share == 0 || share == 1 {
		return text
	}
	left := time.Duration(float64(elapsed) * (1 - share) / share)
	return fmt.Sprintf("%s, %s left", text, left.Round(time.Second))
}

// sizeOfInputs returns the size of all inputs, 0 if it cannot be known.
func (p *program) sizeOfInputs() (sum int64) {
	infos := p.inputs()
	if len(infos) < len(p.files) {
		return 0
	}
	for _, info := range infos {
		sum += info.Size()
	}
	return sum
}
