package chunk_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/chunk"
)

// P3 on damaged input: a second run summarises nothing and changes nothing,
// whatever was wrong with the links, lines, calls and compactions of the first
// one's input; and a list of chunks still joins to it.
func TestTwiceOnDamage(t *testing.T) {
	cases := uint64(250)
	if testing.Short() {
		cases = 40
	}
	say := func(context.Context, io.Reader, chunk.Number) (string, error) { return "what was said", nil }
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			made := 0
			for seed := range cases {
				data := transcripttest.Damaged(d, seed).Data
				opt := chunk.Options{MaxTokens: int64(3 + seed%40), Safety: 1, KeepLast: int(seed%4) - 1, Oversized: chunk.Oversized(seed % 2), Summarize: say}
				o := run(opt, data, nil)
				for _, f := range o.findings {
					if f.Offset+f.Length > int64(len(data)) {
						t.Errorf("seed %d: %+v is behind the end of the input", seed, f)
					}
				}
				made += bytes.Count(o.out, []byte("[Summary of ")) - bytes.Count(data, []byte("[Summary of "))
				again := run(opt, o.out, nil)
				if o.err != nil || again.err != nil || !bytes.Equal(o.out, again.out) {
					t.Fatalf("seed %d, %+v: %v, %v:\n%s\nbecomes\n%s\nand then\n%s", seed, opt, o.err, again.err, data, o.out, again.out)
				}
			}
			if made == 0 && !d.Log {
				t.Error("nothing is ever summarized")
			}
		})
	}
}

// What a boundary of Claude Code keeps from before itself is summarized like the
// rest, and clients see the summaries.
func TestPreserved(t *testing.T) {
	say := func(context.Context, io.Reader, chunk.Number) (string, error) { return "what was said", nil }
	for _, name := range []string{"claude-fan", "claude-serial"} {
		d := transcripttest.Named(name)
		for _, story := range []string{
			"U F U A[x,y] R(y) R(x) C4 U F U F", "U A[x] R(x) F U F C3 U A[y] R(y) F", "U F U A[x] R(x) F A[y] R(y) F C6 U F U F",
			"U F F F U F F F C6 U F",
		} {
			data := d.Bytes(story)
			for parts := int64(1); parts < 6; parts++ {
				for last := -1; last < 8; last++ {
					opt := chunk.Options{Parts: parts, KeepLast: last, Summarize: say}
					o := run(opt, data, nil)
					if err := transcripttest.Check(d, o.out); err != nil {
						t.Fatalf("%v\n%s\nbecomes\n%s", err, data, o.out)
					}
					made := bytes.Count(o.out, []byte("[Summary of "))
					readers := d.Read(o.out)
					for _, list := range readers[len(readers)-2:] { // older ones know no kept records
						if n := summaries(list); n != made {
							t.Fatalf("%s: %d parts, keep %d: the client sees %d of %d summaries\n%s\nbecomes\n%s", story, parts, last, n, made, data, o.out)
						}
					}
					if again := run(opt, o.out, nil); !bytes.Equal(again.out, o.out) {
						t.Fatalf("a second run makes of\n%s\nthis:\n%s", o.out, again.out)
					}
				}
			}
		}
	}
}
