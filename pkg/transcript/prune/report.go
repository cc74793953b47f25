package prune

import (
	"fmt"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
)

// report collects what is told about one input.
type report struct {
	history.Report

	messages int64 // that went
	units    int
	bytes    int64        // of the input, as far as histories are in it
	after    history.Size // of all histories together
}

// place is where a history stands: its first line, or the line that holds it.
type place struct {
	line, at int64
	size     int64         // bytes of the input, or of the line
	list     outline.Value // of a conversation: its messages
}

// over reports that a history is over its limits, and what is done about it.
func (r *report) over(h *history.History, c choice, p place) {
	r.after.Messages += c.after.Messages
	r.after.Chars += c.after.Chars
	r.after.Payload += c.after.Payload
	r.bytes += p.size
	if len(c.exceeded) == 0 {
		return
	}
	f := transcript.Finding{Line: p.line, Offset: p.at, Code: transcript.DroppedMessages}
	if c.fits {
		f.Message = fmt.Sprintf("history is over %s: %s, of %d bytes; %d of %d units go, %s stay",
			c.limits(), sizes(c.before), p.size, len(c.gone), len(h.Units), sizes(c.after))
		r.units += len(c.gone)
		r.messages += c.before.Messages - c.after.Messages
	} else {
		f.Code = transcript.CannotFit
		f.Message = fmt.Sprintf("history is over %s and cannot be made to fit, so nothing goes: %s, of %d bytes; %s have to stay",
			c.limits(), sizes(c.before), p.size, sizes(c.least))
	}
	r.Add(f)
}

// sizes says how large a history is.
func sizes(s history.Size) string {
	return fmt.Sprintf("%d chars, %d tokens (chars/4), %s, %d bytes payload", s.Chars, s.Tokens, history.Count(s.Messages, "message"), s.Payload)
}

// records reports the records that go, and those that are linked anew.
func (r *report) records(gone, relinked []int64) {
	for _, at := range gone {
		r.Touch(history.Touched{At: at, Code: transcript.PrunedRecord, Message: "goes to make the history fit", Reject: true})
	}
	for _, at := range relinked {
		r.Touch(history.Touched{At: at, Code: transcript.Touched, Action: transcript.Relink, Message: "what it was linked to goes: it is linked to what stays"})
	}
}

// inside reports the messages that go of a conversation.
func (r *report) inside(gone []int64, p place) {
	i := int64(0)
	for el := range p.list.All() {
		if _, ok := slices.BinarySearch(gone, i); ok {
			start, end := el.Span()
			r.Touch(history.Touched{
				At: p.at + int64(start), Length: int64(end - start), Code: transcript.PrunedRecord,
				Message: "goes to make the history fit", Reject: true,
			})
		}
		i++
	}
}

func (r *report) unknownPin(id string) {
	r.Add(transcript.Finding{Line: 1, Code: transcript.UnknownPin, ID: id,
		Message: fmt.Sprintf("no live message, record or call has the id of --pin: %q", id)})
}

// summary says what was done.
func (r *report) summary() string {
	if r.units == 0 {
		return ""
	}
	r.after.Tokens = history.Tokens(r.after.Chars)
	return fmt.Sprintf("%s in %s removed; now %s, of %d bytes",
		history.Count(r.messages, "message"), history.Count(int64(r.units), "unit"), sizes(r.after), r.bytes)
}
