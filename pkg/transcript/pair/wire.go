package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// wire holds what is needed to repair messages that an API refuses although every
// call has its result: empty content, ids and names with chars that it does not
// allow, white space at the end of a last message of the model. A repair is made
// only in formats whose API is known to refuse the message (dialect.Rules), and only
// once nothing is left to pair.
type wire struct {
	suspects suspects
	request  bool            // the conversation is the body of a request
	threads  []*history.Live // of this round
	nameless []*call         // whose result does not name their tool, and has to
}

// suspects are the references of records that may hold what an API refuses. They are
// noted while the input is read, so that only these few are read again at the end:
// only then is it known whether they are live, and in which format a message is that
// several formats could have written.
type suspects map[int64]bool

// check notes the record if an API may refuse it.
func (s *suspects) check(v *dialect.View, ref int64) {
	if !suspicious(v) {
		return
	}
	if *s == nil {
		*s = suspects{}
	}
	(*s)[ref] = true
}

// suspicious reports whether an API may refuse a record for its ids, its names or a
// blank text.
func suspicious(v *dialect.View) bool {
	rules := v.Format.Rules()
	for i := range v.Calls {
		if c := &v.Calls[i]; badID(rules, c) != "" || badName(rules, c) != "" {
			return true
		}
	}
	switch {
	case rules.Empty == dialect.EmptyPasses && dialect.Certain(v.Format):
		return false
	case rules.Empty == dialect.EmptyPrompt && v.Role != dialect.User:
		return false
	}
	return v.HoldsBlank()
}

// badID and badName say why the API refuses the id or the name of a call, "" if it
// does not. They pass over a call that lacks an id or a name, or is damaged in some
// other way: pairing removes it.
func badID(rules dialect.Rules, c *dialect.Call) string {
	if rules.ID == (dialect.Limit{}) || c.ID.Blank() || c.Bad != "" {
		return ""
	}
	return rules.BadID(c.ID.Bytes())
}

func badName(rules dialect.Rules, c *dialect.Call) string {
	if rules.Tool == (dialect.Limit{}) || c.Name.Blank() || c.Bad != "" {
		return ""
	}
	return rules.BadName(c.Name.Bytes())
}

// isRequest tells the body of a request from a training example: Anthropic's API
// wants this member, and nobody else needs it. A line of a batch is one.
func isRequest(v *dialect.View) bool { return v.Request || v.Msg.Get("max_tokens").Exists() }

// planRefused plans the repairs of what the API refuses in a history in which every
// call has its result. It reports whether there was anything to repair.
func (r *repair) planRefused() bool {
	before := r.p.Report.Len()
	for _, c := range r.wire.nameless {
		r.nameResult(c)
	}
	for _, l := range r.wire.threads {
		if len(r.wire.suspects) > 0 {
			r.findIDs(l)
			r.badCalls(l)
			r.emptyContent(l)
		}
		if r.p.Report.Len() == before {
			r.trailingSpace(l)
		}
	}
	return r.p.Report.Len() > before
}

// nameResult writes the name of the call's tool into its result, which lacks it.
func (r *repair) nameResult(c *call) {
	name := r.view(c.node).Calls[c.n].Name.Text()
	d := drop{part: c.result.part, code: transcript.BadName, why: "tool result does not name its tool: it takes the name from its call"}
	r.note(d, transcript.Error, transcript.Rename)
	n := int(c.result.n)
	r.p.Edit(r.ref(c.result.node), func(v *dialect.View, _ outline.Value) []outline.Edit { return v.NameResult(n, name) })
}

// badCall is a call with an id or a name that the API refuses.
type badCall struct {
	part
	rules         dialect.Rules
	id, whyID     string
	name, whyName string
}

// badCalls replaces the ids and tool names of a thread's calls that the API refuses.
func (r *repair) badCalls(l *history.Live) {
	done := map[string]bool{}
	for _, c := range r.findBadCalls(l) {
		if c.whyID != "" && !done[c.id] {
			done[c.id] = true
			r.renameAll(l, c)
		}
		if c.whyName != "" {
			r.renameTool(c)
		}
	}
}

// findBadCalls returns the calls of the suspects that are live or hang beside the live
// path, each with what the API has against it.
func (r *repair) findBadCalls(l *history.Live) (list []badCall) {
	for pos := max(l.From, l.Sealed); pos < len(l.Path); pos++ {
		i := l.Path[pos]
		for _, node := range append([]uint32{i}, l.Beside[i]...) {
			if !r.wire.suspects[r.ref(node)] || r.x.Node(node).Is(history.Dropped) {
				continue
			}
			v := r.view(node)
			rules := v.Format.Rules()
			for n := range v.Calls {
				c := badCall{part: part{node: node, n: int32(n)}, rules: rules, whyID: badID(rules, &v.Calls[n]), whyName: badName(rules, &v.Calls[n])}
				c.id, c.name = v.Calls[n].ID.Text(), v.Calls[n].Name.Text()
				list = append(list, c)
			}
		}
	}
	return list
}

// renameAll gives every call and result that has the id of c a new one, on dead
// branches as well, so that calls and results still find each other. If one of them
// is inside a compaction record, which cannot be edited, all of them keep the old id.
func (r *repair) renameAll(l *history.Live, c badCall) {
	var parts []part
	for k := range r.x.Parts() {
		p := r.x.Part(k)
		if p.ID != history.Hash(c.id) || !l.InTree(p.Node) {
			continue
		}
		if r.x.Node(p.Node).Is(history.Inner) {
			return
		}
		parts = append(parts, part{p.Node, int32(p.N), p.Is(history.Result)})
	}
	id := r.freshID(c.id, c.rules)
	for _, p := range parts {
		if p.res {
			r.renameResult(p, id)
			continue
		}
		r.note(drop{part: p, code: transcript.BadID, why: "the API refuses the call: " + c.whyID}, transcript.Error, transcript.Rename)
		r.p.Rename(r.at(p), id)
	}
}

// renameTool shortens the tool name of a call to what the API accepts. The results
// need no edit: no format that limits tool names repeats them in results.
func (r *repair) renameTool(c badCall) {
	v := r.view(c.node)
	f := plan.Finding{Code: transcript.BadName, Ref: r.ref(c.node), ID: c.id, Why: "the API refuses the call: " + c.whyName, Reject: true}
	f.Start, f.End = r.span(f.Ref, v.Calls[c.n].Name)
	r.p.Report.Add(f)
	name, n := c.rules.FitName(c.name), int(c.n)
	r.p.Edit(f.Ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return v.SetTool(n, name) })
}
