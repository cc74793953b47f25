package mend

import "trtools/pkg/transcript"

// Recognized reports whether a record of a known format has been found.
func (m *Mender) Recognized() bool { return m.emit.recognized }

// Unreadable returns the lines that stay because they cannot be read, in order, as a recorder
// was told.
func (m *Mender) Unreadable() (list []Span) {
	for _, f := range m.emit.sink.(*recorder).findings {
		if f.Code == transcript.UnreadableLine || f.Code == transcript.LineTooLong {
			list = append(list, Span{f.Start, f.End})
		}
	}
	return list
}
