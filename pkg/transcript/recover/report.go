package recover

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/rewrite"
)

const tool = "tr-recover"

// report reports a finding of our own.
func (s *Stage) report(f transcript.Finding) {
	f.Tool, f.File = tool, s.job.Name
	s.job.Report(f.WithRule())
}

// reportAs returns what takes the findings of the stages inside: they are ours.
func (s *Stage) reportAs(t *text) func(transcript.Finding) {
	return func(f transcript.Finding) {
		f.Tool = tool
		if t.list {
			f.Offset += t.at
			f.Line = t.line
		}
		s.job.Report(f)
	}
}

func (s *Stage) rejectAs(t *text) func(transcript.Reject) {
	if s.job.Reject == nil {
		return nil
	}
	return func(r transcript.Reject) {
		if t.list {
			r.Offset += t.at
			r.Line = t.line
		}
		s.job.Reject(r)
	}
}

// stretch is a part of the input.
type stretch struct{ at, end int64 }

// sum returns the SHA-256 of a stretch.
func sum(src io.ReaderAt, p stretch) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(src, p.at, p.end-p.at)); err != nil {
		return "", &transcript.ReadError{Err: err}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// tell reports what a writer does to a text.
func (s *Stage) tell(t *text, w *writer) error {
	if len(w.gone) > 0 {
		if err := s.tellGone(t, w); err != nil {
			return err
		}
	}
	for _, p := range s.places(t, w, w.cut) {
		if err := s.finding(t, p, transcript.LongText, "a text is cut to what the level allows", true); err != nil {
			return err
		}
	}
	for _, text := range w.put {
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "["), "]")
		if text == Continuation {
			name = "CONTINUATION"
		}
		s.report(transcript.Finding{Line: max(t.line, 1), Offset: t.at, Code: transcript.Notice,
			Message: "a message to the model is put in: " + strings.ToLower(name)})
	}
	return nil
}

// tellGone reports the records that go: neighbours in one finding.
func (s *Stage) tellGone(t *text, w *writer) error {
	all := s.places(t, w, w.gone)
	why := fmt.Sprintf("%s of %d dropped at level %d", plural(w.shape.dropped, "message"), len(w.shape.keep), w.shape.level)
	if t.list {
		return s.finding(t, stretch{0, t.size}, transcript.DroppedMessages, why, true)
	}
	for i := 0; i < len(all); {
		k := i + 1
		for k < len(all) && all[k].at == all[k-1].end {
			k++
		}
		text := why
		if i > 0 {
			text = plural(k-i, "more record")
		}
		if err := s.finding(t, stretch{all[i].at, all[k-1].end}, transcript.DroppedMessages, text, false); err != nil {
			return err
		}
		for _, p := range all[i:k] {
			if err := s.reject(t, p, transcript.DroppedMessages); err != nil {
				return err
			}
		}
		i = k
	}
	return nil
}

// places returns where records of the draft stand in the input. Those that were
// put in stand nowhere. A conversation is one line.
func (s *Stage) places(t *text, w *writer, list []int64) (all []stretch) {
	if t.list && len(list) > 0 {
		return []stretch{{0, t.size}}
	}
	for _, at := range list {
		raw, err := rewrite.Raw(&w.d.ledger.spool, at, at)
		if err != nil {
			continue // it was read before, and is read again when it is written
		}
		if from, n := w.d.ledger.origin(at, int64(len(raw))); n > 0 {
			all = append(all, stretch{from, from + n})
		}
	}
	return all
}

// finding reports a fact about a stretch of the input, and hands the stretch on
// as a reject.
func (s *Stage) finding(t *text, p stretch, code transcript.Code, why string, rejected bool) error {
	hash, err := sum(t.src, p)
	if err != nil {
		return err
	}
	s.report(transcript.Finding{
		Line: s.lineOf(t, p.at), Offset: t.at + p.at, Length: p.end - p.at, SHA256: hash, Code: code, Message: why,
	})
	if !rejected {
		return nil
	}
	return s.reject(t, p, code)
}

func (s *Stage) reject(t *text, p stretch, code transcript.Code) error {
	if s.job.Reject == nil {
		return nil
	}
	raw, err := rewrite.Bytes(t.src, p.at, p.end)
	if err != nil {
		return err
	}
	s.job.Reject(transcript.Reject{File: s.job.Name, Line: s.lineOf(t, p.at), Offset: t.at + p.at, Code: code, Raw: trimEOL(raw)})
	return nil
}

func trimEOL(b []byte) []byte {
	return []byte(strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r"))
}

// lineOf returns the line of the input at an offset of a text.
func (s *Stage) lineOf(t *text, at int64) int64 {
	if t.list {
		return t.line
	}
	if s.lines == nil || at < s.told {
		s.lines = &rewrite.Places{Source: t.src} // it counts upwards only
	}
	s.told = at
	return s.lines.Line(at)
}

// plural returns "1 message", "2 messages".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
