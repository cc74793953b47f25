package stat

import (
	"slices"

	"trtools/internal/dialect"
)

// calls knows the calls so far, for their results.
type calls struct {
	byID    map[string]called // the newest one of an id
	waiting []string          // tools of calls that no id names, oldest first
}

// called is what is known of a call until its result comes.
type called struct {
	tool string
	when int64 // in Unix milliseconds, 0 if that is not known
}

func (c *calls) call(x *dialect.Call, when int64) Call {
	told := Call{ID: x.ID.Text(), Tool: x.Tool()}
	if told.ID != "" {
		c.byID[told.ID] = called{told.Tool, when}
	} else if !x.Answered {
		c.waiting = append(c.waiting, told.Tool)
	}
	return told
}

// result returns the id and the tool of a result, and how long that took. Where no id tells its
// call, the tool is the one that it names; results without ids stand in the order of their calls.
func (c *calls) result(v *dialect.View, k int, when int64) (id, tool string, ms int64) {
	r := &v.Results[k]
	id = r.ID.Text()
	if x, known := c.byID[id]; known {
		if x.when > 0 {
			ms = max(0, when-x.when)
		}
		return id, x.tool, ms
	}
	named := r.Name.Text()
	if i := slices.IndexFunc(c.waiting, func(t string) bool { return named == "" || named == t }); id == "" && i >= 0 {
		tool = c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		return "", tool, 0
	}
	if named == "" && len(v.Calls) == 1 { // both in one element
		return id, v.Calls[0].Tool(), 0
	}
	return id, named, 0
}
