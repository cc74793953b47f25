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
	begin packed.Ascending   // where its parts begin in parts
	who   packed.List[uint8] // its role, and above it the number of its thread
	far   map[int]uint32     // the thread of a record, where its number has no room there

	parts packed.Log // all of them, one behind the other

	usage  counter
	copies rows // bytes of the copies that the client displays

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
	id            []byte
	tool          uint32
	chars, tokens uint32 // of a result
	result        bool
	failed        bool
	ms            int64 // from its call to it; 0 is unknown
	// rest says that chars and tokens are those of all else in the record, which is
	// cheaper to know than those of the only result itself.
	rest bool
}

// called is what is known of a call until its result comes.
type called struct {
	tool uint32
	id   packed.Place // where its id stands in parts
	when int64        // in Unix milliseconds, 0 if that is not known
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
	f.parts.Truncate(0)
	f.usage, f.copies = counter{}, rows{}
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
	f.begin.Add(int64(f.parts.End()))
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
		f.copies.add(k, uint64(n))
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
	p := part{id: c.ID.Bytes(), tool: f.tools.number(c.Tool())}
	id := f.put(&p)
	if len(p.id) > 0 {
		f.called[pairing.Hash(string(p.id))] = called{p.tool, id, when}
	} else if !c.Answered {
		f.waiting = append(f.waiting, p.tool)
	}
}

func (f *facts) result(v *dialect.View, k int, when int64) {
	r := &v.Results[k]
	p := part{id: r.ID.Bytes(), result: true, failed: v.Failed(r)}
	if c, known := f.called[pairing.Hash(string(p.id))]; known && len(p.id) > 0 && c.when > 0 {
		p.ms = max(0, when-c.when)
	}
	p.tool = f.toolOf(v, r, &p)
	if p.rest = len(v.Results) == 1; p.rest {
		chars, estimated := v.SizeBeside(f.model)
		p.chars, p.tokens = uint32(chars), uint32(estimated)
	} else {
		chars, estimated := v.SizeOf(f.model, k)
		p.chars, p.tokens = uint32(chars), uint32(estimated)
	}
	f.put(&p)
}

// toolOf returns the tool whose result r is: that of its call, or the one that it names.
// Results without ids stand in the order of their calls.
func (f *facts) toolOf(v *dialect.View, r *dialect.Result, p *part) uint32 {
	if len(p.id) > 0 {
		if c, known := f.called[pairing.Hash(string(p.id))]; known {
			return c.tool
		}
	}
	named := f.tools.number(r.Name.Text())
	for i, t := range f.waiting {
		if len(p.id) == 0 && (named == 0 || named == t) {
			f.waiting = append(f.waiting[:i], f.waiting[i+1:]...)
			return t
		}
	}
	if named == 0 && len(v.Calls) == 1 { // both in one element
		return f.tools.number(v.Calls[0].Tool())
	}
	return named
}

const (
	aResult = 1 << iota
	ofTheRest
	itsCallsID // the id stands where that of the call does
	itFailed
	itsTime // how long it took is noted
)

// put writes a part behind the others, and returns where its id stands.
func (f *facts) put(p *part) (id packed.Place) {
	how := uint64(0)
	if p.result {
		how |= aResult
	}
	if p.rest {
		how |= ofTheRest
	}
	if p.failed {
		how |= itFailed
	}
	if p.ms > 0 {
		how |= itsTime
	}
	id, known := f.idOfCall(p)
	if known {
		how |= itsCallsID
	}
	at := f.parts.End()
	f.parts.Uvarint(how)
	f.parts.Uvarint(uint64(p.tool))
	f.parts.Uvarint(uint64(len(p.id)))
	if known {
		f.parts.Uvarint(uint64(at - id))
	} else {
		id = f.parts.End()
		f.parts.Bytes(p.id)
	}
	if p.result {
		f.parts.Uvarint(uint64(p.chars))
		f.parts.Uvarint(uint64(p.tokens))
	}
	if p.ms > 0 {
		f.parts.Uvarint(uint64(p.ms))
	}
	return id
}

// idOfCall returns where the id of a result stands already, false if it does not.
func (f *facts) idOfCall(p *part) (id packed.Place, known bool) {
	if !p.result || len(p.id) == 0 {
		return 0, false
	}
	c, known := f.called[pairing.Hash(string(p.id))]
	return c.id, known && bytes.HasPrefix(f.parts.From(c.id), p.id)
}

// partsOf yields the parts of a record.
func (f *facts) partsOf(k int) iter.Seq[part] {
	return func(yield func(part) bool) {
		end := f.parts.End()
		if k+1 < f.begin.Len() {
			end = packed.Place(f.begin.At(k + 1))
		}
		from := f.parts.Read(packed.Place(f.begin.At(k)))
		for from.Place() < end && from.More() && yield(f.readPart(&from)) {
		}
	}
}

// readPart reads the next part.
func (f *facts) readPart(from *packed.Reader) (p part) {
	at, how := from.Place(), from.Uvarint()
	p.result, p.rest, p.failed = how&aResult != 0, how&ofTheRest != 0, how&itFailed != 0
	p.tool = uint32(from.Uvarint())
	n := int(from.Uvarint())
	if how&itsCallsID != 0 {
		p.id = f.parts.From(at - packed.Place(from.Uvarint()))[:n]
	} else {
		p.id = from.Bytes(n)
	}
	if p.result {
		p.chars, p.tokens = uint32(from.Uvarint()), uint32(from.Uvarint())
	}
	if how&itsTime != 0 {
		p.ms = int64(from.Uvarint())
	}
	return p
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
