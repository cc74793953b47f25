package outline

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func parse(t testing.TB, text string) Value {
	t.Helper()
	d := new(Doc)
	if err := d.Parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return d.Root()
}

func TestRandomDocuments(t *testing.T) {
	m, d := newMaker(1), new(Doc)
	for range 500 {
		raw := m.document(6)
		checkParse(t, d, raw)
		same(t, d.Root())
	}
}

// Damaging one byte of a document must not be seen differently from the
// reference.
func TestRandomDamage(t *testing.T) {
	m, d := newMaker(2), new(Doc)
	const bytes = "{}[]\",:\\ \n0123456789-+.eEtrufalsn\x00\xff"
	for range 6000 {
		raw := m.document(4)
		i := m.IntN(len(raw))
		switch m.IntN(3) {
		case 0:
			raw[i] = bytes[m.IntN(len(bytes))]
		case 1:
			raw = append(raw[:i:i], raw[i+1:]...)
		case 2:
			raw = append(raw[:i:i], append([]byte{bytes[m.IntN(len(bytes))]}, raw[i:]...)...)
		}
		checkParse(t, d, raw)
	}
}

// Clients read the last of several members of one name.
func TestLastWins(t *testing.T) {
	v := parse(t, `{"a":1,"\u0061":2,"b":0,"a":{"c":3,"c":4},"z":9}`)
	if got := string(v.Path("a", "c").Raw()); got != "4" {
		t.Errorf("a.c is %q, want the last one", got)
	}
	v = parse(t, `{"a":{"c":4},"\u0061":null}`)
	if got := v.Get("a"); got.Kind() != Null || v.Path("a", "c").Exists() {
		t.Errorf("a is %q, want the last one, though its name is escaped", got.Raw())
	}
}

// Names of all lengths that the scanner reads in another way, and escapes at
// every place of them.
func TestLongNames(t *testing.T) {
	for n := range 3 * blockSize {
		if n > 10 && n < 120 && n%7 > 0 {
			continue
		}
		name := strings.Repeat("k", n)
		v := parse(t, `{"`+name+`":1,"`+name+`x":2}`)
		if string(v.Get(name).Raw()) != "1" || string(v.Get(name+"x").Raw()) != "2" {
			t.Errorf("name of %d bytes is not found", n)
		}
		for i := range n {
			for _, esc := range [][2]string{{`\u0061`, "a"}, {`\"`, `"`}, {`\\`, `\`}} {
				v := parse(t, `{"`+name[:i]+esc[0]+name[i+1:]+`":{"y":1}}`)
				if !v.Path(name[:i]+esc[1]+name[i+1:], "y").Exists() {
					t.Errorf("name of %d bytes with %s at %d is not found", n, esc[0], i)
				}
			}
		}
	}
}

// Values that messages stand in are outlined with the line, also those whose
// names are longer than what is read byte by byte: to open them later costs a
// second scan.
func TestMessagesAreOutlined(t *testing.T) {
	for _, name := range []string{"message", "payload", "content", "parts", "messages", "contents", "tool_calls", "function", "function_call",
		"functionCall", "functionResponse", "toolUse", "toolResult", "replacement_history"} {
		v := parse(t, `{"`+name+`":{"x":{"y":1}}}`)
		if v.Get(name).node().flags&opened == 0 {
			t.Errorf("%s is only skipped", name)
		}
		if v.Get(name).Get("x").node().flags&opened != 0 {
			t.Errorf("%s: a value that holds no messages is outlined", name)
		}
	}
}

func TestNamesAreExact(t *testing.T) {
	v := parse(t, `{"Type":1,"type ":2,"typ":3,"TYPE":4,"\\u0074ype":5}`)
	if v.Get("type").Exists() {
		t.Errorf("found %q", v.Get("type").Raw())
	}
}

func TestIs(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		is        bool
	}{
		{`"user"`, "user", true}, {`"us\u0065r"`, "user", true}, {`"User"`, "user", false}, {`""`, "", true}, {`null`, "", false},
		{`"usersx"`, "user", false}, {`"use"`, "user", false}, {`1`, "1", false}, {`["user"]`, "user", false},
		{`"\\u0041"`, `\u0041`, true}, {`"\u0041"`, `\u0041`, false}, {`"\ud83d\ude00"`, "😀", true}, {`"\ud83d"`, "\ufffd", true},
		{`"\ud83d\ude00"`, "x", false}, {`"\u0061\u0062\u0063"`, "a", false}, {`"\u0061\u0062\u0063"`, "abc", true}, {`"\n"`, "", false},
	} {
		if got := parse(t, c.raw).Is(c.want); got != c.is {
			t.Errorf("%s is %q: %v", c.raw, c.want, got)
		}
	}
}

// What has no text reads as none, whatever it is.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		reads     bool
	}{
		{`"user"`, "user", true}, {`"us\u0065r"`, "user", true}, {`"user"`, "", false}, {`""`, "", true}, {`null`, "", true}, {`1`, "", true}, {`["a"]`, "", true}, {`1`, "1", false}, {`null`, "null", false},
	} {
		if got := parse(t, c.raw).Reads(c.want); got != c.reads {
			t.Errorf("%s reads %q: %v", c.raw, c.want, got)
		}
	}
}

// A missing member can be asked everything.
func TestMissing(t *testing.T) {
	var v Value
	start, end := v.Span()
	if v.Exists() || v.Kind() != Invalid || start != 0 || end != 0 || v.Raw() != nil || v.Key() != nil || v.Len() != 0 ||
		v.Get("a").Exists() || v.Path("a", "b").Exists() || v.Is("") || v.Text() != "" || v.Bytes() != nil || !v.Blank() || v.True() {
		t.Error("the zero Value is not empty")
	}
	if _, ok := v.First(); ok {
		t.Error("the zero Value has a first element")
	}
	var d Doc
	if d.Root().Exists() {
		t.Error("a Doc without a text has a root")
	}
}

// What First and Next return together with false must not be taken for the
// root: callers that look at the value alone would read the whole record.
func TestNoFirst(t *testing.T) {
	for _, text := range []string{`[]`, `{}`, `1`, `"a"`, `{"x":[]}`} {
		v := parse(t, text)
		if x := v.Get("x"); x.Exists() {
			v = x
		}
		if c, ok := v.First(); ok || c.Exists() {
			t.Errorf("First of %s is %q, %v", text, c.Raw(), ok)
		}
	}
	c, _ := parse(t, `[1]`).First()
	if c, ok := c.Next(); ok || c.Exists() {
		t.Errorf("Next of the last element is %q, %v", c.Raw(), ok)
	}
}

// Containers that Parse skipped are opened while others are walked.
func TestOpenedWhileWalking(t *testing.T) {
	v := parse(t, `{"x":{"a":{"b":[1,{"c":2}]}},"content":[{"y":{"z":[3]}}],"w":[[4],[5]]}`)
	seen := 0
	for range 2 { // the second time everything is open
		for m := range v.All() {
			for c := range m.All() {
				for d := range c.All() {
					same(t, d)
					seen++
				}
			}
		}
	}
	if seen != 2*4 || v.Len() != 3 {
		t.Errorf("saw %d values, %d members", seen, v.Len())
	}
	same(t, v)
}

// A Doc forgets the text before.
func TestReuse(t *testing.T) {
	m, d := newMaker(3), new(Doc)
	for range 100 {
		raw := m.document(5)
		fresh := new(Doc)
		errFresh, err := fresh.Parse(raw), d.Parse(raw)
		if errFresh != nil || err != nil {
			t.Fatal(errFresh, err)
		}
		same(t, d.Root())
		same(t, fresh.Root())
		d.Parse(raw[:len(raw)/2])
		d.ParsePrefix(nested(`{"x":`, "", "", 100))
	}
}

// Texts that are parsed at once, by one Doc each, look as if each had been alone.
func TestParseAtOnce(t *testing.T) {
	list := vectors(t)
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			d := new(Doc)
			for i := range list {
				raw := []byte(list[(i*7+worker)%len(list)].text)
				fresh := new(Doc)
				err, want := d.Parse(raw), fresh.Parse(raw)
				if (err == nil) != (want == nil) || d.Defects() != fresh.Defects() || !slices.Equal(d.nodes, fresh.nodes) {
					t.Errorf("%q: %v, %v", raw, err, want)
				}
			}
		})
	}
	wait.Wait()
}

// typical is a line as Claude Code writes it.
const typical = `{"parentUuid":"11111111-2222-3333-4444-555555555555","isSidechain":false,"type":"assistant","message":{"id":"msg_1",` +
	`"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":{"path":"a.go","lines":[1,20]}}],` +
	`"usage":{"input_tokens":10}},"uuid":"66666666-7777-8888-9999-000000000000","timestamp":"2026-01-02T03:04:05.678Z"}`

func TestNoAllocation(t *testing.T) {
	var d Doc
	raw, deep := []byte(typical), nested(`{"x":[`, "0", "]}", 300)
	work := func() {
		if d.Parse(raw) != nil || !d.Root().Path("message", "role").Is("assistant") {
			t.Error("not parsed")
		}
		for b := range d.Root().Path("message", "content").All() {
			b.Get("input").Get("path").Is("a.go")
		}
	}
	d.Parse(deep)
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
	if n := testing.AllocsPerRun(100, func() { d.Parse(deep) }); n != 0 {
		t.Errorf("%v allocations for a deep line", n)
	}
}
