package transcripttest

import "slices"

// EveryCut tries a repair on a transcript in which each record is torn at every
// step-th cut point, alone on its line, in front of its whole copy, and glued to
// it and to the next record.
func EveryCut(d Dialect, notation string, step int, repair Repair) *Tally {
	t := &Tally{}
	s := &scope{d: d, t: t, repair: repair, events: Parse(notation), silent: map[string]bool{}}
	s.lines = d.Render(s.events)
	s.users = users(d, Join(s.lines))
	for i, l := range s.lines {
		lost := slices.Delete(slices.Clone(s.lines), i, i+1)
		for at := 1; at < len(l.Raw) && !d.Inside; at += step {
			s.torn(i, lost, l.Raw[:at])
		}
	}
	t.add(1, s.n, s.failed)
	return t
}
