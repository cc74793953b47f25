package pair

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// fillCalls puts the results of calls into their own elements: made ones, and those that move there.
func (r *repair) fillCalls(list []*call) {
	for n := 0; len(list) > 0; list, n = list[n:], 0 {
		for n < len(list) && list[n].node == list[0].node {
			n++
		}
		r.fillIn(list[0].node, list[:n])
	}
}

// fillIn does so in one message.
func (r *repair) fillIn(i uint32, calls []*call) {
	var results []dialect.Completion
	for _, c := range calls {
		f, of := touched(r.ref(i), "takes the result of its call"), r.view(i).Calls[c.n]
		x := dialect.Completion{N: int(c.n), Text: r.p.Wording.Text, ErrorFlag: r.p.Wording.ErrorFlag}
		if c.moved {
			f.ID = of.ID.Text()
			v := r.view(c.result.node)
			res := &v.Results[c.result.n]
			x.ErrorFlag, x.Part = v.Failed(res), append([]byte(nil), outline.Compact(res.Item.Raw())...)
		}
		r.report(f, of.Item)
		results = append(results, x)
	}
	if r.isElement(i) {
		in := r.within(i)
		in.Fill = append(in.Fill, results...)
		return
	}
	r.p.Fill(r.ref(i), results)
}
