package mend

import (
	"cmp"
	"slices"

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

	regions  []Region // that wait
	findings []*Finding
	what     string // what the file is by its first bytes, if that is no text
	foreign  bool   // the file seems to be something else than a transcript
	growing  bool   // the last finding that is held grows with the next such line

	bareValues []Span
	plenty     bool // too many bare values came before the first record to list them
	json       bool // there was a line of JSON

	damage int    // lines that cannot be read, before the first record
	advice string // how the first document becomes lines
	why    string // the first of them cannot be read

	long *Finding // a line over the limit that is not complete
}

// seeRecord sees every record before anybody else.
func (e *emitter) seeRecord(r *transcript.Record) {
	if r.Offset == 0 && e.size == 0 {
		e.what = sniff(r.Raw)
		e.foreign = e.what != ""
	}
	e.size = r.Offset + int64(len(r.Raw))
}

func (e *emitter) region(r Region) {
	e.regions = append(e.regions, r)
	e.deliver()
}

func (e *emitter) finding(f Finding) {
	e.findings = append(e.findings, &f)
	e.deliver()
}

// deliver passes on what waits once a record of a known format is found.
func (e *emitter) deliver() {
	e.growing = false
	switch {
	case e.recognized:
		e.tell()
		for _, r := range e.regions {
			e.sink.Region(r)
		}
		e.regions = nil
	case len(e.regions)+len(e.findings) >= maxWaiting && !e.foreign:
		e.giveUp()
	}
}

func (e *emitter) tell() {
	for _, f := range e.findings {
		e.sink.Finding(*f)
	}
	e.findings = nil
}

// giveUp stops mending what stands in front of the first record: regions become
// unreadable lines.
func (e *emitter) giveUp() {
	held := e.findings
	e.foreign, e.findings = true, nil
	for _, r := range e.regions {
		e.unreadable(Span{r.Start, r.End}, notJSON)
		e.growing = false
	}
	e.regions, e.findings = nil, append(e.findings, slices.DeleteFunc(held, func(f *Finding) bool { return !stays(f) })...)
}

// stays reports whether a finding is about lines that stay as they are.
func stays(f *Finding) bool {
	return transcript.RuleOf(f.Code).Action == transcript.Keep
}

// unreadable notes lines that stay as they are.
func (e *emitter) unreadable(s Span, why string) {
	if !e.recognized {
		e.damage++
		e.why = cmp.Or(e.why, why)
		if e.growing {
			e.findings[len(e.findings)-1].End = s.End
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
	e.deliver()
}

// close ends the input.
func (e *emitter) close() {
	if e.long != nil {
		e.finding(*e.long)
	}
	if e.recognized {
		return
	}
	damaged := e.damage > 0 || len(e.regions) > 0
	all := len(e.findings) // lines over the limit stand whatever the file is
	e.findings = slices.DeleteFunc(e.findings, func(f *Finding) bool { return f.Code != transcript.LineTooLong })
	longs := len(e.findings)
	e.tell()
	code, why := transcript.NoRecords, "no record of a known format is in the file"
	if damaged || all > longs {
		code, why = transcript.UnreadableLine, e.describeFile()
	} else if !e.json || longs > 0 {
		return
	}
	e.sink.Finding(Finding{Code: code, End: e.size, Why: why})
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
