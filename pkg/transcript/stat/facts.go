package stat

import (
	"bytes"
	"iter"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pairing"
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
	at    packed.Ascending   // where it stands
	lines packed.Ascending   // the number of its line, once that is known
	bytes packed.Ascending   // how long it and all before it are
	begin packed.Ascending   // the number of its first part
	who   packed.List[uint8] // its role, and above it the number of its thread
	far   map[int]uint32     // the thread of a record, where its number has no room there

	parts packed.List[part] // all of them, one behind the other
	ids   []byte            // of all of them

	usage  counter
	copies noted[int64] // bytes of the copies that the client displays

	tools   names
	threads names
	called  map[uint64]called // the newest call of an id
	waiting []uint32          // tools of calls that no id names, oldest first
}

const (
	roleBits  = 3                   // how many bits hold a role
	farThread = 1<<(8-roleBits) - 1 // stands for a thread that has no room beside it
)

func (f *facts) roleOf(k int) dialect.Role { return dialect.Role(*f.who.At(k) & (1<<roleBits - 1)) }

func (f *facts) threadOf(k int) string {
	n := uint32(*f.who.At(k) >> roleBits)
	if n == farThread {
		n = f.far[k]
	}
	return f.threads.list[n]
}

// addWho notes the role and the thread of the next record.
func (f *facts) addWho(role dialect.Role, thread uint32) {
	if thread >= farThread {
		f.far[f.who.Len()], thread = thread, farThread
	}
	f.who.Add(uint8(thread)<<roleBits | uint8(role))
}

// bytesOf returns how long a record is.
func (f *facts) bytesOf(k int) int64 {
	if k == 0 {
		return f.bytes.At(0)
	}
	return f.bytes.At(k) - f.bytes.At(k-1)
}

// part is one call or result.
type part struct {
	id            int64  // where its id stands in ids,
	size          uint32 // and how long that is
	tool          uint32
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
	tool uint32
	id   int64 // where its id stands in ids
	when int64 // in Unix milliseconds, 0 if that is not known
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
		tools: newNames(), threads: newNames(), called: map[uint64]called{}, far: map[int]uint32{},
	}
}

// reset forgets the records, for those of a conversation. The names stay.
func (f *facts) reset() {
	f.at, f.lines, f.bytes, f.begin = packed.Ascending{}, packed.Ascending{}, packed.Ascending{}, packed.Ascending{}
	f.parts.Reset()
	f.ids, f.usage, f.copies = f.ids[:0], counter{}, noted[int64]{}
	f.who.Reset()
	f.waiting = f.waiting[:0]
	clear(f.called)
	clear(f.far)
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
	f.begin.Add(int64(f.parts.Len()))
	f.addWho(v.Role, f.threads.number(threadOf(v)))
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
	k := f.at.Len() - 1
	if v.Class == dialect.Message && v.Role == dialect.Assistant {
		f.usage.answer = k + 1
	}
	if u, ok := dialect.UsageOf(rec); ok {
		f.usage.see(v, u, k)
	}
	if len(v.Results) == 0 {
		return
	}
	n := 0
	for _, c := range v.DisplayCopies(rec) {
		n += len(c.Raw())
	}
	if n > 0 {
		f.copies.add(k, int64(n))
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
	id := c.ID.Bytes()
	p := part{id: f.keep(id), size: uint32(len(id)), tool: f.tools.number(c.Tool())}
	f.parts.Add(p)
	if len(id) > 0 {
		f.called[pairing.Hash(string(id))] = called{p.tool, p.id, when}
	} else if !c.Answered {
		f.waiting = append(f.waiting, p.tool)
	}
}

func (f *facts) result(v *dialect.View, k int, when int64) {
	r := &v.Results[k]
	id := r.ID.Bytes()
	p := part{size: uint32(len(id)), result: true, failed: v.Failed(r), rest: len(v.Results) == 1}
	c, known := f.called[pairing.Hash(string(id))]
	if known = known && len(id) > 0; known && c.when > 0 {
		p.ms = max(0, when-c.when)
	}
	if p.tool = c.tool; !known {
		p.tool = f.toolOf(v, r, len(id) > 0)
	}
	var chars, estimated int
	if p.rest {
		chars, estimated = v.SizeBeside(f.model)
	} else {
		chars, estimated = v.SizeOf(f.model, k)
	}
	p.chars, p.tokens = uint32(chars), uint32(estimated)
	if p.id = c.id; !known || !bytes.HasPrefix(f.ids[c.id:], id) { // else it stands where that of its call does
		p.id = f.keep(id)
	}
	f.parts.Add(p)
}

// toolOf returns the tool whose result r is where no id tells its call: the one that it names.
// Results without ids stand in the order of their calls.
func (f *facts) toolOf(v *dialect.View, r *dialect.Result, hasID bool) uint32 {
	named := f.tools.number(r.Name.Text())
	for i, t := range f.waiting {
		if !hasID && (named == 0 || named == t) {
			f.waiting = append(f.waiting[:i], f.waiting[i+1:]...)
			return t
		}
	}
	if named == 0 && len(v.Calls) == 1 { // both in one element
		return f.tools.number(v.Calls[0].Tool())
	}
	return named
}

// keep adds an id to ids, and returns where it stands.
func (f *facts) keep(id []byte) (at int64) {
	at = int64(len(f.ids))
	f.ids = append(f.ids, id...)
	return at
}

// idOf returns the id of a part.
func (f *facts) idOf(p *part) []byte { return f.ids[p.id : p.id+int64(p.size)] }

// partsOf yields the parts of a record.
func (f *facts) partsOf(k int) iter.Seq[*part] {
	return func(yield func(*part) bool) {
		end := f.parts.Len()
		if k+1 < f.begin.Len() {
			end = int(f.begin.At(k + 1))
		}
		for i := int(f.begin.At(k)); i < end && yield(f.parts.At(i)); i++ {
		}
	}
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
