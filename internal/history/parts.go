package history

import (
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

func (x *Index) markOf(v *dialect.View, rec outline.Value) (found bool) {
	if len(x.marks) == 0 {
		return false
	}
	for _, id := range v.IDs(rec) {
		if text, ok := x.marks[pairing.HashOf(id)]; ok {
			x.marked[text], found = true, true
		}
	}
	return found
}

func (x *Index) addCall(v *dialect.View, i uint32, k int) {
	c := &v.Calls[k]
	p := Part{ID: pairing.HashOf(c.ID), Node: i, bits: uint32(c.Kind)<<kindShift | uint32(k)<<numberShift}
	p.set(Bad, c.Bad != "")
	p.set(NoID, c.NoID)
	p.set(Answered, c.Answered)
	p.set(Empty, p.ID == 0 && !c.NoID)
	x.addPart(p, v, c.Name)
}

func (x *Index) addResult(v *dialect.View, i uint32, k int) {
	r := &v.Results[k]
	p := Part{ID: pairing.HashOf(r.ID), Node: i, bits: uint32(r.Kind)<<kindShift | uint32(k)<<numberShift | uint32(Result)}
	p.set(StandIn, r.Synthetic || r.Provisional)
	p.set(NoID, r.NoID)
	p.set(Empty, p.ID == 0 && !r.NoID)
	p.set(Late, k >= v.Lead)
	x.addPart(p, v, r.Name)
}

func (p *Part) set(f PartFlags, on bool) {
	if on {
		p.bits |= uint32(f)
	}
}

func (x *Index) addPart(p Part, v *dialect.View, name outline.Value) {
	if !v.Format.Rules().Linked {
		p.Name = pairing.HashOfName(name)
	}
	x.parts.Add(p)
}

// FirstPart returns the position of a node's first part: parts are in the order
// of their nodes.
func (x *Index) FirstPart(i uint32) int {
	return sort.Search(x.parts.Len(), func(k int) bool { return x.parts.At(k).Node >= i })
}

// PartsOf yields the positions of a node's calls and results.
func (x *Index) PartsOf(i uint32) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if !x.Node(i).Is(HasParts) {
			return
		}
		for k := x.FirstPart(i); k < x.parts.Len() && x.parts.At(k).Node == i && yield(k); k++ {
		}
	}
}

// Call returns what pairing knows of a part that is a call.
func (x *Index) Call(k int) pairing.Call {
	p := x.Part(k)
	return pairing.Call{ID: p.ID, Name: p.Name, Kind: p.Kind(), NoID: p.Is(NoID), Empty: p.Is(Empty)}
}

// Result returns what pairing knows of a part that is a result.
func (x *Index) Result(k int) pairing.Result {
	p := x.Part(k)
	return pairing.Result{ID: p.ID, Name: p.Name, Kind: p.Kind(), NoID: p.Is(NoID), Empty: p.Is(Empty), StandIn: p.Is(StandIn)}
}
