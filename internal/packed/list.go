package packed

// ListBlock is how many values of a List are in one block.
const ListBlock = 1 << 12

// shortList is how many values a List holds without having room for a block of them.
const shortList = ListBlock / 16

// List is a growing list of values, best without pointers. What is in it is not copied once there
// is a block of it, and hardly before; a short list takes no more memory than it needs. The
// zero value is an empty list.
type List[T any] struct {
	blocks [][]T // all but the last one have ListBlock values
	n      int
}

// Add adds a value, and returns its index.
func (l *List[T]) Add(v T) int {
	switch {
	case l.n == 0 && len(l.blocks) == 0:
		l.blocks = append(l.blocks, nil)
	case l.n%ListBlock == 0 && l.n > 0:
		l.blocks = append(l.blocks, make([]T, 0, ListBlock))
	}
	last := &l.blocks[l.n/ListBlock]
	if len(*last) == shortList && cap(*last) < ListBlock {
		*last = append(make([]T, 0, ListBlock), *last...)
	}
	*last = append(*last, v)
	l.n++
	return l.n - 1
}

// Len counts the values.
func (l *List[T]) Len() int { return l.n }

// At returns value i, to be read or changed where it is.
func (l *List[T]) At(i int) *T { return &l.blocks[i/ListBlock][i%ListBlock] }

// Truncate deletes all values but the first n.
func (l *List[T]) Truncate(n int) {
	if n >= l.n {
		return
	}
	l.n = n
	l.blocks = l.blocks[:(n+ListBlock-1)/ListBlock]
	if last := len(l.blocks) - 1; last >= 0 {
		l.blocks[last] = l.blocks[last][:n-last*ListBlock]
	}
}

// Reset empties the list and keeps its first block.
func (l *List[T]) Reset() {
	if len(l.blocks) > 0 {
		l.blocks = l.blocks[:1]
		l.blocks[0] = l.blocks[0][:0]
	}
	l.n = 0
}
