package history

import (
	"io"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Conversation reads the line of a conversation again and returns it with the
// edits that are made of its messages.
func Conversation(src io.ReaderAt, at int64, named string, edits func(list outline.Value) []outline.Edit) ([]byte, error) {
	raw, err := rewrite.Line(src, at)
	if err != nil {
		return nil, err
	}
	var d outline.Doc
	var v dialect.View
	if d.Parse(raw) != nil || !dialect.NewDetector(dialect.Named(named), "").View(d.Root(), &v) {
		return raw, errChanged
	}
	return outline.Splice(raw, edits(v.List)), nil
}
