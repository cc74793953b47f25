package classify

import (
	"bytes"
	"unicode/utf8"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// read returns the outline of a record. It returns nil for a line that is passed on as it
// is because it is blank, too long, or damaged.
func (s *stage) read(r *transcript.Record) (*outline.Doc, error) {
	if r.TooLong {
		if !s.long {
			s.damage(r, transcript.LineTooLong, "line is longer than the limit and passes through unread")
		}
		s.long = r.More
		return nil, nil
	}
	if r.Blank() {
		return nil, nil
	}
	doc, err := r.Doc()
	if err == nil && (!s.job.Strict || doc.Defects()&outline.NotJSON == 0) {
		s.some = s.some || doc.Root().Kind() == outline.Object
		if doc.Defects()&outline.HalfPair != 0 {
			s.damage(r, transcript.LoneSurrogate, "half a surrogate pair in a string: APIs answer 400; try tr-pair first")
		}
		return doc, nil
	}
	s.unreadable(r)
	if s.job.Strict {
		return nil, &transcript.Unreadable{Line: r.Line}
	}
	return nil, nil
}

// unreadable reports a line that is not JSON. If the input begins with plain text, rather
// than with a damaged record, only its first line is reported.
func (s *stage) unreadable(r *transcript.Record) {
	switch {
	case s.plain && !s.some:
	case !s.some && isPlain(r.JSON()):
		s.plain = true
		why := "the input is plain text, and no JSONL: it passes as it is"
		if s.opt.TextHint != "" {
			why += "; " + s.opt.TextHint
		}
		s.damage(r, transcript.UnreadableLine, why)
	default:
		s.damage(r, transcript.UnreadableLine, "line is not JSON; try tr-pair first")
	}
}

// isPlain reports whether a line is plain text and not a piece of a record, in which
// there would be a quoted member name.
func isPlain(line []byte) bool {
	line = bytes.TrimSpace(line)
	return utf8.Valid(line) && !bytes.ContainsRune(line, 0) && line[0] != '{' && line[0] != '"' && !bytes.Contains(line, []byte(`":`))
}

// damage reports a line that is passed on as it is.
func (s *stage) damage(r *transcript.Record, code transcript.Code, why string) {
	raw := r.JSON()
	s.job.Report(transcript.Finding{
		Tool: tool, File: s.job.Name, Line: r.Line, Offset: r.Offset, Length: int64(len(raw)), SHA256: s.job.Sum(raw),
		Code: code, Action: transcript.Keep, Message: why,
	}.WithRule())
}
