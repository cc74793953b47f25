package microcompact

import (
	"cmp"
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/turns"
)

// twice is the stage for conditions on the whole: it reads the input once to
// see what could be freed, and once more to do it.
type twice struct {
	opt   Options
	job   transcript.Job
	spool *transcript.Spool
	size  int64
	look  *Stage // of the first time
	do    *Stage // of the second
	gains []gain
}

// gain is what shrinking one result frees.
type gain struct {
	place
	chars int
}

// place names a result: the n-th of its line.
type place struct {
	offset int64
	n      int
}

func placeOf(r *turns.Result) place {
	_, offset := r.Line()
	return place{offset, r.N}
}

func newTwice(o Options, job transcript.Job) *twice {
	t := &twice{opt: o, job: job}
	if job.Source == nil {
		t.spool = new(transcript.Spool)
		t.job.Source = t.spool
	}
	quiet := job
	quiet.Next, quiet.Report, quiet.Reject = nothing{}, func(transcript.Finding) {}, nil
	quiet.Strict = false // the second time tells
	o.Store = o.Store.Dry()
	t.look = newStage(o, quiet)
	t.look.decided = func(r *turns.Result) { t.gains = append(t.gains, gain{placeOf(r), r.Was() - r.Size()}) }
	return t
}

// nothing is a stage that forgets what it is pushed.
type nothing struct{}

func (nothing) Push(*transcript.Record) error { return nil }
func (nothing) Flush() error                  { return nil }
func (nothing) Close() error                  { return nil }

// Push looks at a record.
func (t *twice) Push(r *transcript.Record) error {
	if t.spool != nil {
		if _, err := t.spool.Write(r.Raw); err != nil {
			return err
		}
	}
	t.size += int64(len(r.Raw))
	return t.look.Push(r)
}

// Flush copies what is held.
func (t *twice) Flush() error { return t.look.Flush() }

// Close decides and reads the input again.
func (t *twice) Close() error {
	if t.spool != nil {
		defer t.spool.Close()
	}
	if err := t.look.Close(); err != nil {
		return err
	}
	t.do = newStage(t.opt, t.job)
	chosen := t.choose()
	t.do.allow = func(r *turns.Result) bool { return chosen[placeOf(r)] }
	return transcript.Run(io.NewSectionReader(t.job.Source, 0, t.size), t.job.MaxLine, t.do)
}

// choose returns the results that are shrunk: from the first line on until the
// target is reached, and none if that is less than the gain that is worth it.
func (t *twice) choose() map[place]bool {
	slices.SortFunc(t.gains, func(a, b gain) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.n, b.n))
	})
	chosen, freed := map[place]bool{}, 0
	for _, g := range t.gains {
		if t.opt.Target > 0 && freed >= t.opt.Target {
			break
		}
		chosen[g.place] = true
		freed += g.chars
	}
	if freed < t.opt.MinGain {
		return nil
	}
	return chosen
}

// Summary implements transcript.Summarizer.
func (t *twice) Summary() string {
	if t.do == nil {
		return ""
	}
	return t.do.Summary()
}
