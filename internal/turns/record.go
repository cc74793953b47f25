package turns

import (
	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/internal/shrink"
	"trtools/pkg/transcript/outline"
)

// record looks at what stands on a line: one message, or a list of them.
func (w *Walker) record(l *line, root outline.Value) {
	v := &w.view
	key := v.ThreadOf()
	if v.Class == dialect.Boundary || v.Anew || v.Root() {
		w.endThread(w.top, key)
	}
	switch {
	case v.Class == dialect.Boundary && v.List.Exists():
		w.list(l, v.List, w.top)
	case v.Class == dialect.Message:
		w.message(l, w.top, w.top.thread(key), v, root)
	case v.List.Exists():
		w.list(l, v.List, w.own)
		w.number = 0
		w.end(w.own)
	}
}

// list looks at the messages in an array, each of which has a format of its own.
func (w *Walker) list(l *line, list outline.Value, s *scope) {
	v, found := &w.element, &w.elements
	found.Reset()
	for el := range list.All() {
		if s == w.own {
			w.number++
		}
		if found.View(el, v) && (v.Class == dialect.Message || v.Format.Rules().ByID) {
			w.message(l, s, s.thread(dialect.Thread{}), v, el)
		}
	}
}

// message records the calls, results and images of one message.
func (w *Walker) message(l *line, s *scope, t *thread, v *dialect.View, root outline.Value) {
	switch {
	case v.Role == dialect.Assistant && !v.Meta && !v.Dropped:
		m := w.assistant(s, t, v)
		w.addArgumentsAndReasoning(l, m, v, root)
	case v.Role == dialect.User && v.Text && !v.Meta:
		t.inItem = false
		t.closeOpenCalls(nil)
		if w.Asked != nil && len(v.Results) == 0 {
			start, _ := root.Span()
			w.Asked[t.id] = Place{l.rec.Offset, start}
		}
	}
	if w.opt.Images && v.Role == dialect.User {
		w.images(l, t.current(), &Result{}, v, v.ImagesBeside())
	}
	if len(v.Results) > 0 {
		t.inItem = false
		w.results(l, t, v, root)
	}
	w.retire(t, false)
}

// assistant looks at a message of the model, or one of the records or items of
// one.
func (w *Walker) assistant(s *scope, t *thread, v *dialect.View) *Message {
	m := w.sameMessage(t, v)
	if m == nil {
		s.messages++
		m = t.begin(v.MessageID.Text())
		t.heard = s.messages
		w.endSilentThreads(s)
	}
	t.inItem = v.Model
	if len(v.Calls) > 0 {
		t.closeOpenCalls(m)
	}
	if !w.opt.knowsCalls() {
		return m
	}
	for i := range v.Calls {
		c := &v.Calls[i]
		u := &callUse{Call: pairing.CallOf(c), message: m, tool: string(c.ToolBytes())}
		if m.calls.Twin(&u.Call) != nil {
			continue // written twice
		}
		if w.opt.Files {
			u.file.Name, u.file.Part = c.File()
		}
		u.spilled = w.opt.Store.Names(c.Args.Raw())
		t.addCall(u, w.opt.Decided)
	}
	return m
}

// knowsCalls reports whether the calls of results are looked for.
func (o *Options) knowsCalls() bool { return o.ByCall || o.Calls }

// addArgumentsAndReasoning adds the call arguments and the reasoning of a message
// as Results of their own, because they age like tool results.
func (w *Walker) addArgumentsAndReasoning(l *line, m *Message, v *dialect.View, root outline.Value) {
	if w.opt.Arguments {
		for i := range v.Calls {
			c := &v.Calls[i]
			r := l.result(Arguments)
			r.ID, r.Tool = c.ID.Text(), c.Tool()
			w.add(m, r, c.ArgumentTexts())
		}
	}
	if w.opt.Reasoning {
		var list []dialect.ResultText
		for _, s := range v.Reasoning() {
			list = append(list, dialect.ResultText{Value: s})
		}
		r, thoughts := l.result(Reasoning), v.Thoughts()
		r.Alone = len(thoughts) == v.Body.Len()
		for _, b := range thoughts {
			r.Texts = append(r.Texts, shrink.NewBlock(&l.in, b, v.Format.Part))
		}
		if r.Item = v.Think && v.Format.Rules().ByID; r.Item {
			start, end := root.Span()
			r.Texts = append(r.Texts, shrink.TextAt(&l.in, start, end))
		}
		w.add(m, r, list)
	}
}

// sameMessage returns the message that a record goes on with, nil if it begins
// one: records with one message.id, and model items up to a user message or an
// output, are one message.
func (w *Walker) sameMessage(t *thread, v *dialect.View) *Message {
	rules := v.Format.Rules()
	switch {
	case rules.Linked:
		return t.find(v.MessageID.Bytes())
	case v.Model && t.inItem && len(t.young) > 0:
		return t.current()
	}
	return nil
}

// results adds the results of a record to the messages that called them.
func (w *Walker) results(l *line, t *thread, v *dialect.View, root outline.Value) {
	for i := range v.Results {
		x := &v.Results[i]
		r := &Result{line: l}
		r.In = &l.in
		r.ID, r.Tool = x.ID.Text(), string(x.Name.Bytes())
		r.Failed, r.Alone, r.answers = v.Failed(x), isSingleText(x.Content), pairing.ResultOf(x)
		w.result(t, r, v.Texts(x))
		if images := v.ImagesOf(x); w.opt.Images && len(images) > 0 {
			w.images(l, r.message, r, v, images)
		}
	}
	if w.opt.Copies {
		if c := v.Copies(root); len(c) > 0 {
			r := l.result(ToolResult)
			r.Copy = true
			w.result(t, r, c)
		}
	}
}

// result finds the message that a result belongs to and adds the result to it.
func (w *Walker) result(t *thread, r *Result, texts []dialect.ResultText) {
	m := t.current()
	var u *callUse
	if w.opt.knowsCalls() && !r.Copy {
		u = t.owner(&r.answers)
	}
	if u != nil {
		if w.opt.ByCall {
			m, r.found = u.message, true
		}
		if r.Tool == "" {
			r.Tool = u.tool
		}
		r.File, r.Spilled = u.file, u.spilled
		u.answer(&r.answers)
	} else if w.opt.ByCall && r.ID != "" {
		m.uncalled = append(m.uncalled, r)
	}
	w.add(m, r, texts)
}

// isSingleText reports whether a result is one text, or a list of one part.
func isSingleText(content outline.Value) bool {
	if content.Kind() == outline.String {
		return true
	}
	first, ok := content.First()
	if !ok || content.Kind() != outline.Array {
		return false
	}
	_, more := first.Next()
	return !more
}

// result returns a result of a line that needs no call.
func (l *line) result(k Kind) *Result {
	r := &Result{Kind: k, line: l, found: true}
	r.In = &l.in
	return r
}

// images lists the images of a result, or of a message of the user. Each becomes a text part.
func (w *Walker) images(l *line, m *Message, of *Result, v *dialect.View, images []dialect.Block) {
	r := l.result(Image)
	r.ID, r.Tool = of.ID, of.Tool
	for _, b := range images {
		r.Texts = append(r.Texts, shrink.NewBlock(&l.in, b, v.Format.Part))
	}
	w.add(m, r, nil)
}

// add gives a result to its message and asks whether it may change.
func (w *Walker) add(m *Message, r *Result, texts []dialect.ResultText) {
	r.Add(texts)
	r.number = w.number
	if r.message = m; len(r.Texts) == 0 {
		return
	}
	r.N, _ = r.Texts[0].Span()
	if !w.by.Read(r) {
		return
	}
	r.Forget() // it is decoded again if it changes
	r.waits = true
	r.line.results = append(r.line.results, r)
	r.line.pending++
	if m.gone { // the message has retired, so the result is decided at once
		w.decide(&Message{Age: max(m.Age, w.opt.Young), Results: []*Result{r}, thread: m.thread, passed: true})
		return
	}
	m.Results = append(m.Results, r)
}

// retire decides the messages of a thread that are old now, or with all every one. Calls that
// nobody answered are remembered: a displaced result may come.
func (w *Walker) retire(t *thread, all bool) {
	kept := t.young[:0]
	for _, m := range t.young {
		if !all && (m.Age < w.opt.Young || m.Open()) {
			kept = append(kept, m)
			continue
		}
		m.gone, m.waited = true, t.waiting.Add(&m.calls)
		w.decide(m)
		t.retired = append(t.retired, m)
	}
	clear(t.young[len(kept):])
	t.young = kept
	t.forget(len(t.retired) - remembered)
}

// endSilentThreads ends the threads that have been silent for long.
func (w *Walker) endSilentThreads(s *scope) {
	for key, t := range s.threads {
		limit := mainSilence
		if key.Sidechain || key.Agent != "" {
			limit = silence
		}
		if s.messages-t.heard > limit {
			w.endThread(s, key)
		}
	}
}

// end ends all threads of a scope.
func (w *Walker) end(s *scope) {
	for key := range s.threads {
		w.endThread(s, key)
	}
	s.messages = 0
}

// endThread decides everything in a thread; the next message begins it anew.
func (w *Walker) endThread(s *scope, key dialect.Thread) {
	if t := s.threads[key]; t != nil {
		delete(s.threads, key)
		w.retire(t, true)
		t.forget(len(t.retired))
		w.memory.threads.put(t)
	}
}

// decide asks what becomes of the results of a message.
func (w *Walker) decide(m *Message) {
	if len(m.Results) > 0 {
		w.by.Retire(m)
	}
	for _, r := range m.Results {
		r.line.pending--
	}
	clear(m.Results) // the thread still refers to the message, but not to its results
	m.Results, m.uncalled = m.Results[:0], nil
}
