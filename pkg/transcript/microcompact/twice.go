package microcompact

import (
	"cmp"
	"io"
	"slices"

	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// twice is the stage for conditions on the whole and for what depends on later
// results: it reads the input once, or once for each, to see what could be done,
// and once more to do it.
type twice struct {
	opt   Options
	job   transcript.Job
	spool *transcript.Spool
	size  int64
	first transcript.Stage // of the first time: the survey, or the look
	ahead *survey
	look  *Stage // sees what could be freed
	do    *Stage // of the last time
	gains []gain
}

// gain is what shrinking one result frees.
type gain struct {
	place
	chars int
}

// place names a result: its line, and where it begins there.
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
	quiet.Next, quiet.Report, quiet.Reject = discard{}, func(transcript.Finding) {}, nil
	quiet.Strict = false // the last time tells
	dry := o
	dry.Store = o.Store.Dry()
	if o.MinGain > 0 || o.Target > 0 {
		t.look = newStage(dry, quiet)
		t.look.decided = func(r *turns.Result) { t.gains = append(t.gains, gain{placeOf(r), max(0, r.Was()-r.Size())}) }
		t.first = t.look
	}
	if o.twice() {
		t.ahead = newSurvey(newStage(dry, quiet), o.walk(), quiet)
		t.first = t.ahead
	}
	return t
}

// discard is a stage that forgets what it is pushed.
type discard struct{}

func (discard) Push(*transcript.Record) error { return nil }
func (discard) Flush() error                  { return nil }
func (discard) Close() error                  { return nil }

// Push looks at a record.
func (t *twice) Push(r *transcript.Record) error {
	if t.spool != nil {
		if _, err := t.spool.Write(r.Raw); err != nil {
			return err
		}
	}
	t.size += int64(len(r.Raw))
	return t.first.Push(r)
}

// Flush copies what is held.
func (t *twice) Flush() error { return t.first.Flush() }

// Close decides and reads the input again.
func (t *twice) Close() error {
	if t.spool != nil {
		defer t.spool.Close()
	}
	if err := t.first.Close(); err != nil {
		return err
	}
	t.do = newStage(t.opt, t.job)
	if t.ahead != nil {
		t.do.later = t.ahead.plan()
	}
	if t.look != nil {
		if t.ahead != nil {
			t.look.later = t.do.later
			if err := t.rereadInput(t.look); err != nil {
				return err
			}
		}
		chosen := t.choose()
		t.do.allow = func(r *turns.Result) bool { return chosen[placeOf(r)] }
	}
	return t.rereadInput(t.do)
}

// rereadInput reads the input again.
func (t *twice) rereadInput(s *Stage) error {
	return transcript.Run(io.NewSectionReader(t.job.Source, 0, t.size), t.job.MaxLine, s)
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
