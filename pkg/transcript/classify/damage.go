package classify

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strconv"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Unreadable is the error of a strict run that meets a line it cannot read.
type Unreadable struct{ Line int64 }

func (e *Unreadable) Error() string {
	return "stopped at line " + strconv.FormatInt(e.Line, 10) + ", which is unreadable"
}

// ExitCode is the command's exit status for the error.
func (e *Unreadable) ExitCode() int { return 1 }

// read returns the outline of a record, nil for a line that passes as it is: one
// that is blank, too long, or damaged.
func (s *stage) read(r *transcript.Record) (*outline.Doc, error) {
	if r.TooLong {
		if !s.long {
			s.damage(r, transcript.LineTooLong, "line is longer than --max-line and passes through unread")
		}
		s.long = r.More
		return nil, nil
	}
	if len(bytes.TrimSpace(r.JSON())) == 0 {
		return nil, nil
	}
	doc, err := r.Doc()
	if err == nil && (!s.job.Strict || doc.Defects()&outline.NotJSON == 0) {
		return doc, nil
	}
	s.damage(r, transcript.UnreadableLine, "line is not JSON; try tr-pair first")
	if s.job.Strict {
		return nil, &Unreadable{r.Line}
	}
	return nil, nil
}

// damage reports a line that passes unread.
func (s *stage) damage(r *transcript.Record, code transcript.Code, why string) {
	raw := r.JSON()
	sum := sha256.Sum256(raw)
	s.job.Report(transcript.Finding{
		Tool: tool, File: s.job.Name, Line: r.Line, Offset: r.Offset, Length: int64(len(raw)), SHA256: fmt.Sprintf("%x", sum),
		Code: code, Message: why,
	}.WithRule())
}

// number64 returns a JSON number that is an integer, nil if it is none.
func number64(v outline.Value) *int64 {
	n, err := strconv.ParseInt(string(v.Raw()), 10, 64)
	if err != nil {
		return nil
	}
	return &n
}
