package classify

import (
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// plainText takes the whole input for one text and pushes its verdict. Of a long
// text it keeps what Classify looks at: the head and the tail.
type plainText struct {
	opt  Options
	job  transcript.Job
	text []byte
}

// Push takes the next line of the text.
func (p *plainText) Push(r *transcript.Record) error {
	raw := r.Raw
	head := min(len(raw), headBytes)
	p.text = append(append(p.text, raw[:head]...), raw[max(head, len(raw)-headBytes):]...)
	if n := len(p.text); n > 4*headBytes {
		p.text = append(p.text[:headBytes], p.text[n-headBytes:]...)
	}
	return nil
}

func (p *plainText) Flush() error { return nil }

// Close pushes the verdict.
func (p *plainText) Close() error {
	in := p.opt.input(Input{Text: string(p.text)}, 0)
	v := Classify(in)
	if p.job.DryRun && v.Class != None {
		p.job.Report(transcript.Finding{Tool: tool, File: p.job.Name, Line: 1, Code: transcript.APIError, Message: describe(&v)}.WithRule())
	}
	raw := append(report.Object(v), '\n')
	if p.opt.Explain {
		raw = []byte(Explain(in))
	}
	if err := p.job.Next.Push(&transcript.Record{Raw: raw, Line: 1, Change: transcript.Inserted}); err != nil {
		return err
	}
	return p.job.Next.Close()
}
