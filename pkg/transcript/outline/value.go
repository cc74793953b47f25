package outline

import (
	"iter"
	"unicode/utf8"
)

// Value is one value of a Doc. The zero Value is a missing member: its Kind is
// Invalid, it has no members, and its text is empty.
type Value struct {
	doc *Doc
	i   uint32
}

func (v Value) node() *node { return &v.doc.nodes[v.i] }

// Exists reports whether there is such a value.
func (v Value) Exists() bool { return v.doc != nil }

// Kind returns the value's type, Invalid if there is none.
func (v Value) Kind() Kind {
	if v.doc == nil {
		return Invalid
	}
	return v.node().kind
}

// Span returns the byte range of the value in the text that was parsed.
func (v Value) Span() (start, end int) {
	if v.doc == nil {
		return 0, 0
	}
	n := v.node()
	return int(n.start), int(n.end)
}

// Same reports whether two values of one text are the same one.
func (v Value) Same(other Value) bool {
	x, _ := v.Span()
	y, _ := other.Span()
	return x == y && v.Exists() && other.Exists()
}

// MemberSpan is Span for a whole member: from the quote of its name to the end
// of its value.
func (v Value) MemberSpan() (start, end int) {
	n := v.node()
	return int(n.keyStart) - 1, int(n.end)
}

// Raw returns the value's bytes as they stand in the text.
func (v Value) Raw() []byte {
	start, end := v.Span()
	if v.doc == nil {
		return nil
	}
	return v.doc.raw[start:end]
}

// Key returns the name of the member that the value belongs to, undecoded.
func (v Value) Key() []byte {
	if v.doc == nil {
		return nil
	}
	n := v.node()
	return v.doc.raw[n.keyStart:n.keyEnd]
}

// All yields the elements of an array or the members' values of an object, in
// order. Other kinds yield nothing.
func (v Value) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for c, ok := v.First(); ok; c, ok = c.Next() {
			if !yield(c) {
				return
			}
		}
	}
}

// First returns the first element or member.
func (v Value) First() (Value, bool) {
	if v.doc == nil {
		return Value{}, false
	}
	return v.at(v.listed().child)
}

// listed returns the value's node, with its children.
func (v Value) listed() *node {
	n := v.node()
	if n.flags&opened == 0 && n.kind >= Object {
		v.doc.open(v.i)
		n = v.node()
	}
	return n
}

// Next returns the element or member after v.
func (v Value) Next() (Value, bool) {
	return v.at(v.node().next)
}

func (v Value) at(i uint32) (Value, bool) {
	if i == 0 {
		return Value{}, false
	}
	return Value{v.doc, i}, true
}

// Len counts the elements or members.
func (v Value) Len() (n int) {
	for range v.All() {
		n++
	}
	return n
}

// Get returns the member of that name, the last one if there are several, as
// clients read them.
func (v Value) Get(name string) (found Value) {
	if v.Kind() != Object {
		return Value{}
	}
	parent, mark := v.node(), markOf(name)
	if parent.flags&opened == 0 {
		parent = v.listed()
	}
	if parent.has&mark.bit() == 0 {
		return Value{}
	}
	nodes := v.doc.nodes
	for i := parent.child; i != 0; i = nodes[i].next {
		if n := &nodes[i]; n.mark == mark && v.doc.named(n, name) {
			found = Value{v.doc, i}
		}
	}
	return found
}

// GetAny returns the first of some members that exists.
func (v Value) GetAny(names ...string) (found Value) {
	for _, name := range names {
		if found = v.Get(name); found.Exists() {
			break
		}
	}
	return found
}

// Path is Get, repeated.
func (v Value) Path(names ...string) Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// named reports whether n is a member of that name.
func (d *Doc) named(n *node, name string) bool {
	if n.flags&escapedKey == 0 {
		return string(d.raw[n.keyStart:n.keyEnd]) == name
	}
	return string(Decode(mended(d.raw[n.keyStart-1:n.keyEnd+1], d.defects))) == name
}

// mended returns what stands between the quotes of a string as if it were mended. found are
// the defects of the text that it stands in.
func mended(quoted []byte, found Defects) []byte {
	if found&(InvalidEscape|InvalidUTF8) != 0 {
		quoted = MendStrings(quoted)
	}
	return quoted[1 : len(quoted)-1]
}

// Is reports whether the value is the string want.
func (v Value) Is(want string) bool {
	if v.Kind() != String {
		return false
	}
	raw := v.inner()
	switch {
	case v.literal():
		return string(raw) == want
	case len(raw) > 12*len(want): // an escape is at most twelve times as long as what it stands for
		return false
	case len(raw) > 0 && raw[0] != '\\' && raw[0] < utf8.RuneSelf && raw[0] != want[0]: // most differ there
		return false
	}
	return string(v.Bytes()) == want
}

// IsAny reports whether the value is one of some strings.
func (v Value) IsAny(words ...string) bool {
	for _, w := range words {
		if v.Is(w) {
			return true
		}
	}
	return false
}

// Reads reports whether Text returns want.
func (v Value) Reads(want string) bool { return v.Is(want) || want == "" && v.Text() == "" }

// literal reports whether a string's text is what stands between its quotes.
func (v Value) literal() bool {
	return v.node().flags&escapedText == 0 && v.doc.defects&InvalidUTF8 == 0
}

// Text returns the decoded string, "" for every other kind. A string with
// defects is read as if it were mended.
func (v Value) Text() string { return string(v.Bytes()) }

// Bytes returns the decoded string, as Text does, without copying it if it has
// no escapes. It is valid as long as the text is.
func (v Value) Bytes() []byte {
	switch {
	case v.Kind() != String:
		return nil
	case v.literal():
		return v.inner()
	}
	return Decode(mended(v.Raw(), v.doc.defects))
}

// AppendText appends what Text returns to b.
func (v Value) AppendText(b []byte) []byte {
	switch {
	case v.Kind() != String:
		return b
	case v.literal():
		return append(b, v.inner()...)
	}
	return AppendDecode(b, mended(v.Raw(), v.doc.defects))
}

// Blank reports whether the value is missing, null or an empty string.
func (v Value) Blank() bool {
	switch v.Kind() {
	case Invalid, Null:
		return true
	case String:
		return len(v.inner()) == 0
	}
	return false
}

// True reports whether the value is the literal true.
func (v Value) True() bool { return v.Kind() == Bool && v.Raw()[0] == 't' }

// inner is a string's text without its quotes.
func (v Value) inner() []byte {
	n := v.node()
	return v.doc.raw[n.start+1 : n.end-1]
}

// open lists the children of a container that Parse only skipped. Its grammar
// is known to be right.
func (d *Doc) open(at uint32) {
	s := scan{doc: d, b: d.raw, all: true}
	s.children(int(d.nodes[at].start), int(at), 1)
	d.nodes[at].flags |= opened
}
