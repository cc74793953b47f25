package main

import (
	"math"
	"slices"

	"trtools/pkg/transcript/tokens"
)

const (
	goal   = 1.06 // what an estimate is to be of the larger count, in the middle
	ridge  = 1e-4 // pulls weights that hardly matter towards what all cost
	rounds = 60   // of fitting again with other weights for the rows
)

// row is a text, or several that are one session, for the fit.
type row struct {
	parts  map[int]float64 // how often each weight is added, by its number
	want   float64         // tokens
	weight float64         // how much the row counts
	first  float64         // the same in the first round
}

// problem is the rows and the weights' names.
type problem struct {
	rows  []row
	names []string
	ids   map[string]int
}

func newProblem(list []sample) *problem {
	p := &problem{ids: map[string]int{}}
	sessions := map[string][]*sample{}
	for i := range list {
		if s := &list[i]; s.Set == "session" {
			sessions[s.Name] = append(sessions[s.Name], s)
		} else {
			p.add([]*sample{s}, 3)
		}
	}
	for _, name := range sorted(sessions) {
		p.add(sessions[name], 10)
		p.addLong(sessions[name])
	}
	return p
}

// addLong adds the longer texts of a session on their own: they show which kind
// of text it is that is off.
func (p *problem) addLong(list []*sample) {
	for _, s := range list {
		if s.larger() > 500 {
			p.add([]*sample{s}, 0.05)
		}
	}
}

func (p *problem) add(list []*sample, weight float64) {
	r := row{parts: map[int]float64{}, weight: weight, first: weight}
	for _, s := range list {
		r.want += s.larger()
		for name, n := range tokens.Parts([]byte(s.Text)) {
			r.parts[p.id(name)] += float64(n)
		}
	}
	if r.want > 0 {
		p.rows = append(p.rows, r)
	}
}

func (p *problem) id(name string) int {
	id, ok := p.ids[name]
	if !ok {
		id = len(p.names)
		p.ids[name] = id
		p.names = append(p.names, name)
	}
	return id
}

// fit returns the weights. Rows whose estimate is too low count more from round
// to round: the aim is a bound, not a mean.
func (p *problem) fit() []float64 {
	w := make([]float64, len(p.names))
	for range rounds {
		p.solve(w)
		for i := range p.rows {
			r := &p.rows[i]
			switch ratio := r.estimate(w) / r.want; {
			case ratio < 0.98:
				r.weight = min(r.weight*1.25, r.first*50)
			case ratio > 1.25:
				r.weight = min(r.weight*1.05, r.first*3)
			default:
				r.weight = max(r.weight*0.97, r.first)
			}
		}
	}
	return w
}

func (r *row) estimate(w []float64) (sum float64) {
	for id, n := range r.parts {
		sum += n * w[id]
	}
	return sum
}

// solve finds the weights, none below zero, with the least sum of squared
// relative errors: coordinate descent over the normal equations.
func (p *problem) solve(w []float64) {
	n := len(w)
	a := make([]float64, n*n)
	b := make([]float64, n)
	prior := p.prior()
	for _, r := range p.rows {
		ids := sorted(r.parts)
		for _, i := range ids {
			x := r.parts[i] / r.want
			b[i] += r.weight * x * goal
			for _, j := range ids {
				a[i*n+j] += r.weight * x * r.parts[j] / r.want
			}
		}
	}
	for i := range w {
		a[i*n+i] += ridge
		b[i] += ridge * prior[i]
	}
	for range 3000 {
		moved := 0.0
		for i := range w {
			sum := b[i]
			for j := range w {
				sum -= a[i*n+j] * w[j]
			}
			was := w[i]
			w[i] = max(0, was+sum/a[i*n+i])
			moved = max(moved, math.Abs(w[i]-was))
		}
		if moved < 1e-6 {
			return
		}
	}
}

// prior is what a weight is when nothing speaks against it: a third of a token.
func (p *problem) prior() []float64 {
	w := make([]float64, len(p.names))
	for i := range w {
		w[i] = 1.0 / 3
	}
	return w
}

func sorted[K interface{ ~int | ~string }, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
