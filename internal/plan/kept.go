package plan

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// A boundary of Claude Code may keep records before itself. It lists them, and a
// client that misses one of them drops them all without a word (docs/clients.md,
// second round): a removed record has to leave the list, and an inserted one has to
// get into it, or take the id of one that was lost.

// fill returns the id of a lost kept record that a new one takes the place of, "" if
// there is none. The list then stays as it is, and so do the links.
func (c *Chain) fill(g Group, it Item) string {
	if !c.Live.Kept.Holds(g.Place) || c.Live.Kept.Lost == 0 {
		return ""
	}
	if c.lostBehind == nil {
		c.findLost()
	}
	id := c.lostBehind[c.likeID(it)]
	if id != "" && !c.filled[pairing.Hash(id)] {
		c.filled[pairing.Hash(id)] = true
		return id
	}
	return ""
}

// findLost finds the first lost record that is kept behind each other one.
func (c *Chain) findLost() {
	c.lostBehind = map[string]string{}
	lost := ""
	for _, id := range slices.Backward(c.named(c.Live.Kept)) {
		c.lostBehind[id] = lost
		if c.X.Find(pairing.Hash(id)) == history.None {
			lost = id
		}
	}
}

// likeID returns the id of the record that a new one follows.
func (c *Chain) likeID(it Item) string {
	v, _ := c.Plan.View(it.Like, nil)
	return v.ID.Text()
}

// follows reports whether the next record of the path hangs on what is put in: what
// follows a segment hangs on its anchor, whatever stands last in it.
func (c *Chain) follows(g Group, next uint32) bool {
	k := c.Live.Kept
	if !k.Holds(g.Place) {
		return true
	}
	for _, i := range c.Live.Path[k.From:k.To] {
		if i == next {
			return true
		}
	}
	return false
}

// keptBefore returns the record of a segment that another one of it hangs on once
// its parent has gone: the one that is listed before it. None: it is no record of a
// segment, or the first one.
func (c *Chain) keptBefore(i uint32) uint32 {
	k, before := c.Live.Kept, history.None
	if k == nil {
		return before
	}
	for _, j := range c.Live.Path[k.From:k.To] {
		if j == i {
			return before
		}
		if !c.gone[j] {
			before = j
		}
	}
	return history.None
}

// keepFirst has a compaction of pi name the first record that it keeps, where the one
// that it names is lost or goes: pi drops all that is kept otherwise.
func (c *Chain) keepFirst() {
	k := c.Live.Compaction()
	if k < 0 || c.Live.From >= k {
		return
	}
	first := c.Live.Path[c.Live.From]
	lost := c.Live.First != history.None
	if c.X.ID(first) == 0 || !lost && !c.gone[first] || lost && c.Quiet {
		return
	}
	for _, i := range c.Live.Path[c.Live.From:] {
		if first = i; !c.gone[i] {
			break
		}
	}
	boundary := c.Live.Path[k]
	ref := c.X.Node(boundary).Ref()
	c.Plan.Edit(ref, leafEdit(c.idOf(first)))
	start, end := c.Span(ref)
	if lost {
		c.Plan.Report.Add(Finding{Code: transcript.BrokenLink, Ref: ref, Start: start, End: end, ID: c.idOf(boundary),
			Why: "the first record that the compaction keeps is not in the file: clients lose all that it keeps"})
		return
	}
	c.reportTouched(ref, start, end, c.idOf(boundary))
}

// updateKept has the boundary name what it keeps from now on.
func (c *Chain) updateKept() {
	c.keepFirst()
	k := c.Live.Kept
	if k == nil || !c.keepsOther(k) {
		return
	}
	ref := c.X.Node(k.Boundary).Ref()
	keeping := c.keeping(k)
	c.Plan.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return v.Preserved.Edits(keeping) })
	start, end := c.Span(ref)
	if lost := k.Lost - len(c.filled); (lost > 0 || k.LostAnchor) && !c.Quiet {
		c.Plan.Report.Add(Finding{Code: transcript.BrokenLink, Ref: ref, Start: start, End: end, ID: c.idOf(k.Boundary),
			Why: "the compaction keeps a record that is not in the file: clients lose all that it keeps"})
		return
	}
	c.reportTouched(ref, start, end, c.idOf(k.Boundary))
}

// keepsOther reports whether something changes in what a boundary names.
func (c *Chain) keepsOther(k *history.Kept) bool {
	if (k.Lost > len(c.filled) || k.LostAnchor) && !c.Quiet || len(c.putBehind) > 0 || c.gone[k.Anchor] {
		return true
	}
	for _, i := range c.Live.Path[k.From:k.To] {
		if c.gone[i] {
			return true
		}
	}
	return false
}

// keeping returns what becomes of the records that a boundary names.
func (c *Chain) keeping(k *history.Kept) dialect.Keeping {
	now := dialect.Keeping{Gone: map[string]bool{}, Behind: map[string][]string{}}
	for _, id := range c.named(k) {
		hash := pairing.Hash(id)
		i := c.X.Find(hash)
		if now.Gone[id] = c.gone[i] || i == history.None && !c.filled[hash]; !now.Gone[id] {
			now.Head, now.Tail = cmp.Or(now.Head, id), id
		}
		if then := c.putBehind[i]; len(then) > 0 && i != history.None {
			now.Behind[id], now.Tail = then, then[len(then)-1]
		}
	}
	if k.LostAnchor {
		now.Anchor = c.idOf(k.Boundary)
	} else if c.gone[k.Anchor] {
		now.Anchor = c.above(k.Anchor, false)
	}
	return now
}

// named returns the ids of the records that a boundary names, in order.
func (c *Chain) named(k *history.Kept) (ids []string) {
	p := c.view(k.Boundary).Preserved
	for id := range p.List.All() {
		ids = append(ids, id.Text())
	}
	if len(ids) > 0 {
		return ids
	}
	tail := p.Tail.Text() // what p refers to is valid until a few other records have been read
	ids = append(ids, p.Head.Text())
	for _, i := range c.Live.Path[k.From:k.To] {
		if id := c.idOf(i); id != ids[0] {
			ids = append(ids, id)
		}
	}
	if tail != ids[len(ids)-1] {
		ids = append(ids, tail)
	}
	return ids
}
