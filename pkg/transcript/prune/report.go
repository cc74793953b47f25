package prune

import (
	"fmt"

	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// report collects the findings and the summary of one input.
type report struct {
	to *plan.Findings

	messages int64 // that went
	units    int
	bytes    int64        // of the input, as far as histories are in it
	after    history.Size // of all histories together
	fixed    []string
	gone     string // what no request held
}

// history reports what becomes of a history that begins at an offset, in an input
// or a line of so many bytes.
func (r *report) history(w *work, at, size int64) {
	r.after = r.after.Plus(w.after, 1)
	r.bytes += size
	r.fixed = append(r.fixed, w.fixed...)
	if !w.fits {
		r.add(transcript.CannotFit, at, fmt.Sprintf("history is over %s and cannot be made to fit, so nothing is removed: %s, of %d bytes; %s have to stay",
			limits(w.exceeded), sizes(w.before), size, sizes(w.least)))
		return
	}
	if w.removed == 0 {
		return
	}
	r.add(transcript.DroppedMessages, at, fmt.Sprintf("%s: %s, of %d bytes; %d of %d units are removed, %s stay",
		w.reason(), sizes(w.before), size, w.removed, w.units, sizes(w.after)))
	r.units += w.removed
	r.messages += w.before.Messages - w.after.Messages
	r.records(w)
}

func (r *report) add(code transcript.Code, at int64, why string) {
	r.to.Add(plan.Finding{Code: code, Ref: at, Start: at, End: at, Why: why})
}

// reason returns why units are removed.
func (w *work) reason() string {
	switch {
	case len(w.exceeded) == 0:
		return "history holds what --tool or --id names"
	case w.named:
		return "history holds what --tool or --id names, and is over " + limits(w.exceeded)
	}
	return "history is over " + limits(w.exceeded)
}

// sizes says how large a history is.
func sizes(s history.Size) string {
	return fmt.Sprintf("%d chars, %d tokens, %s, %d bytes payload", s.Chars, s.Tokens, transcript.FormatCount(s.Messages, "message"), s.Payload)
}

// records reports the records that go, and those that are linked anew.
func (r *report) records(w *work) {
	for _, round := range w.gone { // a later round does not see what went
		for ref := range round.All() {
			if w.plan.Origin(ref) == ref {
				start, end := w.span(ref)
				w.plan.Tell(r.to, plan.Finding{Code: transcript.PrunedRecord, Ref: ref, Start: start, End: end, Why: "is removed with its unit", Reject: true})
			}
		}
	}
	for _, ref := range w.hosts {
		if start, end := w.span(ref); !w.plan.Lost(ref) {
			w.plan.Tell(r.to, plan.Finding{Code: transcript.Touched, Action: transcript.Replace, Ref: ref, Start: start, End: end,
				Why: "the notice of the removed messages is added to it, in place of an earlier one", Reject: true})
		}
	}
	for _, f := range w.plan.Report.All() {
		if !w.plan.Lost(f.Ref) {
			w.plan.Tell(r.to, f)
		}
	}
}

// unknown reports the ids that nothing has, and those of a compaction.
func (r *report) unknown(o *Options, marked func(id string) bool) {
	for _, id := range o.Pins {
		if !marked(id) {
			r.to.Add(plan.Finding{Code: transcript.UnknownPin, ID: id, Why: "no live message, record or call has the id that --pin names"})
		}
	}
	for _, id := range o.IDs {
		if !marked(id) {
			r.to.Add(plan.Finding{Code: transcript.UnknownPin, Severity: transcript.Info, ID: id, Why: "no live message, record or call has the id that --id names"})
		}
	}
	for _, id := range r.fixed {
		r.to.Add(plan.Finding{Code: transcript.UnknownPin, ID: id, Why: "a compaction inserted or keeps it, so it cannot be removed"})
	}
}

// summary says what was done.
func (r *report) summary() string {
	text := ""
	if r.gone != "" {
		text = "--dead: " + r.gone
	}
	if r.units == 0 {
		return text
	}
	if text != "" {
		text = "; " + text
	}
	return fmt.Sprintf("%s in %s removed; now %s, of %d bytes%s",
		transcript.FormatCount(r.messages, "message"), transcript.FormatCount(int64(r.units), "unit"), sizes(r.after), r.bytes, text)
}
