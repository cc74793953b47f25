// Package pieces allocates many small values at once.
package pieces

// atOnce is how many values one allocation is for. What is still needed of one keeps
// all of them alive.
const atOnce = 32

// Of hands out values of a type. The zero Of is ready.
type Of[T any] struct{ left []T }

// Next returns a new value, which is zero.
func (p *Of[T]) Next() *T {
	if len(p.left) == 0 {
		p.left = make([]T, atOnce)
	}
	v := &p.left[0]
	p.left = p.left[1:]
	return v
}
