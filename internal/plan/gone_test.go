package plan

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// copier is a sink that takes ranges.
type copier struct{ sink }

func (c *copier) CopyRange(r io.ReaderAt, from, to int64) error {
	_, err := io.Copy(&c.Buffer, io.NewSectionReader(r, from, to-from))
	return err
}

// A stage that copies ranges is given the same bytes as another one, but not the lines that
// go. A removed line that another one takes the place of is a change all the same.
func TestLinesThatGoAreNotPushed(t *testing.T) {
	const lines = 2000
	line := `{"n":1,"text":"` + strings.Repeat("x", 200) + `"}` + "\n"
	size, data := int64(len(line)), []byte(strings.Repeat(line, lines))
	for _, replaced := range []bool{false, true} {
		src := bytes.NewReader(data)
		run := func(next transcript.Stage) {
			var gone packed.Ascending
			for at := int64(0); at < int64(len(data)); at += size {
				if at > 0 && at < int64(len(data))-size {
					gone.Add(at)
				}
			}
			p := New(&File{Source: src})
			if p.RemoveAll(gone); replaced {
				p.put(3*size, nil, text("{}"))
			}
			if err := p.Run(Output{Source: src, Size: int64(len(data)), Next: next}); err != nil {
				t.Fatal(err)
			}
		}
		var seen sink
		var copied copier
		run(&seen)
		run(&copied)
		if !bytes.Equal(seen.Bytes(), copied.Bytes()) || copied.Len() > 3*len(line) {
			t.Errorf("%q, want %q", copied.String(), seen.String())
		}
		if len(seen.changes) != lines-2 || len(copied.changes) > 1 || (len(copied.changes) == 1) != replaced {
			t.Errorf("%d lines that change are pushed, and to one that copies %v", len(seen.changes), copied.changes)
		}
	}
}
