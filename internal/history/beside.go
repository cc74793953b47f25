package history

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
		if l.isBeside(k) {
			c := l.CallOf(k)
			found[c] = append(found[c], k)
		}
	}
	return found
}

// isBeside reports whether a part is a result that hangs beside the path.
func (l *Live) isBeside(k int) bool {
	p := l.x.parts.At(k)
	return p.Is(Result) && !p.Is(Empty) && !l.OnPath(p.Node) && l.InTree(p.Node)
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
