// Package pieces allocates many small values at once.
package pieces

// One allocation is for twice as many values as the one before it, up to atOnce: many
// inputs need a few. What is still needed of one keeps all of them alive.
const (
	atFirst = 2
	atOnce  = 32
)

// Of hands out values of a type. The zero Of is ready.
type Of[T any] struct {
	left []T
	size int  // of the last allocation
	back []*T // given back
}

// Give takes back a value that nobody knows any more. It is handed out again.
func (p *Of[T]) Give(v *T) { p.back = append(p.back, v) }

// Next returns a value, which is zero.
func (p *Of[T]) Next() *T {
	if n := len(p.back); n > 0 {
		v := p.back[n-1]
		p.back = p.back[:n-1]
		*v = *new(T)
		return v
	}
	if len(p.left) == 0 {
		p.size = min(max(2*p.size, atFirst), atOnce)
		p.left = make([]T, p.size)
	}
	v := &p.left[0]
	p.left = p.left[1:]
	return v
}
