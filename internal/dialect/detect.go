package dialect

import "trtools/pkg/transcript/outline"

// Detector finds the format of record after record. Records that several
// formats could have written, such as a plain user message, take the format of
// the record before them.
type Detector struct {
	fixed   Format
	formats []Format
	last    Format
	own     string
}

// NewDetector returns a Detector, or with a format one that assumes it. Own is
// one more text that stands for a lost result; it may be empty.
func NewDetector(fixed Format, own string) *Detector {
	return &Detector{fixed: fixed, formats: formats(), last: fixed, own: own}
}

// View fills v with what stands in rec and returns true, or returns false if no
// format knows the record.
func (d *Detector) View(rec outline.Value, v *View) bool {
	f := d.find(rec)
	v.reset(f, rec)
	if f == nil {
		return false
	}
	v.own = d.own
	f.View(rec, v)
	return true
}

func (d *Detector) find(rec outline.Value) Format {
	switch {
	case rec.Kind() != outline.Object:
		return nil
	case isBare(rec):
		return d.plain(rec)
	case d.last != nil && d.last.Sees(rec):
		return d.last
	case d.fixed == nil:
		for _, f := range d.formats {
			if f.Sees(rec) {
				d.last = f
				return f
			}
		}
	}
	return d.plain(rec)
}

// isBare reports whether a record is nothing but a text and who said it, as about
// every second message is. No format claims such a one: nobody need be asked.
func isBare(rec outline.Value) bool {
	m, ok := rec.First()
	if !ok || string(m.Key()) != "role" || !isOne(m, "user", "assistant", "system") {
		return false
	}
	if m, ok = m.Next(); !ok || string(m.Key()) != "content" || m.Kind() != outline.String {
		return false
	}
	_, more := m.Next()
	return !more
}

// plain returns the format of the messages before, for a message that every
// provider accepts.
func (d *Detector) plain(rec outline.Value) Format {
	switch {
	case !(chat{}).Sees(rec):
		return nil
	case d.last != nil && d.last.Rules().Plain:
		return d.last
	case d.fixed != nil:
		return nil
	}
	return chat{}
}
