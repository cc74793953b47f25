package cli

import (
	"bytes"
	"errors"
	"io"

	"trtools/internal/batch"
	"trtools/pkg/transcript"
)

// batchSize is how many bytes of conversations one worker takes at a time. Many small
// batches are as fast as few large ones, and take less memory.
var batchSize = 256 << 10

// push pushes the lines of the input through the stage for the job, and returns the
// stage that tells of the whole. With more workers than files, they share the work on the
// lines of one.
func (f *fileRun) push(in *input, t *text, job transcript.Job, next sink) (transcript.Stage, error) {
	stage, err := f.newStage(job)
	if err != nil {
		return nil, err
	}
	divisible, ok := stage.(batch.Stage)
	n := f.workersInside()
	if !ok || n < 2 || t.doc != nil || f.readsAgain(in) {
		return stage, t.run(in, job.MaxLine, stage)
	}
	d := batch.Divider{Workers: n, Size: batchSize, New: f.newStage, Job: job, In: in, Next: next}
	if in.source != nil {
		d.Ahead = in.restOfLine
	}
	return d.Run(divisible)
}

// readsAgain reports whether what is read of a pipe is looked at again while it is read,
// or a record is to be seen at once.
func (f *fileRun) readsAgain(in *input) bool {
	return in.keep != nil || f.opt.lineBuffered || f.output == nil && f.s.IsTerminal(f.s.Out)
}

// workersInside returns how many workers there are for each file.
func (p *program) workersInside() int { return int(p.opt.jobs) / max(1, p.atOnce) }

// restOfLine returns how many bytes of a file follow an offset up to the end of the line,
// with its LF: no more than most.
func (in *input) restOfLine(at, most int64) (n int64, err error) {
	b := make([]byte, 64<<10)
	for n < most {
		k, err := in.source.ReadAt(b, at+n)
		if i := bytes.IndexByte(b[:k], '\n'); i >= 0 {
			return min(most, n+int64(i)+1), nil
		}
		if n += int64(k); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return 0, err
		}
	}
	return min(most, n), nil
}
