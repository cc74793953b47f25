package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"iter"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// Finding is a transcript.Finding before its line and its hash are looked up.
type Finding struct {
	Code     transcript.Code
	Action   transcript.Action   // "" for that of the code's rule
	Severity transcript.Severity // "" for that of the code's rule
	Ref      int64               // of the record that it is about
	Number   int                 // of that message in a conversation on one line, from 1; see transcript.Finding
	Start    int64               // of the bytes concerned, in the input
	End      int64
	ID       string
	Why      string // the message, without the id
	Reject   bool   // the bytes leave the transcript
}

// leaves reports whether the finding's bytes leave their place.
func (f Finding) leaves() bool { return f.Reject || f.Action == transcript.Move }

// Settle yields the findings in the order of their places, with the line and the hash of
// each. It ends with the first error of reading.
func (l *Findings) Settle(job *transcript.Job, tool string) iter.Seq2[transcript.Finding, error] {
	if l.Unread {
		return l.counted
	}
	return func(yield func(transcript.Finding, error) bool) {
		places, sums := PlacesIn(job), summer{window: window{src: job.Source}, hash: sha256.New(), buf: make([]byte, smallWindow)}
		for f := range l.Sorted() {
			settled := transcript.Finding{
				Tool: tool, File: job.Name, Line: places.Line(f.Start), Offset: f.Start, Length: f.End - f.Start,
				Code: f.Code, Severity: f.Severity, Action: f.Action, ID: f.ID, Message: f.message(), Number: f.Number,
			}
			if !l.Unhashed {
				settled.SHA256 = sums.of(f.Start, f.End)
			}
			if err := cmp.Or(places.Err, sums.err); err != nil {
				yield(transcript.Finding{}, err)
				return
			}
			if !yield(settled, nil) {
				return
			}
		}
	}
}

// counted yields of every finding what it is counted by.
func (l *Findings) counted(yield func(transcript.Finding, error) bool) {
	for f := range l.Sorted() {
		if !yield(transcript.Finding{Code: f.Code, Severity: f.Severity, Action: f.Action}, nil) {
			return
		}
	}
}

// message returns the text of a finding, with the id that it is about.
func (f *Finding) message() string { return f.Why + dialect.QuotedID(f.ID) }

// summer hashes spans of the input. Many findings can be about one large record:
// it remembers the last span.
type summer struct {
	window     window
	hash       hash.Hash
	buf        []byte
	start, end int64
	last       string
	err        error
}

func (s *summer) of(start, end int64) string {
	if s.last == "" || start != s.start || end != s.end {
		s.hash.Reset()
		n, err := io.CopyBuffer(s.hash, io.NewSectionReader(&s.window, start, end-start), s.buf)
		if err == nil && n < end-start {
			err = &transcript.ReadError{Err: io.ErrUnexpectedEOF}
		}
		s.err = cmp.Or(s.err, err)
		s.start, s.end, s.last = start, end, hex.EncodeToString(s.hash.Sum(nil))
	}
	return s.last
}

// Rejects passes the bytes that leave the transcript to the job's Reject, in their order.
func (l *Findings) Rejects(job *transcript.Job) error {
	if job.Reject == nil {
		return nil
	}
	places := PlacesIn(job)
	for f := range l.Sorted() {
		if !f.Reject {
			continue
		}
		raw, err := Bytes(job.Source, f.Start, f.End)
		if err != nil {
			return err
		}
		line := places.Line(f.Start)
		if places.Err != nil {
			return places.Err
		}
		job.Reject(transcript.Reject{File: job.Name, Line: line, Offset: f.Start, Code: f.Code, Raw: raw})
	}
	return nil
}

// Whole makes the findings of a record that goes name all of its bytes; the first
// one that rejects stands for all of them. Span returns where a record stands.
func (l *Findings) Whole(gone func(ref int64) bool, span func(ref int64) (start, end int64)) {
	seen := map[int64]bool{}
	for i, f := range l.All() {
		if !f.leaves() || !gone(f.Ref) {
			continue
		}
		was := f
		f.Start, f.End = span(f.Ref)
		if f.Reject {
			f.Reject = !seen[f.Ref]
			seen[f.Ref] = true
		}
		if f != was {
			l.Set(i, f)
		}
	}
}

// Repairs deletes, from a place on, the findings about what stays as it is: the next
// round finds what is still there in the planned result.
func (l *Findings) Repairs(from int) {
	l.Delete(from, func(f Finding) bool { return f.Action == transcript.Keep })
}
