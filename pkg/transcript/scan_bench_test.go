package transcript

import (
	"bytes"
	"os"
	"testing"

	"trtools/pkg/transcript/outline"
)

type count struct {
	n, bad int
	sur    int
}

func (c *count) Push(r *Record) error {
	if _, err := r.Doc(); err != nil {
		c.bad++
	}
	c.n++
	return nil
}
func (c *count) Flush() error { return nil }
func (c *count) Close() error { return nil }

func BenchmarkScan(b *testing.B) {
	for _, f := range []string{"real", "openai", "claude"} {
		data, _ := os.ReadFile("/tmp/b/" + f + ".jsonl")
		if len(data) > 100e6 {
			data = data[:bytes.LastIndexByte(data[:100e6], '\n')+1]
		}
		b.Run(f, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				c := count{}
				Run(bytes.NewReader(data), 0, &c)
			}
		})
		b.Run(f+"-sur", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			n := 0
			for b.Loop() {
				for d := data; len(d) > 0; {
					i := bytes.IndexByte(d, '\n')
					if outline.LoneSurrogate(d[:i+1], 0) >= 0 {
						n++
					}
					d = d[i+1:]
				}
			}
		})
	}
}
