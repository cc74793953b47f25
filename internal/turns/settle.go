package turns

import (
	"errors"
	"fmt"
	"io/fs"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// Save writes the full texts of what gets shorter in a result. On failure, or
// on a line that is not sound, the result stays whole, a finding says so, and
// Save returns false.
func (r *Result) Save() bool {
	if !r.Changed() {
		return true
	}
	if !r.line.sound {
		r.keepWhole(transcript.UnreadableLine, "its strings are not valid JSON or UTF-8: the line is not edited")
		return false
	}
	for _, t := range r.Texts {
		if err := t.save(); err != nil {
			r.keepWhole(transcript.SpillFailed, "its full text cannot be kept in a file, so it stays whole: "+reason(err))
			return false
		}
	}
	return true
}

// keepWhole leaves the result as it is.
func (r *Result) keepWhole(code transcript.Code, why string) {
	for _, t := range r.Texts {
		t.Keep()
	}
	r.finding(code, transcript.Error, transcript.Keep, func() string { return why })
}

// reason is an error without the names in it, which may be of any length; the
// directory is on the command line.
func reason(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("%s %q: %v", path.Op, path.Path, path.Err)
	}
	return err.Error()
}

// Changed reports whether something in the result gets shorter.
func (r *Result) Changed() bool {
	for _, t := range r.Texts {
		if t.change != nil {
			return true
		}
	}
	return false
}

// Note makes the finding of a result that changed. It is reported when its line
// is written. Why is asked for its message, if anybody reads that.
func (r *Result) Note(code transcript.Code, action transcript.Action, why func() string) {
	r.finding(code, transcript.RuleOf(code).Severity, action, why)
}

func (r *Result) finding(code transcript.Code, severity transcript.Severity, action transcript.Action, why func() string) {
	start, end := r.span()
	if r.note == nil {
		r.note = r.line.memory.notes.Next()
	}
	*r.note = transcript.Finding{
		Line: r.line.rec.Line, Offset: r.line.rec.Offset + int64(start), Length: int64(end - start),
		Code: code, Severity: severity, Action: action,
	}
	if !r.line.job.Unread {
		r.note.SHA256, r.note.ID, r.note.Message = r.line.job.Sum(r.line.rec.Raw[start:end]), r.ID, why()+dialect.QuotedID(r.ID)
	}
}

// code returns what the finding is about, "" without one.
func (r *Result) code() transcript.Code {
	if r.note == nil {
		return ""
	}
	return r.note.Code
}

// span returns the bytes of the line that the texts which change are in, or all
// texts if none does.
func (r *Result) span() (start, end int) {
	some := r.Changed()
	for _, t := range r.Texts {
		if some && t.change == nil {
			continue
		}
		if end == 0 || t.start < start {
			start = t.start
		}
		end = max(end, t.end)
	}
	return start, end
}
