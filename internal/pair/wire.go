package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// hasCallsElsewhere reports whether calls of the history may be kept by the API alone: a request
// goes on with an earlier answer or a conversation there, or refers to items of it.
func (r *repair) hasCallsElsewhere() bool {
	if r.suspects.Refers {
		return true
	}
	for _, name := range [...]string{"previous_response_id", "conversation"} {
		if m := r.destination.body.Get(name); m.Exists() && !m.Blank() {
			return true
		}
	}
	return false
}

// isRequest tells the body of a request from a training example: a line of a batch is one,
// and what sets how the model answers.
func isRequest(v *dialect.View) bool { return v.Request || isBody(v.Msg) }

// isBody reports whether an object has a member that only the body of a request has.
func isBody(in outline.Value) bool {
	for _, name := range [...]string{"max_tokens", "max_completion_tokens", "max_output_tokens", "generationConfig", "inferenceConfig", "previous_response_id"} {
		if in.Get(name).Exists() {
			return true
		}
	}
	return false
}

// planRefused plans the repairs of what the API refuses in a history in which every
// call has its result. It reports whether there was anything to repair. Of a training
// example nothing is said unless somebody says where it goes.
func (r *repair) planRefused() bool {
	before := r.p.Report.Len()
	for _, c := range r.nameless {
		r.nameResult(c)
	}
	for _, l := range r.threads {
		if !r.conv || r.request || r.opt.For.APIs != 0 {
			r.badCalls(l)
			r.refused(l)
		}
	}
	return repairs(r.p.Report.From(before))
}

// nameResult writes the name of the call's tool into its result, which lacks it.
func (r *repair) nameResult(c *call) {
	name := r.view(c.node).Calls[c.n].Name.Text()
	d := drop{part: c.result, code: transcript.BadName, why: "tool result does not name its tool: it takes the name from its call"}
	r.note(d, transcript.Error, transcript.Rename)
	n := int(c.result.n)
	r.p.Edit(r.ref(c.result.node), func(v *dialect.View, _ outline.Value) []outline.Edit { return v.NameResult(n, name) })
}

// badCall is a call with an id or a name that the API refuses.
type badCall struct {
	part
	idLimit, toolLimit dialect.Limit
	id, whyID          string
	name, whyName      string
}

// badCalls replaces the ids and tool names of a thread's calls that the API refuses.
func (r *repair) badCalls(l *history.Live) {
	list := r.findBadCalls(l)
	if len(list) == 0 {
		return
	}
	r.findIDs(l)
	done, names := map[string]bool{}, map[uint64]badCall{}
	for _, c := range list {
		if c.whyID != "" && !done[c.id] {
			done[c.id] = true
			r.renameAll(l, c)
		}
		if c.whyName != "" {
			r.renameTool(c)
			names[pairing.Hash(c.id)] = c
		}
	}
	r.renameInResults(l, names)
}

// renameInResults gives the results of calls whose tool has another name that name, where
// they repeat it.
func (r *repair) renameInResults(l *history.Live, names map[uint64]badCall) {
	if len(names) == 0 {
		return
	}
	for k := range r.x.Parts() {
		p := r.x.Part(k)
		c, ok := names[p.ID]
		if n := p.N(); ok && p.Is(history.Result) && p.Node != c.node && l.InTree(p.Node) && r.view(p.Node).Results[n].Name.Is(c.name) {
			r.note(drop{part: part{p.Node, int32(n), true}, code: transcript.Touched, why: "its call has a new tool name"}, transcript.Info, transcript.Rename)
			name := c.toolLimit.Fit(c.name)
			r.p.Edit(r.ref(p.Node), func(v *dialect.View, _ outline.Value) []outline.Edit { return v.NameResult(n, name) })
		}
	}
}

// findBadCalls returns the calls of the suspects that are live or hang beside the live
// path, each with what the API has against it.
func (r *repair) findBadCalls(l *history.Live) (list []badCall) {
	for pos := max(l.From, l.Sealed); pos < len(l.Path) && len(r.suspects.Notes) > 0; pos++ {
		i := l.Path[pos]
		list = r.addBadCalls(list, i)
		for _, node := range l.Beside[i] {
			list = r.addBadCalls(list, node)
		}
	}
	return list
}

// addBadCalls adds those of a record.
func (r *repair) addBadCalls(list []badCall, node uint32) []badCall {
	if r.suspects.Notes[r.ref(node)].Faulty && !r.x.Node(node).Is(history.Dropped) && r.x.Format(node).Rules().Sent() {
		list = append(list, r.badCallsOf(node)...)
	}
	return list
}

// badCallsOf returns the calls of a record. It passes over those that lack an id or a
// name, or are damaged in some other way: pairing removes them.
func (r *repair) badCallsOf(node uint32) (list []badCall) {
	v := r.view(node)
	format := v.Format.Rules().Name
	id, tool := r.targetOf(format).Limits(format)
	for n := range v.Calls {
		x := &v.Calls[n]
		c := badCall{part: part{node: node, n: int32(n)}, idLimit: id, toolLimit: tool, id: x.ID.Text(), name: x.Name.Text()}
		if x.Bad == "" && !x.ID.Blank() {
			c.whyID = id.Wrong("id", x.ID.Bytes())
		}
		if x.Bad == "" && !x.Name.Blank() && !x.Typed && !x.NoID {
			c.whyName = tool.Wrong("tool name", x.Name.Bytes())
		}
		if c.whyID+c.whyName != "" {
			list = append(list, c)
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
		if p.ID != pairing.Hash(c.id) || !l.InTree(p.Node) {
			continue
		}
		if r.x.Node(p.Node).Is(history.Inner) {
			return
		}
		parts = append(parts, part{p.Node, int32(p.N()), p.Is(history.Result)})
	}
	id := r.freshID(c.id, c.idLimit)
	for _, p := range parts {
		if p.res {
			r.renameResult(p, id)
			continue
		}
		r.note(drop{part: p, code: transcript.BadID, why: "the API refuses the call: " + c.whyID}, transcript.Error, transcript.Rename)
		r.p.Rename(r.at(p), id)
	}
}

// renameTool shortens the tool name of a call to what the API accepts.
func (r *repair) renameTool(c badCall) {
	v := r.view(c.node)
	ref := r.ref(c.node)
	r.report(plan.Finding{Code: transcript.BadName, Action: transcript.Rename, Ref: ref, ID: c.id, Why: "the API refuses the call: " + c.whyName, Reject: true}, v.Calls[c.n].Name)
	name, n := c.toolLimit.Fit(c.name), int(c.n)
	r.p.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return v.SetTool(n, name) })
}
