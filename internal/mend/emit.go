package mend

import (
	"cmp"

	"trtools/pkg/transcript"
)

// maxWaiting is how much damage waits for the first record. A file with more of
// it is taken for something else: from there on damaged lines stay, until a record
// comes.
const maxWaiting = 1000

// emitter passes on what was decided. Until the first record of a known format
// shows that the file is a transcript, it holds regions and findings back: if none
// comes they are dropped, and the file gets one finding.
type emitter struct {
	sink       Sink
	recognized bool
	size       int64 // of the input so far

	waiting []event
	what    string // what the file is by its first bytes, if that is no text
	foreign bool   // the file seems to be something else than a transcript
	growing bool   // the last finding that is held grows with the next such line

	bareValues []Span
	plenty     bool // too many bare values came before the first record to list them
	json       bool // there was a line of JSON

	damage int    // lines that cannot be read, before the first record
	advice string // how the first document becomes lines
	why    string // the first of them cannot be read

	long *Finding // a line over the limit that is not complete
}

// event is a region or a finding.
type event struct {
	region  *Region
	finding *Finding
}

// seeRecord sees every record before anybody else.
func (e *emitter) seeRecord(r *transcript.Record) {
	if r.Offset == 0 && e.size == 0 {
		e.what = sniff(r.Raw)
		e.foreign = e.what != ""
	}
	e.size = r.Offset + int64(len(r.Raw))
}

func (e *emitter) region(r Region) { e.holdOrDeliver(event{region: &r}) }

// finding passes on a finding with the severity and action of its code's rule.
func (e *emitter) finding(f Finding) {
	rule := transcript.RuleOf(f.Code)
	f.Severity, f.Action = cmp.Or(f.Severity, rule.Severity), cmp.Or(f.Action, rule.Action)
	e.holdOrDeliver(event{finding: &f})
}

// holdOrDeliver holds an event back until a record of a known format is found,
// and delivers it at once after that.
func (e *emitter) holdOrDeliver(v event) {
	if e.recognized {
		e.deliver(v)
		return
	}
	e.growing = false
	if e.waiting = append(e.waiting, v); len(e.waiting) >= maxWaiting && !e.foreign {
		e.giveUp()
	}
}

// giveUp stops mending what stands in front of the first record: regions become
// unreadable lines.
func (e *emitter) giveUp() {
	held := e.waiting
	e.foreign, e.waiting = true, nil
	for _, v := range held {
		switch {
		case v.region != nil:
			e.unreadable(Span{v.region.Start, v.region.End}, notJSON)
			e.growing = false
		case v.finding.Action == transcript.Keep:
			e.waiting = append(e.waiting, v)
		}
	}
}

func (e *emitter) deliver(v event) {
	if v.region != nil {
		e.sink.Region(*v.region)
		return
	}
	e.sink.Finding(*v.finding)
}

// unreadable notes lines that stay as they are.
func (e *emitter) unreadable(s Span, why string) {
	if !e.recognized {
		e.damage++
		e.why = cmp.Or(e.why, why)
		if e.growing {
			e.waiting[len(e.waiting)-1].finding.End = s.End
			return
		}
	}
	e.finding(Finding{Code: transcript.UnreadableLine, At: s.Start, Start: s.Start, End: s.End, Why: why})
	e.growing = e.foreign && !e.recognized
}

// tooLong notes a piece of a line over the limit.
func (e *emitter) tooLong(r *transcript.Record) {
	if e.long == nil {
		e.long = &Finding{Code: transcript.LineTooLong, At: r.Offset, Start: r.Offset,
			Why: "line is longer than the limit and passes through unread"}
	}
	e.long.End = r.Offset + int64(len(r.Raw))
	if !r.More {
		e.finding(*e.long)
		e.long = nil
	}
}

// addBareValue notes a value that is no object.
func (e *emitter) addBareValue(s Span) {
	e.json, e.growing = true, false
	if !e.recognized && len(e.bareValues) >= maxWaiting {
		e.bareValues, e.plenty = nil, true
	}
	if e.recognized || !e.plenty {
		e.bareValues = append(e.bareValues, s)
	}
}

// object notes an object before the first record of a known format, or that
// record itself.
func (e *emitter) object(known bool) {
	e.json, e.growing = true, false
	if !known {
		return
	}
	e.recognized, e.foreign = true, false
	for _, v := range e.waiting {
		e.deliver(v)
	}
	e.waiting = nil
}

// close ends the input.
func (e *emitter) close() {
	if e.long != nil {
		e.finding(*e.long)
	}
	if e.recognized {
		return
	}
	longs := e.longLines()
	for _, v := range longs {
		e.deliver(v)
	}
	code, why := transcript.NoRecords, "no record of a known format is in the file"
	if e.damage > 0 || len(e.waiting) > len(longs) {
		code, why = transcript.UnreadableLine, e.describeFile()
	} else if !e.json || len(longs) > 0 {
		return
	}
	rule := transcript.RuleOf(code)
	e.deliver(event{finding: &Finding{Code: code, Severity: rule.Severity, Action: rule.Action, End: e.size, Why: why}})
}

// longLines returns the findings about lines over the limit. They stand whatever
// the file is.
func (e *emitter) longLines() (list []event) {
	for _, v := range e.waiting {
		if v.finding != nil && v.finding.Code == transcript.LineTooLong {
			list = append(list, v)
		}
	}
	return list
}

// describeFile says what a damaged file is that holds no record of a known format.
func (e *emitter) describeFile() string {
	switch {
	case e.what != "":
		return e.what
	case e.why == needsMending:
		return "file has no record of a known format that needs no mending, and mending is off"
	case e.advice != "":
		return "file has no record on a line of its own: " + e.advice
	case e.damage == 1 && !e.json:
		return "file has no record of a known format: " + e.why
	}
	return "file has no record of a known format, and what is damaged in it stays as it is"
}
