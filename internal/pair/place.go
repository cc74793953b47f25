package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// putBeside places the results of a frame in a thread without links. The wire rule of
// the format decides where: as records behind the frame's last result, or as blocks
// at the head of the next user message.
func (r *repair) putBeside(f *frame, ins []plan.Insert) {
	switch {
	case !f.format.Rules().Blocks:
		r.p.Behind(r.ref(f.last), ins)
	case f.next != history.None && r.takesBlocks(f):
		ref := r.ref(f.next)
		r.report(plan.Finding{Code: transcript.Touched, Ref: ref, Why: "takes results of the calls before it"}, outline.Value{})
		r.p.Lead(ref, f.format, ins)
	default:
		r.putAlone(f, ins)
	}
	for _, in := range ins {
		if in.Moved != nil && f.format.Rules().Blocks {
			packed.Set(&r.dropped, part{in.Node, in.Moved.N, true}, true)
		}
	}
}

// takesBlocks reports whether the user message behind a frame can hold its results: it is
// read in the frame's format, and its content is a list or a text.
func (r *repair) takesBlocks(f *frame) bool {
	v, _ := r.p.View(r.ref(f.next), f.format)
	return v.Format == f.format && v.TakesParts()
}

// putAlone gives results a message of their own, where no user message follows their
// calls that can hold them. If one of them moves out of a message that holds nothing else, that message
// moves and takes the others in; otherwise a new message is written.
func (r *repair) putAlone(f *frame, ins []plan.Insert) {
	host := slices.IndexFunc(ins, func(in plan.Insert) bool { return in.Moved != nil && r.nothingElse(in.Node, ins) })
	if host < 0 {
		r.p.Wrap(r.ref(f.node()), f.format, ins)
		return
	}
	ref := ins[host].Moved.Ref
	r.p.Move(ref, r.ref(f.node()))
	var rest []plan.Insert
	for _, in := range ins {
		if in.Moved == nil || in.Moved.Ref != ref {
			rest = append(rest, in)
		}
	}
	if len(rest) > 0 {
		r.p.Lead(ref, f.format, rest)
	}
}

// nothingElse reports whether all that a message holds is results among ins that keep
// their ids, so that the message itself can move.
func (r *repair) nothingElse(i uint32, ins []plan.Insert) bool {
	v := r.view(i)
	if v.Text || len(v.Calls) > 0 || v.Role == dialect.Assistant {
		return false
	}
	n := 0
	for _, in := range ins {
		if in.Moved != nil && in.Node == i && in.ID == "" {
			n++
		}
	}
	return n == len(v.Results)
}

// planItems plans the repairs of a list of items.
func (r *repair) planItems(t *items) {
	for i, c := range t.Calls {
		if !c.sealed {
			r.rename([]*call{&c.call})
		}
		r.planItem(t, i, c)
	}
	for _, c := range t.work {
		r.dropStrandedThinking(c)
		r.removeReplayedStep(t, c)
	}
	r.removeEmptied()
}

// planItem plans the repair of call i of a list: its result is missing, or stands in
// front of it. The result is put behind the last call of the same run, so that the
// calls of one answer stay together.
func (r *repair) planItem(t *items, i int, c *itemCall) {
	var in plan.Insert
	switch {
	case c.Gone:
		return
	case c.moved:
		in = r.planMove(&c.call)
	case c.Answered:
		return
	case r.interrupted(&c.call):
		r.drop(drop{part: c.part, code: transcript.BadCall, why: "its arguments are cut off"})
		r.dropStrandedThinking(c)
		return
	case t.endsList(i):
		r.noteOpen(&c.call)
		return
	default:
		var ok bool
		if in, ok = r.planMissing(&c.call, false); !ok {
			if r.opt.Missing == StripMissing || c.Kind == dialect.Screen {
				r.dropStrandedThinking(c)
			}
			return
		}
	}
	last := c.node
	if l := t.lastOf[c.run]; l != history.None {
		last = max(last, l)
	}
	r.p.Behind(r.ref(last), []plan.Insert{in})
}

// dropStrandedThinking removes the thinking item that stands directly in front of a
// removed call, because the API refuses thinking without the item that followed it
// ("was provided without its required following item").
func (r *repair) dropStrandedThinking(c *itemCall) {
	if c.thinking == history.None || !c.alone || !r.p.Touched(r.ref(c.node)) || c.sealed {
		return
	}
	r.removeRecord(c.thinking, transcript.BadCall, "thinking that belongs to a call that is removed")
}

// removeReplayedStep removes the rest of a step whose call is a copy of an earlier
// call: the copies of the thinking and of the words in front of it. The API refuses
// those too, as item ids have to be unique ("Duplicate item found with id").
func (r *repair) removeReplayedStep(t *items, c *itemCall) {
	first := t.replays[c]
	if first == nil {
		return
	}
	i, j := r.x.Node(c.node).Parent(), r.x.Node(first.node).Parent()
	for i != history.None && j != history.None && i != j && r.sameItem(i, j) {
		r.removeRecord(i, transcript.DuplicateCall, "belongs to a step that is written again")
		i, j = r.x.Node(i).Parent(), r.x.Node(j).Parent()
	}
}

// sameItem reports whether two records hold the same item of the model, and that item
// is neither a call nor a result.
func (r *repair) sameItem(i, j uint32) bool {
	n := r.x.Node(i)
	if !n.Is(history.Model) || n.Is(history.HasParts) || n.Is(history.Inner) || r.gone[i] {
		return false
	}
	return r.bare(i, true) == r.bare(j, true)
}

// removeRecord reports a record and plans its removal as a whole.
func (r *repair) removeRecord(i uint32, code transcript.Code, why string) {
	if r.gone[i] {
		return
	}
	packed.Set(&r.gone, i, true)
	ref := r.ref(i)
	r.report(plan.Finding{Code: code, Action: transcript.Remove, Ref: ref, Why: why, Reject: true}, outline.Value{})
	r.p.Remove(ref)
}
