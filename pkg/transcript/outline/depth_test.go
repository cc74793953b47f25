package outline

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

// nested returns n containers inside each other.
func nested(open, last, end string, n int) []byte {
	return []byte(strings.Repeat(open, n) + last + strings.Repeat(end, n))
}

var nestings = []struct{ name, open, last, end string }{
	{"arrays", `[`, ``, `]`},
	{"opened", `{"content":`, `0`, `}`},
	{"skipped", `{"x":`, `0`, `}`},
	{"mixed", `[{"x":`, `[]`, `}]`},
}

func TestDepth(t *testing.T) {
	var d Doc
	for _, c := range nestings {
		n := MaxDepth
		if c.name == "mixed" {
			n = n/2 - 1
		}
		raw := nested(c.open, c.last, c.end, n)
		if err := d.Parse(raw); err != nil || !json.Valid(raw) {
			t.Errorf("%s: depth %d: %v", c.name, n, err)
		}
	}
}

// The limit is that of encoding/json: what is accepted here is accepted there.
func TestTooDeep(t *testing.T) {
	var d Doc
	for _, c := range nestings {
		raw := nested(c.open, c.last, c.end, MaxDepth+1)
		if json.Valid(raw) {
			t.Fatal("encoding/json accepts it")
		}
		if err := d.Parse(raw); err == nil {
			t.Errorf("%s: depth %d is accepted", c.name, MaxDepth+1)
		}
	}
}

// Absurd nesting is refused at once and costs little stack.
func TestAbsurdDepth(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(8 << 20))
	for _, c := range nestings {
		for _, end := range []string{c.end, ""} {
			raw := nested(c.open, c.last, end, 5_000_000/len(c.open))
			var d Doc
			err, _ := d.Parse(raw).(*SyntaxError)
			if err == nil || err.Why != "nested too deeply" || err.Cut {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// The bits that tell objects from arrays survive every level, also where they
// move from one word to the next.
func TestDepthKinds(t *testing.T) {
	var d Doc
	for n := 1; n < 200; n++ {
		open, end := pattern(n, uint64(n)*0x9e3779b97f4a7c15)
		for _, prefix := range []string{"", `{"x":`} {
			suffix := strings.Repeat("}", strings.Count(prefix, "{"))
			checkParse(t, &d, []byte(prefix+open+"0"+end+suffix))
			wrong := strings.NewReplacer("]", "}", "}", "]").Replace(end[:1]) + end[1:]
			checkParse(t, &d, []byte(prefix+open+"0"+wrong+suffix))
			wrong = end[:n-1] + strings.NewReplacer("]", "}", "}", "]").Replace(end[n-1:])
			checkParse(t, &d, []byte(prefix+open+"0"+wrong+suffix))
		}
	}
}

// pattern returns the brackets of n levels that are objects where bits is set.
func pattern(n int, bits uint64) (open, end string) {
	for i := range n {
		if bits>>(i%61)&1 == 1 { // no two words are the same
			open, end = open+`{"k":`, "}"+end
		} else {
			open, end = open+`[`, "]"+end
		}
	}
	return open, end
}

// A value at the bottom is found by walking down, whether the way was outlined
// or skipped.
func TestWalkDown(t *testing.T) {
	var d Doc
	for _, c := range nestings {
		if err := d.Parse(nested(c.open, c.last, c.end, 500)); err != nil {
			t.Fatal(err)
		}
		depth := 0
		for v, ok := d.Root(), true; ok && v.Kind() >= Object; v, ok = v.First() {
			depth++
		}
		if want := 500 * (1 + strings.Count(c.open, "[{")); depth < want {
			t.Errorf("%s: %d levels, want %d", c.name, depth, want)
		}
	}
}

// Walking all the way down is not a scan of the whole text at every level: a
// container that Parse skipped is opened with all that it holds, many levels at
// a time.
func TestWalkDownIsLinear(t *testing.T) {
	const levels = 5000
	var d Doc
	if err := d.Parse(nested(`{"x":`, `"s"`, "}", levels)); err != nil {
		t.Fatal(err)
	}
	depth, scans := 0, 0
	for v, ok := d.Root(), true; ok && v.Kind() == Object; v, ok = v.First() {
		if v.node().flags&opened == 0 {
			scans++
		}
		depth++
	}
	if depth != levels || scans > levels/60 {
		t.Errorf("%d levels, %d scans", depth, scans)
	}
}
