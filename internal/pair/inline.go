package pair

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// complete plans the results of calls that hold them in their own element.
func (r *repair) complete(t *frames) {
	list := t.inline.missing
	if t.inline.openEnd || t.opt.Tail == KeepTail || t.opt.keepsLabel(t.conv) {
		for _, c := range t.inline.last {
			r.note(drop{part: c.part, code: transcript.OpenCall, why: "the last call has no result"}, transcript.Info, transcript.Keep)
		}
	} else {
		list = append(list, t.inline.last...)
	}
	for _, c := range list {
		if _, ok := r.planMissing(c); ok {
			r.report(touched(r.ref(c.node), "takes the result of its call"), r.view(c.node).Calls[c.n].Item)
			r.noteCopies(c.part)
			made := dialect.NewResult{Text: r.p.Wording.Text, ErrorFlag: r.p.Wording.ErrorFlag}
			n := int(c.n)
			r.p.Edit(r.ref(c.node), func(v *dialect.View, rec outline.Value) []outline.Edit {
				made.Call, made.ID, made.Name = rec, v.Calls[n].ID.Text(), v.Calls[n].Name.Text()
				return v.Complete(dialect.Completion{N: n, NewResult: made})
			})
		}
	}
	if len(list) > 0 {
		r.removeEmptied()
	}
}
