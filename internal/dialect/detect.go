package dialect

import "trtools/pkg/transcript/outline"

// Detector finds the format of record after record. Records that several
// formats could have written, such as a plain user message, take the format of
// the record before them.
type Detector struct {
	fixed Format
	last  Format
	own   string
}

// NewDetector returns a Detector, or with a format one that assumes it. Own is
// one more text that stands for a lost result; it may be empty.
func NewDetector(fixed Format, own string) *Detector {
	return &Detector{fixed: fixed, last: fixed, own: own}
}

// Reset forgets the records before: the next one is the first of another input.
func (d *Detector) Reset() { d.last = d.fixed }

// View fills v with what stands in rec and returns true, or returns false if no
// format knows the record.
func (d *Detector) View(rec outline.Value, v *View) bool {
	f := d.find(rec)
	v.reset(f, rec)
	if f == nil {
		return false
	}
	v.own = d.own
	if f.View != nil {
		f.View(rec, v)
	}
	return true
}

func (d *Detector) find(rec outline.Value) Format {
	switch {
	case rec.Kind() != outline.Object:
		return nil
	case isBareMessage(rec):
		return d.plain(rec)
	case d.last != nil && d.last.Sees(rec):
		return d.last
	case d.fixed == nil:
		for _, f := range formats {
			if f.Sees(rec) {
				d.last = f
				return f
			}
		}
	}
	return d.plain(rec)
}

// isBareMessage reports whether a record is nothing but a role that every provider knows and
// words: no format sees such a record as its own. Most messages of training examples are of
// this kind, so that not every format is asked.
func isBareMessage(rec outline.Value) bool {
	return rec.Len() == 2 && rec.Get("role").IsAny("user", "assistant", "system") && isWords(rec.Get("content"))
}

// isWords reports whether a content is a string, or a list of parts that each say they are text.
func isWords(content outline.Value) bool {
	for p := range content.All() {
		if !p.Get("type").Is("text") {
			return false
		}
	}
	return content.Kind() == outline.String || isObjects(content)
}

// plain returns the format of the messages before, for a message that every
// provider accepts.
func (d *Detector) plain(rec outline.Value) Format {
	switch {
	case !chat.Sees(rec):
		return nil
	case d.last != nil && d.last.Rules().Plain:
		return d.last
	case d.fixed != nil:
		return nil
	}
	return chat
}
