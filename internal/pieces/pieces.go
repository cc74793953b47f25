// Package pieces allocates many small values at once.
package pieces

// atOnce is how many values one allocation is for. What is still needed of one keeps
// all of them alive.
const atOnce = 32

// Of hands out values of a type. The zero Of is ready.
type Of[T any] struct {
	left []T
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
		p.left = make([]T, atOnce)
	}
	v := &p.left[0]
	p.left = p.left[1:]
	return v
}
