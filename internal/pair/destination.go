package pair

import (
	"io"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// destination is what an input says of where it goes.
type destination struct {
	provider, model string        // of the last message that names them
	request         bool          // it is the body of a request
	doc             outline.Doc   // of a document, without its messages
	body            outline.Value // the request, where the input or the line is one
}

// hear notes what a record says.
func (t *destination) hear(v *dialect.View, rec outline.Value) {
	for _, in := range [...]outline.Value{v.Msg, rec} {
		m := in.Get("model")
		if !m.Exists() {
			m = in.Get("modelId")
		}
		if m.Kind() == outline.String && !hasAngle(m) && !m.Is(t.model) {
			t.model = m.Text()
		}
		if p := in.Get("provider"); p.Kind() == outline.String && !p.Is(t.provider) {
			t.provider = p.Text()
		}
	}
}

// hasAngle tells Claude Code's <synthetic> from a model.
func hasAngle(m outline.Value) bool { raw := m.Raw(); return len(raw) > 1 && raw[1] == '<' }

// mostOfDocument is how much of a document beside its messages is looked at, in bytes.
const mostOfDocument = 4 << 20

// hearDocument notes what a document says beside its messages, if the input is one.
func (t *destination) hearDocument(frame transcript.Frame) {
	if frame == nil {
		return
	}
	raw, err := io.ReadAll(io.LimitReader(frame.Cut(0, 0), mostOfDocument))
	if err != nil || t.doc.Parse(raw) != nil {
		return
	}
	root := t.doc.Root()
	for _, in := range []outline.Value{root, root.Get("body"), root.Get("params"), root.Get("request")} {
		for _, name := range []string{"model", "modelId"} {
			if m := in.Get(name); m.Kind() == outline.String {
				t.model, t.request, t.body = m.Text(), true, in
			}
		}
		if isBody(in) || in.Get("contents").Exists() {
			t.request, t.body = true, in
		}
	}
}

// target returns where the messages of a chat go, which alone have APIs of several kinds.
func (t *destination) target(explicit refusal.Target) refusal.Target {
	if explicit.APIs != 0 {
		return explicit
	}
	return refusal.TargetOf("openai-chat", "", t.model)
}

// targetOf returns where messages of a format go.
func (r *repair) targetOf(format string) refusal.Target {
	t := refusal.TargetOf(format, r.destination.provider, r.destination.model)
	if r.opt.For.APIs == 0 {
		return t
	}
	to := r.opt.For
	if to.Model == "" {
		to.Model = t.Model
	}
	return to
}

// formatOf returns the name of the format that the messages of a live path are of: of
// those that several formats could have written, that of the first one that only one can
// have written.
func (r *repair) formatOf(l *history.Live) string {
	for _, i := range l.Path[l.From:] {
		if f := r.x.Format(i); r.x.Node(i).Speaks() && dialect.Certain(f) {
			return f.Rules().Name
		}
	}
	return "plain"
}
