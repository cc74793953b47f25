package plan

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
)

// time returns the time of the k-th new record of a group: after the one that it
// follows, at the end of the thread after everything. Older clients take the latest
// record for the leaf. What a compaction keeps is older than its boundary.
func (c *Chain) time(g Group, k int, next uint32) (string, int64) {
	v, _ := c.Plan.View(g.Items[k].Like, nil)
	after, limit := v.Time.Text(), ""
	switch {
	case c.Live.Kept.Holds(g.Place):
		limit = c.timeOf(c.Live.Kept.Boundary)
	case c.nothingFollows(next):
		after = max(after, c.X.LastTime(c.Live.Thread))
	default:
		limit = c.timeOf(next)
	}
	return dialect.Later(after, k+1, limit)
}

// nothingFollows reports whether no message that stays stands on the path from the
// record next on.
func (c *Chain) nothingFollows(next uint32) bool {
	for k := len(c.Live.Path) - 1; k >= 0 && next != history.None; k-- {
		i := c.Live.Path[k]
		if c.X.Node(i).Speaks() && !c.gone[i] {
			return false
		}
		if i == next {
			break
		}
	}
	return true
}

// retime gives a record that moves a time before that of the next one, if it was
// written after everything on the path: older clients take the latest record for
// the leaf. Any other record that moves keeps its own time.
func (c *Chain) retime(g Group, k int, next uint32) {
	it := g.Items[k]
	if next == history.None || c.timeOf(it.Node) < c.timeOf(c.lastStaying()) {
		return
	}
	limit := c.timeOf(next)
	if c.timeOf(it.Node) < limit {
		return
	}
	v, _ := c.Plan.View(it.Like, nil)
	if text, _ := dialect.Later(v.Time.Text(), k+1, limit); text != "" {
		c.Plan.Retime(c.X.Node(it.Node).Ref(), text)
	}
}

// lastStaying returns the last record of the path that stays where it is.
func (c *Chain) lastStaying() uint32 {
	for k := len(c.Live.Path) - 1; k > 0; k-- {
		if i := c.Live.Path[k]; !c.gone[i] {
			return i
		}
	}
	return c.Live.Path[0]
}

func (c *Chain) timeOf(i uint32) string { return c.view(i).Time.Text() }
