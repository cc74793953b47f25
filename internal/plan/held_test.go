package plan

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// looks says all that the windows and Places see of an input at some offsets.
func looks(src io.ReaderAt, offsets []int64) string {
	w, places, said := window{src: src}, Places{Source: src}, ""
	for _, at := range offsets {
		raw, err := w.raw(at, at+3)
		behind, _ := w.behind(at)
		end, _ := w.lineEnd(at)
		var b strings.Builder
		werr := w.write(&b, at, at+5)
		said += fmt.Sprintf("%q %v %d %d %q %v, lines %d %d %v\n",
			raw, err, behind, end, &b, werr, places.Line(at), places.Line(at-1), places.Err)
	}
	return said
}

// What is held in memory reads like any other input, up to its end and behind it.
func TestHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(rapid.StringMatching(`([a-c]{0,4}(\r?\n)?){0,9}`).Draw(t, "data"))
		offsets := rapid.SliceOf(rapid.Int64Range(0, int64(len(data))+2)).Draw(t, "offsets")
		slices.Sort(offsets)
		n := rapid.Int64Range(0, int64(len(data))+2).Draw(t, "first")
		for _, c := range []struct{ held, read io.ReaderAt }{
			{Hold(data), bytes.NewReader(data)}, {First(Hold(data), n), First(bytes.NewReader(data), n)},
		} {
			if got, want := looks(c.held, offsets), looks(c.read, offsets); got != want {
				t.Fatalf("first %d of %q: %s\nwant %s", n, data, got, want)
			}
		}
	})
}

// Nothing is copied to look at it, or at a part of it.
func TestHeldIsNotCopied(t *testing.T) {
	data := bytes.Repeat([]byte("line\n"), 10)
	src := First(Hold(data), 40)
	w := window{src: src}
	if b, err := w.from(5); err != nil || &b[0] != &data[5] || len(b) != 35 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if p := (Places{Source: src}); p.Line(20) != 5 || p.buf != nil {
		t.Errorf("line %d, %d bytes are made", p.Line(20), len(p.buf))
	}
}
