package cli

import (
	"io"
	"os"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// linesLookedAt are enough to know a transcript by: its first lines may be damaged.
const linesLookedAt = 20

// checkSides refuses to write findings or removed records into a file that holds a
// transcript: the name of the input was most likely given in the wrong place.
func (o *options) checkSides() error {
	for _, side := range []struct{ flag, name string }{{"--report", o.report}, {"--rejects", o.rejects}} {
		if side.name != "" && isTranscript(side.name) {
			return usageHint(side.flag+": "+report.Name(side.name)+" is a transcript, and would be written over", "give the name of a new file")
		}
	}
	return nil
}

// isTranscript reports whether a file is a document of messages, or has a record of a known
// format among its first lines. What cannot be read is none.
func isTranscript(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	if doc, _, err := document.Find(document.Input{R: io.NewSectionReader(f, 0, maxInt), Source: f}); doc != nil && err == nil {
		return true
	}
	formats, view, found := dialect.NewDetector(nil, ""), &dialect.View{}, false
	_ = transcript.Run(f, 0, transcript.Each(func(r *transcript.Record) error {
		doc, err := r.Doc()
		if found = err == nil && !r.TooLong && formats.View(doc.Root(), view); found || r.Line >= linesLookedAt {
			return io.EOF // enough is seen
		}
		return nil
	}))
	return found
}
