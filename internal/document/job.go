package document

import (
	"io"

	"trtools/pkg/transcript"
)

// Job returns the job of a stage that is to be given the document's elements: its findings and
// rejects have the places that they have in the document. What it passes on are elements: a Writer
// makes the document of them.
func (d *Document) Job(job transcript.Job) transcript.Job {
	job.Source, job.Frame = d, d
	if report := job.Report; report != nil {
		job.Report = func(x transcript.Finding) {
			if x.Code != transcript.MissingHeader { // it stands around the messages
				report(d.finding(x))
			}
		}
	}
	if reject := job.Reject; reject != nil {
		job.Reject = func(x transcript.Reject) { reject(d.reject(x)) }
	}
	return job
}

// Run pushes the elements to a stage, as transcript.Run does with lines.
func (d *Document) Run(maxLine int, s transcript.Stage) error {
	return transcript.Run(io.NewSectionReader(d, 0, d.Size()), maxLine, &numbered{s, d})
}

// numbered is a stage that is given records with the numbers of their lines in the
// document.
type numbered struct {
	transcript.Stage
	d *Document
}

func (n *numbered) Push(r *transcript.Record) error {
	_, r.Line = n.d.Place(r.Offset)
	return n.Stage.Push(r)
}
