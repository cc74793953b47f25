package history

import (
	"crypto/sha256"
	"encoding/hex"

	"trtools/pkg/transcript"
)

// Unreadable is the error of a strict run that meets a line it cannot read.
type Unreadable struct{ Line int64 }

func (e *Unreadable) Error() string { return "stopped at an unreadable line" }

// ExitCode is the command's exit code for the error.
func (e *Unreadable) ExitCode() int { return 1 }

// unreadable reports a line that stays as it is.
func (r *Reader) unreadable(rec *transcript.Record, at, length int64, code transcript.Code, why string) error {
	r.unread = append(r.unread, at)
	f := transcript.Finding{
		File: r.job.Name, Line: rec.Line, Offset: at, Length: length,
		Code: code, Severity: transcript.Error, Action: transcript.Keep, Message: why,
	}
	if !rec.TooLong {
		f.SHA256 = Sum(rec.JSON())
	}
	if r.job.Report != nil {
		r.job.Report(f)
	}
	if r.job.Strict {
		return &Unreadable{rec.Line}
	}
	return nil
}

// tooLong takes a piece of a line over the limit and reports the line with the
// last one.
func (r *Reader) tooLong(rec *transcript.Record, at int64) error {
	r.long += int64(len(rec.Raw))
	if rec.More {
		return nil
	}
	start, length := at+int64(len(rec.Raw))-r.long, r.long
	r.long = 0
	return r.unreadable(rec, start, length, transcript.LineTooLong, "line is longer than --max-line and passes through unread")
}

// Sum returns the SHA-256 of some bytes in hex, as findings give it.
func Sum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
