package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"strings"
	"testing"
)

var fullSize = flag.Bool("size.full", false, "the inputs of TestSize at their full size, of up to 10 GB, which takes an hour")

// The inputs of docs/reliability.md that are too large for every run come out byte for
// byte, at a thousandth of their size; with -size.full at all of it, and within a
// memory that is said beside them.
func TestSize(t *testing.T) {
	part := int64(1000)
	if *fullSize {
		part = 1
	}
	for _, c := range []struct {
		name string
		size int64 // bytes, about
		text func(size int64) iter.Seq[string]
		most int64 // bytes of memory
	}{
		{"a line of 1 GB", 1e9, oneLine, 2.2e9},
		{"10 GB of lines", 10e9, manyLines, 1e9},
		{"an image of 100 MB", 100e6, oneImage, 300e6},
	} {
		for _, line := range append([]string{"tr-recover --no-spill"}, passing...) {
			args := strings.Fields(line)
			t.Run(c.name+" "+args[0], func(t *testing.T) {
				held := passes(t, args, c.text(c.size/part))
				if t.Logf("%d MB of memory", held/1e6); *fullSize && held > c.most {
					t.Errorf("%d bytes of memory, want at most %d", held, c.most)
				}
			})
		}
	}
}

// passes runs a filter on a text, wants the same text from it, and returns how many
// bytes of memory the filter held at most.
func passes(t *testing.T, args []string, text iter.Seq[string]) int64 {
	cmd := exec.Command(args[0], args[1:]...)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = pieces(text), &said
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	if err := sameBytes(out, pieces(text)); err != nil {
		t.Error(err)
	}
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %.300s", err, &said)
	}
	return maxMemory(cmd.ProcessState)
}

// sameBytes says where two texts begin to differ.
func sameBytes(got, want io.Reader) error {
	a, b := make([]byte, 1<<16), make([]byte, 1<<16)
	for at := int64(0); ; at += int64(len(a)) {
		n, errA := io.ReadFull(got, a)
		m, errB := io.ReadFull(want, b)
		if !bytes.Equal(a[:n], b[:m]) {
			return fmt.Errorf("the %d bytes from %d on differ", len(a), at)
		}
		if errA != nil || errB != nil {
			return nil // both are at their end: what was read has the same length
		}
	}
}

// pieces reads what a sequence says.
func pieces(text iter.Seq[string]) io.Reader {
	r, w := io.Pipe()
	go func() {
		for s := range text {
			if _, err := io.WriteString(w, s); err != nil {
				return
			}
		}
		w.Close()
	}()
	return r
}

// oneLine is a message of so many bytes, with escapes and text beyond ASCII in it.
func oneLine(size int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		piece := strings.Repeat(`a word, a \"quoted\" one and größer\n`, 100)
		on := yield(`{"role":"user","content":"`)
		for range size / int64(len(piece)) {
			on = on && yield(piece)
		}
		_ = on && yield("\"}\n")
	}
}

// manyLines are turns with a call and its result each.
func manyLines(size int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := strings.Repeat("what was found. ", 10)
		for n, i := int64(0), 0; n < size; i++ {
			s := fmt.Sprintf(`{"role":"user","content":"question %d"}
{"role":"assistant","content":null,"tool_calls":[{"id":"call_%[1]d","type":"function","function":{"name":"look","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"call_%[1]d","content":%[2]q}
{"role":"assistant","content":%[2]q}
`, i, text)
			if n += int64(len(s)); !yield(s) {
				return
			}
		}
	}
}

// oneImage is a picture of so many bytes in a tool result.
func oneImage(size int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		piece := strings.Repeat("QUJDREVGR0g0", 1000)
		on := yield(`{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"screen","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAA`)
		for range size / int64(len(piece)) {
			on = on && yield(piece)
		}
		_ = on && yield("\"}}]}]}\n")
	}
}
