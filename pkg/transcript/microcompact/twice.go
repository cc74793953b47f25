package microcompact

import (
	"cmp"
	"io"
	"slices"

	"trtools/internal/spool"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// twice is the stage that New returns if what happens to a result depends on other
// results. It reads the input a first time for the survey of later results, once more
// to measure what could be freed, and a last time to make the changes. If only one of
// survey and measure is asked for, it reads the input twice.
type twice struct {
	opt     Options
	job     transcript.Job
	spool   *spool.Spool
	size    int64
	first   transcript.Stage // that reads the input while it is pushed
	ahead   *survey
	measure *stage // notes what could be freed in gains
	edit    *stage // makes the changes
	gains   []gain
	results []turns.Place // all that there are
}

// gain is what shrinking one result frees.
type gain struct {
	turns.Place
	chars int
}

func newTwice(o Options, job transcript.Job) *twice {
	t := &twice{opt: o, job: job}
	if job.Source == nil {
		t.spool = new(spool.Spool)
		t.job.Source = t.spool
	}
	quiet := job
	quiet.Report, quiet.Reject = func(transcript.Finding) {}, nil
	quiet.Next = transcript.Each(func(*transcript.Record) error { return nil })
	quiet.Strict = false // the last reader reports what is unreadable
	dry := o
	dry.Store = o.Store.Dry()
	if o.measures() {
		t.measure = newStage(dry, quiet)
		t.measure.met = func(r *turns.Result) { t.results = append(t.results, r.Place()) }
		t.measure.decided = func(r *turns.Result) { t.gains = append(t.gains, gain{r.Place(), max(0, r.Was()-r.Size())}) }
		t.first = t.measure
	}
	if o.twice() {
		t.ahead = newSurvey(newStage(dry, quiet), o.walk(), quiet)
		t.first = t.ahead
	}
	return t
}

// Push gives a record to the first reader.
func (t *twice) Push(r *transcript.Record) error {
	if t.spool != nil {
		if _, err := t.spool.Write(r.Raw); err != nil {
			return err
		}
	}
	t.size += int64(len(r.Raw))
	return t.first.Push(r)
}

// Flush passes on to the first reader.
func (t *twice) Flush() error { return t.first.Flush() }

// Close decides what is changed, and reads the input again to change it.
func (t *twice) Close() error {
	if t.spool != nil {
		defer t.spool.Close()
	}
	if err := t.first.Close(); err != nil {
		return err
	}
	t.edit = newStage(t.opt, t.job)
	if t.ahead != nil {
		t.edit.later, t.edit.asked = t.ahead.plan(), t.ahead.Asked
	}
	if t.measure != nil {
		if t.ahead != nil {
			t.measure.later, t.measure.asked = t.edit.later, t.edit.asked
			if err := t.rereadInput(t.measure); err != nil {
				return err
			}
		}
		chosen := t.choose()
		t.edit.allow = func(r *turns.Result) bool { return chosen[r.Place()] }
	}
	return t.rereadInput(t.edit)
}

// rereadInput runs a stage over the input.
func (t *twice) rereadInput(s *stage) error {
	return transcript.Run(io.NewSectionReader(t.job.Source, 0, t.size), t.job.MaxLine, s)
}

// choose returns the results to shrink: from the first line on until the target is
// reached, or none at all if that would free less than the minimum. The newest stay.
func (t *twice) choose() map[turns.Place]bool {
	slices.SortFunc(t.gains, func(a, b gain) int { return inOrder(a.Place, b.Place) })
	slices.SortFunc(t.results, inOrder)
	newest := t.results[max(0, len(t.results)-t.opt.KeepNewest):]
	chosen, freed := map[turns.Place]bool{}, 0
	for _, g := range t.gains {
		if t.opt.Target > 0 && freed >= t.opt.Target {
			break
		}
		if _, stays := slices.BinarySearchFunc(newest, g.Place, inOrder); stays {
			continue
		}
		chosen[g.Place] = true
		freed += g.chars
	}
	if freed < t.opt.MinGain {
		return nil
	}
	return chosen
}

func inOrder(a, b turns.Place) int {
	return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.N, b.N))
}

// Summary implements transcript.Summarizer.
func (t *twice) Summary() transcript.Summary {
	if t.edit == nil {
		return transcript.Summary{}
	}
	return t.edit.Summary()
}
