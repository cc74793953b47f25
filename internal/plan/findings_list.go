package plan

import (
	"cmp"
	"iter"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// Findings are the findings about one input. There may be one about every record, and
// most of them say the same about another place: what they say is held once, and of each
// finding little more than how far it is from the one before, and its id.
type Findings struct {
	Unhashed bool // nobody reads the hashes: Settle leaves them out
	Unread   bool // nobody reads more than code, severity and action: Settle leaves out the rest
	Nameless bool // nobody reads ids

	n       int
	log     packed.Log
	blocks  []packed.Place // where every so many findings begin in the log
	last    int64          // Start of the last one
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
	if l.Unread {
		f.Why = ""
	}
	if !l.Named() {
		f.ID = ""
	}
	before := l.last
	l.mixed = l.mixed || f.Start < before
	if l.n%findingBlock == 0 {
		l.blocks, before = append(l.blocks, l.log.End()), 0
	}
	l.log.Uvarint(uint64(l.kind(&f)))
	l.log.Varint(f.Start - before)
	l.log.Varint(f.End - f.Start)
	l.log.Varint(f.Ref - f.Start)
	l.log.Uvarint(uint64(f.Number))
	l.log.Uvarint(uint64(len(f.ID)))
	l.log.String(f.ID)
	l.n, l.last = l.n+1, f.Start
}

// Named reports whether anybody reads the ids of the findings.
func (l *Findings) Named() bool { return !l.Unread && !l.Nameless }

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

// FindingReader reads Findings, one after the other.
type FindingReader struct {
	l      *Findings
	log    packed.Reader
	i      int
	before int64 // Start of the finding before the next one, 0 at the beginning of a block
}

// Read returns a reader of all findings, in the order in which they were added. No others may
// come while it is used.
func (l *Findings) Read() FindingReader { return l.readBlock(0) }

// readBlock returns a reader of the findings from a block on.
func (l *Findings) readBlock(k int) FindingReader {
	if k >= len(l.blocks) {
		return FindingReader{l: l, i: l.n}
	}
	return FindingReader{l: l, log: l.log.Read(l.blocks[k]), i: k * findingBlock}
}

// begin goes to the next finding, and reports whether there is one.
func (r *FindingReader) begin() bool {
	if r.l == nil || r.i >= r.l.n {
		return false
	}
	if r.i%findingBlock == 0 {
		r.before = 0
	}
	return r.log.More()
}

// Next returns the next finding, false if there is none.
func (r *FindingReader) Next() (f Finding, ok bool) {
	if !r.begin() {
		return f, false
	}
	f = r.l.kinds[r.log.Uvarint()]
	f.Start = r.before + r.log.Varint()
	f.End = f.Start + r.log.Varint()
	f.Ref = f.Start + r.log.Varint()
	f.Number = int(r.log.Uvarint())
	f.ID = string(r.log.Bytes(int(r.log.Uvarint())))
	r.before = f.Start
	if set, is := r.l.changed[r.i]; is {
		f = set
	}
	r.i++
	return f, true
}

// skip passes over the next finding.
func (r *FindingReader) skip() {
	if r.begin() {
		r.log.Uvarint()
		r.before += r.log.Varint()
		r.log.Varint()
		r.log.Varint()
		r.log.Uvarint()
		r.log.Bytes(int(r.log.Uvarint()))
		r.i++
	}
}

// Len counts the findings.
func (l *Findings) Len() int { return l.n }

// All yields the findings in the order in which they were added, From those from a number
// on.
func (l *Findings) All() iter.Seq2[int, Finding] { return l.From(0) }

func (l *Findings) From(from int) iter.Seq2[int, Finding] {
	return func(yield func(int, Finding) bool) {
		r := l.readBlock(from / findingBlock)
		for r.i < from && r.i < l.n {
			r.skip()
		}
		for i := r.i; ; i++ {
			f, ok := r.Next()
			if !ok || !yield(i, f) {
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
	l.log.Truncate(l.blocks[from])
	l.n, l.blocks, l.last = from*findingBlock, l.blocks[:from], last
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
