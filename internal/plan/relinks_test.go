package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/packed"
)

// edits says what the edits of all records are that change.
func (p *Plan) told() (list []string) {
	for x := range p.sorted() {
		ref, c := x.ref, x.change
		text := fmt.Sprint(ref, c.gone)
		for _, e := range c.edits {
			parent := "-"
			if e.parent != nil {
				parent = *e.parent
			}
			text += fmt.Sprint(" ", e.layer, parent, e.time)
		}
		list = append(list, text)
	}
	return list
}

// A record that gets another parent has it, whatever else is planned for it and in whatever
// order: as if every one were noted by itself.
func TestRelinks(t *testing.T) {
	for seed := range uint64(200) {
		few, each := New(nil), New(nil)
		for k := range 2 { // the second one holds nothing together
			p, r := []*Plan{few, each}[k], rand.New(rand.NewPCG(seed, 2))
			for i := range int64(40) {
				ref := i
				if r.IntN(8) == 0 {
					ref = r.Int64N(40)
				}
				if k == 1 {
					p.change(ref)
				}
				switch r.IntN(10) {
				case 0:
					p.Retime(ref, "later")
				case 1:
					p.Remove(ref)
				case 2:
					p.RemoveAll(packed.Sorted([]int64{ref}))
				case 3:
					p.put(ref, text("x"))
				default:
					p.Relink(ref, fmt.Sprint("parent", i))
				}
				if i%15 == 14 {
					p.Layer()
				}
			}
		}
		got, want := few.told(), each.told()
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d:\n%q\nwant\n%q", seed, got, want)
		}
	}
}

// Records that only get another parent take a few bytes each.
func TestRelinksInOrder(t *testing.T) {
	p := New(nil)
	for ref := range int64(100) {
		p.Relink(ref, "3520680d-d459-5b07-a6cc-2c4108cc3266")
	}
	if len(p.changes) > 0 || p.Empty() || !p.Touched(99) || p.Touched(100) {
		t.Errorf("%d changes are held one by one", len(p.changes))
	}
}
