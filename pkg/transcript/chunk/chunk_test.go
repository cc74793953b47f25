package chunk_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

func TestMain(m *testing.M) { transcripttest.Main(m, 25) }

// outcome is what one run gave.
type outcome struct {
	out      []byte
	findings []transcript.Finding
	rejects  []transcript.Reject
	err      error
}

func run(opt chunk.Options, data []byte, source io.ReaderAt) outcome {
	var o outcome
	var out bytes.Buffer
	job := transcript.Job{
		Name: "x.jsonl", Source: source, Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { o.findings = append(o.findings, f) },
		Reject: func(r transcript.Reject) { o.rejects = append(o.rejects, r) },
	}
	o.err = transcript.Run(bytes.NewReader(data), 0, chunk.New(opt, job))
	o.out = out.Bytes()
	return o
}

// must is the part of a test that both testing.T and rapid.T are.
type must = resulttest.T

// broken returns what tr-pair would repair. A chunk behind the first has no
// header, or one that stood further down.
func broken(t must, data []byte) []transcript.Finding {
	t.Helper()
	return resulttest.Broken(t, data, transcript.MissingHeader, transcript.HeaderNotFirst)
}

func eachDialect(t *testing.T, check func(*rapid.T, transcripttest.Dialect)) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, rapid.MakeCheck(func(t *rapid.T) { check(t, d) }))
	}
}

func conversation(t *rapid.T, d transcripttest.Dialect) []byte {
	return transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "conversation")))
}

// size draws one of the two ways to say how large chunks are.
func size(t *rapid.T) chunk.Options {
	n := rapid.Int64Range(1, 30).Draw(t, "size")
	if rapid.Bool().Draw(t, "parts") {
		return chunk.Options{Parts: n}
	}
	return chunk.Options{MaxTokens: n, Safety: rapid.SampledFrom([]float64{1, 1.2}).Draw(t, "safety")}
}

func infos(t must, out []byte) (list []chunk.Info) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(out))
	for dec.More() {
		var c chunk.Info
		if err := dec.Decode(&c); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		list = append(list, c)
	}
	return list
}

// Joined chunks are the input, what is said about them is so, and no chunk
// separates a call from its result: tr-pair finds nothing in any of them.
func TestChunks(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		opt := size(t)
		o := run(opt, data, bytes.NewReader(data))
		at, line := int64(0), int64(1)
		list := infos(t, o.out)
		for i, c := range list {
			text := data[c.Offset : c.Offset+c.Bytes]
			sum := sha256.Sum256(text)
			if c.Offset != at || c.FirstLine != line || c.Chunk != i+1 || c.Of != len(list) || c.SHA256 != hex.EncodeToString(sum[:]) || c.Bytes == 0 {
				t.Fatalf("%+v\n%s", c, data)
			}
			at, line = at+c.Bytes, line+int64(bytes.Count(text, []byte("\n")))
			if c.LastLine != line-1 {
				t.Fatalf("%+v ends at line %d", c, line-1)
			}
			if found := broken(t, text); len(found) > 0 {
				t.Fatalf("chunk %d of\n%s\nhas %+v", i+1, data, found)
			}
		}
		if at != int64(len(data)) || o.err != nil {
			t.Fatalf("chunks end at %d of %d, %v", at, len(data), o.err)
		}
		sizes(t, opt, list, o)
	})
}

// sizes checks the limits. A chunk that is over is marked and reported.
func sizes(t *rapid.T, opt chunk.Options, list []chunk.Info, o outcome) {
	over := 0
	for _, c := range list {
		if c.Oversized {
			over++
		}
		if fits := float64(c.Tokens)*opt.Safety <= float64(opt.MaxTokens); opt.MaxTokens > 0 && fits == c.Oversized {
			t.Fatalf("%+v, at most %d tokens", c, opt.MaxTokens)
		}
	}
	if over != len(o.findings) || opt.Parts > 0 && len(list) > int(opt.Parts) {
		t.Fatalf("%d oversized, findings %+v", over, o.findings)
	}
}

// A chunk that is cut again with the same limit is one chunk.
func TestAgain(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		opt := chunk.Options{MaxTokens: rapid.Int64Range(1, 30).Draw(t, "size")}
		for _, c := range infos(t, run(opt, data, nil).out) {
			again := infos(t, run(opt, data[c.Offset:c.Offset+c.Bytes], nil).out)
			if len(again) != 1 || again[0].SHA256 != c.SHA256 {
				t.Fatalf("%+v becomes %+v", c, again)
			}
		}
	})
}

func TestEmpty(t *testing.T) {
	if o := run(chunk.Options{Parts: 3}, nil, nil); len(o.out) > 0 || o.err != nil {
		t.Errorf("%q, %v", o.out, o.err)
	}
	// A file without messages is one chunk.
	o := run(chunk.Options{MaxTokens: 3}, []byte("{\"usage\":1}\nno json\n\n"), nil)
	if list := infos(t, o.out); len(list) != 1 || list[0].LastLine != 3 {
		t.Errorf("%s", o.out)
	}
}

func TestOutDir(t *testing.T) {
	data := transcripttest.Named("pi").Bytes("U A[x] R(x) F U A[y] R(y) F")
	dir := filepath.Join(t.TempDir(), "new")
	opt := chunk.Options{Parts: 3, OutDir: dir}
	for range 2 { // a second run finds what it would write
		o := run(opt, data, nil)
		var joined []byte
		for _, c := range infos(t, o.out) {
			text, err := os.ReadFile(c.Path)
			if err != nil {
				t.Fatal(err)
			}
			joined = append(joined, text...)
		}
		if o.err != nil || !bytes.Equal(joined, data) {
			t.Fatalf("%v\n%s", o.err, joined)
		}
	}
	for _, parts := range []int64{2, 4} { // other chunks, or fewer
		if o := run(chunk.Options{Parts: parts, OutDir: dir}, data, nil); o.err == nil || len(o.out) > 0 {
			t.Errorf("%d parts: files of another run are overwritten", parts)
		}
	}
}

// P9: every prefix of a sample, and every kind of damage, is taken like any other
// input; joined chunks are the input.
func TestDamage(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		lines := d.Render(transcripttest.Conversation(d).Draw(t, "conversation"))
		how := rapid.SampledFrom(transcripttest.LineDamages).Draw(t, "damage")
		data := transcripttest.Join(how.Apply(lines, transcripttest.Picker(t)))
		data = data[:rapid.IntRange(0, len(data)).Draw(t, "length")]
		at := int64(0)
		for _, c := range infos(t, run(size(t), data, nil).out) {
			if c.Offset != at || c.Bytes == 0 {
				t.Fatalf("%+v begins behind %d", c, at)
			}
			at += c.Bytes
		}
		if at != int64(len(data)) {
			t.Fatalf("chunks end at %d of %d", at, len(data))
		}
	})
}
