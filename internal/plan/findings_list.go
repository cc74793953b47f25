package plan

import (
	"cmp"
	"iter"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// Findings are the findings about one input. There may be one about every record, and
// most of them say the same about another place: what they say is held once.
type Findings struct {
	Unhashed bool // nobody reads the hashes: Settle leaves them out
	Unread   bool // nobody reads more than code, severity and action: Settle leaves out the rest
	Nameless bool // nobody reads ids

	rows  packed.List[row]
	said  []Finding // what they say of whatever place
	kinds map[Finding]uint32
	about packed.List[about] // of those that name more than a place
	mixed bool               // they are not in the order of their places
}

// row is where a finding stands, what of said it says, and what of about it names, counted from 1.
type row struct {
	start, end  int64
	kind, about uint32
}

// about is the call, or the message of a conversation, that a finding names, and how far it stands
// behind the beginning of its record.
type about struct {
	id     string
	number int
	behind int64
}

// Add takes a finding. Severity and action are those of the code's rule, where it
// has none.
func (l *Findings) Add(f Finding) {
	rule := transcript.RuleOf(f.Code)
	f.Severity, f.Action = cmp.Or(f.Severity, rule.Severity), cmp.Or(f.Action, rule.Action)
	l.add(f)
}

func (l *Findings) add(f Finding) {
	n := l.rows.Add(row{})
	l.mixed = l.mixed || n > 0 && f.Start < l.rows.At(n-1).start
	l.put(n, f)
}

// put has finding i be f.
func (l *Findings) put(i int, f Finding) {
	if l.Unread {
		f.Why = ""
	}
	if !l.Named() {
		f.ID = ""
	}
	r := l.rows.At(i)
	*r = row{start: f.Start, end: f.End, kind: l.kind(Finding{Code: f.Code, Action: f.Action, Severity: f.Severity, Why: f.Why, Reject: f.Reject})}
	if x := (about{f.ID, f.Number, f.Start - f.Ref}); x != (about{}) {
		r.about = uint32(l.about.Add(x) + 1)
	}
}

// Named reports whether anybody reads the ids of the findings.
func (l *Findings) Named() bool { return !l.Unread && !l.Nameless }

// kind returns the number of what a finding says of whatever place.
func (l *Findings) kind(says Finding) uint32 {
	k, known := l.kinds[says]
	if !known {
		if l.kinds == nil {
			l.kinds = map[Finding]uint32{}
		}
		k = uint32(len(l.said))
		l.said, l.kinds[says] = append(l.said, says), k
	}
	return k
}

// Len counts the findings.
func (l *Findings) Len() int { return l.rows.Len() }

// at returns finding i.
func (l *Findings) at(i int) Finding {
	r := l.rows.At(i)
	f := l.said[r.kind]
	f.Ref, f.Start, f.End = r.start, r.start, r.end
	if r.about > 0 {
		x := l.about.At(int(r.about - 1))
		f.Ref, f.ID, f.Number = r.start-x.behind, x.id, x.number
	}
	return f
}

// All yields the findings in the order in which they were added, From those from a number
// on.
func (l *Findings) All() iter.Seq2[int, Finding] { return l.From(0) }

func (l *Findings) From(from int) iter.Seq2[int, Finding] {
	return func(yield func(int, Finding) bool) {
		for i := from; i < l.Len() && yield(i, l.at(i)); i++ {
		}
	}
}

// Set puts a finding in place of finding i.
func (l *Findings) Set(i int, f Finding) {
	l.put(i, f)
	l.mixed = true
}

// Append adds the findings of another list.
func (l *Findings) Append(other *Findings) {
	for _, f := range other.All() {
		l.add(f)
	}
}

// Delete deletes, from a number on, the findings for which gone is true.
func (l *Findings) Delete(from int, gone func(Finding) bool) {
	n := from
	for i, f := range l.From(from) {
		if !gone(f) {
			*l.rows.At(n) = *l.rows.At(i)
			n++
		}
	}
	l.Truncate(n)
}

// Truncate deletes all findings but the first n.
func (l *Findings) Truncate(n int) { l.rows.Truncate(n) }

// Sorted yields the findings in the order of their places. Those at the same place come
// in the order in which they were added.
func (l *Findings) Sorted() iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		if !l.mixed {
			for _, f := range l.All() {
				if !yield(f) {
					return
				}
			}
			return
		}
		for _, i := range l.order() {
			if !yield(l.at(int(i))) {
				return
			}
		}
	}
}

// order returns the numbers of the findings in the order of their places.
func (l *Findings) order() []uint32 {
	order := make([]uint32, l.Len())
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(l.rows.At(int(a)).start, l.rows.At(int(b)).start) })
	return order
}
