package turns

import (
	"trtools/internal/dialect"
	"trtools/internal/shrink"
	"trtools/pkg/transcript/outline"
)

// atAGlance does what is to be done in a conversation on one line, if one look tells all of
// it, and reports whether it did. Then its messages are not seen one by one.
func (w *Walker) atAGlance(l *line, list outline.Value) bool {
	by, ok := w.by.(Passer)
	if !ok || !w.glance.Look(list) {
		return false
	}
	if by.Passes(&w.glance) {
		return true
	}
	if !l.in.Sound || w.opt.Arguments || w.opt.Reasoning || w.opt.Images || w.opt.Files {
		return false
	}
	for i := range w.glance.Results {
		if w.glance.Results[i].Spelled() {
			return false
		}
	}
	w.answers(l)
	return true
}

// answers has the results of such a conversation decided: those of one message of the model
// after the other.
func (w *Walker) answers(l *line) {
	for rest := w.glance.Results; len(rest) > 0; {
		asker := rest[0].Asker
		m := w.memory.messages.take()
		m.Number, m.Age = asker, min(w.glance.Spoken-asker, w.opt.Young)
		for ; len(rest) > 0 && rest[0].Asker == asker; rest = rest[1:] {
			w.offer(m, w.answer(l, &rest[0]))
		}
		w.decide(m)
		w.memory.past(m)
	}
}

// answer returns one of the results.
func (w *Walker) answer(l *line, a *dialect.Answer) *Result {
	r := l.result(ToolResult)
	r.ID = w.memory.text(inner(a.ID))
	r.Failed, r.Alone = a.Failed(), true
	if r.Tool = w.memory.name(inner(a.Name)); r.Tool == "" && (w.opt.ByCall || w.opt.Spilled != nil) {
		r.Tool = w.memory.name(inner(a.Tool))
	}
	r.Spilled = w.opt.Spilled != nil && w.opt.Spilled(a.Args)
	if len(a.Content) > len(`""`) {
		r.Texts = append(r.Texts, shrink.TextAt(&l.in, a.Start, a.Start+len(a.Content)))
	}
	return r
}

// inner returns what stands between the quotes of a JSON string that may be missing.
func inner(quoted []byte) []byte {
	if len(quoted) < len(`""`) {
		return nil
	}
	return quoted[1 : len(quoted)-1]
}
