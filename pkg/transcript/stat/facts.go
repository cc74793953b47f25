package stat

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// facts are what is noted of the records as they are read, beside what the index
// holds: where each stands, and the names of its calls and results. There are no
// pointers in them, so that many cost little.
type facts struct {
	model  tokens.Model
	detect *dialect.Detector // for the elements of lists

	// Of every record, or element of the list that a compaction puts in:
	at    packed.Ascending // where it stands
	lines packed.Ascending // the number of its line, once that is known
	bytes packed.Ascending // how long it and all before it are
	begin packed.Ascending // where its parts begin
	who   []uint32         // the number of its thread, and its role in the lowest bits

	parts []part
	ids   []byte // all ids, one behind the other

	tools   names
	threads names
	called  map[uint64]uint32 // the tool of the newest call of an id
	waiting []uint32          // tools of calls that no id names, oldest first
}

// roleBits is how many bits hold a role.
const roleBits = 3

func (f *facts) roleOf(k int) dialect.Role { return dialect.Role(f.who[k] & (1<<roleBits - 1)) }
func (f *facts) threadOf(k int) string     { return f.threads.list[f.who[k]>>roleBits] }

// bytesOf returns how long a record is.
func (f *facts) bytesOf(k int) int64 {
	if k == 0 {
		return f.bytes.At(0)
	}
	return f.bytes.At(k) - f.bytes.At(k-1)
}

// part is one call or result.
type part struct {
	id            uint64 // where it begins among the ids
	idLen         uint32
	tool          uint32
	chars, tokens uint32 // of a result
	result        bool
	// rest says that chars and tokens are those of all else in the record, which is
	// cheaper to know than those of the only result itself.
	rest bool
}

// names numbers names.
type names struct {
	list  []string
	index map[string]uint32
}

func newNames() names { return names{[]string{""}, map[string]uint32{"": 0}} }

func (n *names) number(name string) uint32 {
	k, known := n.index[name]
	if !known {
		k = uint32(len(n.list))
		n.list, n.index[name] = append(n.list, name), k
	}
	return k
}

func newFacts(m tokens.Model) facts {
	return facts{
		model: m, detect: dialect.NewDetector(nil, ""),
		tools: newNames(), threads: newNames(), called: map[uint64]uint32{},
	}
}

// reset forgets the records, for those of a conversation. The names stay.
func (f *facts) reset() {
	f.at, f.lines, f.bytes, f.begin = packed.Ascending{}, packed.Ascending{}, packed.Ascending{}, packed.Ascending{}
	f.who, f.parts, f.ids, f.waiting = f.who[:0], f.parts[:0], f.ids[:0], f.waiting[:0]
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
	f.at.Add(at)
	f.bytes.Add(f.bytes.Last() + bytes)
	f.begin.Add(int64(len(f.parts)))
	f.who = append(f.who, f.threads.number(threadOf(v))<<roleBits|uint32(v.Role))
	for k := range v.Calls {
		f.call(&v.Calls[k])
	}
	for k := range v.Results {
		f.result(v, k)
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

func (f *facts) call(c *dialect.Call) {
	p := f.part(c.ID)
	p.tool = f.tools.number(c.Tool())
	if p.idLen > 0 {
		f.called[history.Hash(f.idOf(&p))] = p.tool
	} else if !c.Answered {
		f.waiting = append(f.waiting, p.tool)
	}
	f.parts = append(f.parts, p)
}

func (f *facts) result(v *dialect.View, k int) {
	r := &v.Results[k]
	p := f.part(r.ID)
	p.result, p.tool = true, f.toolOf(v, r, &p)
	if p.rest = len(v.Results) == 1; p.rest {
		chars, estimated := v.SizeBeside(f.model)
		p.chars, p.tokens = uint32(chars), uint32(estimated)
	} else {
		chars, estimated := v.SizeOf(f.model, k)
		p.chars, p.tokens = uint32(chars), uint32(estimated)
	}
	f.parts = append(f.parts, p)
}

// toolOf returns the tool whose result r is: that of its call, or the one that it names.
// Results without ids stand in the order of their calls.
func (f *facts) toolOf(v *dialect.View, r *dialect.Result, p *part) uint32 {
	if p.idLen > 0 {
		if t, known := f.called[history.Hash(f.idOf(p))]; known {
			return t
		}
	}
	named := f.tools.number(r.Name.Text())
	for i, t := range f.waiting {
		if p.idLen == 0 && (named == 0 || named == t) {
			f.waiting = append(f.waiting[:i], f.waiting[i+1:]...)
			return t
		}
	}
	if named == 0 && len(v.Calls) == 1 { // both in one element
		return f.tools.number(v.Calls[0].Tool())
	}
	return named
}

// part returns a part with an id.
func (f *facts) part(id outline.Value) part {
	p := part{id: uint64(len(f.ids))}
	if id.Exists() {
		f.ids = append(f.ids, id.Text()...)
	}
	p.idLen = uint32(uint64(len(f.ids)) - p.id)
	return p
}

func (f *facts) idOf(p *part) string { return string(f.ids[p.id : p.id+uint64(p.idLen)]) }

// partsOf returns the parts of a record.
func (f *facts) partsOf(k int) []part {
	if len(f.parts) == 0 {
		return nil
	}
	end := int64(len(f.parts))
	if k+1 < f.begin.Len() {
		end = f.begin.At(k + 1)
	}
	return f.parts[f.begin.At(k):end]
}

// match finds the fact of every node, -1 where there is none: both are in the order in
// which the records were read. It returns nil where every node has the fact of its number.
func (f *facts) match(x *history.Index) []int32 {
	if f.same(x) {
		return nil
	}
	list, i := make([]int32, x.Len()), 0
	for k, at := range f.at.From(0) {
		for i < len(list) && x.Node(uint32(i)).Ref() < at {
			list[i] = -1
			i++
		}
		if i < len(list) && x.Node(uint32(i)).Ref() == at {
			list[i] = int32(k)
			i++
		}
	}
	for ; i < len(list); i++ {
		list[i] = -1
	}
	return list
}

// same reports whether every node has the fact of its number.
func (f *facts) same(x *history.Index) bool {
	if x.Len() != f.at.Len() {
		return false
	}
	for k, at := range f.at.From(0) {
		if x.Node(uint32(k)).Ref() != at {
			return false
		}
	}
	return true
}
