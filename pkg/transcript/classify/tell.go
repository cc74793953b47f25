package classify

import (
	"fmt"

	"trtools/pkg/transcript"
)

const tool = "tr-classify"

// report reports an error, except where only verdicts are written, which say the same.
func (s *stage) report(r *transcript.Record, v *Verdict) {
	s.count++
	if s.opt.Only && !s.job.DryRun {
		return
	}
	// An error that is put in stands behind the last line of the history.
	f := transcript.Finding{Tool: tool, File: s.job.Name, Line: s.line + 1, Offset: s.end, Code: transcript.APIError, Message: describe(v)}
	if r != nil {
		raw := r.JSON()
		f.Line = s.line
		f.Offset, f.Length, f.SHA256 = r.Offset, int64(len(raw)), s.job.Sum(raw)
	}
	if len(v.IDs) > 0 {
		f.ID = v.IDs[0]
	}
	s.job.Report(f.WithRule())
}

// describe says in a few words what a verdict is.
func describe(v *Verdict) string {
	text := fmt.Sprintf("%s: %s", v.Class, v.Action)
	if v.Action == Repair {
		text += " with tr-pair"
	}
	if v.Line != nil {
		text += fmt.Sprintf("; the error is about line %d", *v.Line)
	}
	return text
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary { return transcript.Summary{Changed: s.did()} }

// did says in one line what changed, "" if nothing did.
func (s *stage) did() string {
	switch {
	case s.count == 0 || s.opt.Only:
		return ""
	case s.count == 1:
		return "1 error classified"
	}
	return fmt.Sprintf("%d errors classified", s.count)
}
