package budget

import (
	"cmp"
	"slices"

	"trtools/internal/preview"
	"trtools/internal/turns"
)

// turn is the results of one turn while they are made to fit.
type turn struct {
	s       *Stage
	results []*turns.Result
	whole   map[*turns.Result]bool // cannot be cut: there is no place for the full text
	over    map[*turns.Result]bool // over the cap for a result
	tokens  map[*turns.Result]int  // of those that are over the limit in tokens
}

func newTurn(s *Stage, results []*turns.Result) *turn {
	return &turn{s: s, results: results, whole: map[*turns.Result]bool{}, over: map[*turns.Result]bool{}, tokens: map[*turns.Result]int{}}
}

// fit decides what becomes of every result and writes the full texts. It
// returns false if one of them must stay whole: then all is to be decided
// again, without it.
func (t *turn) fit() bool {
	for _, r := range t.results {
		for _, x := range r.Texts {
			x.Keep()
		}
		if limit := t.s.opt.resultCap(); r.Bound() > limit && r.Size() > limit {
			t.over[r] = true
			t.one(r, limit)
		}
		t.dense(r)
	}
	t.all(t.s.opt.Turn)
	done := true
	for _, r := range t.results {
		if !t.whole[r] && !r.Save() {
			t.whole[r], done = true, false
		}
	}
	return done
}

// attempts bounds how often the size is guessed that has so many tokens: a text
// is not equally dense everywhere.
const attempts = 12

// dense makes a result fit the limit in tokens: it is cut to as many chars as
// would do if all of it were as dense as what is left.
func (t *turn) dense(r *turns.Result) {
	o := &t.s.opt
	if !o.byTokens() || t.whole[r] || r.Bound() <= o.Tokens/mostTokens {
		return
	}
	for range attempts {
		n := r.Tokens(o.Estimate)
		if n <= o.Tokens {
			return
		}
		if t.tokens[r] == 0 {
			t.tokens[r] = n
		}
		size := r.Size()
		for _, x := range r.Texts {
			x.Keep()
		}
		t.s.density = float64(n) / float64(max(size, 1))
		t.one(r, min(size-1, size*o.Tokens/n))
		t.s.density = 0
	}
}

// one is the first pass: the longest texts of a result become previews until
// the result fits, and where that is not enough they share the cap.
func (t *turn) one(r *turns.Result, limit int) {
	if t.whole[r] {
		return
	}
	for _, x := range longestFirst(r.Texts) {
		if r.Size() <= limit {
			return
		}
		x.Cut(t.s.standard(limit))
	}
	t.level(r, limit)
}

// level makes every text of a result as long as the longest may be that all
// fit.
func (t *turn) level(r *turns.Result, limit int) {
	if r.Size() <= limit {
		return
	}
	most := waterLevel(r.Texts, limit)
	for _, x := range r.Texts {
		if x.Size() > most {
			x.Cut(t.s.standard(most))
		}
	}
}

// all is the second pass: while the turn is over, the largest result gives way,
// as far as the turn needs and not below its standard preview. If all are
// previews and it is still over, none may be longer than they all can be.
func (t *turn) all(limit int) {
	var free []*turns.Result
	for _, r := range t.results {
		if !t.whole[r] {
			free = append(free, r)
		}
	}
	total := t.size()
	for _, r := range longestFirst(free) {
		was := r.Size()
		if total <= limit {
			return
		}
		t.give(r, was-(total-limit))
		total += r.Size() - was
	}
	if len(free) < len(t.results) || total <= limit {
		return
	}
	most := waterLevel(free, limit)
	for _, r := range free {
		if r.Size() > most {
			t.shrink(r, most)
		}
	}
}

func (t *turn) size() (chars int) {
	for _, r := range t.results {
		chars += r.Size()
	}
	return chars
}

// give shortens a result to the target, but no text of it below its standard
// preview.
func (t *turn) give(r *turns.Result, target int) {
	for _, x := range longestFirst(r.Texts) {
		over := r.Size() - target
		if over <= 0 {
			return
		}
		was, want := x.Size(), x.Size()-over
		limit := t.s.standard(t.s.opt.resultCap())
		if !x.Cut(limit) || x.Size() >= was {
			t.again(x, was)
			continue
		}
		if x.Size() < want { // the preview may show more
			wide := preview.Wide(want)
			wide.Tokens = t.s.opt.TokenLimit
			x.Cut(wide)
		}
	}
}

// again cuts a text to the size that an earlier pass gave it: its standard
// preview is no shorter.
func (t *turn) again(x *turns.EditableText, size int) {
	x.Keep()
	if x.Size() > size {
		x.Cut(t.s.standard(size))
	}
}

// shrink makes a result fit a limit below the standard preview.
func (t *turn) shrink(r *turns.Result, limit int) {
	most := limit
	if len(r.Texts) > 1 {
		most = waterLevel(r.Texts, limit)
	}
	for _, x := range r.Texts {
		if x.Size() > most {
			x.Cut(t.s.standard(most))
		}
	}
}

// sized is a text or a result.
type sized interface{ Size() int }

// longestFirst sorts; of equals the earlier comes first.
func longestFirst[T sized](list []T) []T {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(b.Size(), a.Size()) })
	return list
}

// waterLevel returns the largest size that each may have at most so that all
// together have no more than limit.
func waterLevel[T sized](list []T, limit int) int {
	sizes := make([]int, len(list))
	for i, x := range list {
		sizes[i] = x.Size()
	}
	slices.Sort(sizes)
	for i, n := range sizes {
		if share := limit / (len(sizes) - i); n > share {
			return share
		}
		limit -= n
	}
	return limit
}
