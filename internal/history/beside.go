package history

import "slices"

// Call names a call by the record that holds it and the hash of its id.
type Call struct {
	Node uint32
	ID   uint64
}

// Answers returns the results that hang beside the path, by the nearest call
// above them that has their id: positions of parts, in the order of the input.
// Real ones and stand-ins are both there.
func (l *Live) Answers() map[Call][]int {
	found := map[Call][]int{}
	for k := range l.x.parts.Len() {
		p := l.x.parts.At(k)
		if p.Is(Result) && !p.Is(Empty) && !l.OnPath(p.Node) && l.InTree(p.Node) {
			c := l.CallOf(k)
			found[c] = append(found[c], k)
		}
	}
	return found
}

// CallOf returns the nearest call above a result that has its id; its node is None
// if there is none.
func (l *Live) CallOf(result int) Call {
	p := l.x.parts.At(result)
	i := p.Node
	for range l.x.nodes.Len() {
		if i = l.Parent(i); i == None {
			break
		}
		for k := range l.x.PartsOf(i) {
			if q := l.x.parts.At(k); !q.Is(Result) && q.ID == p.ID {
				return Call{i, p.ID}
			}
		}
	}
	return Call{None, p.ID}
}

// liveAnswers is Answers as far as the client sends them.
func (l *Live) liveAnswers() map[Call][]int {
	if len(l.Path) == 0 || !l.x.Format(l.Path[len(l.Path)-1]).Rules().Beside {
		return nil
	}
	return l.Answers()
}

// Nodes returns the live records: those of the path, those of its messages that
// stand beside it, and the results beside it of calls that are live. They are in
// the order of the input.
func (l *Live) Nodes() []uint32 {
	live := newBits(l.x.nodes.Len())
	var list []uint32
	add := func(i uint32) {
		if !live.has(i) {
			live.set(i)
			list = append(list, i)
		}
	}
	for _, i := range l.Path[l.From:] {
		if !l.x.Node(i).Speaks() {
			continue
		}
		add(i)
		for _, j := range l.Beside[i] {
			add(j)
		}
	}
	for c, results := range l.liveAnswers() {
		if c.Node != None && live.has(c.Node) {
			for _, k := range results {
				add(l.x.parts.At(k).Node)
			}
		}
	}
	slices.Sort(list)
	return list
}
