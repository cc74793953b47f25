package dialect

import (
	"testing"

	"trtools/pkg/transcript/outline"
)

// BenchmarkDetect parses and views the samples of a format, over and over.
func BenchmarkDetect(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			var all [][]byte
			size := 0
			for _, file := range samples(b, name) {
				for _, line := range lines(b, file) {
					all, size = append(all, line), size+len(line)+1
				}
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			d, v, doc := NewDetector(nil, ""), new(View), new(outline.Doc)
			for b.Loop() {
				for _, line := range all {
					if doc.Parse(line) == nil {
						d.View(doc.Root(), v)
					}
				}
			}
		})
	}
}
