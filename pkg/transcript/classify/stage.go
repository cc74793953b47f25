package classify

import (
	"bytes"
	"strconv"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/report"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Options say what is classified, and what is known besides the texts.
type Options struct {
	Error   string // text of an error that the last request got; it is appended
	Status  int    // its HTTP status, 0 if unknown, NoAnswer if no answer came
	Only    bool   // push the verdicts instead of the records
	Text    bool   // the input is one plain text, and no JSONL
	Explain bool   // with Text: push an explanation for people instead of the verdict

	// ContextWindow is what the model takes, in tokens; 0 if unknown. An answer
	// to that many is an overflow although it names no error.
	ContextWindow int64

	// TextHint is added to the finding about an input that is plain text: it says how to
	// have the input read as such.
	TextHint string

	HistoryBytes int64 // size of the history; 0: count that of the input
	Attempt      int   // number of the attempt to recover, 0: what the stream tells
	MaxTokens    int64 // limit of the answer that was cut, 0 if unknown
	MaxTokensCap int64 // what that may grow to, 0 for no cap
	Escalations  int   // how often it is doubled; 0: twice, negative: never
}

// New returns the stage of tr-classify for one input: records that are API
// errors get a verdict, the others pass. It holds one record, and, once an error names a call
// or a place, where the calls of the input stand. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	if job.Report == nil {
		job.Report = func(transcript.Finding) {}
	}
	if o.Text {
		return &plainText{opt: o, job: job}
	}
	o.Error = clip(strings.TrimSpace(o.Error))
	s := &stage{
		opt: o, job: job, eol: "\n",
		detect: dialect.NewDetector(dialect.Named(job.Dialect), ""),
	}
	if s.hasGivenError() {
		v := Classify(o.input(Input{Text: o.Error}, 0))
		if s.seen.only = namedBy(&v, o.Error); len(v.Places) > 0 {
			s.seen.path = history.New()
		}
	}
	return s
}

// input adds to one error what the options and the history before it tell.
func (o *Options) input(in Input, history int64) Input {
	if in.Status == 0 {
		in.Status = o.Status
	}
	in.HistoryBytes = max(o.HistoryBytes, history)
	in.Attempt, in.MaxTokens, in.MaxTokensCap, in.Escalations = o.Attempt, o.MaxTokens, o.MaxTokensCap, o.Escalations
	return in
}

// stage annotates a stream.
type stage struct {
	opt    Options
	job    transcript.Job
	detect *dialect.Detector
	view   dialect.View

	sent int64 // raw bytes of the messages that were sent: what breaks a stream by its size counts bytes

	seen      lines  // where was so far what Options.Error names
	sameError bool   // the last record was that same error
	eol       string // how lines end
	open      bool   // the last line lacks its ending
	long      bool   // inside a line over the limit
	plain     bool   // the input is no JSONL, as far as it was read
	some      bool   // a record was read
	line      int64
	end       int64 // offset behind the last line
	count     int   // verdicts

	recoveries int // verdicts since the model's last answer that asked for a change of the history

	verdictFollows bool    // the last record was followed by one for its verdict
	search         *search // of what the errors of the input name, once one names something
}

// hasGivenError reports whether an error is to be appended.
func (s *stage) hasGivenError() bool { return s.opt.Error != "" || s.opt.Status != 0 }

// Push takes the next record and pushes it on, with a verdict if it is an error.
func (s *stage) Push(r *transcript.Record) error {
	s.trackPosition(r)
	doc, err := s.read(r)
	if err != nil {
		return err
	}
	if doc == nil {
		return s.pushUnchanged(r)
	}
	rec := doc.Root()
	if verdict, own := dialect.VerdictOf(rec); own && rec.Get("type").Is(dialect.VerdictMember) {
		return s.passOwnVerdict(r, verdict)
	}
	s.sameError, s.verdictFollows = false, false
	if v, full := s.opt.overfull(rec); full {
		s.addToHistory(rec, r)
		return s.pushJudged(r, rec, &v)
	}
	if in, ok := errorOf(rec); ok {
		return s.pushError(r, rec, in)
	}
	s.addToHistory(rec, r)
	return s.pushUnchanged(r)
}

// trackPosition notes the position behind a record, and how its line ends.
func (s *stage) trackPosition(r *transcript.Record) {
	n := len(r.Raw)
	s.open = n > 0 && r.Raw[n-1] != '\n'
	if s.end == 0 && bytes.HasSuffix(r.Raw, []byte("\r\n")) {
		s.eol = "\r\n"
	}
	s.line, s.end = r.Line, r.Offset+int64(n)
}

func (s *stage) pushUnchanged(r *transcript.Record) error {
	if s.opt.Only {
		return nil
	}
	return s.job.Next.Push(r)
}

// passOwnVerdict passes on a record that an earlier run put in for a verdict, unless
// this run has just pushed a new one.
func (s *stage) passOwnVerdict(r *transcript.Record, verdict outline.Value) error {
	if s.verdictFollows {
		s.verdictFollows = false
		return nil
	}
	s.sameError = false // what is given now came later
	s.counts(verdict.Get("recoverable").True())
	if s.opt.Only {
		return s.insert(bytes.Clone(verdict.Raw()))
	}
	return s.pushUnchanged(r)
}

// addToHistory adds up the history that was sent, and looks for the ids of the error
// that it got.
func (s *stage) addToHistory(rec outline.Value, r *transcript.Record) {
	v := &s.view
	if !s.detect.View(rec, v) {
		return
	}
	switch {
	case v.List.Exists() && v.Class == dialect.Other: // it takes the place of the messages before
		s.sent = int64(len(v.List.Raw()))
	case v.Class == dialect.Boundary:
		s.sent = 0
	case v.Class == dialect.Message:
		s.sent += int64(v.Payload())
		if v.Role == dialect.Assistant {
			s.recoveries = 0
		}
	}
	if s.seen.only != nil {
		s.seen.see(v, rec, r.Line)
	}
}

// pushError pushes a record that is an error, with its verdict.
func (s *stage) pushError(r *transcript.Record, rec outline.Value, in Input) error {
	s.sameError = s.hasGivenError() && sameError(in.Text, s.opt.Error)
	v := s.judge(in)
	if dialect.IsBareError(rec, 2) || dialect.IsBareError(rec, 3) {
		s.counts(v.Recoverable)
	}
	if s.sameError {
		v.Line = s.seen.of(s.seen.only)
	} else {
		line, err := s.lineOf(&v, in.Text, r.Offset)
		if err != nil {
			return err
		}
		v.Line = line
	}
	if old := rec.Get(dialect.VerdictMember); v.Line == nil && old.Get("class").Is(string(v.Class)) {
		if n, err := strconv.ParseInt(string(old.Get("line").Raw()), 10, 64); err == nil {
			v.Line = &n // a pipe that was looked at when it was none
		}
	}
	return s.pushJudged(r, rec, &v)
}

// judge classifies an error that the history up to here got. A verdict that asks for a change of
// the history says how many were asked for since the model's last answer, this one included: by
// the errors that loops have handed in. Those that a client has written itself, once for each
// time that its user tried again, led to no change.
func (s *stage) judge(in Input) Verdict {
	v := Classify(s.opt.input(in, s.sent))
	if v.Attempt == nil && v.Recoverable {
		n := s.recoveries + 1
		v.Attempt = &n
	}
	return v
}

// counts notes a verdict on an error that a loop has handed in.
func (s *stage) counts(recoverable bool) {
	if recoverable {
		s.recoveries++
	}
}

// pushJudged reports a verdict on a record and pushes both.
func (s *stage) pushJudged(r *transcript.Record, rec outline.Value, v *Verdict) error {
	s.report(r, v)
	verdict := report.Object(*v)
	switch {
	case s.opt.Only:
		return s.insert(verdict)
	case dialect.IsStrict(rec):
		return s.pushWithVerdict(r, dialect.VerdictRecord(verdict))
	}
	return s.pushAnnotated(r, rec, verdict)
}

// pushAnnotated pushes a record with its verdict in it.
func (s *stage) pushAnnotated(r *transcript.Record, rec outline.Value, verdict []byte) error {
	text := r.JSON()
	eol := r.Raw[len(text):]
	raw := append(outline.Splice(text, dialect.AddVerdict(rec, verdict)), eol...)
	if !bytes.Equal(raw, r.Raw) {
		r.Replace(raw)
	}
	return s.job.Next.Push(r)
}

// pushWithVerdict pushes a record and then the record that holds its verdict.
func (s *stage) pushWithVerdict(r *transcript.Record, own []byte) error {
	s.verdictFollows = true
	if err := s.job.Next.Push(r); err != nil {
		return err
	}
	return s.insert(own)
}

// insert pushes a new line. If the last line of the input lacks its ending, so does the
// last line of the output, so that the input can be restored from it.
func (s *stage) insert(text []byte) error {
	raw := append(text, s.eol...)
	if s.open && !s.opt.Only {
		raw = append([]byte(s.eol), text...)
	}
	return s.job.Next.Push(&transcript.Record{Raw: raw, Line: s.line, Offset: s.end, Change: transcript.Inserted})
}

// lineOf returns the line that an error names, by searching the input before it. Without
// a source that can be read again it returns nil.
func (s *stage) lineOf(v *Verdict, text string, before int64) (*int64, error) {
	n := namedBy(v, text)
	if n == nil || s.job.Source == nil {
		return nil, nil
	}
	if s.search == nil {
		s.search = newSearch(&s.job)
	}
	if err := s.search.upTo(&s.job, before); err != nil {
		return nil, err
	}
	return s.search.of(n), nil
}

// sameError reports whether two texts state the same error, one of which may have been
// wrapped by the client. Short texts must be equal.
func sameError(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	const enough = 16
	short := min(len(a), len(b))
	return a == b || short >= enough && (strings.Contains(a, b) || strings.Contains(b, a))
}

// Flush passes the call on: nothing is held.
func (s *stage) Flush() error { return s.job.Next.Flush() }

// Close appends the error that was given, unless the last record is the same.
func (s *stage) Close() error {
	if s.hasGivenError() && !s.sameError {
		v := s.judge(Input{Text: s.opt.Error})
		v.Line = s.seen.of(s.seen.only)
		s.report(nil, &v)
		text := report.Object(v)
		if !s.opt.Only {
			text = dialect.ErrorRecord(s.opt.Error, text)
		}
		if err := s.insert(text); err != nil {
			return err
		}
	}
	return s.job.Next.Close()
}
