package stat

import (
	"iter"
	"sort"
	"unique"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// facts are what is noted of the records as they are read, beside what the index
// holds: one fact of every record, or element of the list that a compaction puts in, and
// their calls and results.
type facts struct {
	model  tokens.Model
	detect *dialect.Detector // for the elements of lists

	list  packed.List[fact]
	parts packed.List[part] // all of them, one behind the other
	usage counter

	called  map[string]called       // the newest call of an id
	waiting []unique.Handle[string] // tools of calls that no id names, oldest first
}

// fact is what is noted of one.
type fact struct {
	at     int64  // where it stands
	line   int64  // the number of its line, once that is known
	bytes  uint32 // how long it is; no line of 4 GiB is parsed
	copies uint32 // bytes of the copies of its results that the client displays
	parts  uint32 // the number of its first part
	thread unique.Handle[string]
	role   dialect.Role
}

// search returns the number of the first fact that stands at a place or behind it.
func (f *facts) search(at int64) int {
	return sort.Search(f.list.Len(), func(k int) bool { return f.list.At(k).at >= at })
}

// part is one call or result.
type part struct {
	id            string
	tool          unique.Handle[string]
	chars, tokens uint32 // of a result
	ms            int64  // from its call to it; 0 is unknown
	result        bool
	failed        bool
	// rest says that chars and tokens are those of all else in the record, which is
	// cheaper to know than those of the only result itself.
	rest bool
}

// called is what is known of a call until its result comes.
type called struct {
	tool unique.Handle[string]
	id   string
	when int64 // in Unix milliseconds, 0 if that is not known
}

func newFacts(m tokens.Model) facts {
	return facts{model: m, detect: dialect.NewDetector(nil, ""), called: map[string]called{}}
}

// reset forgets the records, for those of a conversation.
func (f *facts) reset() {
	f.list.Reset()
	f.parts.Reset()
	f.usage, f.waiting = counter{}, f.waiting[:0]
	clear(f.called)
}

// add notes a record, and the messages that it puts in place of others.
func (f *facts) add(v *dialect.View, at, bytes int64) {
	f.one(v, at, bytes)
	if v.Class != dialect.Boundary || !v.List.Exists() {
		return
	}
	var inner dialect.View
	for el := range v.List.All() {
		if f.detect.View(el, &inner) && inner.Class == dialect.Message {
			f.one(&inner, at, int64(len(el.Raw())))
		}
	}
}

func (f *facts) one(v *dialect.View, at, bytes int64) {
	f.list.Add(fact{at: at, bytes: uint32(bytes), parts: uint32(f.parts.Len()), thread: unique.Make(threadOf(v)), role: v.Role})
	when := int64(0)
	if len(v.Calls) > 0 || len(v.Results) > 0 {
		when = v.When()
	}
	for k := range v.Calls {
		f.call(&v.Calls[k], when)
	}
	for k := range v.Results {
		f.result(v, k, when)
	}
}

// addBeside notes what else stands in the record that was added last.
func (f *facts) addBeside(v *dialect.View, rec outline.Value) {
	k := f.list.Len() - 1
	if v.Class == dialect.Message && v.Role == dialect.Assistant {
		f.usage.answer = k + 1
	}
	if u, ok := dialect.UsageOf(rec); ok {
		f.usage.see(v, u, k)
	}
	if len(v.Results) == 0 {
		return
	}
	for _, c := range v.DisplayCopies(rec) {
		f.list.At(k).copies += uint32(len(c.Raw()))
	}
}

// threadOf names the conversation of a record: that of the sub-agent that it is of.
func threadOf(v *dialect.View) string {
	switch t := v.ThreadOf(); {
	case t.Agent != "":
		return t.Agent
	case t.Sidechain:
		return "sidechain"
	}
	return "main"
}

func (f *facts) call(c *dialect.Call, when int64) {
	p := part{id: c.ID.Text(), tool: unique.Make(c.Tool())}
	f.parts.Add(p)
	if p.id != "" {
		f.called[p.id] = called{p.tool, p.id, when}
	} else if !c.Answered {
		f.waiting = append(f.waiting, p.tool)
	}
}

func (f *facts) result(v *dialect.View, k int, when int64) {
	r := &v.Results[k]
	p := part{id: r.ID.Text(), result: true, failed: v.Failed(r), rest: len(v.Results) == 1}
	if c, known := f.called[p.id]; !known {
		p.tool = f.toolOf(v, r, p.id != "")
	} else if p.id, p.tool = c.id, c.tool; c.when > 0 { // one string for both
		p.ms = max(0, when-c.when)
	}
	var chars, estimated int
	if p.rest {
		chars, estimated = v.SizeBeside(f.model)
	} else {
		chars, estimated = v.SizeOf(f.model, k)
	}
	p.chars, p.tokens = uint32(chars), uint32(estimated)
	f.parts.Add(p)
}

// toolOf returns the tool whose result r is where no id tells its call: the one that it names.
// Results without ids stand in the order of their calls.
func (f *facts) toolOf(v *dialect.View, r *dialect.Result, hasID bool) unique.Handle[string] {
	named := unique.Make(r.Name.Text())
	for i, t := range f.waiting {
		if !hasID && (named == unique.Make("") || named == t) {
			f.waiting = append(f.waiting[:i], f.waiting[i+1:]...)
			return t
		}
	}
	if named == unique.Make("") && len(v.Calls) == 1 { // both in one element
		return unique.Make(v.Calls[0].Tool())
	}
	return named
}

// partsOf yields the parts of a record.
func (f *facts) partsOf(k int) iter.Seq[*part] {
	return func(yield func(*part) bool) {
		end := f.parts.Len()
		if k+1 < f.list.Len() {
			end = int(f.list.At(k + 1).parts)
		}
		for i := int(f.list.At(k).parts); i < end && yield(f.parts.At(i)); i++ {
		}
	}
}

// match finds the fact of every node, -1 where there is none: both are in the order in
// which the records were read.
func (f *facts) match(x *history.Index) []int32 {
	list, k := make([]int32, x.Len()), 0
	for i := range list {
		list[i] = -1
		ref := x.Node(uint32(i)).Ref()
		for k < f.list.Len() && f.list.At(k).at < ref {
			k++
		}
		if k < f.list.Len() && f.list.At(k).at == ref {
			list[i] = int32(k)
			k++
		}
	}
	return list
}
