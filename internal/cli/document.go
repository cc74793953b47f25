package cli

import (
	"io"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/internal/spool"
)

// text is what an input is: lines, or with one of both a JSON document.
type text struct {
	doc     *document.Document
	damaged *document.Damaged // a document that cannot be read
}

// look finds out whether an input is a JSON document. What it reads of a pipe is read
// again.
func (f *fileRun) look(in *input) (*text, error) {
	t := &text{}
	if f.text {
		return t, nil
	}
	look := document.Input{Source: in.source, Format: dialect.Named(f.opt.dialect)}
	if in.source != nil {
		look.R = io.NewSectionReader(in.source, 0, maxInt)
	} else {
		in.peeked = &spool.Spool{}
		look.R, look.Source = io.TeeReader(in.r, in.peeked), in.peeked
	}
	var err error
	if t.doc, t.damaged, err = document.Find(look); err != nil {
		return nil, err
	}
	if t.doc == nil && t.damaged == nil {
		if in.peeked != nil {
			in.r = io.MultiReader(io.NewSectionReader(in.peeked, 0, in.peeked.Size()), in.r)
		}
		return t, nil
	}
	in.wasRead(look.Source, t)
	return t, nil
}

// nothingArrived is the error of a pipe without a byte in it. What wrote into the pipe has most
// likely failed, and an empty output would take the place of somebody's history.
type nothingArrived struct{}

func (nothingArrived) Error() string {
	return "nothing arrived: did the command before it fail? --allow-empty passes an empty input on"
}

// ExitCode says that this is about what the input holds, and no failure to read it.
func (nothingArrived) ExitCode() int { return exitFindings }

// checkArrived returns an error if nothing came through a pipe whose content is to be edited.
func (f *fileRun) checkArrived(in *input) error {
	if f.lists || f.opt.allowEmpty || !in.pipe || in.peeked == nil || in.peeked.Size() > 0 {
		return nil
	}
	return nothingArrived{}
}

// wasRead notes that an input was read to its end.
func (in *input) wasRead(source io.ReaderAt, t *text) {
	in.source = source
	if t.doc != nil {
		in.n = t.doc.Whole()
	} else {
		in.n = t.damaged.Size
	}
	in.seen.Add(in.n)
}
