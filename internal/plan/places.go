package plan

import (
	"bytes"
	"cmp"
	"io"

	"trtools/pkg/transcript"
)

// Places finds the lines of records. They have to be asked for in ascending order.
type Places struct {
	Source io.ReaderAt
	Frame  transcript.Frame // whose elements the lines are; nil for lines of Source itself
	Err    error            // the first one of reading: the numbers from there on are not known

	at     int64
	seen   int64 // line ends before at
	window window
}

// PlacesIn returns the places of a job's input.
func PlacesIn(job *transcript.Job) Places { return Places{Source: job.Source, Frame: job.Frame} }

// Line returns the number of the line that begins at an offset, from 1.
func (p *Places) Line(offset int64) int64 {
	if p.Frame != nil {
		_, line := p.Frame.Place(offset)
		return line
	}
	if p.at >= offset {
		return p.seen + 1
	}
	p.window.src = p.Source
	for p.at < offset {
		b, err := p.window.from(p.at)
		b = b[:min(int64(len(b)), offset-p.at)]
		p.seen += int64(bytes.Count(b, []byte("\n")))
		p.at += int64(len(b))
		if len(b) == 0 {
			p.Err = cmp.Or(p.Err, err, error(&transcript.ReadError{Err: io.EOF}))
			break
		}
	}
	return p.seen + 1
}
