package cli

import (
	"io"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/internal/spool"
)

// look finds out whether an input is a JSON document, whole or damaged; otherwise it is lines.
// What it reads of a pipe is read again.
func (f *fileRun) look(in *input) (doc *document.Document, damaged *document.Damaged, err error) {
	if f.text {
		return nil, nil, nil
	}
	look := document.Input{Source: in.source, Format: dialect.Named(f.opt.dialect)}
	if in.source != nil {
		look.R = io.NewSectionReader(in.source, 0, maxInt)
	} else {
		in.peeked = &spool.Spool{}
		look.R, look.Source = io.TeeReader(in.r, in.peeked), in.peeked
	}
	doc, damaged, err = document.Find(look)
	switch {
	case err != nil:
	case doc != nil:
		in.wasRead(look.Source, doc.Whole())
	case damaged != nil:
		in.wasRead(look.Source, damaged.Size)
	case in.peeked != nil:
		in.r = io.MultiReader(io.NewSectionReader(in.peeked, 0, in.peeked.Size()), in.r)
	}
	return doc, damaged, err
}

// wasRead notes that all n bytes of an input were read.
func (in *input) wasRead(source io.ReaderAt, n int64) {
	in.source, in.n = source, n
	in.seen.Add(n)
}
