package chunk_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

// long returns a session of more than a megabyte, whose last line has no ending.
func long() []byte {
	text := strings.Repeat("some words ", 40)
	var b bytes.Buffer
	for i := range 3000 {
		fmt.Fprintf(&b, `{"role":"user","content":"%d %s"}`+"\n", i, text)
		fmt.Fprintf(&b, `{"role":"assistant","content":"%s %d"}`+"\n\n", text[:i%len(text)], i)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Each chunk is described by its own bytes.
func TestDigests(t *testing.T) {
	data := long()
	for _, o := range []chunk.Options{{Parts: 1}, {Parts: 2}, {Parts: 37}, {MaxTokens: 3000}} {
		got := run(o, data, bytes.NewReader(data))
		if got.err != nil {
			t.Fatalf("%+v: %v", o, got.err)
		}
		at, line := int64(0), int64(1)
		for _, c := range infos(t, got.out) {
			part := data[at : at+c.Bytes]
			sum := sha256.Sum256(part)
			last := line + int64(bytes.Count(bytes.TrimSuffix(part, []byte("\n")), []byte("\n")))
			if c.Offset != at || c.FirstLine != line || c.LastLine != last || c.SHA256 != hex.EncodeToString(sum[:]) {
				t.Errorf("%+v: %+v, want the bytes from %d, lines %d to %d", o, c, at, line, last)
			}
			at, line = at+c.Bytes, last+1
		}
		if at != int64(len(data)) {
			t.Errorf("%+v: %d bytes of %d", o, at, len(data))
		}
	}
}

// failing is an input that cannot be read from some offset on.
type failing struct {
	io.ReaderAt
	from int64
}

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > f.from {
		return 0, fmt.Errorf("no bytes behind %d", f.from)
	}
	return f.ReaderAt.ReadAt(b, at)
}

// What cannot be read again is an error, and nothing is listed.
func TestDigestsFail(t *testing.T) {
	data := long()
	for _, from := range []int64{0, int64(len(data)) / 2, int64(len(data)) - 1} {
		got := run(chunk.Options{Parts: 20}, data, failing{bytes.NewReader(data), from})
		if read := (*transcript.ReadError)(nil); !errors.As(got.err, &read) || len(got.out) > 0 {
			t.Errorf("from %d on: %v, %d bytes", from, got.err, len(got.out))
		}
	}
}

// Chunks of a document have lines of that.
func TestDigestsOfDocuments(t *testing.T) {
	text := `{"messages":[` + string(bytes.ReplaceAll(bytes.ReplaceAll(long(), []byte("\n\n"), []byte("\n")), []byte("\n"), []byte(",\n"))) + "]}\n"
	d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := io.ReadAll(io.NewSectionReader(d, 0, d.Size()))
	if err != nil {
		t.Fatal(err)
	}
	got := run(chunk.Options{Parts: 30}, lines, d)
	if list := infos(t, got.out); got.err != nil || len(list) != 30 || list[29].LastLine != 6000 {
		t.Fatalf("%v, %+v", got.err, list)
	}
}
