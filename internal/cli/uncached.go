package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// uncached is a sink that finds out what a change costs: providers keep the state of a model
// behind a prompt, and a request that begins with the same messages is answered from there. From
// the first message on that differs, all tokens are sent and paid for as new ones, once.
type uncached struct {
	sink
	maxLine int
	found   *dialect.Detector
	view    dialect.View

	same    int64       // bytes of the input that came through unchanged
	source  io.ReaderAt // of the input, once a range of it was passed on
	first   int64       // the first line that differs, 0 for none
	thread  dialect.Thread
	started bool  // a message was met from there on, and the thread is its own
	tokens  int64 // from there on, of messages of that thread
}

// tellCost has the summary of a command that makes a history smaller say what that costs, if
// anybody reads it.
func (f *fileRun) tellCost(job *transcript.Job) {
	out, ok := job.Next.(sink)
	if !ok || !f.opt.shrinks || f.opt.quiet || f.opt.writesNothing() {
		return
	}
	f.cost = &uncached{sink: out, maxLine: job.MaxLine, found: dialect.NewDetector(dialect.Named(job.Dialect), "")}
	job.Next = f.cost
}

// says adds to a summary from where on tokens are not cached any more, and how many they are.
func (u *uncached) says(summary string) string {
	if u == nil || summary == "" || u.tokens == 0 {
		return summary
	}
	from := fmt.Sprintf(", from line %d on", u.first)
	return fmt.Sprintf("%s%s: the next request sends about %s tokens uncached", strings.TrimSuffix(summary, from), from, chunk.Thousands(u.tokens))
}

// Push implements transcript.Stage.
func (u *uncached) Push(r *transcript.Record) error {
	if u.first == 0 && (u.lacks(r.Offset) || u.differs(r)) {
		u.begin(min(r.Offset, u.same), r.Line)
	}
	if u.first > 0 {
		u.add(r)
	}
	u.same = r.Offset + int64(len(r.Raw))
	if r.Was != nil {
		u.same = r.Offset + int64(len(r.Was))
	}
	return u.sink.Push(r)
}

// lacks reports whether what did not come through, up to a place, held something that a request
// holds.
func (u *uncached) lacks(to int64) bool {
	if to <= u.same || u.source == nil {
		return to != u.same
	}
	return transcript.Run(io.NewSectionReader(u.source, u.same, to-u.same), u.maxLine, transcript.Each(func(r *transcript.Record) error {
		if r.TooLong || u.sent(r.Raw) != nil {
			return errSent
		}
		return nil
	})) != nil
}

// differs reports whether a record changed in what a request holds of it.
func (u *uncached) differs(r *transcript.Record) bool {
	return r.Change != transcript.Unchanged && !bytes.Equal(u.sent(r.Was), u.sent(r.Raw))
}

// sent returns what a request holds of a record, nil if it holds nothing.
func (u *uncached) sent(raw []byte) []byte {
	var doc outline.Doc
	v := &u.view
	switch {
	case len(raw) == 0:
		return nil
	case doc.Parse(bytes.TrimSpace(raw)) != nil || !u.found.View(doc.Root(), v):
		return raw
	case v.Class == dialect.Message && v.Msg.Exists():
		return v.Msg.Raw()
	case v.Class == dialect.Boundary || v.List.Exists():
		return raw
	}
	return nil
}

// CopyRange implements transcript.Copier.
func (u *uncached) CopyRange(r io.ReaderAt, from, to int64) error {
	if u.source = r; u.first == 0 && u.lacks(from) {
		u.begin(min(from, u.same), 0)
	}
	if u.same = to; u.first > 0 {
		if err := transcript.Run(io.NewSectionReader(r, from, to-from), u.maxLine, transcript.Each(u.add)); err != nil {
			return err
		}
	}
	return u.sink.CopyRange(r, from, to)
}

// begin notes that what comes differs from the input from a place on. The line is the stage's
// word for it, where the input cannot be read again.
func (u *uncached) begin(at, line int64) {
	if u.first = line; u.source != nil {
		places := plan.Places{Source: u.source}
		u.first = places.Line(at)
	}
}

// add adds the tokens of a message of the output. A boundary takes the place of all before it.
func (u *uncached) add(r *transcript.Record) error {
	if r.TooLong {
		u.tokens += int64(tokens.Calibrated.JSON(r.Raw))
		return nil
	}
	doc, err := r.Doc()
	if err != nil || !u.found.View(doc.Root(), &u.view) {
		return nil // it counts for nothing
	}
	v := &u.view
	thread := dialect.Thread{Sidechain: v.ThreadOf().Sidechain, Agent: v.ThreadOf().Agent}
	switch {
	case v.Class != dialect.Boundary && v.Class != dialect.Message:
		return nil
	case !u.started:
		u.thread, u.started = thread, true
	case thread != u.thread:
		return nil
	case v.Class == dialect.Boundary || v.Anew || v.Root():
		u.tokens = 0
	}
	if v.Class == dialect.Message {
		u.tokens += int64(v.Tokens(tokens.Calibrated))
	}
	return nil
}

// errSent ends the reading of what did not come through.
var errSent = errors.New("a request holds something of it")
