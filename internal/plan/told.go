package plan

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"

	"trtools/pkg/transcript"
)

// Findings are the findings about one input. There may be one about every record, and
// most of them say the same about another place: what they say is held once, and of each
// finding little more than how far it is from the one before, and its id.
type Findings struct {
	Unhashed bool // nobody reads the hashes: Settle leaves them out
	Unread   bool // nobody reads more than code, severity and action: Settle leaves out the rest

	n       int
	log     []byte
	blocks  []int // where every so many findings begin in the log
	last    int64 // Start of the last one
	kinds   []Finding
	numbers map[Finding]int // of the kinds, once they are many
	changed map[int]Finding // those that were set to something else
	mixed   bool            // they are not in the order of their places
}

const (
	findingBlock = 32 // as many findings are read at most to find one
	fewKinds     = 8
)

// Add takes a finding. Severity and action are those of the code's rule, where it
// has none.
func (l *Findings) Add(f Finding) {
	rule := transcript.RuleOf(f.Code)
	f.Severity, f.Action = cmp.Or(f.Severity, rule.Severity), cmp.Or(f.Action, rule.Action)
	l.add(f)
}

func (l *Findings) add(f Finding) {
	before := l.last
	l.mixed = l.mixed || f.Start < before
	if l.n%findingBlock == 0 {
		l.blocks, before = append(l.blocks, len(l.log)), 0
	}
	l.log = binary.AppendUvarint(l.log, uint64(l.kind(&f)))
	l.log = binary.AppendVarint(l.log, f.Start-before)
	l.log = binary.AppendVarint(l.log, f.End-f.Start)
	l.log = binary.AppendVarint(l.log, f.Ref-f.Start)
	l.log = binary.AppendUvarint(l.log, uint64(len(f.ID)))
	l.log = append(l.log, f.ID...)
	l.n, l.last = l.n+1, f.Start
}

// kind returns the number of what a finding says of whatever place.
func (l *Findings) kind(f *Finding) int {
	says := Finding{Code: f.Code, Action: f.Action, Severity: f.Severity, Why: f.Why, Reject: f.Reject}
	if len(l.kinds) <= fewKinds {
		if k := slices.Index(l.kinds, says); k >= 0 {
			return k
		}
	} else if k, known := l.numbers[says]; known {
		return k
	}
	l.kinds = append(l.kinds, says)
	switch n := len(l.kinds); {
	case n == fewKinds+1:
		l.numbers = map[Finding]int{}
		for k, says := range l.kinds {
			l.numbers[says] = k
		}
	case n > fewKinds:
		l.numbers[says] = n - 1
	}
	return len(l.kinds) - 1
}

// read returns the finding that the log begins with, and the rest of the log.
func (l *Findings) read(log []byte, before int64) (f Finding, rest []byte) {
	next := func() int64 {
		v, n := binary.Varint(log)
		log = log[n:]
		return v
	}
	kind, n := binary.Uvarint(log)
	f, log = l.kinds[kind], log[n:]
	f.Start = before + next()
	f.End = f.Start + next()
	f.Ref = f.Start + next()
	size, n := binary.Uvarint(log)
	f.ID = string(log[n : n+int(size)])
	return f, log[n+int(size):]
}

// skip returns the Start of the finding that the log begins with, and the rest of the
// log.
func skip(log []byte, before int64) (start int64, rest []byte) {
	_, n := binary.Uvarint(log)
	gap, m := binary.Varint(log[n:])
	log = log[n+m:]
	for range 2 {
		_, n = binary.Varint(log)
		log = log[n:]
	}
	size, n := binary.Uvarint(log)
	return before + gap, log[n+int(size):]
}

// Len counts the findings.
func (l *Findings) Len() int { return l.n }

// All yields the findings in the order in which they were added, From those from a number
// on.
func (l *Findings) All() iter.Seq2[int, Finding] { return l.From(0) }

func (l *Findings) From(from int) iter.Seq2[int, Finding] {
	return func(yield func(int, Finding) bool) {
		var log []byte
		before := int64(0)
		for i := from / findingBlock * findingBlock; i < l.n; i++ {
			if i%findingBlock == 0 {
				log, before = l.log[l.blocks[i/findingBlock]:], 0
			}
			if i < from {
				before, log = skip(log, before)
				continue
			}
			var f Finding
			f, log = l.read(log, before)
			before = f.Start
			if set, is := l.changed[i]; is {
				f = set
			}
			if !yield(i, f) {
				return
			}
		}
	}
}

// at returns finding i.
func (l *Findings) at(i int) Finding {
	for _, f := range l.From(i) {
		return f
	}
	return Finding{}
}

// Set puts a finding in place of finding i.
func (l *Findings) Set(i int, f Finding) {
	if l.changed == nil {
		l.changed = map[int]Finding{}
	}
	l.changed[i] = f
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
	first := l.n
	var kept []Finding // behind the first that goes
	for i, f := range l.From(from) {
		if gone(f) {
			first = min(first, i)
		} else if first < i {
			kept = append(kept, f)
		}
	}
	l.Truncate(first)
	for _, f := range kept {
		l.add(f)
	}
}

// Truncate deletes all findings but the first n.
func (l *Findings) Truncate(n int) {
	if n >= l.n {
		return
	}
	from := n / findingBlock
	tail := make([]Finding, 0, n%findingBlock)
	last := int64(0)
	for i, f := range l.From(max(0, n-n%findingBlock-1)) {
		if i >= n {
			break
		}
		if last = f.Start; i >= from*findingBlock {
			tail = append(tail, f)
		}
	}
	for i := range l.changed {
		if i >= from*findingBlock {
			delete(l.changed, i)
		}
	}
	l.n, l.log, l.blocks, l.last = from*findingBlock, l.log[:l.blocks[from]], l.blocks[:from], last
	for _, f := range tail {
		l.add(f)
	}
}

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
	starts, order := make([]int64, l.n), make([]uint32, l.n)
	for i, f := range l.All() {
		starts[i], order[i] = f.Start, uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(starts[a], starts[b]) })
	return order
}
