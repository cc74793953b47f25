package mend

import (
	"bytes"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// values hold every kind of token.
var values = []string{
	`{}`, `[]`, `{"a":1}`, `[1,-0.5e+3,0,10,1E5,true,false,null,"x\"\\\u00e9"]`, `{"a":{"b":[{},[],[[1]]]},"c":"\ud83d"}`,
	" {\t\"a\" : [ 1 , 2 ] \r\n} ", `{"a":"` + "\t\x00\xff" + `"}`, `{"":""}`,
	`[1000,-12345.67890e+12345,100.001E-100,0.000,1e000]`,
}

// wrongs are no JSON, and no beginning of it.
var wrongs = []string{
	`}`, `]`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a",`, `{,`, `[,`, `[1 2`, `[01`, `[-x`, `[1.x`, `[1e+x`, `[.`, `[tru }`, `[nulL`, `[fals]`,
	`{"a":1,}`, `[1,]`, `{1`, `{"a":1]`, `[x`, "[\xff", "[1\x00", `[tr` + "\xff", `[1.` + "\xff", `{"a" 1`, `{"a":-}`,
	`[1e++1`, `[1e+-1`, `[1e-+1`, `[1e1+1`, `[1e5e`, `[1e5.`, `[1.5.`, `[1..`, `[1.e5`, `[00`, `[-01`, `[--1`, `[+1`, `[0e.`, `[-e1`, `[nul]`, `[truE`, `[falsee`, `[0000`, `[-0001`, `[1000.2000.3`, `[100e100.`, `[100-`, `[100e100e`, `[100.e`,
}

// parse says what the outline thinks of a text.
func parse(text []byte) (int, Progress) {
	var d outline.Doc
	n, err := d.ParsePrefix(text)
	if err == nil {
		return n, Done
	}
	if bad := err.(*outline.SyntaxError); bad.Cut {
		return len(text), More
	}
	return -1, Wrong
}

// fed is what a Scanner says of a text that comes in steps of some bytes. That a word begins no
// value it says where the word ends.
func fed(s *Scanner, text []byte, step int) (n int, how Progress) {
	for n < len(text) && how == More {
		var taken int
		taken, how = s.Feed(text[n:min(n+step, len(text))])
		n += taken
	}
	if s.isStuck() {
		how = Wrong
	}
	return n, how
}

// agree checks that Scanner and outline see a text alike, read in one piece or byte by byte.
func agree(t testing.TB, text []byte) {
	t.Helper()
	if text = bytes.TrimLeft(text, " \t\r\n"); len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return // it is for containers
	}
	n, how := fed(new(Scanner), text, len(text))
	want, wantHow := parse(text)
	if how != wantHow || how == Done && n != want {
		t.Fatalf("%q: %d, %d, the outline says %d, %d", text, n, how, want, wantHow)
	}
	if i, h := fed(new(Scanner), text, 1); i != n || h != how {
		t.Fatalf("%q: byte by byte it ends at %d", text, i)
	}
}

func TestMachine(t *testing.T) {
	for _, text := range values {
		for n := range len(text) + 1 {
			agree(t, []byte(text[:n]))
			agree(t, []byte(text[:n]+"x"))
			agree(t, []byte(text[:n]+text))
		}
	}
	for _, text := range wrongs {
		agree(t, []byte(text))
		if _, how := fed(new(Scanner), []byte(text), 1); how == More {
			t.Errorf("%q seems to be right", text)
		}
	}
	agree(t, []byte(strings.Repeat("[", outline.MaxDepth)))
	agree(t, []byte(strings.Repeat("[", outline.MaxDepth+1)))
}

// What is open can be closed.
func TestClosers(t *testing.T) {
	for text, want := range map[string]string{`{"a":[{"b":1}`: `]}`, `[`: `]`, `{"a":{"b":{}`: `}}`, `{}`: ``} {
		var m Scanner
		m.Feed([]byte(text))
		if got := string(m.closers()); got != want {
			t.Errorf("%s is closed by %s, want %s", text, got, want)
		}
	}
}

// The container that was closed last, and the list of messages of a document.
func TestMachineRemembers(t *testing.T) {
	var m Scanner
	m.Feed([]byte(`{"messages":[{"a":[1]},[2]`))
	if m.closed != (span{23, 26}) || m.object || m.list != "messages" || m.top != '{' {
		t.Errorf("%+v", m)
	}
	m = Scanner{}
	m.Feed([]byte(`{"x":{"messages":[]},"input":"messages","contents":{}}`))
	if m.list != "" || m.closed.from != 0 || !m.object {
		t.Errorf("%+v", m)
	}
}

func FuzzMachine(f *testing.F) {
	for _, text := range append(values, wrongs...) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < outline.MaxDepth {
			agree(t, text)
		}
	})
}
