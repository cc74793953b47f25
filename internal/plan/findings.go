package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// Finding is a transcript.Finding before its line and its hash are looked up.
type Finding struct {
	Code     transcript.Code
	Action   transcript.Action   // "" for that of the code's rule
	Severity transcript.Severity // "" for that of the code's rule
	Ref      int64               // of the record that it is about
	Start    int64               // of the bytes concerned, in the input
	End      int64
	ID       string
	Why      string // the message, without the id
	Reject   bool   // the bytes leave the transcript
}

// leaves reports whether the finding's bytes leave their place.
func (f *Finding) leaves() bool { return f.Reject || f.Action == transcript.Move }

// Findings are the findings about one input.
type Findings struct {
	List []Finding
	// Unhashed says that nobody reads the hashes.
	Unhashed bool
}

// Add takes a finding. Severity and action are those of the code's rule, where it
// has none.
func (l *Findings) Add(f Finding) {
	rule := transcript.RuleOf(f.Code)
	f.Severity, f.Action = cmp.Or(f.Severity, rule.Severity), cmp.Or(f.Action, rule.Action)
	l.List = append(l.List, f)
}

// Settle sorts the findings by place and looks up the line of each, and its
// hash unless it is Unhashed.
func (l *Findings) Settle(src io.ReaderAt, tool, file string) ([]transcript.Finding, error) {
	slices.SortStableFunc(l.List, func(x, y Finding) int { return cmp.Compare(x.Start, y.Start) })
	places, sums := Places{Source: src}, summer{window: window{src: src}, hash: sha256.New()}
	list := make([]transcript.Finding, len(l.List))
	for i, f := range l.List {
		list[i] = transcript.Finding{
			Tool: tool, File: file, Line: places.Line(f.Start), Offset: f.Start, Length: f.End - f.Start,
			Code: f.Code, Severity: f.Severity, Action: f.Action, ID: f.ID, Message: f.message(),
		}
		if !l.Unhashed {
			list[i].SHA256 = sums.of(f.Start, f.End)
		}
	}
	return list, sums.err
}

// message returns the text of a finding, with the id that it is about.
func (f *Finding) message() string { return f.Why + dialect.QuotedID(f.ID) }

// summer hashes spans of the input. Many findings can be about one large record:
// it remembers the last span.
type summer struct {
	window     window
	hash       hash.Hash
	start, end int64
	last       string
	err        error
}

func (s *summer) of(start, end int64) string {
	if s.last == "" || start != s.start || end != s.end {
		s.hash.Reset()
		if err := s.window.write(s.hash, start, end); err != nil && s.err == nil {
			s.err = err
		}
		s.start, s.end, s.last = start, end, hex.EncodeToString(s.hash.Sum(nil))
	}
	return s.last
}

// Rejects passes the bytes that leave the transcript to take: those of the findings
// that Settle returned.
func (l *Findings) Rejects(src io.ReaderAt, settled []transcript.Finding, take func(transcript.Reject)) error {
	if take == nil {
		return nil
	}
	for i, f := range settled {
		if !l.List[i].Reject {
			continue
		}
		raw, err := Bytes(src, f.Offset, f.Offset+f.Length)
		if err != nil {
			return err
		}
		take(transcript.Reject{File: f.File, Line: f.Line, Offset: f.Offset, Code: f.Code, Raw: raw})
	}
	return nil
}

// Whole makes the findings of a record that goes name all of its bytes; the first
// one that rejects stands for all of them. Span returns where a record stands.
func (l *Findings) Whole(gone func(ref int64) bool, span func(ref int64) (start, end int64)) {
	seen := map[int64]bool{}
	for i := range l.List {
		f := &l.List[i]
		if !f.leaves() || !gone(f.Ref) {
			continue
		}
		f.Start, f.End = span(f.Ref)
		if f.Reject {
			f.Reject = !seen[f.Ref]
			seen[f.Ref] = true
		}
	}
}

// Repairs deletes, from a place on, the findings about what stays as it is: the next
// round finds what is still there in the planned result.
func (l *Findings) Repairs(from int) {
	kept := slices.DeleteFunc(l.List[from:], func(f Finding) bool { return f.Action == transcript.Keep })
	l.List = l.List[:from+len(kept)]
}
