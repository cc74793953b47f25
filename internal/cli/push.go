package cli

import "trtools/pkg/transcript"

// push pushes the lines of the input through the stage for the job, and returns the stage
// that tells of the whole. With more workers than files, they share the work on the lines of
// one.
func (f *fileRun) push(in *input, t *text, job transcript.Job, next sink) (transcript.Stage, error) {
	stage, err := f.newStage(job)
	if err != nil {
		return nil, err
	}
	whole, ok := stage.(transcript.Divisible)
	if n := int(f.opt.jobs) / max(1, f.atOnce); ok && n > 1 && t.doc == nil && in.file != nil && in.source != nil && in.size > int64(blockSize) {
		d := &division{f: f, in: in, job: job, whole: whole}
		defer d.texts.Close() // it was only read
		if ok, err := d.run(n); err != nil {
			return whole, err
		} else if ok {
			return whole, d.pass(next)
		}
		if stage, err = f.newStage(job); err != nil { // the first one has taken parts
			return nil, err
		}
	}
	return stage, t.run(in, job.MaxLine, stage)
}
