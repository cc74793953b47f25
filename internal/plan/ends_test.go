package plan

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// Where a line ends is the same whether it was noted or is read again, whatever the lines end
// in: LF, CR and LF, or, the last one, nothing. Not all of them have to be noted.
func TestEnds(t *testing.T) {
	for _, data := range []string{
		"{}\n{\"a\":1}\n\n{}\n", "{}\n{}", "{}\r\n{}\r\n", "{}\n{}\r\n{}\n", "{}\n{}\r", "{}\r\r\n{}\n", "{}", "{}\n\r\n{}\n", "{}\r",
	} {
		for every := 1; every <= 2; every++ {
			noted, read := &File{Source: strings.NewReader(data)}, &File{Source: strings.NewReader(data)}
			var starts []int64
			at, n := int64(0), 0
			for line := range strings.Lines(data) {
				if n++; n%every == 0 && strings.TrimSpace(line) != "" {
					noted.Ends.Note(at, []byte(line))
					starts = append(starts, at)
				}
				at += int64(len(line))
			}
			for _, at := range starts {
				_, got, err := noted.Extent(at)
				_, want, err2 := read.Extent(at)
				next, err3 := noted.Behind(at)
				behind, err4 := read.Behind(at)
				if got != want || next != behind || err != nil || err2 != nil || err3 != nil || err4 != nil {
					t.Errorf("%q: the line at %d ends at %d, the next begins at %d; want %d, %d", data, at, got, next, want, behind)
				}
			}
		}
	}
}

// copier is a sink that takes ranges.
type copier struct{ sink }

func (c *copier) CopyRange(r io.ReaderAt, from, to int64) error {
	_, err := io.Copy(&c.Buffer, io.NewSectionReader(r, from, to-from))
	return err
}

func (c *copier) TakesPieces() bool { return false }

// A stage that copies ranges is given the same bytes as another one, but not the lines that
// go: of these nothing is read, if it was noted where they end. A removed line that another one
// takes the place of is a change all the same.
func TestLinesThatGoAreNotRead(t *testing.T) {
	const lines = 2000
	line := `{"n":1,"text":"` + strings.Repeat("x", 200) + `"}` + "\n"
	size, data := int64(len(line)), []byte(strings.Repeat(line, lines))
	for _, replaced := range []bool{false, true} {
		src := &counting{ReaderAt: bytes.NewReader(data)}
		run := func(next transcript.Stage) (read int) {
			f := &File{Source: src}
			var gone packed.Ascending
			for at := int64(0); at < int64(len(data)); at += size {
				if f.Ends.Note(at, data[at:at+size]); at > 0 && at < int64(len(data))-size {
					gone.Add(at)
				}
			}
			p := New(f)
			if p.RemoveAll(gone); replaced {
				p.put(3*size, text("{}"))
			}
			src.n = 0
			if err := p.Run(Output{Source: src, Size: int64(len(data)), Next: next}); err != nil {
				t.Fatal(err)
			}
			return src.n
		}
		var seen sink
		var copied copier
		all, few := run(&seen), run(&copied)
		if !bytes.Equal(seen.Bytes(), copied.Bytes()) || copied.Len() > 3*len(line) {
			t.Errorf("%q, want %q", copied.String(), seen.String())
		}
		if len(seen.changes) != lines-2 || len(copied.changes) > 1 || (len(copied.changes) == 1) != replaced {
			t.Errorf("%d lines that change are pushed, and to one that copies %v", len(seen.changes), copied.changes)
		}
		if all < len(data) || few > 2*len(line)+2*smallWindow {
			t.Errorf("%d bytes are read, and for one that copies %d", all, few)
		}
	}
}
