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
	return &Detector{fixed: fixed, formats: All(), last: fixed, own: own}
}

// View fills v with what stands in rec and returns true, or returns false if no
// format knows the record.
func (d *Detector) View(rec outline.Value, v *View) bool {
	f := d.find(rec)
	if f == nil {
		v.reset(nil)
		return false
	}
	v.reset(f)
	v.own = d.own
	f.View(rec, v)
	return true
}

func (d *Detector) find(rec outline.Value) Format {
	if rec.Kind() != outline.Object {
		return nil
	}
	if d.fixed != nil {
		return d.assume(rec)
	}
	if d.last != nil && d.last.Rules().Name != plain && d.last.Sees(rec) {
		return d.last
	}
	for _, f := range d.formats {
		if f.Sees(rec) {
			return d.settle(f)
		}
	}
	return nil
}

// settle remembers the format, and gives a plain message that of the messages
// before it.
func (d *Detector) settle(f Format) Format {
	if f.Rules().Name == plain {
		if d.last != nil && d.last.Rules().message() {
			return d.last
		}
		return f
	}
	d.last = f
	return f
}

// message reports whether the format's records are messages in a provider's
// shape, one a line.
func (r *Rules) message() bool {
	return !r.Linked && !r.ByID && !r.Session && r.Name != conversations && r.Name != "gemini"
}

// assume returns the fixed format if the record can be of it.
func (d *Detector) assume(rec outline.Value) Format {
	if d.fixed.Sees(rec) || d.fixed.Rules().message() && (chat{}).Sees(rec) {
		return d.fixed
	}
	return nil
}
