package history

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/rewrite"
)

// Report collects what is told about an input until all is known, and tells it
// in the order of the input. Of records that are touched it keeps the place
// only: they are read again when they are told of.
type Report struct {
	Job    *transcript.Job
	Source io.ReaderAt

	findings []transcript.Finding
	touched  []Touched
}

// Touched is a record, or a part of one, that is changed or goes.
type Touched struct {
	At      int64 // offset
	Length  int64 // bytes; 0 for the line that begins at At, without its ending
	Code    transcript.Code
	Action  transcript.Action // "" for that of the code's rule
	Message string
	Reject  bool // it goes to the rejects
}

// Add takes a finding, with its line. Severity and action are those of the
// code's rule, if they are not given.
func (r *Report) Add(f transcript.Finding) { r.findings = append(r.findings, f) }

// Touch takes a record.
func (r *Report) Touch(t Touched) { r.touched = append(r.touched, t) }

// Flush tells everything. Errors are those of reading records again.
func (r *Report) Flush() error {
	slices.SortStableFunc(r.findings, func(a, b transcript.Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	slices.SortStableFunc(r.touched, func(a, b Touched) int { return cmp.Compare(a.At, b.At) })
	places := &rewrite.Places{Source: r.Source}
	next := 0
	for _, t := range r.touched {
		for ; next < len(r.findings) && r.findings[next].Offset <= t.At; next++ {
			r.tell(r.findings[next])
		}
		if err := r.tellTouched(t, places); err != nil {
			return err
		}
	}
	for _, f := range r.findings[next:] {
		r.tell(f)
	}
	r.findings, r.touched = nil, nil
	return nil
}

func (r *Report) tellTouched(t Touched, places *rewrite.Places) error {
	raw, err := rewrite.Line(r.Source, t.At)
	if t.Length > 0 {
		raw, err = rewrite.Bytes(r.Source, t.At, t.At+t.Length)
	}
	if err != nil {
		return err
	}
	f := transcript.Finding{
		Line: places.Line(t.At), Offset: t.At, Length: int64(len(raw)), SHA256: Sum(raw),
		Code: t.Code, Action: t.Action, Message: t.Message,
	}
	r.tell(f)
	if t.Reject && r.Job.Reject != nil {
		r.Job.Reject(transcript.Reject{File: r.Job.Name, Line: f.Line, Offset: f.Offset, Code: f.Code, Raw: raw})
	}
	return nil
}

func (r *Report) tell(f transcript.Finding) {
	rule := transcript.RuleOf(f.Code)
	f.File = cmp.Or(f.File, r.Job.Name)
	f.Severity = cmp.Or(f.Severity, rule.Severity)
	f.Action = cmp.Or(f.Action, rule.Action)
	if r.Job.Report != nil {
		r.Job.Report(f)
	}
}

// Count returns a number with its noun, as summaries give it.
func Count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
